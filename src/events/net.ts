/**
 * What a transaction did on the whole: a row that was set twice changed once, one that came and went was never there,
 * and one that was replaced under the same key was changed. So a change is told once, however it was made.
 */
import type { Touched } from '../store/db.ts'
import type { Net, Row } from './change.ts'

/** `keyOf` names the key columns of a table. Rows keep the order in which they were first touched. */
export function net(touched: readonly Touched[], keyOf: (table: Touched['table']) => readonly string[]): Net[] {
  const tables = new Map<Touched['table'], Map<unknown, Net>>()
  const rows: Net[] = []
  for (const { table, before, after } of touched) {
    const known = tables.get(table) ?? new Map<unknown, Net>()
    if (known.size === 0) tables.set(table, known)
    const key = keyIn((before ?? after) as Row, keyOf(table))
    const seen = known.get(key)
    if (seen) {
      seen.after = after
      continue
    }
    const row = { table, before, after }
    known.set(key, row)
    rows.push(row)
  }
  return rows.filter(({ before, after }) => before !== null || after !== null)
}

const keyIn = (row: Row, columns: readonly string[]): unknown =>
  columns.length === 1 ? row[columns[0] as string] : columns.map(column => row[column]).join(' ')
