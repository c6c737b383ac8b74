/** Queries for OAuth applications and the grants of their users. */
import { sql } from 'kysely'
import type { Reader } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

type ApplicationRow = Tables['applications']

const byGid = statement<ApplicationRow>((param, db) =>
  db.selectFrom('applications').selectAll().where('gid', '=', param('gid')),
)

export const applicationRow = (reader: Reader, gid: number): Promise<ApplicationRow | undefined> =>
  reader.first(byGid, { gid })

const byOwner = statement<ApplicationRow>((param, db) =>
  db.selectFrom('applications').selectAll().where('owner', '=', param('owner')).orderBy('gid'),
)

/** The applications that a user registered, the oldest first. */
export const applicationRows = (reader: Reader, owner: number): Promise<ApplicationRow[]> =>
  reader.all(byOwner, { owner })

const grantByApplication = statement<{ gid: number; scopes: string }>((param, db) =>
  db
    .selectFrom('grants')
    .select(['gid', 'scopes'])
    .where('application', '=', param('application'))
    .where('user', '=', param('user')),
)

/** The grant of a user to an application. */
export const grantTo = (reader: Reader, application: number, user: number) =>
  reader.first(grantByApplication, { application, user })

const one = statement<{ application: number }>((param, db) =>
  db.selectFrom('grants').select('application').where('gid', '=', param('gid')).where('user', '=', param('user')),
)

/** The application of a grant; undefined if the grant is not this user's. */
export const applicationGranted = async (reader: Reader, user: number, gid: number): Promise<number | undefined> =>
  (await reader.first(one, { user, gid }))?.application

export interface GrantedApplication {
  gid: number
  application: number
  name: string
  scopes: string
  created_at: number
  last_used_at: number | null
}

const all = statement<GrantedApplication>(
  param => sql<GrantedApplication>`select g.gid as gid, a.gid as application, a.name as name, g.scopes as scopes,
    g.created_at as created_at, (select max(t.last_used_at) from tokens t
      where t.application = g.application and t."user" = g."user") as last_used_at
    from grants g join applications a on a.gid = g.application where g."user" = ${param('user')} order by g.gid`,
)

/** The applications that a user authorized, ordered by grant. */
export const grantsOf = (reader: Reader, user: number): Promise<GrantedApplication[]> => reader.all(all, { user })

/** An application that people of a workspace authorized. */
export interface AuthorizedApplication {
  gid: number
  name: string
  owner: number
  owner_name: string
  owner_left_at: number | null
  /** The number of people of the workspace who authorized it. */
  people: number
  /** The scopes of all grants, separated by spaces; scopes can repeat. */
  scopes: string
  last_used_at: number | null
}

const ofPeople = (param: ParamFn) => sql`exists (select 1 from workspace_memberships w where w."user" = g."user"
  and w.workspace = ${param('workspace')} and w.is_active = 1 and w.is_service = 0)`

const authorized = statement<Omit<AuthorizedApplication, 'scopes'>>(
  param => sql<
    Omit<AuthorizedApplication, 'scopes'>
  >`select a.gid as gid, a.name as name, a.owner as owner, o.name as owner_name,
    a.owner_left_at as owner_left_at, count(*) as people, max((select max(t.last_used_at) from tokens t
      where t.application = g.application and t."user" = g."user")) as last_used_at
    from grants g join applications a on a.gid = g.application join users o on o.gid = a.owner
    where ${ofPeople(param)} group by a.gid, a.name, a.owner, o.name, a.owner_left_at order by a.gid`,
)

const authorizedScopes = statement<{ application: number; scopes: string }>(
  param => sql<{ application: number; scopes: string }>`select distinct g.application as application, g.scopes as scopes
    from grants g where ${ofPeople(param)} order by g.application, g.scopes`,
)

/** The applications that people of a workspace authorized, in the order of their registration. */
export async function applicationsIn(reader: Reader, workspace: number): Promise<AuthorizedApplication[]> {
  const scopes = Map.groupBy(await reader.all(authorizedScopes, { workspace }), row => row.application)
  const rows = await reader.all(authorized, { workspace })
  return rows.map(row => ({ ...row, scopes: (scopes.get(row.gid) ?? []).map(one => one.scopes).join(' ') }))
}

const granters = statement<{ user: number }>(
  (param, db) => sql<{ user: number }>`select g."user" as "user" from grants g
    where g.application = ${param('application')} and ${ofPeople(param)} order by g."user" ${db.dialect.limit(param('limit'))}`,
)

/** At most `limit` people of a workspace who authorized an application. */
export const grantersIn = async (
  reader: Reader,
  workspace: number,
  application: number,
  limit: number,
): Promise<number[]> => (await reader.all(granters, { workspace, application, limit })).map(({ user }) => user)
