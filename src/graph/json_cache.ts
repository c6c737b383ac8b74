/**
 * Caches the JSON of objects, to answer the same request again.
 *
 * Invariants:
 * - Every object whose change can alter the JSON is among its dependencies; otherwise the JSON is not cached.
 * - A reader gets cached JSON only if an access check passes: a list or workspace on which they have a right at that
 *   time.
 */
import { flat, type Utf8 } from '../lib/strings.ts'
import type { Slot } from '../store/queries/selection/shape.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import type { JsonCacheColumns } from '../vocabulary/resource.ts'
import { type AccessCheck, hasParent, passesCheck } from './access_checks.ts'
import type { SelectionPlan } from './plan.ts'
import type { SlotRow } from './show.ts'
import type { FieldRows } from './values.ts'

interface CachedJson {
  json: Utf8
  cost: number
  /** The check by which the reader sees the object; null if the operation has already checked access. */
  check: AccessCheck | null
  /** The time of the memory cache at which the check passed last. */
  passedAt: number
}

interface CacheableJson extends Pick<CachedJson, 'json' | 'cost' | 'check'> {
  dependencies: readonly number[]
}

/** The cached JSON of one plan. */
export interface JsonCache {
  /** The cache key for a reader. Computed once for each response, because it is long. */
  keyFor(context: LoadContext): string
  get(key: string, gid: number, context: LoadContext): Pick<CachedJson, 'json' | 'cost'> | undefined
  /** Whether to cache the JSON of a row. */
  accepts(row: SlotRow): boolean
  /** Caches the JSON of an object that was loaded after `since`. */
  set(key: string, gid: number, object: CacheableJson, context: LoadContext, since: number): void
}

/**
 * Objects that were shown recently. The JSON of an object is cached on its second use, because a single use does not
 * repay the cost.
 */
export class RecentObjects {
  /** Pairs of gids: an object takes the place of the older one of its pair. */
  readonly #gids = new Float64Array(2 * MAX_RECENT_PAIRS)

  /** Records an object. Returns whether it was recorded before. */
  record(gid: number): boolean {
    const gids = this.#gids
    const newer = pairOf(gid) << 1
    if (gids[newer] === gid || gids[newer + 1] === gid) return true
    gids[newer + 1] = gids[newer] as number
    gids[newer] = gid
    return false
  }
}

const MAX_RECENT_PAIRS = 65_536
/** Leaves as many bits of a hash as the number of a pair has. */
const HASH_SHIFT = Math.clz32(MAX_RECENT_PAIRS) + 1
/** 2³² divided by the golden ratio. */
const GOLDEN = 0x9e3779b1

/** Spreads gids over the pairs by Fibonacci hashing: gids have patterns, which a remainder keeps. */
const pairOf = (gid: number): number => Math.imul((gid / 2 ** 32) ^ gid, GOLDEN) >>> HASH_SHIFT

/** The cache of a plan that loads the slots for access checks; null if its JSON depends on too much. */
export function createJsonCache(
  plan: SelectionPlan,
  keyPrefix: string,
  columns: JsonCacheColumns,
  recent: RecentObjects,
): JsonCache | null {
  if (!isCacheablePlan(plan, columns.parent)) return null
  // Most requests come from the same reader as the last one, and a new text would have to be hashed.
  let last = { me: 0, publicUrl: '', changes: '', key: '' }
  return {
    keyFor({ actor: { gid: me }, publicUrl, enabled }) {
      const changes = enabled.size > 0 ? [...enabled].join() : ''
      if (last.me !== me || last.publicUrl !== publicUrl || last.changes !== changes)
        last = { me, publicUrl, changes, key: flat(`${keyPrefix} ${me} ${publicUrl} ${changes}`) }
      return last.key
    },
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
    accepts: row => recent.record(row[0] as number) && !hasParent(row) && isCacheableRow(plan, row),
    set(key, gid, { json, cost, check, dependencies }, context, since) {
      const cached: CachedJson = { json, cost, check, passedAt: 0 }
      context.reader.cache.set(key, gid, cached, dependencies, since, flat(json).length)
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
  for (const { field, rowOf, when } of computed) {
    if (field.cacheable === true || (when && !when.among.includes(row[when.at]))) continue
    if (!field.cacheable?.(rowOf(row))) return false
  }
  return edges.every(
    edge => edge.kind !== 'values' || (row[edge.at] as FieldRows).rows.every(part => isCacheableRow(edge.part, part)),
  )
}
