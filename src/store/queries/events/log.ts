/** The log of changes: written at the end of each transaction, and asked who hears of a task. */
import { sql } from 'kysely'
import type { Reader, Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { later } from '../../written/write.ts'

/** What is to be known of what changed, by gid: tasks, lists of My Tasks, custom fields. Undefined is none of these. */
export type Known = Map<number, Fact | undefined>

interface Fact {
  type: 'task' | 'user_task_list' | 'custom_field'
  workspace: number
  /** A custom field that numbers its tasks has none: its values are nobody's doing. */
  subtype: string | null
  /** Whether it is in the trash. */
  gone: number
}

const facts: Statement<Fact & { gid: number }> = statement((param, db) => {
  const from = (type: Fact['type'], table: string, subtype: string, gone: string) =>
    sql`select t.gid as gid, ${sql.lit(type)} as type, t.workspace as workspace, ${sql.raw(subtype)} as subtype,
      ${sql.raw(gone)} as gone from ${sql.table(table)} t where ${db.dialect.among(sql.ref('t.gid'), param('gids'))}`
  const gone = 'case when t.deleted_at is null then 0 else 1 end'
  return sql<Fact & { gid: number }>`${from('task', 'tasks', 't.resource_subtype', gone)}
    union all ${from('user_task_list', 'user_task_lists', 'null', '0')}
    union all ${from('custom_field', 'custom_fields', 'case when t.id_prefix is null then t.resource_subtype end', gone)}`
})

/** Looks up those of `gids` that are not known yet. */
export async function learn(reader: Reader, known: Known, gids: Iterable<number>): Promise<void> {
  const fresh = new Set([...gids].filter(gid => !known.has(gid)))
  if (fresh.size === 0) return
  for (const gid of fresh) known.set(gid, undefined)
  const found = await reader.all(facts, { gids: reader.db.dialect.set([...fresh]) })
  for (const { gid, ...fact } of found) known.set(gid, fact)
}

const heardOf: Statement<{ task: number; heard: number }> = statement((param, db) => {
  return sql<{ task: number; heard: number }>`
    with recursive up (task, above) as (
      select t.gid, t.gid from tasks t where ${db.dialect.among(sql.ref('t.gid'), param('tasks'))}
      union select up.task, a.parent from up join tasks a on a.gid = up.above where a.parent is not null)
    select up.task as task, up.above as heard from up
    union select up.task, m.project from up join task_memberships m on m.task = up.above`
})

/** Where changes of each of these tasks are heard: at the task, the tasks above it, and the lists that any is in. */
export async function heardAt(reader: Reader, tasks: readonly number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>(tasks.map(task => [task, []]))
  if (tasks.length === 0) return found
  const rows = await reader.all(heardOf, { tasks: reader.db.dialect.set(tasks) })
  for (const { task, heard } of rows) found.get(task)?.push(heard)
  return found
}

export type NewChange = Omit<Tables['changes'], 'gid'>

const types = {
  ...({ workspace: 'number', at: 'number', user: 'number', resource_type: 'text', resource: 'number' } as const),
  ...({ resource_subtype: 'text', action: 'text', parent_type: 'text', parent: 'number', field: 'text' } as const),
  ...({ change_action: 'text', value_type: 'text', value: 'number', old_value: 'text', new_value: 'text' } as const),
  heard_by: 'text',
} as const satisfies Record<keyof NewChange, 'number' | 'text'>

const columns = Object.keys(types) as (keyof NewChange)[]

/** The audit log, of all workspaces together: from here to its commit, a transaction is alone with it. */
export const LOG = 0

const insertion: Statement<{ gid: number }> = statement((param, db) => {
  return sql<{ gid: number }>`insert into changes (${sql.join(columns.map(name => sql.id(name)))})
    ${db.dialect.rows(param('rows'), Object.values(types))} returning gid`
})

const spread: Statement<never> = statement((param, db) => {
  const keys = { first: param('first'), last: param('last') }
  return sql`insert into streams (resource, change)
    ${db.dialect.spread({ table: 'changes', key: 'gid', list: 'heard_by' }, keys)}`
})

const both: Statement<never> = statement((param, db) => {
  return sql`with told as (insert into changes (${sql.join(columns.map(name => sql.id(name)))})
      ${db.dialect.rows(param('rows'), Object.values(types))} returning gid, heard_by)
    insert into streams (resource, change) ${db.dialect.spread({ table: 'told', key: 'gid', list: 'heard_by' })}`
})

/** Writes changes down, in this order, and hands each to its streams. The caller is alone with the log. */
export async function append(tx: Writer, changes: readonly NewChange[]): Promise<void> {
  const rows = JSON.stringify(changes.map(row => columns.map(name => row[name])))
  if (tx.db.dialect.nests) return void later(tx.all(both, { rows }))
  const gids = (await tx.all(insertion, { rows })).map(({ gid }) => gid)
  const [first, last] = [gids[0], gids.at(-1)]
  await tx.all(spread, { first, last })
}
