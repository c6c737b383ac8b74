/**
 * From rows to answers: what is computed is filled in, and each row is written by its plan. Counts what it walks: one unit
 * for each object and each link.
 */
import { flat } from '../lib/flat.ts'
import type { Context } from '../vocabulary/field.ts'
import { compose } from './compose.ts'
import { compute } from './compute.ts'
import { search } from './gather.ts'
import type { Plan } from './plan.ts'
import type { Row } from './show.ts'

/** An object as it is shown. */
export interface Presented {
  /** As JSON. */
  text: string
  cost: number
  /** Objects that are near, or are custom fields, and on which the text depends. */
  on: number[]
}

/** The objects of `rows`, in their order. */
export async function present(plan: Plan, rows: Row[], context: Context): Promise<Presented[]> {
  const since = context.reader.near.now()
  const depends = await compose(plan, rows, context)
  await compute(plan, rows, context)
  const walk = search(context, since)
  for (;;) {
    const shown = rows.map((row): Presented => {
      walk.begin()
      const text = flat(plan.present(row, walk))
      const own = depends?.get(row)
      return { text, cost: walk.cost, on: own ? own.concat(walk.on) : walk.on }
    })
    const loading = walk.again()
    if (loading === undefined) return shown
    await loading
  }
}
