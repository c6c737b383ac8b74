/** Changes of what is related to a goal: the objects that support it, and its followers. */
import type { Name } from '../../../names.ts'
import {
  type Change,
  type ChangeMapper,
  createChange,
  gidIn,
  type NetRowChange,
  type RowImage,
} from '../../../vocabulary/change.ts'

/** A goal, a project, a task or a portfolio is added to a goal, or removed from it. */
export const supportingResources: ChangeMapper = {
  table: 'goal_relationships',
  // The progress of the goal depends on the weight.
  captured: { goal_relationships: { key: ['gid'], columns: ['contribution_weight'] } },
  changes({ before, after }: NetRowChange): Change[] {
    if (before && after) return []
    const row = (after ?? before) as RowImage
    const [resource, goal] = [gidIn(row, 'supporting_resource'), gidIn(row, 'supported_goal')]
    return [
      createChange({
        ...{ type: row.supporting_type as Name, resource, action: after ? 'added' : 'removed' },
        ...{ parent: { type: 'goal', gid: goal }, workspace: gidIn(row, 'workspace'), streams: [resource, goal] },
      }),
    ]
  },
}

/** A member may be a user or a team, so the change does not name it. */
export const goalFollowers: ChangeMapper = {
  table: 'goal_memberships',
  captured: { goal_memberships: { key: ['gid'], columns: [] } },
  changes({ before, after }: NetRowChange, rows: readonly NetRowChange[]): Change[] {
    const row = (after ?? before) as RowImage
    const goal = gidIn(row, 'goal')
    const isNew = rows.some(({ table, before: was, after: is }) => table === 'goals' && !was && is?.gid === goal)
    if ((before && after) || isNew) return []
    return [
      createChange({
        ...{ type: 'goal', resource: goal, action: 'changed', field: 'followers' },
        ...{ changeAction: after ? 'added' : 'removed', workspace: gidIn(row, 'workspace'), streams: [goal] },
      }),
    ]
  },
}
