/** What is in the trash, as people are shown it. */
import { formatTimestamp } from '../../../lib/date.ts'
import type { TrashEntry } from '../../../store/queries/trash/entries.ts'

/** What it is. */
export const named = ({ gid, resource_type, name }: TrashEntry) => ({ gid: String(gid), resource_type, name })

/** What it is, when it left and by whose hand; null where that is not kept. */
export const shown = (entry: TrashEntry) => ({
  ...named(entry),
  deleted_at: formatTimestamp(entry.deleted_at),
  deleted_by: entry.deleted_by === null ? null : { gid: String(entry.deleted_by), name: entry.deleter },
})
