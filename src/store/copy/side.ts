/**
 * The source and the target of a transfer, on either engine. A source is read in pages in the order of the primary key, and
 * a target is written in the same pages. A row is an array of values in the order of the columns of its table, and is the
 * same array on every engine.
 */
import type { Schema, Table } from './schema.ts'

export type Value = string | number | null

export type Row = Value[]

/** Called with the completed part, from 0 to 1. */
export type Told = (part: number) => void

/** A snapshot of one installation. */
export interface Side {
  /** The location for messages; never with a password. */
  readonly name: string
  readonly schema: Schema
  /** At most `limit` rows after a key, or from the first one. */
  page(table: Table, after: readonly Value[] | null, limit: number): Promise<Row[]>
  find(table: Table, key: readonly Value[]): Promise<Row | undefined>
  count(table: Table): Promise<number>
  /** The last number of the sequence of a table, also if its row was deleted; 0 for none. */
  given(table: Table): Promise<number>
  /** Copies the whole database to an SQLite file, if the engine supports that. */
  image?(file: string, told: Told): Promise<void>
  close(): Promise<void>
}

/** The target of a transfer. */
export interface Target extends Side {
  /** Marks it as incomplete until `finish`, so that no program opens it as a store. */
  begin(): Promise<void>
  /** The row with the largest key, after which an earlier transfer stopped. */
  last(table: Table): Promise<Row | undefined>
  /** Inserts rows in one transaction. */
  write(table: Table, rows: readonly Row[]): Promise<void>
  /** Sets the columns of `table.selfReferences` of existing rows. */
  connect(table: Table, rows: readonly Row[]): Promise<void>
  /** Turns it into a store, and continues the sequences of tables after these numbers. Durable when it returns. */
  finish(given: readonly (readonly [Table, number])[]): Promise<void>
}

/** A transfer was refused or failed; the message is a whole sentence for the operator. */
export class NotCopied extends Error {}

/** The rows of a page, which are read and committed together. */
export const PAGE = 1000

export const keyOf = (table: Table, row: Row): Value[] => table.key.map(place => row[place] ?? null)

/** All rows after a key, page by page. No page is empty. */
export async function* pages(side: Side, table: Table, after: readonly Value[] | null = null) {
  for (let key = after, last = false; !last; ) {
    const rows = await side.page(table, key, PAGE)
    const end = rows.at(-1)
    if (end) {
      yield rows
      key = keyOf(table, end)
    }
    last = rows.length < PAGE
  }
}

/** A row in messages: its table and key. */
export const rowNamed = (table: Table, row: Row): string =>
  `${table.name} (${table.key.map(place => `${table.columns[place]?.name} ${JSON.stringify(row[place])}`).join(', ')})`

const escaped = (name: string) => `"${name}"`

/** The SQL that both engines share; `mark` returns the placeholder of a parameter, numbered from 1. */
export function texts(table: Table, mark: (place: number) => string) {
  const name = escaped(table.name)
  const columns = table.columns.map(column => escaped(column.name)).join(', ')
  const key = table.key.map(place => escaped(table.columns[place]?.name ?? '')).join(', ')
  const marks = table.key.map((_, at) => mark(at + 1)).join(', ')
  const limit = (bound: number) => `order by ${key} limit cast(${mark(bound)} as integer)`
  return {
    name,
    columns,
    key,
    first: `select ${columns} from ${name} ${limit(1)}`,
    next: `select ${columns} from ${name} where (${key}) > (${marks}) ${limit(table.key.length + 1)}`,
    find: `select ${columns} from ${name} where (${key}) = (${marks})`,
    last: `select ${columns} from ${name} order by ${key.replaceAll(',', ' desc,')} desc limit 1`,
    count: `select count(*) from ${name}`,
  }
}
