/**
 * The source and the target of a transfer, on either engine. A source is read in pages in the order of the primary key, and
 * a target is written in the same pages. A row is an array of values in the order of the columns of its table, and is the
 * same array on every engine.
 */
import type { TransferSchema, TransferTable } from './schema.ts'

export type TransferValue = string | number | null

export type TransferRow = TransferValue[]

/** Called with the completed part, from 0 to 1. */
export type ImageProgress = (part: number) => void

/** A snapshot of one installation. */
export interface TransferSource {
  /** The location for messages; never with a password. */
  readonly name: string
  readonly schema: TransferSchema
  /** At most `limit` rows after a key, or from the first one. */
  page(table: TransferTable, after: readonly TransferValue[] | null, limit: number): Promise<TransferRow[]>
  find(table: TransferTable, key: readonly TransferValue[]): Promise<TransferRow | undefined>
  count(table: TransferTable): Promise<number>
  /** The last number of the sequence of a table, also if its row was deleted; 0 for none. */
  lastSerial(table: TransferTable): Promise<number>
  /** Copies the whole database to an SQLite file, if the engine supports that. */
  copyTo?(file: string, onProgress: ImageProgress): Promise<void>
  close(): Promise<void>
}

/** The target of a transfer. */
export interface TransferTarget extends TransferSource {
  /** Marks it as incomplete until `finish`, so that no program opens it as a store. */
  begin(): Promise<void>
  /** The row with the largest key, after which an earlier transfer stopped. */
  lastRow(table: TransferTable): Promise<TransferRow | undefined>
  /** Inserts rows in one transaction. */
  write(table: TransferTable, rows: readonly TransferRow[]): Promise<void>
  /** Sets the columns of `table.selfReferences` of existing rows. */
  setSelfReferences(table: TransferTable, rows: readonly TransferRow[]): Promise<void>
  /** Turns it into a store, and continues the sequences of tables after these numbers. Durable when it returns. */
  finish(serials: readonly (readonly [TransferTable, number])[]): Promise<void>
}

/** A transfer was refused or failed; the message is a whole sentence for the operator. */
export class TransferRefused extends Error {}

/** The rows of a page, which are read and committed together. */
export const PAGE_ROWS = 1000

export const keyOf = (table: TransferTable, row: TransferRow): TransferValue[] =>
  table.key.map(index => row[index] ?? null)

/** All rows after a key, page by page. No page is empty. */
export async function* pages(
  source: TransferSource,
  table: TransferTable,
  after: readonly TransferValue[] | null = null,
) {
  for (let key = after, last = false; !last; ) {
    const rows = await source.page(table, key, PAGE_ROWS)
    const end = rows.at(-1)
    if (end) {
      yield rows
      key = keyOf(table, end)
    }
    last = rows.length < PAGE_ROWS
  }
}

/** A row in messages: its table and key. */
export const rowText = (table: TransferTable, row: TransferRow): string =>
  `${table.name} (${table.key.map(index => `${table.columns[index]?.name} ${JSON.stringify(row[index])}`).join(', ')})`

const quoted = (name: string) => `"${name}"`

/** The SQL that both engines share; `mark` returns the placeholder of a parameter, numbered from 1. */
export function statementsOf(table: TransferTable, mark: (index: number) => string) {
  const name = quoted(table.name)
  const columns = table.columns.map(column => quoted(column.name)).join(', ')
  const key = table.key.map(index => quoted(table.columns[index]?.name ?? '')).join(', ')
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
