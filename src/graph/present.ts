/**
 * Presents rows: fills in computed values and writes each row by its plan. Counts one unit of cost for each object and
 * each link.
 */
import type { LoadContext } from '../vocabulary/field.ts'
import { CachedWalk, type Dependent } from './cached_walk.ts'
import { compose } from './compose.ts'
import { compute } from './compute.ts'
import { ObjectJson } from './object_json.ts'
import type { SelectionPlan } from './plan.ts'
import type { SlotRow } from './show.ts'

/** An object as JSON. */
export interface PresentedObject {
  json: ObjectJson
  cost: number
  /** The cached objects and custom fields that it shows or omits. */
  used: readonly Dependent[]
}

/** The objects of `rows`, in the same order. */
export async function present(plan: SelectionPlan, rows: SlotRow[], context: LoadContext): Promise<PresentedObject[]> {
  const walk = new CachedWalk(context, context.reader.cache.now())
  const fields = await compose(plan, rows, context)
  await compute(plan, rows, context)
  for (;;) {
    const objects = rows.map((row): PresentedObject => {
      walk.startRow()
      const json = new ObjectJson(plan.write(row, walk))
      const { cost, used } = walk
      return { json, cost, used: used.concat(fields?.get(row) ?? []) }
    })
    const loading = walk.loadMissing()
    if (loading === undefined) return objects
    await loading
  }
}
