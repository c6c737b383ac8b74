/** The time spent on tasks. */
import { mayRead } from '../../../identity/scopes.ts'
import type { LoadMany } from '../../../vocabulary/field.ts'

// wire: contract: applications see the time only with the scope of its entries
// wire: recorded: a task without entries has null in a read, and 0 in the response of a write
export const spentMinutes: LoadMany = (rows, { reader, actor }) => {
  if (!mayRead(actor, 'time_tracking_entry')) return rows.map(() => undefined)
  const none = reader.cache.isCommitted ? null : 0
  return rows.map(row => row.actual_time_minutes ?? none)
}
