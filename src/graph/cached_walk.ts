/**
 * A walk that writes rows as if every referenced object were cached. It collects the misses; they are loaded with one
 * statement for each plan, for any number of rows, and the rows are written again. A response with all objects in
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
  dependencies: number[]
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
  dependencies: readonly number[]
}

/** Nothing that the walk shows was loaded before `since`. */
export function createCachedWalk(context: LoadContext, since: number): CachedWalk {
  const { reader, actor } = context
  /** The rows loaded for this response, by the plan that shows them. */
  const loaded = new Map<SelectionPlan, RowsByGid>()
  const missing = new Map<SelectionPlan, number[]>()
  const find = (plan: SelectionPlan, gid: number): SlotRow | null | undefined => {
    walk.dependencies.push(gid)
    const guard = plan.source?.guard
    if (guard) walk.dependencies.push(...cachedLevelDependencies(reader, actor.gid, guard, gid))
    const own = loaded.size > 0 ? loaded.get(plan)?.get(gid) : undefined
    if (own !== undefined) return own
    const row = isShareable(plan) ? cachedVisibleRow(reader, actor.gid, plan.source, gid) : undefined
    if (row !== undefined) return row
    const gids = missing.get(plan)
    if (gids) gids.push(gid)
    else missing.set(plan, [gid])
    return undefined
  }
  const load = async () => {
    for (const [plan, gids] of missing) {
      const rows = loaded.get(plan) ?? new Map()
      loaded.set(plan, rows)
      await loadRows(rows, plan, gids, context)
    }
    missing.clear()
  }
  const walk: CachedWalk = {
    ...{ cost: 0, dependencies: [] },
    cachedRow: (plan, gid) => find(plan as SelectionPlan, gid),
    fragments: (plan, gid, write) => fragmentsOf(context, since, walk, [plan, gid], write),
    isComplete: () => missing.size === 0,
    startRow() {
      walk.cost = 0
      walk.dependencies = []
    },
    loadMissing: () => (missing.size === 0 ? undefined : load()),
  }
  return walk
}

/**
 * Returns the cached JSON of a definition, or writes it now. The new JSON is cached with its dependencies if there was
 * no miss.
 */
function fragmentsOf(
  { reader, actor }: LoadContext,
  since: number,
  walk: CachedWalk,
  [plan, gid]: [object, number],
  write: () => string[],
): readonly string[] {
  const kind = fragmentKind(plan, actor.gid)
  const cached = reader.cache.get(kind, gid) as CachedFragments | undefined
  if (cached !== undefined) {
    walk.cost += cached.cost
    walk.dependencies.push(...cached.dependencies)
    return cached.texts
  }
  const before = { cost: walk.cost, dependencies: walk.dependencies.length }
  const texts = write().map(flat)
  if (walk.isComplete() && reader.cache.isCommitted) {
    const dependencies = walk.dependencies.slice(before.dependencies)
    const bytes = texts.reduce((sum, text) => sum + MAX_CHARACTER_BYTES * text.length, 0)
    const fragments = { texts, cost: walk.cost - before.cost, dependencies }
    const levels = cachedLevelDependencies(reader, actor.gid, 'custom_field', gid)
    reader.cache.set(kind, gid, fragments, [gid, actor.gid, ...dependencies, ...levels], since, bytes)
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
const isShareable = (plan: SelectionPlan): plan is SelectionPlan & { source: object } => plan.computed.length === 0

async function loadRows(rows: RowsByGid, plan: SelectionPlan, gids: number[], context: LoadContext): Promise<void> {
  const { reader, actor } = context
  if (plan.source === null) throw new Error('A plan without a cache source cannot load cached rows.')
  const found: RowsByGid = new Map()
  await findRows(reader, actor.gid, plan.source, gids, found)
  const loaded: SlotRow[] = []
  for (const [gid, row] of found) {
    const copy = row !== null && !isShareable(plan) ? [...row] : row
    if (copy !== null) loaded.push(copy)
    rows.set(gid, copy)
  }
  await compute(plan, loaded, context)
}
