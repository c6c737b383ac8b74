/**
 * Which writes may take a right away from somebody. What must always hold: every table and column on which a condition of
 * `access.ts` depends is here, but for those whose change never ends a right.
 */
import type { Tables } from '../../tables.ts'

type Table = keyof Tables

/** The tables that decide on rights, and the columns of which a change may end one: `true` for all of them. */
const decisive: Partial<Record<Table, true | readonly string[]>> = {
  access_grants: true,
  project_memberships: true,
  workspace_memberships: true,
  team_memberships: true,
  teams: ['visibility', 'deleted_at'],
  projects: ['deleted_at'],
  tasks: ['assignee', 'parent', 'deleted_at'],
  task_followers: true,
  // Within a list, a task moves without a right that ends.
  task_memberships: ['task', 'project'],
  custom_fields: ['home', 'deleted_at'],
  custom_field_settings: [],
}

/** Whether a write may take rights away: `where` is null for a row that is made, `set` for one that is removed. */
export function takesRights(table: Table, where: object | null, set: object | null): boolean {
  const columns = decisive[table]
  if (columns === undefined) return false
  // A row that comes gives rights. But the first administrator of a team ends those that all its members had.
  if (where === null) return table === 'team_memberships'
  return set === null || columns === true || columns.some(name => name in set)
}

/** Columns that give a right to those whom they name. Where they named nobody, nobody loses one. */
const GIVING: readonly string[] = ['assignee', 'parent']

/** The same, when it is known that a row was `before` what a write did to it. */
export function tookRights(table: Table, set: object | null, before: object | null): boolean {
  const columns = decisive[table]
  if (set === null || before === null || columns === undefined) return columns !== undefined
  const was = before as Record<string, unknown>
  return Object.entries(set).some(
    ([name, value]) =>
      (columns === true || columns.includes(name)) &&
      value !== was[name] &&
      !(was[name] === null && GIVING.includes(name)),
  )
}
