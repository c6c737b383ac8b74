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
    checksum: (name: string): Checksum => ({ name, rows, digest: hash.digest('hex') }),
  }
}

const textOf = (row: TransferRow) => JSON.stringify(row)

/** Computes the checksum of a table. */
export async function checksumOf(source: TransferSource, table: TransferTable, onRows: RowProgress): Promise<Checksum> {
  const hash = createHasher()
  for await (const rows of pages(source, table)) {
    hash.add(rows.map(textOf))
    onRows(rows.length)
  }
  return hash.checksum(table.name)
}

/** Compares a table, and returns its checksum. Throws TransferRefused with the first row that differs. */
export async function compareTable(
  source: TransferSource,
  target: TransferSource,
  table: TransferTable,
  onRows: RowProgress,
): Promise<Checksum> {
  const hash = createHasher()
  const targetPages = pages(target, table)
  for await (const rows of pages(source, table)) {
    const [here, there] = [rows.map(textOf), ((await targetPages.next()).value ?? []).map(textOf)]
    const at = here.findIndex((text, index) => text !== there[index])
    if (at >= 0 || here.length !== there.length) throw difference(source, target, table, rows[at])
    hash.add(here)
    onRows(rows.length)
  }
  if (!(await targetPages.next()).done) throw difference(source, target, table)
  return hash.checksum(table.name)
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
