/**
 * From rows to answers: what is computed is filled in, and each row is written by its plan. Counts what it walks: one unit
 * for each object and each link.
 */
import type { Context } from '../vocabulary/field.ts'
import { compose } from './compose.ts'
import { compute } from './compute.ts'
import { search } from './gather.ts'
import type { Plan } from './plan.ts'
import type { Row } from './show.ts'

/** The objects of `rows` as JSON, in their order, and what presenting them cost. */
export async function present(plan: Plan, rows: Row[], context: Context): Promise<{ texts: string[]; cost: number }> {
  const composing = compose(plan, rows, context)
  if (composing) await composing
  await compute(plan, rows, context)
  const walk = search(context)
  for (;;) {
    const texts = rows.map(row => plan.present(row, walk))
    const loading = walk.again()
    if (loading === undefined) return { texts, cost: walk.cost }
    await loading
  }
}
