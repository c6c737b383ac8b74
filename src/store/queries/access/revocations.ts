/**
 * Writes that may revoke access of a user. Invariant: `decisive` contains every table and column that a condition of
 * `access.ts` reads, except those whose changes never revoke access.
 */
import type { TableName } from '../../tables.ts'

/** The tables that access checks read, and the columns whose changes may revoke access: `true` for all columns. */
const decisive: Partial<Record<TableName, true | readonly string[]>> = {
  access_grants: true,
  project_memberships: true,
  workspace_memberships: true,
  team_memberships: true,
  teams: ['visibility', 'deleted_at'],
  projects: ['deleted_at'],
  portfolios: ['deleted_at'],
  portfolio_items: [],
  goals: ['deleted_at'],
  goal_relationships: [],
  tasks: ['assignee', 'parent', 'deleted_at'],
  task_followers: true,
  // A move within one list revokes nothing.
  task_memberships: ['task', 'project'],
  project_briefs: ['deleted_at'],
  project_templates: ['team', 'owner', 'is_public'],
  custom_fields: ['project', 'deleted_at'],
  custom_field_settings: [],
  custom_types: ['deleted_at'],
  custom_type_status_options: [],
  // What a role hides is a column of each membership.
  roles: [],
  ooo_entries: [],
  service_accounts: ['is_agent', 'deleted_at'],
}

/** Whether a write may revoke access: `where` is null for an insertion, `set` is null for a deletion. */
export function mayRevokeRights(table: TableName, where: object | null, set: object | null): boolean {
  const columns = decisive[table]
  if (columns === undefined) return false
  // An insertion grants access. But the first administrator of a team ends the admin level of its other members.
  if (where === null) return table === 'team_memberships'
  return set === null || columns === true || columns.some(name => name in set)
}

/** Columns that grant access to the user or object that they name. If one was null, its change revokes nothing. */
const GRANTING_COLUMNS: readonly string[] = ['assignee', 'parent']

/** Whether a write revokes access, when the row `before` the write is known. */
export function revokesRights(table: TableName, set: object | null, before: object | null): boolean {
  const columns = decisive[table]
  if (set === null || before === null || columns === undefined) return columns !== undefined
  const was = before as Record<string, unknown>
  return Object.entries(set).some(
    ([name, value]) =>
      (columns === true || columns.includes(name)) &&
      value !== was[name] &&
      !(was[name] === null && GRANTING_COLUMNS.includes(name)),
  )
}
