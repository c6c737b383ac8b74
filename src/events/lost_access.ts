/**
 * Who may have lost access by the row changes of a transaction. Their pages learn it by a personal change of the type
 * `access`, because they no longer receive the changes of what they cannot see, and forget it then.
 */
import type { PersonalChange } from '../store/db.ts'
import type { TableName } from '../store/tables.ts'
import type { NetRowChange } from '../vocabulary/change.ts'

/** The column of the person to whom a row gives access, and of the object. */
interface Giving {
  readonly person: string
  readonly object: string
}

const GIVING: Partial<Record<TableName, Giving>> = {
  tasks: { person: 'assignee', object: 'gid' },
  task_followers: { person: 'user', object: 'task' },
  project_memberships: { person: 'member', object: 'project' },
  portfolio_memberships: { person: 'member', object: 'portfolio' },
  goal_memberships: { person: 'member', object: 'goal' },
  team_memberships: { person: 'user', object: 'team' },
}

/**
 * A change for each person and object whose row was deleted, or names another person now. Only tasks
 * name the workspace: a member can be a team, for which no workspace is found and nothing is recorded.
 */
export function lostAccess(rows: readonly NetRowChange[]): PersonalChange[] {
  return rows.flatMap(({ table, before, after }): PersonalChange[] => {
    const giving = GIVING[table]
    const owner = giving && before?.[giving.person]
    if (!giving || typeof owner !== 'number' || after?.[giving.person] === owner) return []
    const workspace = table === 'tasks' ? { workspace: before?.workspace as number } : {}
    return [{ owner, type: 'access', gid: before?.[giving.object] as number, action: 'changed', ...workspace }]
  })
}
