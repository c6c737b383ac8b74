/**
 * Presents rows: fills in computed values and writes each row by its plan. Counts one unit of cost for each object and
 * each link.
 */
import { flat } from '../lib/flat.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import { createCachedWalk } from './cached_walk.ts'
import { compose } from './compose.ts'
import { compute } from './compute.ts'
import type { SelectionPlan } from './plan.ts'
import type { SlotRow } from './show.ts'

/** An object as JSON. */
export interface PresentedObject {
  text: string
  cost: number
  /** The cached objects and custom fields on which the JSON depends. */
  on: number[]
}

/** The objects of `rows`, in the same order. */
export async function present(plan: SelectionPlan, rows: SlotRow[], context: LoadContext): Promise<PresentedObject[]> {
  const since = context.reader.cache.now()
  const depends = await compose(plan, rows, context)
  await compute(plan, rows, context)
  const walk = createCachedWalk(context, since)
  for (;;) {
    const shown = rows.map((row): PresentedObject => {
      walk.startRow()
      const text = flat(plan.present(row, walk))
      const own = depends?.get(row)
      return { text, cost: walk.cost, on: own ? own.concat(walk.on) : walk.on }
    })
    const loading = walk.loadMissing()
    if (loading === undefined) return shown
    await loading
  }
}
