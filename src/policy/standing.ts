/**
 * Standings: the role that a person has in a workspace, and what that permits. An administrator without another role is a
 * super administrator.
 */
import { notAllowed } from '../lib/errors.ts'
import type { Reader } from '../store/db.ts'
import type { HeldRole } from '../store/queries/people.ts'
import { type StandingRow, standingOf } from '../store/queries/roles/standing.ts'
import {
  type BaseRoleType,
  baseRoleTypes,
  isExclusive,
  type PermissionName,
  type PermissionValue,
  type RoleTerms,
  standardValue,
  valueIn,
  valuesOf,
  withholds,
} from './permissions.ts'

/** The terms of a role as it is stored. */
export const termsOf = (role: {
  base_role_type: string
  permissions: string | HeldRole['permissions']
}): RoleTerms => ({
  base: baseRoleTypes.find(one => one === role.base_role_type) ?? 'guest',
  given: typeof role.permissions === 'string' ? JSON.parse(role.permissions) : role.permissions,
})

/** The base role type that follows from the flags of a membership. */
export function baseOf({ is_admin, is_guest, is_service }: Pick<StandingRow, 'is_admin' | 'is_guest' | 'is_service'>) {
  if (is_admin || is_service) return 'super_admin'
  return is_guest ? 'guest' : 'member'
}

/** The terms of the role of a membership. */
export const termsOfStanding = (row: StandingRow): RoleTerms =>
  row.base_role_type === null
    ? { base: baseOf(row) satisfies BaseRoleType, given: {} }
    : termsOf({ base_role_type: row.base_role_type, permissions: row.permissions ?? '{}' })

/** The terms of the role of an active member; undefined for any other person. */
export async function termsIn(reader: Reader, workspace: number, user: number): Promise<RoleTerms | undefined> {
  const row = await standingOf(reader, workspace, user)
  return row && termsOfStanding(row)
}

/** A caller: its user, the kind of its token, and its roles. */
interface PermissionActor {
  gid: number
  kind: string
  roles: readonly HeldRole[]
}

/** The workspaces whose role withholds a permission from the caller, each with the value that the caller has there. */
const withheldFrom = ({ roles }: PermissionActor, name: PermissionName): [workspace: number, PermissionValue][] =>
  roles.flatMap(role => {
    const terms = termsOf(role)
    return withholds(name, terms) ? [[role.workspace, valueIn(name, terms)] as const] : []
  }) as [number, PermissionValue][]

/**
 * The value of a permission that a caller has in a workspace, if it is less than the most; undefined otherwise. The
 * workspace is found only when the answer depends on it; without one, the role in any workspace counts. Standard roles
 * are checked only for `exclusive` permissions: rights decide the others.
 */
export async function missingPermission(
  reader: Reader,
  actor: PermissionActor,
  name: PermissionName,
  findWorkspace: () => Promise<number | undefined>,
): Promise<PermissionValue | undefined> {
  if (actor.kind === 'service') return undefined
  if (isExclusive(name)) {
    const workspace = await findWorkspace()
    const terms = workspace === undefined ? undefined : await termsIn(reader, workspace, actor.gid)
    const value = terms ? valueIn(name, terms) : standardValue(name, 'guest')
    return value === valuesOf(name).at(-1) ? undefined : value
  }
  const withheld = withheldFrom(actor, name)
  if (withheld.length === 0) return undefined
  const workspace = await findWorkspace()
  return withheld.find(([one]) => workspace === undefined || one === workspace)?.[1]
}

/** Throws 403 if the role of the caller lacks a permission, which has no values but the most and the least. */
export async function requirePermission(
  reader: Reader,
  actor: PermissionActor,
  name: PermissionName,
  workspace: number | undefined,
): Promise<void> {
  const value = await missingPermission(reader, actor, name, async () => workspace)
  if (value !== undefined) throw notPermitted(name)
}

/** Throws 403 unless the base role type of the caller in a workspace is at least this one. */
export async function requireBase(
  reader: Reader,
  actor: Pick<PermissionActor, 'gid'>,
  workspace: number,
  base: BaseRoleType,
): Promise<void> {
  const own = await termsIn(reader, workspace, actor.gid)
  if (own && baseRoleTypes.indexOf(own.base) >= baseRoleTypes.indexOf(base)) return
  throw notAllowed('Only super administrators of the organization may do this.')
}

/** The error of a caller whose role does not include a permission. */
export const notPermitted = (name: PermissionName) =>
  notAllowed(`Your role in this workspace does not include the permission ${name}.`)
