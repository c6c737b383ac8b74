/** Entries of the trash as responses show them. */
import { formatTimestamp } from '../../../lib/date.ts'
import type { TrashEntry } from '../../../store/queries/trash/entries.ts'

/** The deleted object. */
export const presentName = ({ gid, resource_type, name }: TrashEntry) => ({ gid: String(gid), resource_type, name })

/** The deleted object, when it was deleted and by which user; null if the user is not stored. */
export const presentEntry = (entry: TrashEntry) => ({
  ...presentName(entry),
  deleted_at: formatTimestamp(entry.deleted_at),
  deleted_by: entry.deleted_by === null ? null : { gid: String(entry.deleted_by), name: entry.deleter },
})
