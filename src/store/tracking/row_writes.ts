/**
 * Tracks each write of a transaction: its row changes, the known rows, the invalidations and the containers to derive.
 *
 * Invariant: row changes are in the order of the writes, also where the engine reports the rows later.
 */

import { invalidate } from '../cache/invalidations.ts'
import type { RowChange, Writer } from '../db.ts'
import { affectsGrants, recordStaleGrants } from '../queries/access/containers.ts'
import type { TableName } from '../tables.ts'
import { forgetInserts, rememberInsert, type StoredRow, updateKnownRows } from './known_rows.ts'

/** A row before and after a write. */
export type RowPair = Pick<RowChange, 'before' | 'after'>

/** One write. */
export interface RowWrite {
  /** The rows, by equality or as a list of gids; null for an insert. */
  where: object | null
  /** The new column values, or the inserted row; null for a delete. */
  set: object | null
  /** A row that was inserted unless it existed. */
  may?: object
  /** The rows, possibly known only with the answer of the engine; undefined where the columns are not captured. */
  rows?: readonly RowPair[] | Promise<readonly RowPair[]> | undefined
}

export async function recordWrite(tx: Writer, table: TableName, write: RowWrite): Promise<void> {
  const { where, set, rows } = write
  invalidate(tx.invalidations, table, write)
  if (where) updateKnownRows(tx.knownRows, table, where, set)
  else if (set) rememberInsert(tx.knownRows, table, set as StoredRow)
  else forgetInserts(tx.knownRows, table)
  if (rows === undefined) return
  if (!(rows instanceof Promise)) return recordChanges(tx, table, rows)
  if (!tx.pipelined) return recordChanges(tx, table, await rows)
  const found = detached(rows.then(all => rowChangesOf(tx, table, all)))
  if (affectsGrants(table)) tx.staleGrants.pending.push(found)
  if (tx.capture.captures(table)) tx.rowChanges.push(found)
}

/** Tracks rows that the transaction inserted. Many at once, because a job inserts thousands. */
export function recordInserts(tx: Writer, table: TableName, rows: readonly object[]): void {
  for (const row of rows) {
    invalidate(tx.invalidations, table, { where: null, set: row })
    rememberInsert(tx.knownRows, table, row as StoredRow)
  }
  if (!affectsGrants(table) && !tx.capture.captures(table)) return
  recordChanges(
    tx,
    table,
    rows.map(row => ({ before: null, after: row as StoredRow })),
  )
}

function recordChanges(tx: Writer, table: TableName, rows: readonly RowPair[]): void {
  const changes = rowChangesOf(tx, table, rows)
  if (tx.capture.captures(table)) tx.rowChanges.push(...changes)
}

function rowChangesOf(tx: Writer, table: TableName, rows: readonly RowPair[]): RowChange[] {
  for (const { before, after } of rows) recordStaleGrants(tx.staleGrants, table, before, after)
  return rows.map(row => ({ table, ...row }))
}

/** Removes and returns the row changes since the last call, in the order of the writes. */
export async function takeRowChanges(tx: Writer): Promise<RowChange[]> {
  const all = tx.rowChanges.splice(0)
  return all.some(one => one instanceof Promise) ? (await Promise.all(all)).flat() : (all as RowChange[])
}

/** Marks a rejection as handled: the error also reaches another promise. */
export function detached<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined)
  return answer
}

/** Awaits a statement unless statements are pipelined. Then its error reaches the next one: see `Writer.pipelined`. */
export async function awaitUnlessPipelined(tx: Writer, answer: Promise<unknown>): Promise<void> {
  if (tx.pipelined) void detached(answer)
  else await answer
}
