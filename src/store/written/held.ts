/**
 * Rows that a transaction inserted or locked, in their current state. No other transaction can change them before this one
 * ends, so they are not read again.
 *
 * Invariant: a known row equals what a query would return. Only rows with a gid are stored; rows written by a query of
 * their own (jobs) are not.
 */
import type { Tables } from '../tables.ts'

export type Table = keyof Tables
export type Found = Record<string, unknown>

export type Held = Map<Table, Map<number, Found>>

/** Rows of one table. A transaction that writes more reads them again. */
const MOST = 100

export function keep(held: Held, table: Table, row: Found): void {
  if (typeof row.gid !== 'number') return
  const rows = held.get(table) ?? new Map<number, Found>()
  if (rows.size >= MOST) rows.clear()
  held.set(table, rows.set(row.gid, row))
}

/** The row that `where` names by its gid; undefined when it is not known. */
export function heldRow(held: Held, table: Table, where: object): Found | undefined {
  const { gid } = where as Found
  const row = typeof gid === 'number' ? held.get(table)?.get(gid) : undefined
  return row && isMeant(row, where) ? row : undefined
}

/** Applies an update, or a delete where `set` is null, to the known rows that `where` names by equality or as a list of gids. */
export function settle(held: Held, table: Table, where: object, set: object | null): void {
  const rows = held.get(table)
  if (rows === undefined || rows.size === 0) return
  for (const [gid, row] of rows) {
    if (!isMeant(row, where)) continue
    if (set) rows.set(gid, { ...row, ...set })
    else rows.delete(gid)
  }
}

/** Compares as SQL does: nothing equals null. */
const isMeant = (row: Found, where: object): boolean =>
  Object.entries(where).every(([column, value]) =>
    Array.isArray(value) ? value.includes(row[column]) : value !== null && row[column] === value,
  )
