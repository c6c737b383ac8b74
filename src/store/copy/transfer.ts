/**
 * Transfers every row of a source to a target, reads it back and compares it.
 * Invariants:
 * - rows are written in the order of the primary key, one page per transaction, so a transfer that was killed is resumed
 *   after the largest key in the target;
 * - no program can open the target as a store before all of it was compared.
 */
import { compare, type Seen, type Sum } from './compare.ts'
import type { Table } from './schema.ts'
import { keyOf, NotCopied, pages, type Row, type Side, type Target } from './side.ts'

/** Called with the completed part, from 0 to 1, and the current step. */
export type Progress = (part: number, doing: string) => void

export interface Watch {
  /** Called after the target was accepted, before anything is written to it. */
  begun(): void
  progress: Progress
}

/** The progress of one step, between two points of the whole. */
export const within =
  (progress: Progress, from: number, to: number): Progress =>
  (part, doing) =>
    progress(from + part * (to - from), doing)

/** Computes the progress from processed rows; `passes` is how often each row of the source is processed. */
export async function counting(side: Side, passes: number, progress: Progress): Promise<(doing: string) => Seen> {
  let all = 0
  for (const table of side.schema.tables) all += passes * (await side.count(table))
  let done = 0
  return doing => rows => {
    done += rows
    progress(Math.min(1, done / all), doing)
  }
}

/** Transfers to a target and closes it; returns the checksums of both. Throws TransferRefused. */
export async function filled(source: Side, target: Target, { begun, progress }: Watch): Promise<Sum[]> {
  try {
    begun()
    return await transfer(source, target, progress)
  } finally {
    await target.close()
  }
}

/** Transfers all tables; returns the checksums of source and target. Throws TransferRefused. */
export async function transfer(source: Side, target: Target, progress: Progress): Promise<Sum[]> {
  const { tables } = target.schema
  const seen = await counting(source, 2, progress)
  for (const table of tables) await fill(source, target, table, seen(`copying ${table.name}`))
  // A row may refer to one with a larger key, so these columns are set after all rows exist.
  for (const table of tables) if (table.own.length > 0) await connect(source, target, table)
  const sums = await compareAll(source, target, seen)
  const given: [Table, number][] = []
  for (const table of tables) if (table.isSerial) given.push([table, await source.given(table)])
  await target.finish(given)
  return sums
}

/** Compares all tables and returns their checksums. Throws TransferRefused. */
export async function compareAll(source: Side, other: Side, seen: (doing: string) => Seen): Promise<Sum[]> {
  const sums: Sum[] = []
  for (const table of source.schema.tables) {
    sums.push(await compare(source, other, table, seen(`comparing ${table.name}`)))
  }
  return sums
}

async function fill(source: Side, target: Target, table: Table, seen: Seen): Promise<void> {
  const last = await target.last(table)
  if (last) seen(await resumable(source, target, table, last))
  for await (const rows of pages(source, table, last ? keyOf(table, last) : null)) {
    await target.write(table, rows.map(alone(table)))
    seen(rows.length)
  }
}

/** The number of rows that an earlier transfer of the same source wrote. Throws TransferRefused for another source. */
async function resumable(source: Side, target: Target, table: Table, last: Row): Promise<number> {
  const same = await source.find(table, keyOf(table, last))
  const text = (row: Row) => JSON.stringify(alone(table)(row))
  if (same && text(same) === text(last)) return target.count(table)
  throw new NotCopied(
    `The incomplete transfer in ${target.name} is not one of ${source.name} as it is: empty it, and run again.`,
  )
}

/** A row without references to its own table. */
const alone = (table: Table) => (row: Row) =>
  table.own.length === 0 ? row : row.map((value, place) => (table.own.includes(place) ? null : value))

async function connect(source: Side, target: Target, table: Table): Promise<void> {
  for await (const rows of pages(source, table)) {
    const connected = rows.filter(row => table.own.some(place => row[place] !== null))
    if (connected.length > 0) await target.connect(table, connected)
  }
}
