/** My Tasks: the tasks assigned to one user in one workspace, in sections of the user's own. A list like a project. */
import { one, text } from '../../vocabulary/field.ts'
import { resource } from '../../vocabulary/resource.ts'

export const userTaskList = resource('user_task_list', {
  doc: 'The tasks assigned to a user in a workspace.',
  guard: 'user_task_list',
  fields: {
    name: text({ compact: true, doc: 'The name of the list.' }),
    owner: one('user', { compact: true, doc: 'Whose tasks they are.' }),
    workspace: one('workspace', { compact: true, doc: 'The workspace of the tasks.' }),
  },
})

export const operations = []
