/** Lists of tasks: of a project, a section, a tag, My Tasks, a parent, an assignee. */
import { parseTimestamp } from '../../lib/date.ts'
import { malformed, missingInput } from '../../lib/errors.ts'
import { projectTaskPage, type TaskFilter, taskPage } from '../../store/queries/task_lists.ts'
import { isMyTasks } from '../../store/queries/tasks.ts'
import { one, text, timestamp } from '../../vocabulary/field.ts'
import { list, type ReadCall } from '../../vocabulary/operation.ts'
import { task } from './task.ts'

type TaskRelation = Parameters<typeof taskPage>[2]

/** A page of the tasks that one object leads to. Guarded if access to the object does not include the tasks. */
const pageOf = (
  lead: TaskRelation,
  guarded: boolean,
  { reader, actor, window }: ReadCall<unknown, unknown>,
  owner: number,
  more = {},
) => taskPage(reader, actor.gid, lead, { owner, guarded, filter: {}, ...more }, window)

const pageOfList = (
  { reader, actor, window }: ReadCall<unknown, unknown>,
  owner: number,
  filter: TaskFilter,
  guarded: boolean,
) => projectTaskPage(reader, actor.gid, { owner, filter, guarded }, window)

const pageOfSection = async (call: ReadCall<unknown, unknown>, owner: number, filter: TaskFilter) =>
  pageOf('section', await isMyTasks(call.reader, owner), call, owner, { filter })

const completedSince = {
  completed_since: text({ doc: 'Only incomplete tasks and those completed since then; a timestamp or `now`.' }),
}

/** `now` selects only incomplete tasks: no task is completed after now. */
function filterOf({
  completed_since,
  modified_since,
}: {
  completed_since?: string
  modified_since?: number
}): TaskFilter {
  const filter: TaskFilter = {}
  if (completed_since === 'now') filter.completedSince = Number.MAX_SAFE_INTEGER
  else if (completed_since) filter.completedSince = parseTimestamp('completed_since', completed_since)
  if (modified_since !== undefined) filter.modifiedSince = modified_since
  return filter
}

const taskQuery = {
  project: one('project', { doc: 'The project.' }),
  section: one('section', { doc: 'The section.' }),
  tag: one('tag', { doc: 'The tag.' }),
  user_task_list: one('user_task_list', { doc: 'The My Tasks list of a user.' }),
  assignee: one('user', { doc: 'The assignee of the tasks; needs `workspace`.' }),
  workspace: one('workspace', { doc: 'The workspace; needs `assignee`.' }),
  ...completedSince,
  modified_since: timestamp({ doc: 'Only tasks that were modified since then.' }),
}

export const operations = [
  list('/tasks', task, {
    id: 'getTasks',
    doc: 'Lists the tasks of a project, section, tag, My Tasks, or of an assignee in a workspace.',
    query: taskQuery,
    execute(call) {
      const { query } = call
      const { project, section, tag, user_task_list: taskList, assignee, workspace } = query
      const filter = filterOf(query)
      if ([project, section, tag, taskList, assignee].filter(gid => gid !== undefined).length !== 1) {
        // wire: forum t/793126
        throw malformed('Must specify exactly one of project, tag, section, user task list, or assignee + workspace')
      }
      if (project !== undefined) return pageOfList(call, project, filter, false)
      if (taskList !== undefined) return pageOfList(call, taskList, filter, true)
      if (section !== undefined) return pageOfSection(call, section, filter)
      if (tag !== undefined) return pageOf('tag', true, call, tag, { filter })
      if (workspace === undefined) throw missingInput('workspace')
      return pageOf('assignee', true, call, assignee ?? 0, { workspace, filter })
    },
  }),
  list('/projects/{project_gid}/tasks', task, {
    id: 'getTasksForProject',
    doc: 'Lists the tasks of a project in order, section by section.',
    params: { project_gid: ['project', 'user_task_list'] },
    query: completedSince,
    async execute(call) {
      const { project_gid: owner } = call.path
      return pageOfList(call, owner, filterOf(call.query), await isMyTasks(call.reader, owner))
    },
  }),
  list('/sections/{section_gid}/tasks', task, {
    id: 'getTasksForSection',
    doc: 'Lists the tasks of a section in order.',
    query: completedSince,
    execute: call => pageOfSection(call, call.path.section_gid, filterOf(call.query)),
  }),
  list('/tags/{tag_gid}/tasks', task, {
    id: 'getTasksForTag',
    doc: 'Lists the tasks with a tag that are visible to the caller.',
    execute: call => pageOf('tag', true, call, call.path.tag_gid),
  }),
  list('/user_task_lists/{user_task_list_gid}/tasks', task, {
    id: 'getTasksForUserTaskList',
    doc: 'Lists the tasks of My Tasks that are visible to the caller.',
    query: completedSince,
    execute: call => pageOfList(call, call.path.user_task_list_gid, filterOf(call.query), true),
  }),
  list('/tasks/{task_gid}/subtasks', task, {
    id: 'getSubtasksForTask',
    doc: 'Lists the direct subtasks of a task in order.',
    execute: call => pageOf('parent', false, call, call.path.task_gid),
  }),
  list('/tasks/{task_gid}/dependencies', task, {
    id: 'getDependenciesForTask',
    doc: 'Lists the dependencies of a task.',
    execute: call => pageOf('dependencies', true, call, call.path.task_gid),
  }),
  list('/tasks/{task_gid}/dependents', task, {
    id: 'getDependentsForTask',
    doc: 'Lists the dependents of a task.',
    execute: call => pageOf('dependents', true, call, call.path.task_gid),
  }),
]
