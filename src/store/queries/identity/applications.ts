/** Questions about applications, and about what people granted them. */
import { sql } from 'kysely'
import type { Reader } from '../../db.ts'
import { statement } from '../../statement.ts'
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

/** The applications that a user registered, in the order in which that was done. */
export const applicationRows = (reader: Reader, owner: number): Promise<ApplicationRow[]> =>
  reader.all(byOwner, { owner })

const given = statement<{ gid: number; scopes: string }>((param, db) =>
  db
    .selectFrom('grants')
    .select(['gid', 'scopes'])
    .where('application', '=', param('application'))
    .where('user', '=', param('user')),
)

/** What a user granted an application. */
export const grantTo = (reader: Reader, application: number, user: number) => reader.first(given, { application, user })

const one = statement<{ application: number }>((param, db) =>
  db.selectFrom('grants').select('application').where('gid', '=', param('gid')).where('user', '=', param('user')),
)

/** The application of a grant of this user, and of nobody else. */
export const applicationGranted = async (reader: Reader, user: number, gid: number): Promise<number | undefined> =>
  (await reader.first(one, { user, gid }))?.application

export interface Granted {
  gid: number
  application: number
  name: string
  scopes: string
  created_at: number
  last_used_at: number | null
}

const all = statement<Granted>(
  param => sql<Granted>`select g.gid as gid, a.gid as application, a.name as name, g.scopes as scopes,
    g.created_at as created_at, (select max(t.last_used_at) from tokens t
      where t.application = g.application and t."user" = g."user") as last_used_at
    from grants g join applications a on a.gid = g.application where g."user" = ${param('user')} order by g.gid`,
)

/** The applications that a user lets in, in the order of their grants. */
export const grantsOf = (reader: Reader, user: number): Promise<Granted[]> => reader.all(all, { user })
