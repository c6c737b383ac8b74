/**
 * The change log: appending changes at the end of a transaction, and loading the objects and streams that they need.
 */
import { sql } from 'kysely'
import type { Parameters, Reader, Statement, Writer } from '../../db.ts'
import { batchesOf, inserter } from '../../insertions.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { awaitUnlessPipelined } from '../../tracking/row_writes.ts'

/** What changes need to know about objects, by gid: tasks, My Tasks lists, custom fields. Undefined: none of these. */
export type ChangeSubjects = Map<number, ChangeSubject | undefined>

export interface ChangeSubject {
  type: 'task' | 'user_task_list' | 'custom_field'
  workspace: number
  /** Null for a custom field that numbers its tasks: no user sets its values. */
  subtype: string | null
  /** Whether it is in the trash. */
  is_deleted: number
}

/** Gids by their possible types. */
export type ReferencedGids = Partial<Record<ChangeSubject['type'], Iterable<number>>>

const inTrash = 'case when t.deleted_at is null then 0 else 1 end'

const sources: Record<ChangeSubject['type'], { table: string; subtype: string; is_deleted: string }> = {
  task: { table: 'tasks', subtype: 't.resource_subtype', is_deleted: inTrash },
  user_task_list: { table: 'user_task_lists', subtype: 'null', is_deleted: '0' },
  custom_field: {
    table: 'custom_fields',
    subtype: 'case when t.id_prefix is null then t.resource_subtype end',
    is_deleted: inTrash,
  },
}

const subjectStatements = new Map<string, Statement<ChangeSubject & { gid: number }>>()

function subjectsStatement(types: readonly ChangeSubject['type'][]): Statement<ChangeSubject & { gid: number }> {
  const known = subjectStatements.get(types.join())
  if (known) return known
  const made = statement<ChangeSubject & { gid: number }>((param, { dialect }) => {
    const parts = types.map(type => {
      const { table, subtype, is_deleted } = sources[type]
      return sql`select t.gid as gid, ${sql.lit(type)} as type, t.workspace as workspace, ${sql.raw(subtype)} as subtype,
        ${sql.raw(is_deleted)} as is_deleted from ${sql.table(table)} t where ${dialect.isAmong(sql.ref('t.gid'), param(type))}`
    })
    return sql<ChangeSubject & { gid: number }>`${sql.join(parts, sql` union all `)}`
  })
  subjectStatements.set(types.join(), made)
  return made
}

/** Loads the objects that are not in `known` yet, each only from the tables of its possible types. */
export async function loadSubjects(reader: Reader, known: ChangeSubjects, meant: ReferencedGids): Promise<void> {
  const types: ChangeSubject['type'][] = []
  const values: Parameters = {}
  for (const type of ['task', 'user_task_list', 'custom_field'] as const) {
    const fresh = new Set<number>()
    for (const gid of meant[type] ?? []) if (!known.has(gid)) fresh.add(gid)
    if (fresh.size === 0) continue
    for (const gid of fresh) known.set(gid, undefined)
    types.push(type)
    values[type] = reader.db.dialect.set([...fresh])
  }
  if (types.length === 0) return
  for (const { gid, ...subject } of await reader.all(subjectsStatement(types), values)) known.set(gid, subject)
}

const streamsAbove: Statement<{ task: number; stream: number }> = statement((param, db) => {
  return sql<{ task: number; stream: number }>`
    with recursive up (task, above) as (
      select t.gid, t.gid from tasks t where ${db.dialect.isAmong(sql.ref('t.gid'), param('tasks'))}
      union select up.task, a.parent from up join tasks a on a.gid = up.above where a.parent is not null)
    select up.task as task, up.above as stream from up
    union select up.task, m.project from up join task_memberships m on m.task = up.above`
})

/** A task that this transaction created: its parent, and the lists that it is in. */
export interface NewTask {
  parent: number | null
  lists: number[]
}

/**
 * The streams of each of these tasks: the task, its ancestors, and the lists that any of them is in. For tasks that the
 * transaction created (`made`), it queries only the streams of their parents.
 */
export async function streamsOfTasks(
  reader: Reader,
  tasks: Iterable<number>,
  made: ReadonlyMap<number, NewTask>,
): Promise<Map<number, number[]>> {
  const wanted = [...tasks]
  const unknown = new Set<number>()
  for (const task of wanted) {
    const own = made.get(task)
    if (!own) unknown.add(task)
    else if (own.parent !== null) unknown.add(own.parent)
  }
  const found = new Map<number, number[]>([...unknown].map(task => [task, []]))
  const rows = unknown.size === 0 ? [] : await reader.all(streamsAbove, { tasks: reader.db.dialect.set([...unknown]) })
  for (const { task, stream } of rows) found.get(task)?.push(stream)
  for (const task of wanted) {
    const own = made.get(task)
    if (own)
      found.set(
        task,
        [task, ...own.lists, ...(found.get(own.parent ?? 0) ?? [])].sort((a, b) => a - b),
      )
  }
  return found
}

