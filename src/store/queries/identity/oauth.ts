/** Queries for OAuth: authorization codes, refresh tokens, access tokens, signing keys, and the profile of the user. */
import { sql } from 'kysely'
import type { Reader } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

type AuthorizationCode = Tables['authorization_codes']

const code = statement<AuthorizationCode>((param, db) =>
  db.selectFrom('authorization_codes').selectAll().where('hash', '=', param('hash')),
)

export const codeByHash = (reader: Reader, hash: string): Promise<AuthorizationCode | undefined> =>
  reader.first(code, { hash })

const expiredCodes = statement<{ hash: string }>((param, db) =>
  db
    .selectFrom('authorization_codes')
    .select('hash')
    .where('expires_at', '<', param('before'))
    .orderBy('expires_at')
    .limit(sql.lit(20)),
)

/** The digests of at most 20 codes that expired before a time. */
export const codesExpiredBefore = async (reader: Reader, before: number): Promise<string[]> =>
  (await reader.all(expiredCodes, { before })).map(row => row.hash)

type RefreshToken = Tables['refresh_tokens']

const refreshToken = statement<RefreshToken>((param, db) =>
  db.selectFrom('refresh_tokens').selectAll().where('hash', '=', param('hash')),
)

export const refreshTokenByHash = (reader: Reader, hash: string): Promise<RefreshToken | undefined> =>
  reader.first(refreshToken, { hash })

const refreshTokensOf = statement<{ gid: number }>((param, db) =>
  db
    .selectFrom('refresh_tokens')
    .select('gid')
    .where('user', '=', param('user'))
    .where('application', '=', param('application'))
    .orderBy('gid', 'desc')
    .modifyEnd(db.dialect.limit(param('limit'))),
)

/** The `nth` newest refresh token of a user for an application; undefined if there are fewer. */
export const nthRefreshToken = async (
  reader: Reader,
  { user, application }: { user: number; application: number },
  nth: number,
): Promise<number | undefined> => (await reader.all(refreshTokensOf, { user, application, limit: nth }))[nth - 1]?.gid

const expiredTokens = statement<{ gid: number }>((param, db) =>
  db
    .selectFrom('tokens')
    .select('gid')
    .where('refresh_token', '=', param('refreshToken'))
    .where('expires_at', '<', param('before'))
    .limit(sql.lit(20)),
)

/** At most 20 access tokens of a refresh token that expired before a time. */
export const tokensExpiredBefore = async (reader: Reader, refreshToken: number, before: number): Promise<number[]> =>
  (await reader.all(expiredTokens, { refreshToken, before })).map(row => row.gid)

const newestTokens = statement<{ gid: number }>((param, db) =>
  db
    .selectFrom('tokens')
    .select('gid')
    .where('refresh_token', '=', param('refreshToken'))
    .orderBy('gid', 'desc')
    .modifyEnd(db.dialect.limit(param('limit'))),
)

/** At most 20 access tokens of a refresh token that are older than its `newest` newest ones. */
export const tokensOlderThanNewest = async (reader: Reader, refreshToken: number, newest: number): Promise<number[]> =>
  (await reader.all(newestTokens, { refreshToken, limit: newest + 20 })).slice(newest).map(row => row.gid)

type SigningKey = Tables['signing_keys']

const keys = statement<SigningKey>((_param, db) =>
  db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid'),
)

/** The keys that sign identity tokens, the newest first. */
export const signingKeys = (reader: Reader): Promise<SigningKey[]> => reader.all(keys, {})

export interface Person {
  gid: number
  name: string
  email: string
  /** JSON: the file of the picture; or null. */
  photo: string | null
}

const person = statement<Person>((param, db) =>
  db.selectFrom('users').select(['gid', 'name', 'email', 'photo']).where('gid', '=', param('gid')),
)

/** A user that must exist. */
export async function personOf(reader: Reader, gid: number): Promise<Person> {
  const row = await reader.first(person, { gid })
  if (!row) throw new Error(`There is no user ${gid}.`)
  return row
}
