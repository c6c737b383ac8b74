/**
 * From rows to answers. Computed fields are filled in first, for all rows of the answer at once; then each row is
 * shown by its plan. Counts what it walks: one unit for each object and each link.
 */
import type { Context, Row as Named } from '../vocabulary/field.ts'
import type { Plan } from './plan.ts'
import type { Json, Row } from './show.ts'

/** The objects of `rows`, in their order, and what presenting them cost. */
export async function present(plan: Plan, rows: Row[], context: Context): Promise<{ objects: Json[]; cost: number }> {
  await compute(plan, rows, context)
  const walk = { cost: 0 }
  return { objects: rows.map(row => plan.present(row, walk)), cost: walk.cost }
}

async function compute(plan: Plan, rows: Row[], context: Context): Promise<void> {
  if (rows.length === 0) return
  for (const { field, at, needs } of plan.computed) {
    const named = rows.map(row => {
      const seen: Named = { gid: row[0] as number }
      for (const [column, place] of needs) seen[column] = row[place]
      return seen
    })
    const loaded = field.load?.(named, context) ?? []
    const values = loaded instanceof Promise ? await loaded : loaded
    for (const [index, row] of rows.entries()) row[at] = values[index]
  }
  for (const { at, kind, type, plan: next } of plan.computing) {
    // A place that two members share is computed twice to the same values.
    await compute(next, below(kind, type, at, rows), context)
  }
}

/** All rows at the far end of an edge, over all rows at its near end. */
function below(kind: string, type: string, at: number, rows: Row[]): Row[] {
  const found: Row[] = []
  for (const row of rows) {
    const value = row[at]
    if (value === null || value === undefined) continue
    if (kind === 'one') found.push(value as Row)
    else if (kind === 'any') {
      const [is, far] = value as [string, Row]
      if (is === type) found.push(far)
    } else found.push(...(value as Row[]))
  }
  return found
}
