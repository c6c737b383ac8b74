/**
 * The net changes of a transaction: a row updated twice changed once, a row inserted and deleted did not change, and a row
 * replaced under the same key was updated.
 */
import type { RowChange } from '../store/db.ts'
import type { NetRowChange, RowImage } from '../vocabulary/change.ts'

/** `keyOf` returns the key columns of a table. Rows keep the order of their first change. */
export function netRowChanges(
  rowChanges: readonly RowChange[],
  keyOf: (table: RowChange['table']) => readonly string[],
): NetRowChange[] {
  const tables = new Map<RowChange['table'], Map<unknown, NetRowChange>>()
  const rows: NetRowChange[] = []
  for (const { table, before, after } of rowChanges) {
    const known = tables.get(table) ?? new Map<unknown, NetRowChange>()
    if (known.size === 0) tables.set(table, known)
    const key = keyOfRow((before ?? after) as RowImage, keyOf(table))
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

const keyOfRow = (row: RowImage, columns: readonly string[]): unknown =>
  columns.length === 1 ? row[columns[0] as string] : columns.map(column => row[column]).join(' ')
