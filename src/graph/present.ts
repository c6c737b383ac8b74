/**
 * From rows to answers. What rows lead to is gathered and computed fields are filled in, for all rows of the answer at
 * once; then each row is written by its plan. Counts what it walks: one unit for each object and each link.
 */
import type { Context, Row as Named } from '../vocabulary/field.ts'
import { type Gathered, gather, inside } from './gather.ts'
import type { Plan } from './plan.ts'
import type { Row, Walk } from './show.ts'

/** The objects of `rows` as JSON, in their order, and what presenting them cost. */
export async function present(plan: Plan, rows: Row[], context: Context): Promise<{ texts: string[]; cost: number }> {
  const gathered: Gathered = plan.edges.length > 0 && rows.length > 0 ? await gather(plan, rows, context) : new Map()
  await compute(plan, rows, context)
  for (const [far, found] of gathered) {
    if (far.computed.length > 0) await compute(far, [...found.values()].filter(row => row !== null), context)
  }
  const walk: Walk = { cost: 0, near: (far, gid) => gathered.get(far as Plan)?.get(gid) ?? null }
  return { texts: rows.map(row => plan.present(row, walk)), cost: walk.cost }
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
  for (const edge of plan.edges) {
    // A place that two members share is computed twice to the same values.
    if (edge.kind === 'inside') await compute(edge.plan, inside(edge, rows), context)
    if (edge.kind === 'values') await compute(edge.part, rows.flatMap(row => row[edge.at] as Row[]), context)
  }
}
