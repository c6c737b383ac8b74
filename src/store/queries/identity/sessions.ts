/** Queries for the sessions of a user, and for the workspaces that they can open. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { StandingRow } from '../roles/standing.ts'

export interface SessionRow {
  gid: number
  sign_in_method: string
  agent: string
  address: string
  created_at: number
  last_used_at: number | null
  expires_at: number
}

const sessions: Statement<SessionRow> = statement(param => {
  return sql<SessionRow>`select t.gid as gid, s.sign_in_method as sign_in_method, s.agent as agent, s.address as address,
    t.created_at as created_at, t.last_used_at as last_used_at, t.expires_at as expires_at
    from tokens t join sessions s on s.token = t.gid
    where t."user" = ${param('user')} and t.kind = 'session' order by t.gid desc`
})

/** The sessions of a user, the newest first, also expired ones. */
export const sessionsOf = (reader: Reader, user: number): Promise<SessionRow[]> => reader.all(sessions, { user })

interface Workspace extends StandingRow {
  gid: number
  name: string
  plan: string
  is_organization: number
}

const workspaces: Statement<Workspace> = statement(param => {
  return sql<Workspace>`select o.gid as gid, o.name as name, o.plan as plan, o.is_organization as is_organization,
    w.gid as membership, w.is_admin as is_admin, w.is_guest as is_guest, w.is_service as is_service, w.role as role,
    r.base_role_type as base_role_type, r.permissions as permissions
    from workspace_memberships w join workspaces o on o.gid = w.workspace left join roles r on r.gid = w.role
    where w."user" = ${param('user')} and w.is_active = 1 and w.is_service = 0 order by o.gid`
})

/** The workspaces in which a user is an active member, the oldest first. */
export const workspacesOf = (reader: Reader, user: number): Promise<Workspace[]> => reader.all(workspaces, { user })
