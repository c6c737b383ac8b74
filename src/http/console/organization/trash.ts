/** The trash of an organization: administrators list and restore deleted objects. */
import { formatTimestamp, parseTimestamp } from '../../../lib/date.ts'
import { invalid, notFound } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import { restore } from '../../../resources/platform/rules/restore.ts'
import { presentEntry, presentName } from '../../../resources/platform/rules/trash_entry.ts'
import {
  TRASH_RETENTION_MS,
  type TrashCursor,
  type TrashEntry,
  trashEntryOf,
  trashOf,
} from '../../../store/queries/trash/entries.ts'
import type { Query } from '../../options.ts'
import { administeredOrganization } from '../organizations.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

/** The cursor of the requested page. Throws 400. */
export function cursorIn({ before, before_gid: text }: Query): TrashCursor | undefined {
  if (before === undefined) return undefined
  const gid = text === undefined ? 0 : parseGid(text)
  if (gid === undefined) throw invalid('before_gid', `Not a recognized ID: ${text}`)
  return { deleted_at: parseTimestamp('before', before), gid }
}

/** Entries of the trash, each with the time after which it cannot be restored. */
export const presentTrash = (entries: readonly TrashEntry[]) =>
  entries.map(entry => ({
    ...presentEntry(entry),
    purged_at: formatTimestamp(entry.deleted_at + TRASH_RETENTION_MS),
  }))

const path = '/organizations/:organization_gid/trash'

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', path, {
    doc:
      'The deleted objects of an organization, for its administrators: latest first, at most 100, each with the date-time ' +
      '`purged_at` after which it cannot be restored. For the next page, send `?before=` the `deleted_at` of the last one ' +
      'and `&before_gid=` its `gid`.',
    async execute(call) {
      const { read } = call.console.store
      const workspace = await administeredOrganization(read, call)
      return { data: presentTrash(await trashOf(read, workspace, cursorIn(call.query))) }
    },
  }),
  sessionRoute('POST', `${path}/:gid/restore`, {
    doc:
      'Restore an object from the trash, for administrators, with the tasks that were deleted together with it. The error ' +
      'names what prevents it.',
    execute: call =>
      call.console.store.write(async tx => {
        const workspace = await administeredOrganization(tx, call)
        const { gid = 0 } = call.path
        const entry = await trashEntryOf(tx, gid)
        if (entry?.workspace !== workspace) throw notFound('trash', gid)
        await restore(tx, entry)
        return { data: presentName(entry) }
      }),
  }),
]
