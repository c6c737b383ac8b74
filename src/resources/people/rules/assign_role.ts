/**
 * Gives roles to people.
 *
 * Invariants:
 * - no person gives or takes more than their own role has;
 * - a workspace keeps a person with the standard role of super administrators;
 * - the flags of a membership, and what it hides, follow from its role.
 */
import type { Actor } from '../../../identity/actor.ts'
import { invalid, invalidReference } from '../../../lib/errors.ts'
import type { BaseRoleType, RoleTerms } from '../../../policy/permissions.ts'
import { requirePermission, termsOf, termsOfStanding } from '../../../policy/standing.ts'
import { findForUpdate, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { otherAdministrator } from '../../../store/queries/membership.ts'
import { type StandingRow, standardRoleOf, standingOf } from '../../../store/queries/roles/standing.ts'
import { mustHaveFeature } from './plan.ts'
import { membershipColumns, mustCover } from './role_terms.ts'

interface Assignment {
  workspace: number
  user: number
}

/** Gives an active member of a workspace a role of it. Throws 400 for any other role or person. */
export async function assignRole(tx: Writer, actor: Actor, { workspace, user }: Assignment, role: number) {
  // people: a concurrent request could change this role, or take the role of another administrator.
  await advisoryLock(tx, 'people', workspace)
  await requirePermission(tx, actor, 'assign_roles', workspace)
  const found = await findForUpdate(tx, 'roles', { gid: role, workspace })
  if (!found) throw invalidReference('role', role)
  if (found.is_standard_role === 0) await mustHaveFeature(tx, workspace, 'roles')
  const terms = termsOf(found)
  await mustGive(tx, actor, { workspace, user }, terms, isSuper(terms, found.is_standard_role === 1))
  const column = found.is_standard_role === 1 ? await columnOfBase(tx, workspace, terms.base) : role
  await update(
    tx,
    'workspace_memberships',
    { workspace, user },
    {
      ...{ ...membershipColumns(terms), role: column, is_view_only: 0 },
    },
  )
}

/** Gives an active member the standard role of a base role type. */
export async function assignBase(tx: Writer, actor: Actor, to: Assignment, base: BaseRoleType): Promise<void> {
  await assignRole(tx, actor, to, await standardRoleOf(tx, to.workspace, base))
}

const isSuper = ({ base }: RoleTerms, isStandard: boolean) => isStandard && base === 'super_admin'

/** Whether a membership has the standard role of super administrators. */
const isSuperAdministrator = ({ is_admin, role }: Pick<StandingRow, 'is_admin' | 'role'>): boolean =>
  is_admin === 1 && role === null

/** Throws 403 unless the caller can take the role of this person, and give these terms. */
async function mustGive(tx: Writer, actor: Actor, { workspace, user }: Assignment, terms: RoleTerms, keeps: boolean) {
  const standing = await standingOf(tx, workspace, user)
  if (!standing || standing.is_service === 1) throw invalidReference('user', user)
  await mustCover(tx, actor, workspace, termsOfStanding(standing), terms)
  if (isSuperAdministrator(standing) && !keeps && (await otherAdministrator(tx, workspace, user)) === undefined) {
    throw invalid('role', 'The last administrator cannot step down')
  }
}

/** The column `role` of people with a standard role: null where it follows from the flags. */
export const columnOfBase = async (tx: Writer, workspace: number, base: BaseRoleType): Promise<number | null> =>
  base === 'admin' ? standardRoleOf(tx, workspace, base) : null
