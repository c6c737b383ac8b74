/** The time spent on tasks. */
import type { LoadMany } from '../../../vocabulary/field.ts'

// wire: recorded: a task without entries has null in a read, and 0 in the response of a write
export const spentMinutes: LoadMany = (rows, { reader }) => {
  const none = reader.cache.isCommitted ? null : 0
  return rows.map(row => row.actual_time_minutes ?? none)
}
