/** Changes of what supports a goal: an object is added to the goal, or removed from it. */
import type { Name } from '../../../names.ts'
import {
  type Change,
  type ChangeMapper,
  createChange,
  gidIn,
  type NetRowChange,
  type RowImage,
} from '../../../vocabulary/change.ts'

function changes({ before, after }: NetRowChange): Change[] {
  if (before && after) return []
  const row = (after ?? before) as RowImage
  const [resource, goal] = [gidIn(row, 'supporting_resource'), gidIn(row, 'supported_goal')]
  const type = row.supporting_type as Name
  return [
    createChange({
      ...{ type, resource, action: after ? 'added' : 'removed', parent: { type: 'goal', gid: goal } },
      ...{ workspace: gidIn(row, 'workspace'), streams: [resource, goal] },
    }),
  ]
}

export const supportingResources: ChangeMapper = {
  table: 'goal_relationships',
  captured: { goal_relationships: { key: ['gid'], columns: [] } },
  changes,
}
