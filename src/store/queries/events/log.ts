/** The log of changes: written at the end of each transaction, and asked who hears of a task. */
import { sql } from 'kysely'
import type { Reader, Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

/** What is to be known of a task that changed. */
interface Heard {
  workspace: number
  resource_subtype: string
  /** The task, the tasks above it, and the lists that any of them is in. */
  heard: number[]
}

const heardOf: Statement<{ task: number; heard: number }> = statement((param, db) => {
  return sql<{ task: number; heard: number }>`
    with recursive up (task, above) as (
      select t.gid, t.gid from tasks t where ${db.dialect.among(sql.ref('t.gid'), param('tasks'))}
      union select up.task, a.parent from up join tasks a on a.gid = up.above where a.parent is not null)
    select up.task as task, up.above as heard from up
    union select up.task, m.project from up join task_memberships m on m.task = up.above`
})

const kinds: Statement<{ gid: number; workspace: number; resource_subtype: string }> = statement((param, db) =>
  db
    .selectFrom('tasks')
    .select(['gid', 'workspace', 'resource_subtype'])
    .where(eb => db.dialect.among(eb.ref('gid'), param('tasks'))),
)

/** Where changes of these tasks are heard. */
export async function tasksHeard(reader: Reader, gids: readonly number[]): Promise<Map<number, Heard>> {
  if (gids.length === 0) return new Map()
  const tasks = reader.db.dialect.set(gids)
  const found = new Map<number, Heard>()
  for (const { gid, ...kind } of await reader.all(kinds, { tasks })) found.set(gid, { ...kind, heard: [] })
  for (const { task, heard } of await reader.all(heardOf, { tasks })) found.get(task)?.heard.push(heard)
  return found
}

const lists: Statement<{ gid: number }> = statement((param, db) =>
  db
    .selectFrom('user_task_lists')
    .select('gid')
    .where(eb => db.dialect.among(eb.ref('gid'), param('gids'))),
)

/** Which of these lists are somebody's My Tasks. */
export async function listsAmong(reader: Reader, gids: readonly number[]): Promise<Set<number>> {
  if (gids.length === 0) return new Set()
  const found = await reader.all(lists, { gids: reader.db.dialect.set(gids) })
  return new Set(found.map(({ gid }) => gid))
}

export type NewChange = Omit<Tables['changes'], 'gid'>

const columns = [
  ...(['workspace', 'at', 'user', 'resource_type', 'resource', 'resource_subtype', 'action', 'parent_type'] as const),
  ...(['parent', 'field', 'change_action', 'value_type', 'value', 'old_value', 'new_value', 'heard_by'] as const),
] satisfies (keyof NewChange)[]

const insertion: Statement<{ gid: number }> = statement((param, db) => {
  return sql<{ gid: number }>`insert into changes (${sql.join(columns.map(name => sql.id(name)))})
    ${db.dialect.rows(param('rows'), columns.length)} returning gid`
})

const spread: Statement<never> = statement((param, db) => {
  return sql`insert into streams (resource, change) ${db.dialect.spread(
    { table: 'changes', key: 'gid', list: 'heard_by' },
    param('first'),
    param('last'),
  )}`
})

/** Writes changes down, in this order, and hands each to its streams: two statements, however many there are. */
export async function append(tx: Writer, changes: readonly NewChange[]): Promise<void> {
  const rows = JSON.stringify(changes.map(row => columns.map(name => row[name])))
  const gids = (await tx.all(insertion, { rows })).map(({ gid }) => gid)
  const [first, last] = [gids[0], gids.at(-1)]
  await tx.all(spread, { first, last })
}
