/**
 * The trash of a person: what they deleted themselves and could change; for administrators of a workspace also everything
 * else in it. Restoring is the undo of deleting.
 */
import { missingInput, notAllowed, notFound } from '../../../lib/errors.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { visibleWorkspace } from '../../../resources/personal/rules/workspace.ts'
import { restore } from '../../../resources/platform/rules/restore.ts'
import { presentName } from '../../../resources/platform/rules/trash_entry.ts'
import type { Reader } from '../../../store/db.ts'
import {
  ownTrashEntryOf,
  ownTrashOf,
  type TrashEntry,
  trashEntryOf,
  trashOf,
} from '../../../store/queries/trash/entries.ts'
import { cursorIn, presentTrash } from '../organization/trash.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

/** The entry of an object that the caller can restore. Throws 404. */
async function restorable(reader: Reader, me: number, gid: number): Promise<TrashEntry> {
  const own = await ownTrashEntryOf(reader, me, gid)
  if (own) return own
  const entry = await trashEntryOf(reader, gid)
  const right = entry && (await rights(reader, me, 'workspace', [entry.workspace])).get(entry.workspace)
  if (!entry || !allows(right, 'admin')) throw notFound('trash', gid)
  return entry
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/trash', {
    doc:
      'What the caller deleted in `?workspace=` and could change; with `&all=true` what all people deleted there, for ' +
      'its administrators. Entries and pages are those of the trash of an organization.',
    async execute({ console: { store }, actor, query }) {
      if (query.workspace === undefined) throw missingInput('workspace')
      const { workspace, right } = await visibleWorkspace(store.read, actor.gid, query.workspace)
      const before = cursorIn(query)
      if (query.all !== 'true')
        return { data: presentTrash(await ownTrashOf(store.read, actor.gid, workspace, before)) }
      if (!allows(right, 'admin')) throw notAllowed('Only administrators of the organization may do this.')
      return { data: presentTrash(await trashOf(store.read, workspace, before)) }
    },
  }),
  sessionRoute('POST', '/trash/:gid/restore', {
    doc:
      'Restore an object that the caller deleted, or as an administrator of its workspace any object, with the tasks ' +
      'that were deleted together with it. The error names what prevents it.',
    execute: ({ console: { store }, actor, path: { gid = 0 } }) =>
      store.write(async tx => {
        const entry = await restorable(tx, actor.gid, gid)
        await restore(tx, entry)
        return { data: presentName(entry) }
      }),
  }),
]
