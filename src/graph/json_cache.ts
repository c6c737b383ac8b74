/**
 * Caches the JSON of objects, to answer the same request again.
 *
 * Invariants:
 * - Every object whose change can alter the JSON is among its dependencies; otherwise the JSON is not cached.
 * - A reader gets cached JSON only if an access check passes: a list or workspace on which they have a right at that
 *   time.
 */
import { flat, MAX_CHARACTER_BYTES } from '../lib/flat.ts'
import type { Slot } from '../store/queries/select.ts'
import type { LoadContext, Row as Named } from '../vocabulary/field.ts'
import type { JsonCacheColumns as Terms } from '../vocabulary/resource.ts'
import { type AccessCheck, hasParent, passesCheck } from './access_checks.ts'
import type { SelectionPlan } from './plan.ts'
import type { PresentedObject } from './present.ts'
import type { SlotRow } from './show.ts'

interface CachedJson {
  text: string
  cost: number
  /** The check by which the reader sees the object; null if the operation has already checked access. */
  check: AccessCheck | null
}

/** The cached JSON of one plan. */
export interface JsonCache {
  /** The cache key for a reader. Computed once for each response, because it is long. */
  keyFor(context: LoadContext): string
  get(kind: string, gid: number, context: LoadContext): Pick<CachedJson, 'text' | 'cost'> | undefined
  /** Caches the JSON of a row that was loaded after `since`, with its dependencies. */
  put(
    kind: string,
    row: SlotRow,
    shown: PresentedObject,
    door: AccessCheck | null,
    context: LoadContext,
    since: number,
  ): void
}

/**
 * Objects that were shown recently. The JSON of an object is cached on its second use, because a single use does not
 * repay the cost.
 */
export class RecentObjects extends Set<number> {
  /** Records an object. Returns whether it was recorded before. */
  note(gid: number): boolean {
    if (this.has(gid)) return true
    if (this.size >= MAX_RECENT) this.clear()
    this.add(gid)
    return false
  }
}

const MAX_RECENT = 100_000

/** The cache of a plan that loads the slots for access checks; null if its JSON depends on too much. */
export function createJsonCache(
  plan: SelectionPlan,
  name: string,
  terms: Terms,
  recent: RecentObjects,
): JsonCache | null {
  if (!isCacheablePlan(plan, terms.parent)) return null
  return {
    keyFor: ({ actor, publicUrl, enabled }) =>
      flat(`${name} ${actor.gid} ${publicUrl} ${enabled.size > 0 ? [...enabled].join() : ''}`),
    get(kind, gid, context) {
      const found = context.reader.cache.get(kind, gid) as CachedJson | undefined
      return found !== undefined && (found.check === null || passesCheck(found.check, context)) ? found : undefined
    },
    put(kind, row, { text, cost, on }, door, context, since) {
      if (!recent.note(row[0] as number) || hasParent(row) || !isCacheableRow(plan, row)) return
      const kept: CachedJson = { text, cost, check: door }
      const bytes = MAX_CHARACTER_BYTES * text.length
      context.reader.cache.set(kind, row[0] as number, kept, on, since, bytes)
    },
  }
}

/** Whether the JSON of a plan depends only on the objects that it names, for the rows that pass `isCacheableRow`. */
function isCacheablePlan({ shape, edges, computed }: SelectionPlan, above: string): boolean {
  return (
    computed.every(({ field }) => field.cacheable !== undefined) &&
    shape.slots.every(place => isCacheableSlot(place, above)) &&
    edges.every(edge => {
      if (edge.kind === 'near') return edge.plans.every(isAlwaysCacheable)
      if (edge.kind === 'values') return isCacheablePlan(edge.part, above)
      return edge.form === 'one' || (edge.form === 'parts' && isCacheablePlan(edge.plan, above))
    })
  )
}

/** The slot of the parent is cacheable too: it is null in rows whose JSON is cached. */
const isCacheableSlot = (place: Slot, above: string): boolean =>
  place.kind === 'one'
    ? place.column === above
    : place.kind === 'parts'
      ? place.far.slots.every(far => far.kind === 'column' || far.kind === 'gids')
      : place.kind === 'column' || place.kind === 'gids' || place.kind === 'values'

const isAlwaysCacheable = ({ computed, edges }: SelectionPlan): boolean =>
  computed.every(({ field }) => field.cacheable === true) &&
  edges.every(edge => edge.kind === 'near' && edge.plans.every(isAlwaysCacheable))

function isCacheableRow({ computed, edges }: SelectionPlan, row: SlotRow): boolean {
  for (const { field, needs, when } of computed) {
    if (field.cacheable === true || (when && !when.among.includes(row[when.at]))) continue
    const named: Named = { gid: row[0] as number }
    for (const [column, place] of needs) named[column] = row[place]
    if (!field.cacheable?.(named)) return false
  }
  return edges.every(
    edge => edge.kind !== 'values' || (row[edge.at] as SlotRow[]).every(part => isCacheableRow(edge.part, part)),
  )
}
