/** Queries for the roles of people: what a person has in a workspace, and who has a role. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

export type RoleRow = Tables['roles']

/** A membership with its role; the columns of the role are null where it follows from the flags. */
export interface StandingRow {
  membership: number
  is_admin: number
  is_guest: number
  is_service: number
  role: number | null
  base_role_type: string | null
  permissions: string | null
}

const standing: Statement<StandingRow> = statement(
  param => sql<StandingRow>`select m.gid as membership, m.is_admin as is_admin, m.is_guest as is_guest,
      m.is_service as is_service, m.role as role, r.base_role_type as base_role_type, r.permissions as permissions
    from workspace_memberships m left join roles r on r.gid = m.role
    where m.workspace = ${param('workspace')} and m."user" = ${param('user')} and m.is_active = 1`,
)

/** The active membership of a person in a workspace, with the role. */
export const standingOf = (reader: Reader, workspace: number, user: number): Promise<StandingRow | undefined> =>
  reader.first(standing, { workspace, user })

const standardRoles: Statement<{ gid: number; base_role_type: string }> = statement((param, db) =>
  db
    .selectFrom('roles')
    .select(['gid', 'base_role_type'])
    .where('workspace', '=', param('workspace'))
    .where('is_standard_role', '=', 1),
)

/** The gid of the standard role of a workspace with this base role type. */
export async function standardRoleOf(reader: Reader, workspace: number, base: string): Promise<number> {
  const found = (await reader.all(standardRoles, { workspace })).find(one => one.base_role_type === base)
  if (!found) throw new Error(`The workspace ${workspace} has no standard role ${base}.`)
  return found.gid
}

const customRoles: Statement<{ count: number }> = statement(
  param => sql<{ count: number }>`select count(*) as count from roles r
    where r.workspace = ${param('workspace')} and r.is_standard_role = 0`,
)

/** The number of custom roles of a workspace. */
export const countCustomRoles = async (reader: Reader, workspace: number): Promise<number> =>
  (await reader.first(customRoles, { workspace }))?.count ?? 0

const owner: Statement<{ workspace: number }> = statement((param, db) =>
  db.selectFrom('roles').select('workspace').where('gid', '=', param('gid')),
)

/** The workspace of a role; undefined if there is none. */
export const workspaceOfRole = async (reader: Reader, gid: number): Promise<number | undefined> =>
  (await reader.first(owner, { gid }))?.workspace
