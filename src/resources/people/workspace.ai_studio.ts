/** The lists of AI Studio, which does not exist here: they are always empty. */
import { list } from '../../vocabulary/operation.ts'
import { workspace } from './workspace.ts'

const nothing = { gids: [], next: null }

// wire: not in the contract; the newest JavaScript client has both
export const operations = [
  list('/workspaces/{workspace_gid}/ai_studio/runs', workspace, {
    id: 'getAiStudioRuns',
    doc: 'Lists the runs of AI Studio. Always empty: there is no AI Studio.',
    execute: async () => nothing,
  }),
  list('/workspaces/{workspace_gid}/ai_studio/seats', workspace, {
    id: 'getAiStudioSeats',
    doc: 'Lists the seats of AI Studio. Always empty: there is no AI Studio.',
    execute: async () => nothing,
  }),
]
