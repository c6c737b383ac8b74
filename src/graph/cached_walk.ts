/**
 * A walk that writes rows as if every referenced object were cached. It collects the misses; they are loaded with one
 * statement for each kind, whatever the number of rows, and the rows are written again. A response with all objects in
 * the cache costs no lookup in advance.
 */
import { flat, MAX_CHARACTER_BYTES } from '../lib/flat.ts'
import { cachedLevelDependencies } from '../store/queries/cache/levels.ts'
import { cachedVisibleRow, findRows, type RowsByGid } from '../store/queries/cache/rows.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import { compute } from './compute.ts'
import type { SelectionPlan } from './plan.ts'
import type { SlotRow, Walk } from './show.ts'

/** A walk that records its cache misses. */
export interface CachedWalk extends Walk {
  /** The cached objects that the walk has shown or omitted, and the objects on which that depends. */
  on: number[]
  /** Whether there was no miss since rows were last loaded. */
  isComplete(): boolean
  /** Starts another row. */
  startRow(): void
  /** Loads the misses of the last walk; undefined if there were none. */
  loadMissing(): Promise<void> | undefined
}

/** The cached JSON of a definition for one reader. */
interface CachedFragments {
  texts: readonly string[]
  cost: number
  on: readonly number[]
}

/** Nothing that the walk shows was loaded before `since`. */
export function createCachedWalk(context: LoadContext, since: number): CachedWalk {
  const { reader, actor } = context
  /** The rows loaded for this response, by the plan that shows them. */
  const loaded = new Map<SelectionPlan, RowsByGid>()
  const missing = new Map<SelectionPlan, number[]>()
  const find = (plan: SelectionPlan, gid: number): SlotRow | null => {
    made.on.push(gid)
    const guard = plan.source?.guard
    if (guard) made.on.push(...cachedLevelDependencies(reader, actor.gid, guard, gid))
    const own = loaded.size > 0 ? loaded.get(plan)?.get(gid) : undefined
    if (own !== undefined) return own
    const row = isShared(plan) ? cachedVisibleRow(reader, actor.gid, plan.source, gid) : undefined
    if (row !== undefined) return row
    const list = missing.get(plan)
    if (list) list.push(gid)
    else missing.set(plan, [gid])
    return null
  }
  const load = async () => {
    for (const [plan, gids] of missing) {
      const rows = loaded.get(plan) ?? new Map()
      loaded.set(plan, rows)
      await loadRows(rows, plan, gids, context)
    }
    missing.clear()
  }
  const made: CachedWalk = {
    ...{ cost: 0, on: [] },
    cachedRow: (plan, gid) => find(plan as SelectionPlan, gid),
    fragments: (plan, gid, write) => fragments(context, since, made, [plan, gid], write),
    isComplete: () => missing.size === 0,
    startRow() {
      made.cost = 0
      made.on = []
    },
    loadMissing: () => (missing.size === 0 ? undefined : load()),
  }
  return made
}

/**
 * Returns the cached JSON of a definition, or writes it now. The new JSON is cached with its dependencies if there was
 * no miss.
 */
function fragments(
  { reader, actor }: LoadContext,
  since: number,
  walk: CachedWalk,
  [plan, gid]: [object, number],
  write: () => string[],
): readonly string[] {
  const kind = fragmentKind(plan, actor.gid)
  const kept = reader.cache.get(kind, gid) as CachedFragments | undefined
  if (kept !== undefined) {
    walk.cost += kept.cost
    walk.on.push(...kept.on)
    return kept.texts
  }
  const before = { cost: walk.cost, on: walk.on.length }
  const texts = write().map(flat)
  if (walk.isComplete() && reader.cache.isCommitted) {
    const on = walk.on.slice(before.on)
    const bytes = texts.reduce((sum, text) => sum + MAX_CHARACTER_BYTES * text.length, 0)
    const depends = [gid, actor.gid, ...on, ...cachedLevelDependencies(reader, actor.gid, 'custom_field', gid)]
    reader.cache.set(kind, gid, { texts, cost: walk.cost - before.cost, on }, depends, since, bytes)
  }
  return texts
}

const kindByPlan = new WeakMap<object, { me: number; kind: string; number: number }>()
let planCount = 0

/** The cache key of the fragments of a plan for a reader. */
function fragmentKind(plan: object, me: number): string {
  const known = kindByPlan.get(plan)
  if (known?.me === me) return known.kind
  const number = known?.number ?? ++planCount
  const kind = flat(`fragments ${number} ${me}`)
  kindByPlan.set(plan, { me, kind, number })
  return kind
}

/** Computed values are in the row, so such a row serves one response only. */
const isShared = (plan: SelectionPlan): plan is SelectionPlan & { source: object } => plan.computed.length === 0

async function loadRows(rows: RowsByGid, plan: SelectionPlan, gids: number[], context: LoadContext): Promise<void> {
  const { reader, actor } = context
  if (plan.source === null) throw new Error('A plan without a cache source cannot load cached rows.')
  const found: RowsByGid = new Map()
  await findRows(reader, actor.gid, plan.source, gids, found)
  const own: SlotRow[] = []
  for (const [gid, row] of found) {
    const copy = row !== null && !isShared(plan) ? [...row] : row
    if (copy !== null) own.push(copy)
    rows.set(gid, copy)
  }
  await compute(plan, own, context)
}
