/** Roles of users in a workspace. A workspace cannot lose its last administrator. */
import { invalid } from '../../../lib/errors.ts'
import { update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { otherAdministrator } from '../../../store/queries/membership.ts'
import type { Role } from './join.ts'

export const roles = ['member', 'guest', 'admin'] as const

export type RoleName = (typeof roles)[number]

export const roleOf = (name: RoleName): Role => ({ is_admin: name === 'admin', is_guest: name === 'guest' })

/** The base role type of each. Administrators are super administrators, unless they have another role. */
export const baseOfRole = { member: 'member', guest: 'guest', admin: 'super_admin' } as const

/** Changes the role of an active member of a workspace. Throws 400 for the last administrator. */
export async function changeRole(tx: Writer, workspace: number, user: number, name: RoleName): Promise<void> {
  // people: a concurrent request could demote or remove another administrator.
  await advisoryLock(tx, 'people', workspace)
  if (name !== 'admin' && (await otherAdministrator(tx, workspace, user)) === undefined) {
    throw invalid('role', 'The last administrator cannot step down')
  }
  const { is_admin, is_guest } = roleOf(name)
  const flags = { is_admin: is_admin ? 1 : 0, is_guest: is_guest ? 1 : 0, is_view_only: 0, role: null, hides: 0 }
  await update(tx, 'workspace_memberships', { workspace, user }, flags)
}
