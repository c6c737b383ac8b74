/**
 * Presents rows: fills in computed values and writes each row by its plan. Counts one unit of cost for each object and
 * each link.
 */
import { flat } from '../lib/flat.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import { createCachedWalk } from './cached_walk.ts'
import { compose } from './compose.ts'
import { compute } from './compute.ts'
import { ObjectJson } from './object_json.ts'
import type { SelectionPlan } from './plan.ts'
import type { SlotRow } from './show.ts'

/** An object as JSON. */
export interface PresentedObject {
  json: ObjectJson
  cost: number
  /** The cached objects and custom fields on which the JSON depends. */
  dependencies: number[]
}

/** The objects of `rows`, in the same order. */
export async function present(plan: SelectionPlan, rows: SlotRow[], context: LoadContext): Promise<PresentedObject[]> {
  const since = context.reader.cache.now()
  const fieldDependencies = await compose(plan, rows, context)
  await compute(plan, rows, context)
  const walk = createCachedWalk(context, since)
  for (;;) {
    const objects = rows.map((row): PresentedObject => {
      walk.startRow()
      const json = new ObjectJson(flat(plan.write(row, walk)))
      const own = fieldDependencies?.get(row)
      return { json, cost: walk.cost, dependencies: own ? own.concat(walk.dependencies) : walk.dependencies }
    })
    const loading = walk.loadMissing()
    if (loading === undefined) return objects
    await loading
  }
}
