/** Mappers of tasks and their memberships, projects, sections, tags and stories. */
import { type Change, type ChangeMapper, createChange, type NetRowChange, type RowImage } from '../change.ts'
import { mapObjects, mapRelations } from '../mapping.ts'

const gid = (row: RowImage, column: string) => row[column] as number

const tasks: ChangeMapper = mapObjects({
  table: 'tasks',
  type: 'task',
  subtype: row => row.resource_subtype as string,
  fields: {
    name: 'name',
    notes: 'notes',
    html_notes: 'notes',
    resource_subtype: 'resource_subtype',
    completed: 'completed',
    completed_at: 'completed_at',
    approval_status: 'approval_status',
    assignee: { field: 'assignee', value: 'user' },
    assignee_status: 'assignee_status',
    start_on: 'start_on',
    start_at: 'start_at',
    due_on: 'due_on',
    due_at: 'due_at',
    parent: { field: 'parent', value: 'task' },
  },
  parents: row => (row.parent === null ? [] : [{ type: 'task', gid: gid(row, 'parent') }]),
  task: row => gid(row, 'gid'),
})

/** A subtask that moves is removed from one parent and added to another. */
const subtasks: ChangeMapper = {
  captured: {},
  table: 'tasks',
  changes({ before, after }) {
    if (!before || !after || before.parent === after.parent) return []
    const move = (action: 'added' | 'removed', parent: unknown): Change[] =>
      parent === null ? [] : [ofTask(after, action, { type: 'task', gid: parent as number }, [parent as number])]
    return [...move('removed', before.parent), ...move('added', after.parent)]
  },
}

function ofTask(row: RowImage, action: 'added' | 'removed', parent: Change['parent'], streams: number[]): Change {
  const task = gid(row, 'task' in row ? 'task' : 'gid')
  return createChange({ type: 'task', resource: task, action, parent, task, streams })
}

/** A membership puts a task into a list (a project or My Tasks of a user) and into one of its sections. */
const taskMemberships: ChangeMapper = {
  captured: { task_memberships: { key: ['task', 'project'], columns: ['section'] } },
  table: 'task_memberships',
  changes: ofTaskMembership,
}

function ofTaskMembership({ before, after }: NetRowChange): Change[] {
  const say = (action: 'added' | 'removed', row: RowImage, type: 'project' | 'section') =>
    ofTask(row, action, { type, gid: gid(row, type) }, [gid(row, 'project'), gid(row, 'section')])
  // A new position within the section makes no change.
  if (before && after && before.section === after.section) return []
  if (before && after) return [say('removed', before, 'section'), say('added', after, 'section')]
  if (after) return [say('added', after, 'project'), say('added', after, 'section')]
  return before ? [say('removed', before, 'project'), say('removed', before, 'section')] : []
}

/** A tagged task is also in the list of the tag. */
const taggedTasks: ChangeMapper = {
  captured: {},
  table: 'task_tags',
  changes({ before, after }) {
    const row = (after ?? before) as RowImage
    return [ofTask(row, after ? 'added' : 'removed', { type: 'tag', gid: gid(row, 'tag') }, [gid(row, 'tag')])]
  },
}

const people = { of: 'task', from: 'task', value: 'user', to: 'user' } as const

export const work: ChangeMapper[] = [
  tasks,
  subtasks,
  taskMemberships,
  mapRelations({ table: 'task_followers', field: 'followers', ...people }),
  mapRelations({ table: 'task_likes', field: 'likes', ...people }),
  mapRelations({ table: 'task_tags', of: 'task', from: 'task', field: 'tags', value: 'tag', to: 'tag' }),
  taggedTasks,
  mapRelations({
    ...{ table: 'task_dependencies', of: 'task', from: 'task', field: 'dependencies' },
    ...{ value: 'task', to: 'dependency', inverse: 'dependents' },
  }),
  mapObjects({
    table: 'stories',
    type: 'story',
    subtype: row => row.resource_subtype as string,
    fields: { text: 'text', html_text: 'text', is_pinned: 'is_pinned', sticker_name: 'sticker_name' },
    parents: row => [{ type: 'task', gid: gid(row, 'target') }],
    deletedAction: 'removed',
    task: row => gid(row, 'target'),
    // wire: recording 2026-05: the event of a system story has no user; the story itself names its author
    withoutActor: row => row.type === 'system',
  }),
  mapObjects({
    table: 'projects',
    type: 'project',
    fields: {
      name: 'name',
      notes: 'notes',
      html_notes: 'notes',
      color: 'color',
      icon: 'icon',
      owner: { field: 'owner', value: 'user' },
      team: { field: 'team', value: 'team' },
      archived: 'archived',
      completed: 'completed',
      completed_at: 'completed_at',
      start_on: 'start_on',
      due_on: 'due_on',
      default_view: 'default_view',
      privacy_setting: 'privacy_setting',
      default_access_level: 'default_access_level',
      minimum_access_level_for_customization: 'minimum_access_level_for_customization',
      minimum_access_level_for_sharing: 'minimum_access_level_for_sharing',
    },
    parents: row => [
      row.team === null ? { type: 'workspace', gid: gid(row, 'workspace') } : { type: 'team', gid: gid(row, 'team') },
    ],
    streams: row => [row.team as number | null, gid(row, 'workspace')],
  }),
  mapObjects({
    table: 'project_memberships',
    type: 'project_membership',
    fields: { access_level: 'access_level', is_follower: 'is_follower' },
    parents: row => [{ type: 'project', gid: gid(row, 'project') }],
    deletedAction: 'removed',
    streams: row => [gid(row, 'project')],
  }),
  mapObjects({
    table: 'sections',
    type: 'section',
    fields: { name: 'name' },
    parents: row => [{ type: 'project', gid: gid(row, 'project') }],
    streams: row => [gid(row, 'project')],
  }),
  mapObjects({
    table: 'tags',
    type: 'tag',
    fields: { name: 'name', color: 'color', notes: 'notes' },
    parents: row => [{ type: 'workspace', gid: gid(row, 'workspace') }],
  }),
]
