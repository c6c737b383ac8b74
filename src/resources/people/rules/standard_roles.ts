/** The standard roles of a workspace. They cannot be changed or deleted. */
import type { BaseRoleType } from '../../../policy/permissions.ts'
import { insertAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'

const standardRoles: readonly (readonly [base: BaseRoleType, name: string, description: string])[] = [
  ['guest', 'Guest', 'Has access only to what is shared with them.'],
  ['member', 'Member', 'Has access to what is open to the organization, and creates projects and teams.'],
  ['admin', 'Admin', 'Manages the people, teams and objects of the organization.'],
  ['super_admin', 'Super admin', 'Manages the organization, its administrators and its roles.'],
]

/** Creates the standard roles of a new workspace. */
export const createStandardRoles = (tx: Writer, workspace: number): Promise<void> =>
  insertAll(
    tx,
    'roles',
    standardRoles.map(([base_role_type, name, description]) => ({
      ...{ gid: tx.gid(), workspace, name, description, is_standard_role: 1, base_role_type, permissions: '{}' },
      ...{ creation_time: tx.now, modified_at: tx.now },
    })),
  )
