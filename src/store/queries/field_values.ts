/** Queries for the values of custom fields, for many objects at once. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../db.ts'
import { statement } from '../statement.ts'
import { isVisible } from './page.ts'

/** One chosen object of a value that is a list. */
export interface ChosenObject {
  value: number
  gid: number
  type: string
  name: string
}

const choices: Statement<ChosenObject> = statement((param, db) => {
  const among = db.dialect.isAmong(sql.ref('c.value'), param('values'))
  const from = (type: string, table: string, more = sql``) => sql`select c.value as value, c.rank as rank, t.gid as gid,
    ${sql.lit(type)} as type, t.name as name from custom_field_choices c
    join ${sql.table(table)} t on t.gid = c.choice where ${among} ${more}`
  return sql<ChosenObject>`select value, gid, type, name from (${sql.join(
    [
      from('enum_option', 'enum_options'),
      from('user', 'users', sql`and ${isVisible('user', 't', param)}`),
      from('task', 'tasks', sql`and t.deleted_at is null and ${isVisible('task', 't', param)}`),
      from('project', 'projects', sql`and t.deleted_at is null and ${isVisible('project', 't', param)}`),
      from('portfolio', 'portfolios', sql`and t.deleted_at is null and ${isVisible('portfolio', 't', param)}`),
      from('goal', 'goals', sql`and t.deleted_at is null and ${isVisible('goal', 't', param)}`),
    ],
    sql` union all `,
  )}) as listed order by value, rank`
})

/** The chosen objects of these values that the caller can see, by value, in order. */
export async function choicesOf(reader: Reader, me: number, values: number[]): Promise<Map<number, ChosenObject[]>> {
  const found = new Map<number, ChosenObject[]>()
  if (values.length === 0) return found
  for (const row of await reader.all(choices, { me, values: reader.db.dialect.set(values) })) {
    const known = found.get(row.value)
    if (known) known.push(row)
    else found.set(row.value, [row])
  }
  return found
}

const workspaces: Statement<{ gid: number; workspace: number }> = statement((param, db) => {
  const from = (table: string) =>
    sql`select gid, workspace from ${sql.table(table)} where ${db.dialect.isAmong(sql.ref('gid'), param('gids'))}`
  return sql<{ gid: number; workspace: number }>`${from('tasks')} union all ${from('projects')}
    union all ${from('portfolios')} union all ${from('goals')}`
})

/** The workspace of each of these tasks, projects, portfolios and goals. */
export async function workspacesOf(reader: Reader, gids: number[]): Promise<Map<number, number>> {
  if (gids.length === 0) return new Map()
  const rows = await reader.all(workspaces, { gids: reader.db.dialect.set(gids) })
  return new Map(rows.map(row => [row.gid, row.workspace]))
}

/** A value as formulas need it. */
export interface StoredFieldValue {
  object: number
  custom_field: number
  text_value: string | null
  number_value: string | null
  enum_name: string | null
  date_on: string | null
  date_at: number | null
  choices: number
}

const values: Statement<StoredFieldValue> = statement(
  (
    param,
    db,
  ) => sql<StoredFieldValue>`select v.object as object, v.custom_field as custom_field, v.text_value as text_value,
    v.number_value as number_value, v.date_on as date_on, v.date_at as date_at,
    (select o.name from enum_options o where o.gid = v.enum_value) as enum_name,
    (select count(*) from custom_field_choices c where c.value = v.gid) as choices
    from custom_field_values v where ${db.dialect.isAmong(sql.ref('v.object'), param('objects'))}
    and ${db.dialect.isAmong(sql.ref('v.custom_field'), param('fields'))}`,
)

/** The values of these fields on these objects. */
export const valuesOf = (reader: Reader, objects: number[], fields: number[]): Promise<StoredFieldValue[]> =>
  reader.all(values, { objects: reader.db.dialect.set(objects), fields: reader.db.dialect.set(fields) })

/** The columns of an object that formulas can use in addition to its custom fields; null where its type has none. */
export interface FormulaObject {
  gid: number
  start_on: string | null
  start_at: number | null
  due_on: string | null
  due_at: number | null
  completed: number | null
  completed_at: number | null
  created_at: number
  num_subtasks: number | null
  num_likes: number | null
}

const tasks: Statement<FormulaObject> = statement(
  (param, db) => sql<FormulaObject>`select t.gid as gid, t.start_on as start_on,
    t.start_at as start_at, t.due_on as due_on, t.due_at as due_at, t.completed as completed,
    t.completed_at as completed_at, t.created_at as created_at,
    (select count(*) from tasks x where x.parent = t.gid and x.deleted_at is null) as num_subtasks,
    (select count(*) from task_likes x where x.task = t.gid) as num_likes
    from tasks t where ${db.dialect.isAmong(sql.ref('t.gid'), param('gids'))}`,
)

const items: Statement<FormulaObject> = statement((param, db) => {
  const none = sql`cast(null as ${sql.raw(db.dialect.types.integer)})`
  const from = (table: string, completed: RawBuilder<unknown>) => sql`select t.gid as gid, t.start_on as start_on,
    ${none} as start_at, t.due_on as due_on, ${none} as due_at, ${completed},
    t.created_at as created_at, ${none} as num_subtasks, ${none} as num_likes
    from ${sql.table(table)} as t where ${db.dialect.isAmong(sql.ref('t.gid'), param('gids'))}`
  return sql<FormulaObject>`${from('projects', sql`t.completed as completed, t.completed_at as completed_at`)}
    union all ${from('portfolios', sql`${none} as completed, ${none} as completed_at`)}
    union all ${from('goals', sql`${none} as completed, ${none} as completed_at`)}`
})

/** These tasks, projects, portfolios and goals, by gid. Most requests have only tasks. */
export async function formulaObjectsOf(reader: Reader, gids: number[]): Promise<Map<number, FormulaObject>> {
  const found = new Map((await reader.all(tasks, { gids: reader.db.dialect.set(gids) })).map(row => [row.gid, row]))
  const others = gids.filter(gid => !found.has(gid))
  if (others.length === 0) return found
  for (const row of await reader.all(items, { gids: reader.db.dialect.set(others) })) found.set(row.gid, row)
  return found
}
