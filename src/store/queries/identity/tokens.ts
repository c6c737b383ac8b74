/** Queries for tokens: personal tokens and active tokens. */
import { sql } from 'kysely'
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

/** The personal tokens of a user, the newest first, also expired ones. */
export const personalTokensOf = (reader: Reader, user: number): Promise<PersonalToken[]> => reader.all(list, { user })

const one = statement<PersonalToken>((param, db) =>
  db
    .selectFrom('tokens')
    .select(columns)
    .where('gid', '=', param('gid'))
    .where('user', '=', param('user'))
    .where('kind', '=', 'personal'),
)

/** A personal token; undefined if it is not this user's. */
export const personalTokenOf = (reader: Reader, user: number, gid: number): Promise<PersonalToken | undefined> =>
  reader.first(one, { user, gid })

/** A token that has not expired, and its user. */
export interface ActiveToken {
  gid: number
  name: string
  kind: string
  user: number
  owner: string
}

const isActive = (now: unknown) => sql`(t.expires_at is null or t.expires_at > ${now})`

const own = statement<ActiveToken>(
  param => sql<ActiveToken>`select t.gid as gid, t.name as name, t.kind as kind, t."user" as "user", u.name as owner
    from tokens t join users u on u.gid = t."user" where t."user" = ${param('user')} and ${isActive(param('now'))}
    and (t.kind <> 'session' or t.gid = ${param('session')}) order by t.gid`,
)

/** The active tokens of a user; of the tokens of sessions only `session`. */
export const activeTokensOf = (reader: Reader, user: number, session: number, now: number): Promise<ActiveToken[]> =>
  reader.all(own, { user, session, now })

const ofServices = statement<ActiveToken>(
  param => sql<ActiveToken>`select t.gid as gid, t.name as name, t.kind as kind, t."user" as "user", u.name as owner
    from service_accounts s join tokens t on t."user" = s.gid join users u on u.gid = s.gid
    where s.workspace = ${param('workspace')} and s.deleted_at is null order by t.gid`,
)

/** The tokens of the service accounts of a workspace. */
export const serviceTokensOf = (reader: Reader, workspace: number): Promise<ActiveToken[]> =>
  reader.all(ofServices, { workspace })

const MAX_TOKENS = 1000

const ofPeople = statement<ActiveToken>(
  (param, db) => sql<ActiveToken>`select t.gid as gid, t.name as name, t.kind as kind, t."user" as "user",
    u.name as owner from tokens t join users u on u.gid = t."user"
    where ${db.dialect.isAmong(sql.ref('t.gid'), param('gids'))} and exists (select 1 from workspace_memberships w
      where w."user" = t."user" and w.workspace = ${param('workspace')} and w.is_active = 1 and w.is_service = 0)
    order by t.gid limit ${sql.lit(MAX_TOKENS)}`,
)

/** Those of `gids` that are tokens of people of a workspace, at most 1000. */
export const tokensOfPeople = (reader: Reader, workspace: number, gids: number[]): Promise<ActiveToken[]> =>
  reader.all(ofPeople, { workspace, gids: reader.db.dialect.set(gids) })
