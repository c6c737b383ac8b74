/**
 * What a transaction did on the whole: a row that was set twice changed once, one that came and went was never there,
 * and one that was replaced under the same key was changed. So a change is told once, however it was made.
 */
import type { Touched } from '../store/db.ts'
import type { Net, Row } from './change.ts'

/** `keyOf` names the key columns of a table. Rows keep the order in which they were first touched. */
export function net(touched: readonly Touched[], keyOf: (table: Touched['table']) => readonly string[]): Net[] {
  const rows = new Map<string, Net>()
  for (const { table, before, after } of touched) {
    const row = (before ?? after) as Row
    const key = `${table} ${keyOf(table)
      .map(column => row[column])
      .join(' ')}`
    const known = rows.get(key)
    if (known) known.after = after
    else rows.set(key, { table, before, after })
  }
  return [...rows.values()].filter(({ before, after }) => before !== null || after !== null)
}
