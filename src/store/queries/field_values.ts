/** Queries for the values of custom fields, for many tasks at once. */
import { sql } from 'kysely'
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
  const from = (type: string, table: string, seen = sql``) => sql`select c.value as value, c.rank as rank, t.gid as gid,
    ${sql.lit(type)} as type, t.name as name from custom_field_choices c
    join ${sql.table(table)} t on t.gid = c.choice where ${among} ${seen}`
  return sql<ChosenObject>`select value, gid, type, name from (${sql.join(
    [
      from('enum_option', 'enum_options'),
      from('user', 'users', sql`and ${isVisible('user', 't', param)}`),
      from('task', 'tasks', sql`and t.deleted_at is null and ${isVisible('task', 't', param)}`),
      from('project', 'projects', sql`and t.deleted_at is null and ${isVisible('project', 't', param)}`),
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
  return sql<{ gid: number; workspace: number }>`${from('tasks')} union all ${from('projects')}`
})

/** The workspace of each of these tasks and projects. */
export async function workspacesOf(reader: Reader, gids: number[]): Promise<Map<number, number>> {
  if (gids.length === 0) return new Map()
  const rows = await reader.all(workspaces, { gids: reader.db.dialect.set(gids) })
  return new Map(rows.map(row => [row.gid, row.workspace]))
}

/** A value as formulas need it. */
export interface StoredFieldValue {
  task: number
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
  ) => sql<StoredFieldValue>`select v.task as task, v.custom_field as custom_field, v.text_value as text_value,
    v.number_value as number_value, v.date_on as date_on, v.date_at as date_at,
    (select o.name from enum_options o where o.gid = v.enum_value) as enum_name,
    (select count(*) from custom_field_choices c where c.value = v.gid) as choices
    from custom_field_values v where ${db.dialect.isAmong(sql.ref('v.task'), param('tasks'))}
    and ${db.dialect.isAmong(sql.ref('v.custom_field'), param('fields'))}`,
)

/** The values of these fields on these tasks. */
export const valuesOf = (reader: Reader, tasks: number[], fields: number[]): Promise<StoredFieldValue[]> =>
  reader.all(values, { tasks: reader.db.dialect.set(tasks), fields: reader.db.dialect.set(fields) })

/** The columns of a task that formulas can use in addition to its custom fields. */
export interface FormulaTask {
  gid: number
  workspace: number
  start_on: string | null
  start_at: number | null
  due_on: string | null
  due_at: number | null
  completed: number
  completed_at: number | null
  created_at: number
  num_subtasks: number
  num_likes: number
}

const tasks: Statement<FormulaTask> = statement(
  (param, db) => sql<FormulaTask>`select t.gid as gid, t.workspace as workspace, t.start_on as start_on,
    t.start_at as start_at, t.due_on as due_on, t.due_at as due_at, t.completed as completed,
    t.completed_at as completed_at, t.created_at as created_at,
    (select count(*) from tasks x where x.parent = t.gid and x.deleted_at is null) as num_subtasks,
    (select count(*) from task_likes x where x.task = t.gid) as num_likes
    from tasks t where ${db.dialect.isAmong(sql.ref('t.gid'), param('tasks'))}`,
)

export const tasksForFormulas = (reader: Reader, gids: number[]): Promise<FormulaTask[]> =>
  reader.all(tasks, { tasks: reader.db.dialect.set(gids) })
