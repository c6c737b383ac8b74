/** Changes of the tables that relate tasks: to parents, lists, tags, people and other tasks. */
import {
  type Change,
  type ChangeMapper,
  createChange,
  gidIn,
  type NetRowChange,
  type RowImage,
  reordered,
} from '../../../vocabulary/change.ts'
import { relation } from '../../../vocabulary/changes.ts'

function ofTask(row: RowImage, action: 'added' | 'removed', parent: Change['parent'], streams: number[]): Change {
  const task = gidIn(row, 'task' in row ? 'task' : 'gid')
  return createChange({ type: 'task', resource: task, action, parent, task, streams })
}

/** A subtask that moves is removed from one parent and added to another. */
const subtasks: ChangeMapper = {
  table: 'tasks',
  captured: { tasks: { key: ['gid'], columns: ['rank'] } },
  changes({ before, after }) {
    if (!before || !after) return []
    if (before.parent === after.parent) return before.parent === null ? [] : ofPosition(before, after, 'task', 'parent')
    const move = (action: 'added' | 'removed', parent: unknown): Change[] =>
      parent === null ? [] : [ofTask(after, action, { type: 'task', gid: parent as number }, [parent as number])]
    return [...move('removed', before.parent), ...move('added', after.parent)]
  },
}

/** A membership puts a task into a list (a project or My Tasks of a user) and into one of its sections. */
const memberships: ChangeMapper = {
  table: 'task_memberships',
  captured: { task_memberships: { key: ['task', 'project'], columns: ['section', 'rank'] } },
  changes: ofMembership,
}

function ofMembership({ before, after }: NetRowChange): Change[] {
  const change = (action: 'added' | 'removed', row: RowImage, type: 'project' | 'section') =>
    ofTask(row, action, { type, gid: gidIn(row, type) }, [gidIn(row, 'project'), gidIn(row, 'section')])
  if (before && after && before.section === after.section) return ofPosition(before, after, 'section', 'section')
  if (before && after) return [change('removed', before, 'section'), change('added', after, 'section')]
  if (after) return [change('added', after, 'project'), change('added', after, 'section')]
  return before ? [change('removed', before, 'project'), change('removed', before, 'section')] : []
}

/** A task that got a new position among the others in an object, which a column names. */
function ofPosition(before: RowImage, after: RowImage, type: 'task' | 'section', column: string): Change[] {
  if (before.rank === after.rank) return []
  const task = gidIn(after, 'task' in after ? 'task' : 'gid')
  return [reordered('task', task, { type, gid: gidIn(after, column) }, gidIn(after, 'workspace'))]
}

/** A tagged task is also in the list of the tag. */
const tagged: ChangeMapper = {
  table: 'task_tags',
  captured: {},
  changes({ before, after }) {
    const row = (after ?? before) as RowImage
    const tag = gidIn(row, 'tag')
    return [ofTask(row, after ? 'added' : 'removed', { type: 'tag', gid: tag }, [tag])]
  },
}

const people = { of: 'task', from: 'task', value: 'user', to: 'user' } as const

export const taskRelations: readonly ChangeMapper[] = [
  subtasks,
  memberships,
  relation({ table: 'task_followers', field: 'followers', ...people }),
  relation({ table: 'task_likes', field: 'likes', ...people }),
  relation({ table: 'task_tags', of: 'task', from: 'task', field: 'tags', value: 'tag', to: 'tag' }),
  tagged,
  relation({
    ...{ table: 'task_dependencies', of: 'task', from: 'task', field: 'dependencies' },
    ...{ value: 'task', to: 'dependency', inverse: 'dependents' },
  }),
]
