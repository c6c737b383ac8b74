/**
 * Rows that a transaction inserted or locked, in their current state. No other transaction can change them before this one
 * ends, so they are not read again. No other transaction knows an object that it inserted, so all rows about that object are
 * its own inserts, too (`new_objects.ts`).
 *
 * Invariant: a known row equals what a query would return, but lacks the columns that its insertion computed. Rows written by a
 * query of their own (jobs) are not stored.
 */
import type { TableName } from '../tables.ts'

export type StoredRow = Record<string, unknown>

interface KnownTable {
  /** The rows that have a gid, inserted or locked. */
  byGid: Map<number, StoredRow>
  /** All rows that the transaction inserted; null where it may have inserted others. */
  inserted: StoredRow[] | null
}

export type KnownRows = Map<TableName, KnownTable>

/** Rows of one table. A transaction that writes more reads them again. */
const MAX_ROWS = 100

function knownTable(held: KnownRows, table: TableName): KnownTable {
  const known = held.get(table) ?? { byGid: new Map(), inserted: [] }
  held.set(table, known)
  return known
}

/** Remembers a row that is locked. */
export function rememberRow(held: KnownRows, table: TableName, row: StoredRow): void {
  if (typeof row.gid !== 'number') return
  const { byGid } = knownTable(held, table)
  if (byGid.size >= MAX_ROWS) byGid.clear()
  byGid.set(row.gid, row)
}

/** Remembers a row that was inserted. */
export function rememberInsert(held: KnownRows, table: TableName, row: StoredRow): void {
  const known = knownTable(held, table)
  if (known.inserted?.length === MAX_ROWS) known.inserted = null
  known.inserted?.push(row)
  rememberRow(held, table, row)
}

/** Remembers that a row may have been inserted. */
export function forgetInserts(held: KnownRows, table: TableName): void {
  knownTable(held, table).inserted = null
}

/** All rows that the transaction inserted into a table; undefined when they are not known. */
export const insertedRows = (held: KnownRows, table: TableName): readonly StoredRow[] | undefined =>
  held.has(table) ? (held.get(table)?.inserted ?? undefined) : []

/** The row that `where` names by its gid; undefined when it is not known. */
export function knownRow(held: KnownRows, table: TableName, where: object): StoredRow | undefined {
  const { gid } = where as StoredRow
  const row = typeof gid === 'number' ? held.get(table)?.byGid.get(gid) : undefined
  return row && matches(row, where) ? row : undefined
}

/** The columns of `set` that differ in a known row: an engine also writes the indexes of those that do not. */
export const changedColumns = <Row extends object>(row: StoredRow, set: Partial<Row>): Partial<Row> =>
  Object.fromEntries(Object.entries(set).filter(([column, value]) => row[column] !== value)) as Partial<Row>

/** Applies an update, or a delete where `set` is null, to the known rows that `where` names by equality or as a list of gids. */
export function updateKnownRows(held: KnownRows, table: TableName, where: object, set: object | null): void {
  const known = held.get(table)
  if (known === undefined) return
  for (const [gid, row] of known.byGid) {
    if (!matches(row, where)) continue
    if (set) known.byGid.set(gid, { ...row, ...set })
    else known.byGid.delete(gid)
  }
  const after = (row: StoredRow) => (matches(row, where) ? (set ? [{ ...row, ...set }] : []) : [row])
  if (known.inserted?.length) known.inserted = known.inserted.flatMap(after)
}

/** Compares as SQL does: nothing equals null. */
const matches = (row: StoredRow, where: object): boolean =>
  Object.entries(where).every(([column, value]) =>
    Array.isArray(value) ? value.includes(row[column]) : value !== null && row[column] === value,
  )
