/**
 * What a transaction did, told: called by the store before every commit. The rows that were touched become changes;
 * changes become stories and lines of the audit log; changes are written down for every stream that hears them. All of
 * it is in the transaction itself, so nothing is told that did not happen, and nothing that happened goes untold.
 */
import { hold } from '../store/change.ts'
import type { Telling, Writer } from '../store/db.ts'
import { append, heardAt, type Known, learn } from '../store/queries/events/log.ts'
import type { Tables } from '../store/tables.ts'
import { touchedBy } from '../store/written/write.ts'
import { audit, audited } from './audit.ts'
import type { Change, Net, Teller } from './change.ts'
import { net } from './net.ts'
import { stories } from './stories.ts'
import { people } from './told/people.ts'
import { values } from './told/values.ts'
import { work } from './told/work.ts'

/** Writes more rows because of what changed; what it touches is told as well. `known` has whatever changes speak of. */
type Projection = (tx: Writer, changes: readonly Change[], rows: readonly Net[], known: Known) => Promise<void>

const tellers: readonly Teller[] = [...people, ...work, ...values]

/** What changes make beside themselves, in this order. */
const projections: readonly Projection[] = [stories, audit]

type Watched = { key: readonly string[]; columns: Set<string> }

const watched = new Map<keyof Tables, Watched>()
for (const { tables } of [...tellers, ...audited]) {
  for (const [table, { key, columns }] of Object.entries(tables)) {
    const known = watched.get(table as keyof Tables) ?? { key, columns: new Set() }
    for (const column of columns) known.columns.add(column)
    watched.set(table as keyof Tables, known)
  }
}

export const telling: Telling = {
  watches(table, columns) {
    const known = watched.get(table)
    if (known === undefined || columns === undefined) return known !== undefined
    return columns.some(column => known.columns.has(column))
  },
  async tell(tx) {
    const first = await take(tx)
    const changes = changesOf(first)
    const known: Known = new Map()
    await learn(tx, known, changes.flatMap(meant))
    for (const projection of projections) await projection(tx, changes, first, known)
    await write(tx, [...changes, ...changesOf(await take(tx))], known)
  },
}

/** What was touched since the last look. */
async function take(tx: Writer): Promise<Net[]> {
  return net(await touchedBy(tx), table => watched.get(table)?.key ?? ['gid'])
}

function changesOf(rows: Net[]): Change[] {
  if (rows.length === 0) return []
  return quiet(tellers.flatMap(teller => teller.changes(rows)))
}

// wire: recording 2026-05: a new task in a project is `added` to the project and to the section, and nothing else
function quiet(changes: Change[]): Change[] {
  const placed = new Set<number>()
  const fresh = new Set<number>()
  for (const { type, action, parent, resource } of changes) {
    if (type !== 'task' || action !== 'added') continue
    if (parent === null || parent.type === 'task') fresh.add(resource)
    if (parent !== null) placed.add(resource)
  }
  return changes.filter(({ type, action, parent, resource }) => {
    if (type !== 'task' || !fresh.has(resource)) return true
    return action === 'changed' ? false : action !== 'added' || parent !== null || !placed.has(resource)
  })
}

/** Of which tasks, lists and custom fields a change may speak. */
function meant({ type, task, parent, value, heard }: Change): number[] {
  const parents = parent?.type === 'project' || parent?.type === 'task' ? [parent.gid] : []
  const fields = value?.type === 'custom_field' ? [value.gid] : []
  return [...(task === null ? [] : [task]), ...parents, ...fields, ...(type === 'task' ? heard : [])]
}

// wire: contract: in which section of My Tasks a task is, is shown to its owner alone: so only the list hears of it
const isPrivate = ({ parent, heard }: Change, known: Known): boolean =>
  parent?.type === 'section' && heard.some(gid => known.get(gid)?.type === 'user_task_list')

async function write(tx: Writer, changes: Change[], known: Known): Promise<void> {
  if (changes.length === 0) return
  await learn(tx, known, changes.flatMap(meant))
  const placed = changes.map(said => said.workspace ?? known.get(said.task ?? 0)?.workspace ?? 0)
  // log: what was told before is committed when it is looked at who hears; what is told later moves what has changed.
  await hold(tx, 'log', ...new Set(placed))
  const tasks = await heardAt(tx, [...new Set(changes.flatMap(({ task }) => task ?? []))])
  await append(
    tx,
    changes.map((said, index) => {
      const [task, parent] = [known.get(said.task ?? 0), said.parent]
      const isMine = parent !== null && known.get(parent.gid)?.type === 'user_task_list'
      const above = isPrivate(said, known) ? [] : (tasks.get(said.task ?? 0) ?? [])
      return {
        workspace: placed[index] ?? 0,
        at: tx.now,
        user: said.unsigned ? null : tx.by.user,
        resource_type: said.type,
        resource: said.resource,
        resource_subtype: said.subtype ?? (said.type === 'task' ? (task?.subtype ?? null) : null),
        action: said.action,
        parent_type: isMine ? 'user_task_list' : (parent?.type ?? null),
        parent: parent?.gid ?? null,
        field: said.field,
        change_action: said.how,
        value_type: said.value?.type ?? null,
        value: said.value?.gid ?? null,
        old_value: said.old === null ? null : JSON.stringify(said.old),
        new_value: said.new === null ? null : JSON.stringify(said.new),
        heard_by: JSON.stringify([...new Set([...said.heard, ...above])]),
      }
    }),
  )
}
