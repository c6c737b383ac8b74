/**
 * Presents rows: fills in computed values and writes each row by its plan. Counts one unit of cost for each object and
 * each link.
 */
import type { Utf8 } from '../lib/strings.ts'
import { inTurn } from '../lib/together.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import { CachedWalk } from './cached_walk.ts'
import { compose } from './compose.ts'
import { compute } from './compute.ts'
import type { SelectionPlan } from './plan.ts'
import type { Dependent, SlotRow } from './show.ts'

/** An object as JSON. */
export interface PresentedObject {
  json: Utf8
  cost: number
  /** The cached objects and custom fields that it shows or omits. */
  used: readonly Dependent[]
}

const preparations = [compose, compute]

/** The objects of `rows`, in the same order. Returns a promise only if something must be loaded. */
export function present(
  plan: SelectionPlan,
  rows: SlotRow[],
  context: LoadContext,
): Promise<PresentedObject[]> | PresentedObject[] {
  const walk = new CachedWalk(context, context.reader.cache.now())
  const show = (): Promise<PresentedObject[]> | PresentedObject[] => {
    const objects = rows.map((row): PresentedObject => {
      walk.startRow()
      const json = plan.write(row, walk)
      return { json, cost: walk.cost, used: walk.used }
    })
    const loading = walk.loadMissing()
    return loading ? loading.then(show) : objects
  }
  const preparing = inTurn(preparations, prepare => prepare(plan, rows, context))
  return preparing ? preparing.then(show) : show()
}
