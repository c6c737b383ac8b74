/** The people of the matrix of rights: one for each role, with what they are in the organization, its teams and projects. */
import type { BaseRoleType, PermissionName } from '../../../src/policy/permissions.ts'
import { assignBase, assignRole } from '../../../src/resources/people/rules/assign_role.ts'
import type { Person, World } from '../world.ts'

/** The parts of a role: the relation to the organization, to every project, to every team, and to every task. */
export interface Role {
  doc: string
  org?: { is_admin?: boolean; is_guest?: boolean; is_view_only?: boolean; is_service?: boolean } | null
  project?: 'admin' | 'editor' | 'commenter' | 'viewer'
  team?: 'admin' | 'member' | 'other'
  task?: 'follower' | 'assignee'
  /** The person left the organization, and possibly returned. */
  left?: 'former' | 'back'
  /** The role in another organization. */
  elsewhere?: 'admin' | 'member'
  /** The terms of a custom role, or the base type of a standard one. */
  custom?: 'admin' | { base?: BaseRoleType; withheld: PermissionName[] }
}

const hiding = ['view_public_teams', 'view_shared_with_org_projects', 'view_shared_with_org_portfolios'] as const

const guest = { is_guest: true }
const viewOnly = { is_view_only: true }

const everywhere = { project: 'admin', team: 'admin', task: 'follower' } as const

export const roles: Record<string, Role> = {
  admin: { doc: 'administrator of the organization', org: { is_admin: true } },
  member: { doc: 'member of the organization' },
  guest: { doc: 'guest of the organization', org: guest },
  viewer: { doc: 'view-only licence', org: viewOnly },
  former: { doc: 'former member, with all roles below', left: 'former', ...everywhere },
  back: { doc: 'former member with all roles below, who was added again', left: 'back', ...everywhere },
  service: { doc: 'service account', org: { is_admin: true, is_service: true } },
  outside: { doc: 'person without a workspace', org: null },
  'x:admin': { doc: 'administrator of another organization', org: null, elsewhere: 'admin' },
  'x:both': { doc: 'guest of the organization, administrator of another one', org: guest, elsewhere: 'admin' },
  'p:admin': { doc: 'member, administrator of every project', project: 'admin' },
  'p:edit': { doc: 'member, editor of every project', project: 'editor' },
  'p:comm': { doc: 'member, commenter of every project', project: 'commenter' },
  'p:view': { doc: 'member, viewer of every project', project: 'viewer' },
  'p:guest': { doc: 'guest, editor of every project', org: guest, project: 'editor' },
  'p:lic': { doc: 'view-only licence, editor of every project', org: viewOnly, project: 'editor' },
  't:admin': { doc: 'member, administrator of every team', team: 'admin' },
  't:memb': { doc: 'member, in every team', team: 'member' },
  't:guest': { doc: 'guest, in every team', org: guest, team: 'member' },
  't:lic': { doc: 'view-only licence, in every team', org: viewOnly, team: 'member' },
  't:other': { doc: 'member, in another team than those of the table', team: 'other' },
  follows: { doc: 'member, follower of every task', task: 'follower' },
  assigned: { doc: 'member, assignee of every task', task: 'assignee' },
  'f:guest': { doc: 'guest, follower of every task', org: guest, task: 'follower' },
  'r:admin': { doc: 'administrator who is not a super administrator', custom: 'admin' },
  'r:teams': { doc: 'member, role without open teams', custom: { withheld: ['view_public_teams'] } },
  'r:proj': {
    ...{ doc: 'member in every team, role without open projects', team: 'member' },
    custom: { withheld: ['view_shared_with_org_projects'] },
  },
  'r:port': {
    ...{ doc: 'member, role without open portfolios', custom: { withheld: ['view_shared_with_org_portfolios'] } },
  },
  'r:none': { doc: 'member, role without anything open', custom: { withheld: [...hiding] } },
  'r:adm0': {
    ...{ doc: 'administrator, role without anything open', custom: { base: 'admin', withheld: [...hiding] } },
  },
  'r:guest': { doc: 'guest by a custom role, in every team', custom: { base: 'guest', withheld: [] }, team: 'member' },
}

/** Gives a person a standard or a custom role. */
export async function giveRole({ ann, workspace, store }: World, { gid }: Person, custom: NonNullable<Role['custom']>) {
  const to = { workspace: Number(workspace), user: Number(gid) }
  const actor = { gid: Number(ann.gid), token: 0, kind: 'session', scopes: null, application: null } as const
  const by = { ...actor, timeZone: 'UTC', roles: [] }
  if (custom === 'admin') return store.write(tx => assignBase(tx, by, to, custom))
  const { base: base_role_type = 'member', withheld } = custom
  const permissions = Object.fromEntries(withheld.map(name => [name, false]))
  const terms = { name: 'Role', description: 'x', base_role_type, permissions }
  const role = Number(await ann.create('/roles', { workspace, ...terms }))
  return store.write(tx => assignRole(tx, by, to, role))
}
