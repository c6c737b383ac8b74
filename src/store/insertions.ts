/**
 * The texts of insertions, each built once. On SQLite, reading many or wide rows from a JSON text costs more than
 * inserting them, so that their values are bound.
 */
import { sql } from 'kysely'
import type { Statement, Writer } from './db.ts'
import { statement } from './statement.ts'
import type { TableName } from './tables.ts'

/**
 * The number of rows in a statement: at most the last of these, or exactly one of them. The engine plans a statement
 * for each number once.
 */
const BATCH_SIZES = [1024, 256, 64]

/** SQLite accepts at most this number of values in a statement. */
const MAX_VALUES_COUNT = 32_766

/** Splits rows of `width` values into the fewest batches of these sizes. */
export function* batchesOf<Row>(rows: readonly Row[], width: number): Generator<Row[]> {
  for (let at = 0; at < rows.length; ) {
    const left = rows.length - at
    const size = BATCH_SIZES.find(one => one <= left && one * width <= MAX_VALUES_COUNT) ?? left
    yield rows.slice(at, at + size)
    at += size
  }
}

/** Returns a function that builds the text of an insertion of a number of rows. */
export function inserter(start: string, width: number): (rows: number) => string {
  const texts: string[] = []
  const row = `(${Array(width).fill('?').join(', ')})`
  return rows => {
    texts[rows] ??= `${start} values ${Array(rows).fill(row).join(', ')}`
    return texts[rows]
  }
}

const inserters = new Map<string, ReturnType<typeof inserter>>()

/** Returns a function that builds the text of an insertion of a number of rows with the columns of the first. */
export function insertionOf(table: TableName, rows: readonly object[]): (rows: number) => string {
  const columns = Object.keys(rows[0] ?? {})
  const key = `${table} ${columns}`
  const known =
    inserters.get(key) ?? inserter(`insert into ${table} (${columns.map(quote).join(', ')})`, columns.length)
  inserters.set(key, known)
  return known
}

const insertAllStatements = new Map<string, Statement<unknown>>()

/** Inserts rows that are bound as one parameter. With `new`, existing rows are skipped. */
export function insertAllStatement(table: TableName, rows: readonly object[], which?: 'new'): Statement<unknown> {
  const columns = Object.keys(rows[0] ?? {})
  const types = typesOf(rows)
  const key = `${table} ${which} ${columns} ${types}`
  const known = insertAllStatements.get(key)
  if (known) return known
  const fresh: Statement<unknown> = statement((param, db) => {
    const names = sql.join(columns.map(name => sql.id(name)))
    const end = which === 'new' ? sql`on conflict do nothing returning *` : sql``
    return sql`insert into ${sql.table(table)} (${names}) ${db.dialect.rows(param('rows'), types)} ${end}`
  })
  insertAllStatements.set(key, fresh)
  return fresh
}

const updateEachStatements = new Map<string, Statement<unknown>>()

/** Sends an update of the columns of rows, by their first column, the gid. */
export const updateRows = (tx: Writer, table: TableName, rows: readonly object[]): Promise<unknown> =>
  tx.pipelined || rows.length >= MIN_BOUND_ROWS
    ? tx.all(updateEachStatement(table, rows), { rows: JSON.stringify(rows.map(values)) })
    : tx.connection.execute(updateEachText(table, rows), rows.flatMap(values))

/** The rows are bound as one parameter. */
function updateEachStatement(table: TableName, rows: readonly object[]): Statement<unknown> {
  const [, ...columns] = Object.keys(rows[0] ?? {})
  const types = typesOf(rows)
  const key = `${table} ${columns} ${types}`
  const known = updateEachStatements.get(key)
  if (known) return known
  const fresh: Statement<unknown> = statement((param, { dialect }) => {
    const names = columns.map(name => sql.id(name))
    const assigned = sql.join(names.map(name => sql`${name} = v.${name}`))
    return sql`with v (gid, ${sql.join(names)}) as (${dialect.rows(param('rows'), types)})
      update ${sql.table(table)} set ${assigned} from v where ${sql.table(table)}.gid = v.gid`
  })
  updateEachStatements.set(key, fresh)
  return fresh
}

const updateTexts = new Map<string, string>()

/** The values of the rows are bound in turn, which costs a third less when there are few. */
function updateEachText(table: TableName, rows: readonly object[]): string {
  const [, ...columns] = Object.keys(rows[0] ?? {})
  const key = `${table} ${columns} ${rows.length}`
  const known = updateTexts.get(key)
  if (known !== undefined) return known
  const gids = rows.map((_, row) => row * (columns.length + 1) + 1)
  const assigned = columns.map((name, at) => {
    const cases = gids.map(gid => `when ?${gid} then ?${gid + 1 + at}`)
    return `${quote(name)} = case gid ${cases.join(' ')} end`
  })
  const text = `update ${table} set ${assigned.join(', ')} where gid in (${gids.map(gid => `?${gid}`).join(', ')})`
  updateTexts.set(key, text)
  return text
}

/** The types of the columns. */
export function typesOf(rows: readonly object[]) {
  const all = rows.map(values)
  return Object.keys(rows[0] ?? {}).map((_, at) => (all.some(row => typeof row[at] === 'string') ? 'text' : 'number'))
}

interface Insertion {
  columns: readonly string[]
  text: string
}

/** Few for each table: comparing columns costs less than joining them into a key. */
const insertions = new Map<TableName, Insertion[]>()

/** Inserts one row. */
export function insertText(table: TableName, row: object): string {
  const columns = Object.keys(row)
  const known = insertions.get(table) ?? []
  for (const { columns: others, text } of known) if (isSame(columns, others)) return text
  const text = `insert into ${table} (${columns.map(quote).join(', ')}) values (${columns.map(() => '?').join(', ')})`
  insertions.set(table, [...known, { columns, text }])
  return text
}

const isSame = (columns: readonly string[], others: readonly string[]): boolean =>
  columns.length === others.length && columns.every((column, at) => column === others[at])

type ColumnValue = string | number | null

/** The name of a column in a statement. */
export const quote = (name: string) => `"${name}"`

/** From this number of rows on, binding their values costs less than reading them from a JSON text. */
export const MIN_BOUND_ROWS = 16

/** The values of rows in the order of the columns of one of them. */
export function inColumnsOf(first: object, rows: readonly object[]): unknown[][] {
  const columns = Object.keys(first) as (keyof typeof first)[]
  return rows.map(row => columns.map(column => row[column]))
}

/** The values of rows one after the other, in the order of the columns of the first. */
export function boundValues(rows: readonly object[]): unknown[] {
  const columns = Object.keys(rows[0] ?? {})
  const all: unknown[] = []
  for (const row of rows as readonly Record<string, unknown>[]) for (const column of columns) all.push(row[column])
  return all
}

/** The values of a row, in the order of its columns. */
export const values = (row: object): ColumnValue[] => Object.values(row)
