/**
 * The copy itself: every row of one side is written to the other, read back and compared.
 *
 * What must always hold: rows are written in the order of the primary key, a page in a transaction. So the largest key
 * in the target says how far a copy came that was killed, and the next one goes on behind it. Nobody can open the target
 * as a store before everything in it was compared.
 */
import { compare, type Seen, type Sum } from './compare.ts'
import type { Table } from './schema.ts'
import { keyOf, NotCopied, pages, type Row, type Side, type Target } from './side.ts'

/** Hears how much is done, from 0 to 1, and what is being done. */
export type Progress = (part: number, doing: string) => void

export interface Watch {
  /** Called when the target is known to be good, before anything is written to it. */
  begun(): void
  progress: Progress
}

/** A part of what is to be done, between two points of the whole. */
export const within =
  (progress: Progress, from: number, to: number): Progress =>
  (part, doing) =>
    progress(from + part * (to - from), doing)

/** Makes progress of the rows that are done, `passes` times all of a side. */
export async function counting(side: Side, passes: number, progress: Progress): Promise<(doing: string) => Seen> {
  let all = 0
  for (const table of side.schema.tables) all += passes * (await side.count(table))
  let done = 0
  return doing => rows => {
    done += rows
    progress(Math.min(1, done / all), doing)
  }
}

/** Fills a target and closes it; answers what is now on both sides. Throws NotCopied. */
export async function filled(source: Side, target: Target, { begun, progress }: Watch): Promise<Sum[]> {
  try {
    begun()
    return await transfer(source, target, progress)
  } finally {
    await target.close()
  }
}

/** Fills the target; answers what is now on both sides. Throws NotCopied. */
export async function transfer(source: Side, target: Target, progress: Progress): Promise<Sum[]> {
  const { tables } = target.schema
  const seen = await counting(source, 2, progress)
  for (const table of tables) await fill(source, target, table, seen(`copying ${table.name}`))
  // A row may refer to one with a larger key, so these columns come when all rows are there.
  for (const table of tables) if (table.own.length > 0) await connect(source, target, table)
  const sums = await compareAll(source, target, seen)
  const given: [Table, number][] = []
  for (const table of tables) if (table.isSerial) given.push([table, await source.given(table)])
  await target.finish(given)
  return sums
}

/** The digests of what both sides hold alike. Throws NotCopied. */
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

/** How many rows are there of what an earlier copy of the same source has written. Throws NotCopied for another one. */
async function resumable(source: Side, target: Target, table: Table, last: Row): Promise<number> {
  const same = await source.find(table, keyOf(table, last))
  const text = (row: Row) => JSON.stringify(alone(table)(row))
  if (same && text(same) === text(last)) return target.count(table)
  throw new NotCopied(
    `Half of another copy is in ${target.name}, not of ${source.name} as it is: empty it, and copy again.`,
  )
}

/** A row without what refers to its own table. */
const alone = (table: Table) => (row: Row) =>
  table.own.length === 0 ? row : row.map((value, place) => (table.own.includes(place) ? null : value))

async function connect(source: Side, target: Target, table: Table): Promise<void> {
  for await (const rows of pages(source, table)) {
    const connected = rows.filter(row => table.own.some(place => row[place] !== null))
    if (connected.length > 0) await target.connect(table, connected)
  }
}
