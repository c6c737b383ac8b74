/** The search of the projects of a workspace, with the words of the search of tasks. */
import { list } from '../../vocabulary/operation.ts'
import { project } from '../work/project.ts'
import { runSearch, searchParameters } from './rules/declaration.ts'
import { projectSearch } from './rules/project_search.ts'

export const operations = [
  list('/workspaces/{workspace_gid}/projects/search', project, {
    id: 'searchProjectsForWorkspace',
    doc: 'Searches the projects of a workspace that are visible to the caller.',
    limit: 'search',
    query: searchParameters(projectSearch),
    execute: call => runSearch(projectSearch, call),
  }),
]
