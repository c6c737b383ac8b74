/**
 * Whether two sides hold the same, and a digest of what they hold. The digest of a table goes over its rows in the order
 * of the primary key, each as the JSON list of its values, so that it is the same on every engine.
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

/** Hears of rows that are done. */
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

/** The digest of a table of one side. */
export async function sumOf(side: Side, table: Table, seen: Seen): Promise<Sum> {
  const all = adder()
  for await (const rows of pages(side, table)) {
    all.add(rows.map(textOf))
    seen(rows.length)
  }
  return all.sum(table.name)
}

/** The digest of a table that both sides hold alike. Throws NotCopied with the first row that differs. */
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
    `${what} is not the same in ${source.name} and in ${target.name}: empty the second, and copy again while nothing changes the first.`,
  )
}
