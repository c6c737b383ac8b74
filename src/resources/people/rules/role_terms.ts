/** The terms of a custom role: input, what a person may define and give, and the columns of memberships that follow. */

import type { Actor } from '../../../identity/actor.ts'
import { invalid, notAllowed } from '../../../lib/errors.ts'
import {
  type BaseRoleType,
  covers,
  includes,
  isPermission,
  isValueOf,
  largestValue,
  type Permissions,
  permissionNames,
  type permissions,
  type RoleTerms,
  standardValue,
  valueIn,
  valuesOf,
} from '../../../policy/permissions.ts'
import { termsIn } from '../../../policy/standing.ts'
import type { Writer } from '../../../store/db.ts'
import { HIDDEN_KINDS, type HiddenKind } from '../../../store/queries/access/principals.ts'
import type { JsonShape } from '../../../vocabulary/field.ts'

/** The members of `permissions` on the wire. */
export const permissionShape: JsonShape = Object.fromEntries(
  permissionNames.map(name => [name, valuesOf(name).includes(true) ? 'flag' : true]),
)

/** The permissions of an input. Throws 400 for an unknown one, and for one that the base role type does not allow. */
export function parsePermissions(sent: unknown, base: BaseRoleType): Partial<Permissions> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw invalid('permissions', 'Value is not a JSON object')
  }
  const given: Partial<Permissions> = {}
  for (const [name, value] of Object.entries(sent)) {
    const at = `permissions: ${name.slice(0, 100).toWellFormed()}`
    if (!isPermission(name)) throw invalid(at, 'Not a permission')
    if (!isValueOf(name, value)) throw invalid(at, `Must be one of ${valuesOf(name).join(', ')}`)
    if (!includes(name, largestValue(name, base), value)) {
      throw invalid(at, `A role with the base_role_type ${base} cannot have more than ${largestValue(name, base)}`)
    }
    given[name] = value
  }
  return given
}

/** The terms as they are stored: only what differs from the standard role. */
export const permissionsColumn = ({ base, given }: RoleTerms): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(given).filter(([name, value]) => value !== standardValue(name as keyof typeof permissions, base)),
    ),
  )

/** Throws 403 unless the caller's own role has everything that these roles have. */
export async function mustCover(
  tx: Writer,
  actor: Pick<Actor, 'gid' | 'kind'>,
  workspace: number,
  ...terms: readonly RoleTerms[]
): Promise<void> {
  const own = await termsIn(tx, workspace, actor.gid)
  if (own && terms.every(one => covers(own, one))) return
  throw notAllowed('You can only define, give and take roles that have no more permissions than your own.')
}

const hiddenBy: Record<HiddenKind, keyof typeof permissions> = {
  teams: 'view_public_teams',
  projects: 'view_shared_with_org_projects',
  portfolios: 'view_shared_with_org_portfolios',
}

/** The columns of the memberships of people who have a role. */
export const membershipColumns = (terms: RoleTerms) => ({
  is_admin: terms.base === 'admin' || terms.base === 'super_admin' ? 1 : 0,
  is_guest: terms.base === 'guest' ? 1 : 0,
  hides: Object.entries(hiddenBy).reduce(
    (bits, [kind, name]) => bits | (valueIn(name, terms) === true ? 0 : HIDDEN_KINDS[kind as HiddenKind]),
    0,
  ),
})
