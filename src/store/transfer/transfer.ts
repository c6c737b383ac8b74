/**
 * Transfers every row of a source to a target, reads it back and compares it.
 * Invariants:
 * - rows are written in the order of the primary key, one page per transaction, so a transfer that was killed is resumed
 *   after the largest key in the target;
 * - no program can open the target as a store before all of it was compared.
 */
import { type Checksum, compareTable, type RowProgress } from './compare.ts'
import type { TransferTable } from './schema.ts'
import { keyOf, pages, TransferRefused, type TransferRow, type TransferSource, type TransferTarget } from './source.ts'

/** Called with the completed part, from 0 to 1, and the current step. */
export type Progress = (part: number, step: string) => void

export interface TransferObserver {
  /** Called after the target was accepted, before any row is written to it. Copies what is not in the tables. */
  onBegin(source: TransferSource): void | Promise<void>
  progress: Progress
}

/** The progress of one step, between two points of the whole. */
export const within =
  (progress: Progress, from: number, to: number): Progress =>
  (part, step) =>
    progress(from + part * (to - from), step)

/** Computes the progress from processed rows; `passes` is how often each row of the source is processed. */
export async function countProgress(
  source: TransferSource,
  passes: number,
  progress: Progress,
): Promise<(step: string) => RowProgress> {
  let all = 0
  for (const table of source.schema.tables) all += passes * (await source.count(table))
  let done = 0
  return step => rows => {
    done += rows
    progress(Math.min(1, done / all), step)
  }
}

/** Transfers to a target and closes it; returns the checksums of both. Throws TransferRefused. */
export async function fillAndClose(
  source: TransferSource,
  target: TransferTarget,
  { onBegin, progress }: TransferObserver,
): Promise<Checksum[]> {
  try {
    await onBegin(source)
    return await transfer(source, target, progress)
  } finally {
    await target.close()
  }
}

/** Transfers all tables; returns the checksums of source and target. Throws TransferRefused. */
export async function transfer(
  source: TransferSource,
  target: TransferTarget,
  progress: Progress,
): Promise<Checksum[]> {
  const { tables } = target.schema
  const progressFor = await countProgress(source, 2, progress)
  for (const table of tables) await fillTable(source, target, table, progressFor(`copying ${table.name}`))
  // A row may refer to one with a larger key, so these columns are set after all rows exist.
  for (const table of tables) if (table.selfReferences.length > 0) await setSelfReferences(source, target, table)
  const checksums = await compareAll(source, target, progressFor)
  const serials: [TransferTable, number][] = []
  for (const table of tables) if (table.isSerial) serials.push([table, await source.lastSerial(table)])
  await target.finish(serials)
  return checksums
}

/** Compares all tables and returns their checksums. Throws TransferRefused. */
export async function compareAll(
  source: TransferSource,
  other: TransferSource,
  progressFor: (step: string) => RowProgress,
): Promise<Checksum[]> {
  const checksums: Checksum[] = []
  for (const table of source.schema.tables) {
    checksums.push(await compareTable(source, other, table, progressFor(`comparing ${table.name}`)))
  }
  return checksums
}

async function fillTable(
  source: TransferSource,
  target: TransferTarget,
  table: TransferTable,
  onRows: RowProgress,
): Promise<void> {
  const last = await target.lastRow(table)
  if (last) onRows(await countResumed(source, target, table, last))
  for await (const rows of pages(source, table, last ? keyOf(table, last) : null)) {
    await target.write(table, rows.map(withoutSelfReferences(table)))
    onRows(rows.length)
  }
}

/** The number of rows that an earlier transfer of the same source wrote. Throws TransferRefused for another source. */
async function countResumed(
  source: TransferSource,
  target: TransferTarget,
  table: TransferTable,
  last: TransferRow,
): Promise<number> {
  const same = await source.find(table, keyOf(table, last))
  const text = (row: TransferRow) => JSON.stringify(withoutSelfReferences(table)(row))
  if (same && text(same) === text(last)) return target.count(table)
  throw new TransferRefused(
    `The incomplete transfer in ${target.name} is not one of ${source.name} as it is: empty it, and run again.`,
  )
}

/** A row without references to its own table. */
const withoutSelfReferences = (table: TransferTable) => (row: TransferRow) =>
  table.selfReferences.length === 0
    ? row
    : row.map((value, index) => (table.selfReferences.includes(index) ? null : value))

async function setSelfReferences(source: TransferSource, target: TransferTarget, table: TransferTable): Promise<void> {
  for await (const rows of pages(source, table)) {
    const connected = rows.filter(row => table.selfReferences.some(index => row[index] !== null))
    if (connected.length > 0) await target.setSelfReferences(table, connected)
  }
}
