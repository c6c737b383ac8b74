/**
 * Compares the tables of a source and a target, and computes their checksums. The digest of a table covers its rows in the
 * order of the primary key, each as the JSON array of its values, so it is the same on every engine.
 */
import { createHash } from 'node:crypto'
import type { Table } from './schema.ts'
import { NotCopied, pages, type Row, rowNamed, type Side } from './side.ts'

export interface Sum {
  name: string
  rows: number
  /** SHA-256 in hexadecimal digits. */
  digest: string
}

/** Called with the number of rows that were processed. */
export type Seen = (rows: number) => void

function adder() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(texts: readonly string[]) {
      rows += texts.length
      for (const text of texts) hash.update(text).update('\n')
    },
    sum: (name: string): Sum => ({ name, rows, digest: hash.digest('hex') }),
  }
}

const textOf = (row: Row) => JSON.stringify(row)

/** Computes the checksum of a table. */
export async function sumOf(side: Side, table: Table, seen: Seen): Promise<Sum> {
  const all = adder()
  for await (const rows of pages(side, table)) {
    all.add(rows.map(textOf))
    seen(rows.length)
  }
  return all.sum(table.name)
}

/** Compares a table, and returns its checksum. Throws TransferRefused with the first row that differs. */
export async function compare(source: Side, target: Side, table: Table, seen: Seen): Promise<Sum> {
  const all = adder()
  const others = pages(target, table)
  for await (const rows of pages(source, table)) {
    const [here, there] = [rows.map(textOf), ((await others.next()).value ?? []).map(textOf)]
    const at = here.findIndex((text, index) => text !== there[index])
    if (at >= 0 || here.length !== there.length) throw differs(source, target, table, rows[at])
    all.add(here)
    seen(rows.length)
  }
  if (!(await others.next()).done) throw differs(source, target, table)
  return all.sum(table.name)
}

function differs(source: Side, target: Side, table: Table, row?: Row): NotCopied {
  const what = row ? `The row ${rowNamed(table, row)}` : `The end of the table ${table.name}`
  return new NotCopied(
    `${what} differs between ${source.name} and ${target.name}: empty the second, and run again while nothing changes the first.`,
  )
}
