/** `trash list` and `trash restore`: lists and restores deleted objects. */
import { CommandError } from '../config/options.ts'
import { restore } from '../resources/platform/rules/restore.ts'
import { presentEntry, presentName } from '../resources/platform/rules/trash_entry.ts'
import type { Reader } from '../store/db.ts'
import { TRASH_PAGE_SIZE, type TrashEntry, trashEntryOf, trashOf } from '../store/queries/trash/entries.ts'
import type { Command } from './command.ts'
import { getOrganization } from './organization.ts'
import { withStore } from './store.ts'

export const trashList: Command = {
  words: 'trash list',
  doc: 'list the deleted objects of an organization, the latest first',
  options: ['organization', 'json', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: [],
  async main(settings, program) {
    const all = await withStore(settings, program, async ({ read }) =>
      allEntries(read, await getOrganization(read, settings.organization)),
    )
    if (settings.json) program.print(JSON.stringify(all.map(presentEntry)))
    else program.print(all.map(line).join('\n') || 'The trash is empty.')
  },
}

async function allEntries(reader: Reader, workspace: number): Promise<TrashEntry[]> {
  const all: TrashEntry[] = []
  let page: TrashEntry[]
  do {
    page = await trashOf(reader, workspace, all.at(-1))
    all.push(...page)
  } while (page.length === TRASH_PAGE_SIZE)
  return all
}

/** Names are quoted, so that a name cannot forge another line or control the terminal. */
function line(entry: TrashEntry): string {
  const { gid, resource_type, name, deleted_at } = presentEntry(entry)
  const by = entry.deleter === null ? '' : `, deleted by ${JSON.stringify(entry.deleter)}`
  return `${deleted_at}  ${gid.padEnd(16)}  ${resource_type.padEnd(12)}  ${JSON.stringify(name)}${by}`
}

export const trashRestore: Command = {
  words: 'trash restore',
  doc: 'restore an object from the trash, with the tasks deleted together with it',
  options: ['gid', 'json', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: ['gid'],
  async main(settings, program) {
    const { gid = 0, json } = settings
    const restored = await withStore(settings, program, store =>
      store.write(async tx => {
        const entry = await trashEntryOf(tx, gid)
        if (!entry) throw new CommandError(`The trash has no object with the gid ${gid}: see workloom trash list.`)
        await restore(tx, entry)
        return presentName(entry)
      }),
    )
    program.print(
      json ? JSON.stringify(restored) : `Restored the ${restored.resource_type} ${JSON.stringify(restored.name)}.`,
    )
  },
}
