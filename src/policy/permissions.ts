/**
 * The permissions of roles: what each decides, its values, and the value that each standard role has.
 *
 * Invariants:
 * - standard roles have what the rights of `store/queries/access.ts` already give to their base role type; so only a
 *   custom role needs a check, except for `exclusive` permissions;
 * - a custom role has at most the permissions of its base role type, except those that can be delegated.
 */
export const baseRoleTypes = ['guest', 'member', 'admin', 'super_admin'] as const

export type BaseRoleType = (typeof baseRoleTypes)[number]
export type PermissionValue = boolean | string

interface Permission {
  /** The values, from the least to the most. */
  values: readonly PermissionValue[]
  /** The least base role type whose standard role has the most; those below have the least. */
  from: BaseRoleType
  /** The least base role type that a custom role can have to be given it, where that is less than `from`. */
  delegable?: BaseRoleType
  /** Whether no right decides it, so that it is checked for standard roles too. */
  exclusive?: true
  decides: string
}

const flags = [false, true]

export const permissions = {
  create_app_authorization: { values: flags, from: 'guest', decides: 'Granting access to applications.' },
  create_pat_authorization: { values: flags, from: 'guest', decides: 'Creating personal access tokens.' },
  share_goal_with_domain: { values: flags, from: 'member', decides: 'Opening goals to the workspace.' },
  share_portfolios_with_org: { values: flags, from: 'member', decides: 'Opening portfolios to the workspace.' },
  assign_roles: {
    ...{ values: flags, from: 'super_admin', delegable: 'member', exclusive: true },
    decides: 'Giving roles to people.',
  },
  manage_roles: {
    ...{ values: flags, from: 'super_admin', delegable: 'member', exclusive: true },
    decides: 'Creating, changing and deleting roles.',
  },
  export_project_data: { values: flags, from: 'guest', decides: 'Exporting projects, portfolios and teams.' },
  task_deletion_policy: {
    ...{ values: ['none', 'owned', 'all'], from: 'guest' },
    decides: 'Deleting tasks: all that the person can edit, those that the person created, or none.',
  },
  download_mobile_attachments: { values: flags, from: 'guest', decides: 'Nothing here: there is no mobile app.' },
  import_data: { values: flags, from: 'member', decides: 'Nothing here: there are no imports.' },
  create_global_custom_fields: { values: flags, from: 'member', decides: 'Creating custom fields of the workspace.' },
  upload_attachments: { values: flags, from: 'guest', decides: 'Attaching files and links.' },
  create_team: { values: flags, from: 'member', decides: 'Creating teams.' },
  allowed_guest_invites: { values: ['none', 'all'], from: 'member', decides: 'Inviting guests.' },
  create_and_edit_ai_automations: { values: flags, from: 'member', decides: 'Nothing here: there is no such feature.' },
  proactive_ai: { values: flags, from: 'guest', decides: 'Nothing here: there is no such feature.' },
  standard_ai: { values: flags, from: 'guest', decides: 'Nothing here: there is no such feature.' },
  create_and_edit_ai_teammates: {
    ...{ values: flags, from: 'super_admin' },
    decides: 'Marking service accounts as agents, and describing them.',
  },
  share_teams_with_org: { values: flags, from: 'member', decides: 'Making teams public.' },
  create_goal: { values: flags, from: 'member', decides: 'Creating goals.' },
  create_project: { values: flags, from: 'member', decides: 'Creating projects, also from templates and as copies.' },
  create_read_only_link: { values: flags, from: 'member', decides: 'Nothing here: there are no such links.' },
  create_portfolio: { values: flags, from: 'member', decides: 'Creating portfolios, also as copies.' },
  view_public_teams: { values: flags, from: 'member', decides: 'Seeing teams of others that are not secret.' },
  view_shared_with_org_projects: {
    ...{ values: flags, from: 'member' },
    decides: 'Seeing projects that are open to the workspace.',
  },
  view_shared_with_org_tasks: {
    ...{ values: flags, from: 'member' },
    decides: 'Nothing here: a task is open to the workspace only through its project.',
  },
  view_shared_with_org_portfolios: {
    ...{ values: flags, from: 'member' },
    decides: 'Seeing portfolios that are open to the workspace.',
  },
} as const satisfies Record<string, Permission>

export type PermissionName = keyof typeof permissions

export type Permissions = Record<PermissionName, PermissionValue>

export const permissionNames = Object.keys(permissions) as PermissionName[]

export const isPermission = (name: string): name is PermissionName => Object.hasOwn(permissions, name)

const declared: Record<PermissionName, Permission> = permissions

const rankOf = (base: BaseRoleType): number => baseRoleTypes.indexOf(base)

/** The least or the most of the values of a permission. */
const extreme = ({ values }: Permission, most: boolean): PermissionValue => values.at(most ? -1 : 0) ?? false

/** The value that the standard role of a base role type has. */
export const standardValue = (name: PermissionName, base: BaseRoleType): PermissionValue =>
  extreme(declared[name], rankOf(base) >= rankOf(declared[name].from))

/** The most that a custom role of a base role type can have. */
export function largestValue(name: PermissionName, base: BaseRoleType): PermissionValue {
  const { from, delegable = from } = declared[name]
  return extreme(declared[name], rankOf(base) >= rankOf(delegable))
}

/** Whether a value is as much as another one. */
export const includes = (name: PermissionName, value: PermissionValue, other: PermissionValue): boolean =>
  declared[name].values.indexOf(value) >= declared[name].values.indexOf(other)

export const isValueOf = (name: PermissionName, value: unknown): value is PermissionValue =>
  declared[name].values.some(one => one === value)

export const valuesOf = (name: PermissionName): readonly PermissionValue[] => declared[name].values

/** Whether a permission is checked for standard roles too, because no right decides it. */
export const isExclusive = (name: PermissionName): boolean => declared[name].exclusive === true

/** A base role type, and the permissions that differ from those of its standard role. */
export interface RoleTerms {
  base: BaseRoleType
  given: Partial<Permissions>
}

/** The value of a permission in a role. A role of an earlier version never has more than its base role type allows. */
export function valueIn(name: PermissionName, { base, given }: RoleTerms): PermissionValue {
  const value = given[name]
  const most = largestValue(name, base)
  if (value === undefined) return standardValue(name, base)
  return includes(name, most, value) ? value : most
}

/** All permissions of a role. */
export const permissionsIn = (terms: RoleTerms): Permissions =>
  Object.fromEntries(permissionNames.map(name => [name, valueIn(name, terms)])) as Permissions

/** Whether a role has at least the base role type and all permissions of another one. */
export const covers = (role: RoleTerms, other: RoleTerms): boolean =>
  rankOf(role.base) >= rankOf(other.base) &&
  permissionNames.every(name => includes(name, valueIn(name, role), valueIn(name, other)))

/** Whether a custom role withholds a permission that the standard role of its base role type has. */
export const withholds = (name: PermissionName, terms: RoleTerms): boolean =>
  !includes(name, valueIn(name, terms), standardValue(name, terms.base))
