/**
 * What a transaction did, told: called by the store before every commit. The rows that were touched become changes;
 * changes become stories and lines of the audit log; changes are written down for every stream that hears them. All of
 * it is in the transaction itself, so nothing is told that did not happen, and nothing that happened goes untold.
 */
import { hold } from '../store/change.ts'
import type { Telling, Writer } from '../store/db.ts'
import { append, type Fact, type Known, learn, type MadeTask, streamsOfTasks } from '../store/queries/events/log.ts'
import type { Tables } from '../store/tables.ts'
import { touchedBy } from '../store/written/write.ts'
import { audit, audited } from './audit.ts'
import type { Change, Net, Row, Teller } from './change.ts'
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

/** The places, in their order, of those who tell of the rows of a table. */
const placesOf = new Map<keyof Tables, number[]>()
for (const [place, { of }] of tellers.entries()) placesOf.set(of, [...(placesOf.get(of) ?? []), place])

export const telling: Telling = {
  watches(table, columns) {
    const known = watched.get(table)
    if (known === undefined || columns === undefined) return known !== undefined
    return columns.some(column => known.columns.has(column))
  },
  async tell(tx) {
    const rows = await take(tx)
    const changes = changesOf(rows)
    const known: Known = new Map()
    await meet(tx, known, changes, rows)
    for (const projection of projections) await projection(tx, changes, rows, known)
    const more = await take(tx)
    const moreChanges = changesOf(more)
    await meet(tx, known, moreChanges, more)
    await write(tx, [...changes, ...moreChanges], rows, known)
  },
}

/** What was touched since the last look. */
async function take(tx: Writer): Promise<Net[]> {
  return net(await touchedBy(tx), table => watched.get(table)?.key ?? ['gid'])
}

/** In the order of the tellers, and within each in that of the rows. */
function changesOf(rows: readonly Net[]): Change[] {
  if (rows.length === 0) return []
  const told: Change[][] = []
  for (const row of rows) {
    for (const place of placesOf.get(row.table) ?? []) {
      const changes = tellers[place]?.changes(row, rows) ?? []
      if (changes.length > 0) told[place] = [...(told[place] ?? []), ...changes]
    }
  }
  return quiet(told.flat())
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
  if (fresh.size === 0) return changes
  return changes.filter(({ type, action, parent, resource }) => {
    if (type !== 'task' || !fresh.has(resource)) return true
    return action === 'changed' ? false : action !== 'added' || parent !== null || !placed.has(resource)
  })
}

/** Whether this transaction made a row. */
const isMade = ({ before, after }: Net): boolean => before === null && after !== null

/** Knows the tasks, lists and custom fields of which changes speak: from the rows themselves as far as these say it. */
async function meet(tx: Writer, known: Known, changes: readonly Change[], rows: readonly Net[]): Promise<void> {
  const [tasks, lists, fields, alone] = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<unknown>()]
  for (const row of rows) {
    if (row.table !== 'tasks') continue
    known.set((row.after ?? row.before)?.gid as number, factOf(row.after))
    if (isMade(row) && row.after?.assignee === null) alone.add(row.after.gid)
  }
  for (const { table, before, after } of rows) {
    const row = after ?? before
    if (table !== 'task_memberships' || !row) continue
    // A task that is nobody's is in nobody's My Tasks.
    if (alone.has(row.task)) known.set(row.project as number, undefined)
    else lists.add(row.project as number)
  }
  for (const { task, parent, value } of changes) {
    if (task !== null) tasks.add(task)
    if (parent?.type === 'task') tasks.add(parent.gid)
    if (parent?.type === 'project') lists.add(parent.gid)
    if (value?.type === 'custom_field') fields.add(value.gid)
  }
  await learn(tx, known, { task: tasks, user_task_list: lists, custom_field: fields })
}

/** What a look at a task would find. */
function factOf(task: Row | null): Fact | undefined {
  if (task === null) return undefined
  const { workspace, resource_subtype: subtype, deleted_at } = task as unknown as Tables['tasks']
  return { type: 'task', workspace, subtype, gone: deleted_at === null ? 0 : 1 }
}

/** The tasks that this transaction has made. */
function madeOf(rows: readonly Net[]): Map<number, MadeTask> {
  const made = new Map<number, MadeTask>()
  for (const row of rows) {
    if (row.table === 'tasks' && isMade(row)) {
      made.set(row.after?.gid as number, { parent: row.after?.parent as number | null, lists: [] })
    }
  }
  for (const { table, after } of rows) {
    if (table === 'task_memberships' && after) made.get(after.task as number)?.lists.push(after.project as number)
  }
  return made
}

// wire: contract: in which section of My Tasks a task is, is shown to its owner alone: so only the list hears of it
const isPrivate = ({ parent, streams }: Change, known: Known): boolean =>
  parent?.type === 'section' && streams.some(gid => known.get(gid)?.type === 'user_task_list')

async function write(tx: Writer, changes: readonly Change[], rows: readonly Net[], known: Known): Promise<void> {
  if (changes.length === 0) return
  const placed = changes.map(said => said.workspace ?? known.get(said.task ?? 0)?.workspace ?? 0)
  // log: what was told before is committed when it is looked at who hears; what is told later moves what has changed.
  await hold(tx, 'log', ...new Set(placed))
  const tasks = await streamsOfTasks(tx, new Set(changes.flatMap(({ task }) => task ?? [])), madeOf(rows))
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
        streams: [...new Set([...said.streams, ...above])],
      }
    }),
  )
}
