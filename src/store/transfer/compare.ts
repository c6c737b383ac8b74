/**
 * Compares the tables of a source and a target, and computes their checksums. The digest of a table covers its rows in the
 * order of the primary key, each as the JSON array of its values, so it is the same on every engine.
 */
import { createHash } from 'node:crypto'
import type { TransferTable } from './schema.ts'
import { pages, rowText, TransferRefused, type TransferRow, type TransferSource } from './source.ts'

export interface Checksum {
  name: string
  rows: number
  /** SHA-256 in hexadecimal digits. */
  digest: string
}

/** Called with the number of rows that were processed. */
export type RowProgress = (rows: number) => void

function createHasher() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(texts: readonly string[]) {
      rows += texts.length
      for (const text of texts) hash.update(text).update('\n')
    },
    sum: (name: string): Checksum => ({ name, rows, digest: hash.digest('hex') }),
  }
}

const textOf = (row: TransferRow) => JSON.stringify(row)

/** Computes the checksum of a table. */
export async function checksumOf(side: TransferSource, table: TransferTable, seen: RowProgress): Promise<Checksum> {
  const all = createHasher()
  for await (const rows of pages(side, table)) {
    all.add(rows.map(textOf))
    seen(rows.length)
  }
  return all.sum(table.name)
}

/** Compares a table, and returns its checksum. Throws TransferRefused with the first row that differs. */
export async function compareTable(
  source: TransferSource,
  target: TransferSource,
  table: TransferTable,
  seen: RowProgress,
): Promise<Checksum> {
  const all = createHasher()
  const others = pages(target, table)
  for await (const rows of pages(source, table)) {
    const [here, there] = [rows.map(textOf), ((await others.next()).value ?? []).map(textOf)]
    const at = here.findIndex((text, index) => text !== there[index])
    if (at >= 0 || here.length !== there.length) throw difference(source, target, table, rows[at])
    all.add(here)
    seen(rows.length)
  }
  if (!(await others.next()).done) throw difference(source, target, table)
  return all.sum(table.name)
}

function difference(
  source: TransferSource,
  target: TransferSource,
  table: TransferTable,
  row?: TransferRow,
): TransferRefused {
  const what = row ? `The row ${rowText(table, row)}` : `The end of the table ${table.name}`
  return new TransferRefused(
    `${what} differs between ${source.name} and ${target.name}: empty the second, and run again while nothing changes the first.`,
  )
}
