/** Questions about the tokens that people make for themselves. */
import type { Reader } from '../../db.ts'
import { statement } from '../../statement.ts'

export interface PersonalToken {
  gid: number
  name: string
  created_at: number
  last_used_at: number | null
  expires_at: number | null
}

const columns = ['gid', 'name', 'created_at', 'last_used_at', 'expires_at'] as const

const list = statement<PersonalToken>((param, db) =>
  db
    .selectFrom('tokens')
    .select(columns)
    .where('user', '=', param('user'))
    .where('kind', '=', 'personal')
    .orderBy('gid', 'desc'),
)

/** The personal tokens of a user, the newest first; also those that have expired. */
export const personalTokensOf = (reader: Reader, user: number): Promise<PersonalToken[]> => reader.all(list, { user })

const one = statement<PersonalToken>((param, db) =>
  db
    .selectFrom('tokens')
    .select(columns)
    .where('gid', '=', param('gid'))
    .where('user', '=', param('user'))
    .where('kind', '=', 'personal'),
)

/** A personal token of this user, and of nobody else. */
export const personalTokenOf = (reader: Reader, user: number, gid: number): Promise<PersonalToken | undefined> =>
  reader.first(one, { user, gid })
