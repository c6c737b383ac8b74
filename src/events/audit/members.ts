/** Audit entries of memberships: workspaces with their domains and roles, teams and projects with their members. */
import { isDeepStrictEqual } from 'node:util'
import type { Tables } from '../../store/tables.ts'
import { gidIn, type NetRowChange, type RowImage } from '../../vocabulary/change.ts'
import type { AuditContext, AuditEntry, AuditMapper } from './entry.ts'
import type { EventType } from './types.ts'

// wire: resource-behaviours 3: sample values `member` and `domain_admin`
function roleOf(row: RowImage): string {
  if (row.is_admin) return 'domain_admin'
  if (row.is_guest) return 'guest'
  return row.is_view_only ? 'view_only' : 'member'
}

/** The role of a membership: the name of a role that does not follow from the flags, also if it is deleted here. */
function assignedRoleOf(row: RowImage, { rows }: AuditContext): string | { named: number } {
  if (!row.role) return roleOf(row)
  const deleted = rows.find(({ table, before, after }) => table === 'roles' && !after && before?.gid === row.role)
  return deleted?.before ? String(deleted.before.name) : { named: gidIn(row, 'role') }
}

const workspaceMembers: AuditMapper = {
  captured: {
    workspace_memberships: { key: ['gid'], columns: ['is_active', 'is_admin', 'is_guest', 'is_view_only', 'role'] },
  },
  entries({ before, after }, context) {
    if (!after || after.is_service) return []
    const workspace = gidIn(after, 'workspace')
    const entryOf = (event: EventType, details: AuditEntry['details'] = {}): AuditEntry[] => [
      {
        event,
        resource: { type: 'user', gid: gidIn(after, 'user') },
        workspace,
        details: { ...details, group: { named: workspace } },
      },
    ]
    const role = { new_value: assignedRoleOf(after, context) }
    if (!before) return entryOf('user_invited', role)
    if (before.is_active && !after.is_active) return entryOf('user_deprovisioned')
    if (!before.is_active && after.is_active) return entryOf('user_reprovisioned', role)
    const old_value = assignedRoleOf(before, context)
    return isDeepStrictEqual(old_value, role.new_value)
      ? []
      : entryOf('user_workspace_admin_role_changed', { old_value, ...role })
  },
}

/** The base role type of a custom role, and the permissions that differ from those of that type. */
const termsOf = (row: RowImage) => `${row.base_role_type} ${row.permissions}`

const roles: AuditMapper = {
  captured: { roles: { key: ['gid'], columns: ['base_role_type', 'permissions'] } },
  entries({ before, after }) {
    const row = (after ?? before) as RowImage
    if (row.is_standard_role) return []
    const entryOf = (event: EventType, details: AuditEntry['details']): AuditEntry[] => [
      {
        ...{ event, resource: { type: 'role', gid: gidIn(row, 'gid'), name: String(row.name) } },
        ...{ workspace: gidIn(row, 'workspace'), ...(details && { details }) },
      },
    ]
    if (!before) return entryOf('role_created', { new_value: termsOf(row) })
    if (!after) return entryOf('role_deleted', { old_value: termsOf(row) })
    const [old_value, new_value] = [termsOf(before), termsOf(after)]
    return old_value === new_value ? [] : entryOf('role_changed', { old_value, new_value })
  },
}

/** An invitation names the e-mail address, because the person may have no account yet. */
const invitations: AuditMapper = {
  captured: { invitations: { key: ['gid'], columns: [] } },
  entries({ before, after }) {
    if (before || !after) return []
    const workspace = gidIn(after, 'workspace')
    return [
      {
        event: 'user_invited',
        resource: { type: 'user', gid: gidIn(after, 'gid'), name: String(after.email) },
        workspace,
        details: { new_value: roleOf(after), group: { named: workspace } },
      },
    ]
  },
}

const domains: AuditMapper = {
  captured: { workspaces: { key: ['gid'], columns: ['email_domains'] } },
  entries({ before, after }) {
    if (!before || !after) return []
    const [old, now] = [before, after].map(row => JSON.parse(String(row.email_domains)) as string[])
    const workspace = gidIn(after, 'gid')
    const entryOf = (event: EventType, details: AuditEntry['details']): AuditEntry => ({
      event,
      resource: { type: 'workspace', gid: workspace, name: String(after.name) },
      workspace,
      ...(details && { details }),
    })
    const [removed, added] = [without(old, now), without(now, old)]
    return [
      ...removed.map(old_value => entryOf('workspace_associated_email_domain_removed', { old_value })),
      ...added.map(new_value => entryOf('workspace_associated_email_domain_added', { new_value })),
    ]
  },
}

const without = (all: string[] = [], some: string[] = []) => all.filter(one => !some.includes(one))

/** Added and removed members: the resource is the user, the group is in the details. */
const members = (
  table: keyof Tables,
  { member, group, events: [added, removed] }: { member: string; group: string; events: [EventType, EventType] },
): AuditMapper => ({
  captured: { [table]: { key: ['gid'], columns: [] } },
  entries({ before, after }: NetRowChange) {
    const row = (after ?? before) as RowImage
    if (before && after) return []
    return [
      {
        event: after ? added : removed,
        resource: { type: 'user', gid: gidIn(row, member) },
        workspace: gidIn(row, 'workspace'),
        details: { group: { named: gidIn(row, group) } },
      },
    ]
  },
})

/** The privacy setting of a team or a project. */
const privacy = (
  table: 'teams' | 'projects',
  { type, column, workspace, event }: { type: string; column: string; workspace: string; event: EventType },
): AuditMapper => ({
  captured: { [table]: { key: ['gid'], columns: [column] } },
  entries({ before, after }) {
    if (!before || !after || before[column] === after[column]) return []
    const details = { old_value: String(before[column]), new_value: String(after[column]) }
    const resource = { type, gid: gidIn(after, 'gid'), name: String(after.name) }
    return [{ event, resource, workspace: gidIn(after, workspace), details }]
  },
})

export const memberships: readonly AuditMapper[] = [
  workspaceMembers,
  roles,
  invitations,
  domains,
  members('team_memberships', {
    ...{ member: 'user', group: 'team', events: ['team_member_added', 'team_member_removed'] },
  }),
  members('project_memberships', {
    ...{ member: 'member', group: 'project', events: ['project_member_added', 'project_member_removed'] },
  }),
  members('portfolio_memberships', {
    ...{ member: 'member', group: 'portfolio', events: ['portfolio_member_added', 'portfolio_member_removed'] },
  }),
  privacy('teams', {
    ...{ type: 'team', column: 'visibility', workspace: 'organization', event: 'team_privacy_settings_changed' },
  }),
  privacy('projects', {
    ...{ type: 'project', column: 'privacy_setting', workspace: 'workspace' },
    event: 'project_privacy_settings_changed',
  }),
]
