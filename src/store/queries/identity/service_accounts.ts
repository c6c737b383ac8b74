/** Queries for service accounts. */
import { sql } from 'kysely'
import type { Reader } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'

export interface ServiceAccount {
  gid: number
  name: string
  /** `all`, or names separated by a space. */
  scopes: string
  created_at: number
  created_by: number | null
  creator: string | null
  last_used_at: number | null
  is_agent: number
  description: string | null
  behavior_guidance: string | null
}

const existing = (param: ParamFn, more = sql``) => sql<ServiceAccount>`select s.gid as gid, u.name as name,
    s.scopes as scopes, s.is_agent as is_agent, s.description as description, s.behavior_guidance as behavior_guidance, s.created_at as created_at, s.created_by as created_by, c.name as creator,
    (select max(t.last_used_at) from tokens t where t."user" = s.gid) as last_used_at
  from service_accounts s join users u on u.gid = s.gid left join users c on c.gid = s.created_by
  where s.workspace = ${param('workspace')} and s.deleted_at is null ${more} order by s.gid`

const list = statement<ServiceAccount>(param => existing(param))

/** The service accounts of a workspace, the oldest first. */
export const serviceAccountsOf = (reader: Reader, workspace: number): Promise<ServiceAccount[]> =>
  reader.all(list, { workspace })

const one = statement<ServiceAccount>(param => existing(param, sql`and s.gid = ${param('gid')}`))

export const serviceAccountOf = (reader: Reader, workspace: number, gid: number): Promise<ServiceAccount | undefined> =>
  reader.first(one, { workspace, gid })

const known = statement<{ gid: number }>((param, db) =>
  db.selectFrom('service_accounts').select('gid').where('gid', '=', param('user')),
)

/** Whether a user is, or was, a service account. */
export const isServiceAccount = async (reader: Reader, user: number): Promise<boolean> =>
  (await reader.first(known, { user })) !== undefined
