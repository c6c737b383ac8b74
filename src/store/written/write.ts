/**
 * Tracks each write of a transaction: its row changes, the known rows, the invalidations and the containers to derive.
 *
 * Invariant: row changes are in the order of the writes, also where the engine reports the rows later.
 */
import type { RowChange, Writer } from '../db.ts'
import { mark } from '../near/marks.ts'
import { feedsGrants, noteContainer } from '../queries/access/containers.ts'
import { type Found, keep, settle, type Table } from './held.ts'

/** A row before and after a write. */
export type Pair = Pick<RowChange, 'before' | 'after'>

/** One write. */
export interface Write {
  /** The rows, by equality or as a list of gids; null for an insert. */
  where: object | null
  /** The new column values, or the inserted row; null for a delete. */
  set: object | null
  /** A row that was inserted unless it existed. */
  may?: object
  /** The rows, possibly known only with the answer of the engine; undefined where the columns are not captured. */
  rows?: readonly Pair[] | Promise<readonly Pair[]> | undefined
}

export async function note(tx: Writer, table: Table, write: Write): Promise<void> {
  const { where, set, rows } = write
  mark(tx.marks, table, write)
  if (where) settle(tx.held, table, where, set)
  else if (set) keep(tx.held, table, set as Found)
  if (rows === undefined) return
  if (!(rows instanceof Promise)) return push(tx, table, rows)
  if (!tx.ahead) return push(tx, table, await rows)
  const found = later(rows.then(all => pushed(tx, table, all)))
  if (feedsGrants(table)) tx.stale.pending.push(found)
  if (tx.capture.captures(table)) tx.rowChanges.push(found)
}

function push(tx: Writer, table: Table, rows: readonly Pair[]): void {
  const told = pushed(tx, table, rows)
  if (tx.capture.captures(table)) tx.rowChanges.push(...told)
}

function pushed(tx: Writer, table: Table, rows: readonly Pair[]): RowChange[] {
  for (const { before, after } of rows) noteContainer(tx.stale, table, before, after)
  return rows.map(row => ({ table, ...row }))
}

/** Removes and returns the row changes since the last call, in the order of the writes. */
export async function takeRowChanges(tx: Writer): Promise<RowChange[]> {
  const all = tx.rowChanges.splice(0)
  return all.some(one => one instanceof Promise) ? (await Promise.all(all)).flat() : (all as RowChange[])
}

/** Marks a rejection as handled: the error also reaches another promise. */
export function later<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined)
  return answer
}

/** Awaits a statement unless statements are pipelined. Then its error reaches the next one: see `Writer.pipelined`. */
export async function sent(tx: Writer, answer: Promise<unknown>): Promise<void> {
  if (tx.ahead) void later(answer)
  else await answer
}
