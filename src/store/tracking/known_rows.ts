/**
 * Rows that a transaction inserted or locked, in their current state. No other transaction can change them before this one
 * ends, so they are not read again.
 *
 * Invariant: a known row equals what a query would return. Only rows with a gid are stored; rows written by a query of
 * their own (jobs) are not.
 */
import type { TableName } from '../tables.ts'

export type StoredRow = Record<string, unknown>

export type KnownRows = Map<TableName, Map<number, StoredRow>>

/** Rows of one table. A transaction that writes more reads them again. */
const MAX_ROWS = 100

export function rememberRow(held: KnownRows, table: TableName, row: StoredRow): void {
  if (typeof row.gid !== 'number') return
  const rows = held.get(table) ?? new Map<number, StoredRow>()
  if (rows.size >= MAX_ROWS) rows.clear()
  held.set(table, rows.set(row.gid, row))
}

/** The row that `where` names by its gid; undefined when it is not known. */
export function knownRow(held: KnownRows, table: TableName, where: object): StoredRow | undefined {
  const { gid } = where as StoredRow
  const row = typeof gid === 'number' ? held.get(table)?.get(gid) : undefined
  return row && matches(row, where) ? row : undefined
}

/** Applies an update, or a delete where `set` is null, to the known rows that `where` names by equality or as a list of gids. */
export function updateKnownRows(held: KnownRows, table: TableName, where: object, set: object | null): void {
  const rows = held.get(table)
  if (rows === undefined || rows.size === 0) return
  for (const [gid, row] of rows) {
    if (!matches(row, where)) continue
    if (set) rows.set(gid, { ...row, ...set })
    else rows.delete(gid)
  }
}

/** Compares as SQL does: nothing equals null. */
const matches = (row: StoredRow, where: object): boolean =>
  Object.entries(where).every(([column, value]) =>
    Array.isArray(value) ? value.includes(row[column]) : value !== null && row[column] === value,
  )
