/**
 * The two sides of a copy, whatever engine is behind them: a side is read in pages, in the order of the primary key,
 * and a target is written in the same pages. A row is a list of values in the order of the columns of its table, and
 * is the same list on every engine.
 */
import type { Schema, Table } from './schema.ts'

export type Value = string | number | null

export type Row = Value[]

/** Hears how much is done, from 0 to 1. */
export type Told = (part: number) => void

/** One installation, seen as it is at one moment. */
export interface Side {
  /** The place, as people are told of it; never with a password. */
  readonly name: string
  readonly schema: Schema
  /** The rows behind a key, or from the first one on, at most `limit`. */
  page(table: Table, after: readonly Value[] | null, limit: number): Promise<Row[]>
  find(table: Table, key: readonly Value[]): Promise<Row | undefined>
  count(table: Table): Promise<number>
  /** The largest number that a table which counts by itself has given, also to rows that are gone; 0 for none. */
  given(table: Table): Promise<number>
  /** Writes all of it to a file of SQLite, where the engine can by itself. */
  image?(file: string, told: Told): Promise<void>
  close(): Promise<void>
}

/** What is filled. */
export interface Target extends Side {
  /** Keeps everybody else from opening it, until `finish`. */
  begin(): Promise<void>
  /** The row with the largest key: how far an earlier copy came. */
  last(table: Table): Promise<Row | undefined>
  /** Adds rows, all or none. */
  write(table: Table, rows: readonly Row[]): Promise<void>
  /** Sets the columns of `table.own` of rows that are there. */
  connect(table: Table, rows: readonly Row[]): Promise<void>
  /** Makes a store of it: tables that count by themselves go on behind the numbers given. Durable when it returns. */
  finish(given: readonly (readonly [Table, number])[]): Promise<void>
}

/** Why a copy is refused, or came to nothing: a whole sentence for people. */
export class NotCopied extends Error {}

/** As many rows are read, and made durable together. */
export const PAGE = 1000

export const keyOf = (table: Table, row: Row): Value[] => table.key.map(place => row[place] ?? null)

/** All rows behind a key, page by page. No page is empty. */
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

/** A row as people can look for it. */
export const rowNamed = (table: Table, row: Row): string =>
  `${table.name} (${table.key.map(place => `${table.columns[place]?.name} ${JSON.stringify(row[place])}`).join(', ')})`

const escaped = (name: string) => `"${name}"`

/** The texts of SQL that both engines share, over placeholders that `mark` numbers from 1. */
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
