/**
 * The usage of AI Studio, which does not exist here: no organization has runs or seats, so the lists are empty for those
 * who may read them.
 */
import { invalid, notAllowed, unrecognized } from '../../lib/errors.ts'
import { text, timestamp, type Values } from '../../vocabulary/field.ts'
import { type Answer, list, type ReadCall } from '../../vocabulary/operation.ts'
import { workspace } from './workspace.ts'

const division = { division_gid: text({ doc: 'Only usage of this division. There are no divisions.' }) }
const runFilters = {
  start_at: timestamp({ doc: 'Only usage that was recorded at this time or later.' }),
  end_at: timestamp({ doc: 'Only usage that was recorded before this time.' }),
  ...division,
}

/** What both lists are filtered by. */
type UsageFilters = Partial<Values<typeof runFilters>>

/** Throws 403 for persons, and 400 for a division. */
async function nothing({ actor, query }: ReadCall<unknown, UsageFilters>): Promise<Answer> {
  if (actor.kind !== 'service') throw notAllowed('The usage of AI Studio is read with the token of a service account.')
  const { division_gid, start_at, end_at } = query
  if (division_gid !== undefined) throw unrecognized('division_gid', division_gid.slice(0, 100))
  if (start_at !== undefined && end_at !== undefined && start_at > end_at) throw invalid('start_at', 'Is after end_at')
  return { gids: [], next: null }
}

const empty = 'Always empty: there is no AI Studio.'

// wire: not in the contract; the newest JavaScript client has both, and says that only service accounts may read them
export const operations = [
  list('/workspaces/{workspace_gid}/ai_studio/runs', workspace, {
    id: 'getAiStudioRuns',
    doc: `Lists the runs of AI Studio, for service accounts. ${empty}`,
    query: runFilters,
    execute: nothing,
  }),
  list('/workspaces/{workspace_gid}/ai_studio/seats', workspace, {
    id: 'getAiStudioSeats',
    doc: `Lists the seats of AI Studio, for service accounts. ${empty}`,
    query: division,
    // The names of the states are not published, and no seat has one.
    ignored: ['state'],
    execute: nothing,
  }),
]
