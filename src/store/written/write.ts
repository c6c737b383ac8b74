/**
 * Where every write of a row comes by, whether or not somebody watches: it keeps what is to be told of it, and what the
 * transaction knows of its rows. What must always hold: what was touched stands in the order of the writes, also where
 * the engine says only later which rows they were.
 */
import type { RowChange, Writer } from '../db.ts'
import { mark } from '../near/marks.ts'
import { feedsGrants, noteContainer } from '../queries/access/containers.ts'
import { type Found, keep, settle, type Table } from './held.ts'

/** A row before and after a write. */
export type Pair = Pick<RowChange, 'before' | 'after'>

/** One write. */
export interface Write {
  /** The rows, by equality or as a list of gids; null for one that is made. */
  where: object | null
  /** What they were set to, or the row that is made; null when they are removed. */
  set: object | null
  /** A row that was made unless it was there before. */
  may?: object
  /** The rows, now or with the answer of the engine; undefined where nobody watches what was set. */
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

/** What was touched since the last look, in the order of the writes. */
export async function takeRowChanges(tx: Writer): Promise<RowChange[]> {
  const all = tx.rowChanges.splice(0)
  return all.some(one => one instanceof Promise) ? (await Promise.all(all)).flat() : (all as RowChange[])
}

/** An answer that may be left alone: when it is an error, somebody else hears of it. */
export function later<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined)
  return answer
}

/** Waits for an answer that nobody needs where it comes at once. What goes wrong elsewhere: see `ahead` of a writer. */
export async function sent(tx: Writer, answer: Promise<unknown>): Promise<void> {
  if (tx.ahead) void later(answer)
  else await answer
}
