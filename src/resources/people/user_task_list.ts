/** My Tasks: the tasks assigned to one user in one workspace, in the user's own sections. A list like a project. */
import { notFound } from '../../lib/errors.ts'
import { membershipsIn } from '../../store/queries/people.ts'
import { myTasksOf } from '../../store/queries/tasks.ts'
import { one, text } from '../../vocabulary/field.ts'
import { get } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'

export const userTaskList = resource('user_task_list', {
  doc: 'The tasks assigned to a user in a workspace.',
  guard: 'user_task_list',
  cached: true,
  changes: { none: 'created with the membership, and never updated' },
  fields: {
    name: text({ compact: true, doc: 'The name of the list.' }),
    owner: one('user', { skipAccessCheck: true, compact: true, doc: 'The assignee of the tasks.' }),
    workspace: one('workspace', { compact: true, doc: 'The workspace of the tasks.' }),
  },
})

export const operations = [
  get('/user_task_lists/{user_task_list_gid}', userTaskList, {
    id: 'getUserTaskList',
    doc: 'Gets a user task list.',
  }),
  get('/users/{user_gid}/user_task_list', userTaskList, {
    id: 'getUserTaskListForUser',
    doc: 'Gets the task list of a user in a workspace.',
    query: { workspace: one('workspace', { required: true, doc: 'The workspace.' }) },
    async execute({ path, query, reader }) {
      const [owner, { workspace }] = [path.user_gid, query]
      const membership = (await membershipsIn(reader, workspace, [owner])).get(owner)
      const list = membership?.is_active ? await myTasksOf(reader, owner, workspace) : undefined
      if (!list) throw notFound('user', owner)
      return list.gid
    },
  }),
]
