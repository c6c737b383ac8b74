/**
 * Rows that a transaction has made or locked, as they are by what it has done since: nobody else changes them before it
 * ends, so it need not ask for them again. What must always hold: a row that stands here is what a question would find.
 * Only rows with a gid are kept, which tells them apart; those that a query of its own writes (jobs) are not among them.
 */
import type { Tables } from '../tables.ts'

export type Table = keyof Tables
export type Found = Record<string, unknown>

export type Held = Map<Table, Map<number, Found>>

/** Of one table; who writes more than that at once asks again. */
const MOST = 100

export function keep(held: Held, table: Table, row: Found): void {
  if (typeof row.gid !== 'number') return
  const rows = held.get(table) ?? new Map<number, Found>()
  if (rows.size >= MOST) rows.clear()
  held.set(table, rows.set(row.gid, row))
}

/** The row that `where` names by its gid, when it is known. */
export function heldRow(held: Held, table: Table, where: object): Found | undefined {
  const { gid } = where as Found
  const row = typeof gid === 'number' ? held.get(table)?.get(gid) : undefined
  return row && isMeant(row, where) ? row : undefined
}

/** Rows that `where` names, by equality or as a list of gids, were set, or removed without `set`. */
export function settle(held: Held, table: Table, where: object, set: object | null): void {
  const rows = held.get(table)
  if (rows === undefined || rows.size === 0) return
  for (const [gid, row] of rows) {
    if (!isMeant(row, where)) continue
    if (set) rows.set(gid, { ...row, ...set })
    else rows.delete(gid)
  }
}

/** As the engine compares: nothing equals null. */
const isMeant = (row: Found, where: object): boolean =>
  Object.entries(where).every(([column, value]) =>
    Array.isArray(value) ? value.includes(row[column]) : value !== null && row[column] === value,
  )
