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
import type { LoadContext, Row } from '../vocabulary/field.ts'
import type { JsonCacheColumns } from '../vocabulary/resource.ts'
import { type AccessCheck, hasParent, passesCheck } from './access_checks.ts'
import type { ObjectJson } from './object_json.ts'
import type { SelectionPlan } from './plan.ts'
import type { PresentedObject } from './present.ts'
import type { SlotRow } from './show.ts'

interface CachedJson {
  json: ObjectJson
  cost: number
  /** The check by which the reader sees the object; null if the operation has already checked access. */
  check: AccessCheck | null
  /** The time of the memory cache at which the check passed last. */
  passedAt: number
}

/** The cached JSON of one plan. */
export interface JsonCache {
  /** The cache key for a reader. Computed once for each response, because it is long. */
  keyFor(context: LoadContext): string
  get(key: string, gid: number, context: LoadContext): Pick<CachedJson, 'json' | 'cost'> | undefined
  /** Caches the JSON of a row that was loaded after `since`, with its dependencies. */
  set(
    key: string,
    row: SlotRow,
    object: PresentedObject,
    check: AccessCheck | null,
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
  record(gid: number): boolean {
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
  keyPrefix: string,
  columns: JsonCacheColumns,
  recent: RecentObjects,
): JsonCache | null {
  if (!isCacheablePlan(plan, columns.parent)) return null
  return {
    keyFor: ({ actor, publicUrl, enabled }) =>
      flat(`${keyPrefix} ${actor.gid} ${publicUrl} ${enabled.size > 0 ? [...enabled].join() : ''}`),
    get(key, gid, context) {
      const cached = context.reader.cache.get(key, gid) as CachedJson | undefined
      if (cached === undefined || cached.check === null) return cached
      // No commit since the last check can have changed its result.
      const now = context.reader.cache.now()
      if (cached.passedAt !== now) {
        if (!passesCheck(cached.check, context)) return undefined
        cached.passedAt = now
      }
      return cached
    },
    set(key, row, { json, cost, dependencies }, check, context, since) {
      if (!recent.record(row[0] as number) || hasParent(row) || !isCacheableRow(plan, row)) return
      const cached: CachedJson = { json, cost, check, passedAt: 0 }
      const bytes = MAX_CHARACTER_BYTES * json.text.length
      json.isCached = true
      context.reader.cache.set(key, row[0] as number, cached, dependencies, since, bytes)
    },
  }
}

/** Whether the JSON of a plan depends only on the objects that it names, for the rows that pass `isCacheableRow`. */
function isCacheablePlan({ shape, edges, computed }: SelectionPlan, parent: string): boolean {
  return (
    computed.every(({ field }) => field.cacheable !== undefined) &&
    shape.slots.every(slot => isCacheableSlot(slot, parent)) &&
    edges.every(edge => {
      if (edge.kind === 'cached') return edge.plans.every(isAlwaysCacheable)
      if (edge.kind === 'values') return isCacheablePlan(edge.part, parent)
      return edge.fieldKind === 'one' || (edge.fieldKind === 'parts' && isCacheablePlan(edge.plan, parent))
    })
  )
}

/** The slot of the parent is cacheable too: it is null in rows whose JSON is cached. */
const isCacheableSlot = (slot: Slot, parent: string): boolean =>
  slot.kind === 'one'
    ? slot.column === parent
    : slot.kind === 'parts'
      ? slot.target.slots.every(({ kind }) => kind === 'column' || kind === 'gids')
      : slot.kind === 'column' || slot.kind === 'gids' || slot.kind === 'values'

const isAlwaysCacheable = ({ computed, edges }: SelectionPlan): boolean =>
  computed.every(({ field }) => field.cacheable === true) &&
  edges.every(edge => edge.kind === 'cached' && edge.plans.every(isAlwaysCacheable))

function isCacheableRow({ computed, edges }: SelectionPlan, row: SlotRow): boolean {
  for (const { field, needs, when } of computed) {
    if (field.cacheable === true || (when && !when.among.includes(row[when.at]))) continue
    const fieldRow: Row = { gid: row[0] as number }
    for (const [column, slot] of needs) fieldRow[column] = row[slot]
    if (!field.cacheable?.(fieldRow)) return false
  }
  return edges.every(
    edge => edge.kind !== 'values' || (row[edge.at] as SlotRow[]).every(part => isCacheableRow(edge.part, part)),
  )
}
