/**
 * The search of the tasks of a workspace: by text, by attributes and by custom fields, in an order.
 *
 * Beyond the original: comments and custom text, quoted phrases, no delay, and pages after the first hundred.
 */
import { list } from '../../vocabulary/operation.ts'
import { task } from '../work/task.ts'
import { runSearch, searchParameters } from './rules/declaration.ts'
import { taskSearch } from './rules/task_search.ts'

export const operations = [
  list('/workspaces/{workspace_gid}/tasks/search', task, {
    id: 'searchTasksForWorkspace',
    doc: 'Searches the tasks of a workspace that are visible to the caller.',
    limit: 'search',
    query: searchParameters(taskSearch),
    execute: call => runSearch(taskSearch, call),
  }),
]