const streamsOfItem: Statement<{ item: number; stream: number }> = statement((param, db) => {
  const among = (column: string) => db.dialect.isAmong(sql.ref(column), param('items'))
  return sql<{ item: number; stream: number }>`
    select i.item as item, i.portfolio as stream from portfolio_items i where ${among('i.item')}
    union all select p.gid, p.team from projects p where ${among('p.gid')} and p.team is not null`
})

/** The streams above projects and portfolios: those of the portfolios that contain them, and of their teams. */
export async function streamsOfItems(reader: Reader, items: Iterable<number>): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>([...items].map(item => [item, []]))
  if (found.size === 0) return found
  for (const { item, stream } of await reader.all(streamsOfItem, { items: reader.db.dialect.set([...found.keys()]) }))
    found.get(item)?.push(stream)
  return found
}

const workspacesOf: Statement<{ user: number; workspace: number }> = statement((param, db) => {
  return sql<{ user: number; workspace: number }>`select w."user" as "user", min(w.workspace) as workspace
    from workspace_memberships w where ${db.dialect.isAmong(sql.ref('w.user'), param('users'))} and w.is_active = 1
    group by w."user"`
})

/** A workspace of each of these users, always the same one; none for a user who is in no workspace. */
export async function firstWorkspaces(reader: Reader, users: readonly number[]): Promise<Map<number, number>> {
  const rows = await reader.all(workspacesOf, { users: reader.db.dialect.set(users) })
  return new Map(rows.map(({ user, workspace }) => [user, workspace]))
}

/** A change to append, with its streams. */
export type NewChange = Omit<Tables['changes'], 'gid' | 'streams'> & { streams: readonly number[] }

const types = {
  ...({ workspace: 'number', at: 'number', user: 'number', resource_type: 'text', resource: 'number' } as const),
  ...({ resource_subtype: 'text', action: 'text', parent_type: 'text', parent: 'number', field: 'text' } as const),
  ...({ change_action: 'text', value_type: 'text', value: 'number', old_value: 'text', new_value: 'text' } as const),
  ...({ streams: 'text', page: 'text', owner: 'number' } as const),
} as const satisfies Record<Exclude<keyof Tables['changes'], 'gid'>, 'number' | 'text'>

const names = Object.keys(types) as (keyof typeof types)[]

const columns = names.map(name => `"${name}"`).join(', ')

/**
 * The key of the advisory lock on the audit log of all workspaces: a transaction that appends holds it until its end.
 */
export const AUDIT_LOG_ID = 0

const valuesOf = (change: NewChange): (string | number | null)[] =>
  names.map(name => (name === 'streams' ? JSON.stringify(change.streams) : change[name]))

const insertion: Statement<never> = statement((param, { dialect }) => {
  return sql`with added as (insert into changes (${sql.raw(columns)})
      ${dialect.rows(param('rows'), Object.values(types))} returning gid, streams)
    insert into streams (resource, change) ${dialect.unnest({ table: 'added', key: 'gid', list: 'streams' })}`
})

/**
 * Appends changes, in this order, and adds each to its streams. The caller holds the lock on the log. Later statements
 * of the transaction need not wait for it.
 */
export const appendChanges = (tx: Writer, changes: readonly NewChange[]): Promise<void> =>
  tx.db.dialect.insertsInWith
    ? awaitUnlessPipelined(tx, tx.all(insertion, { rows: JSON.stringify(changes.map(valuesOf)) }))
    : appendRows(tx, changes)

const changesOf = inserter(`insert into changes (${columns})`, names.length)
const streamsOf = inserter('insert into streams (resource, change)', 2)

async function appendRows({ connection }: Writer, changes: readonly NewChange[]): Promise<void> {
  const entries: [stream: number, change: number][] = []
  for (const some of batchesOf(changes, names.length)) {
    const bound: unknown[] = []
    for (const change of some) bound.push(...valuesOf(change))
    const { lastGid = 0 } = await connection.execute(changesOf(some.length), bound)
    // There is one writer, so the gids of a statement are consecutive.
    for (const [index, { streams }] of some.entries())
      for (const stream of streams) entries.push([stream, lastGid - some.length + 1 + index])
  }
  for (const some of batchesOf(entries, 2)) await connection.execute(streamsOf(some.length), some.flat())
}
