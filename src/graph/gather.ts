/**
 * A walk that writes rows as if every referenced object were cached. It collects the misses; they are loaded with one
 * statement for each kind, whatever the number of rows, and the rows are written again. A response with all objects in
 * the cache costs no lookup in advance.
 */
import { BYTES_OF_CHARACTER, flat } from '../lib/flat.ts'
import { levelDependsOn } from '../store/queries/near/levels.ts'
import { findNear, type Rows, seenNear } from '../store/queries/near/rows.ts'
import type { Context } from '../vocabulary/field.ts'
import { compute } from './compute.ts'
import type { Plan } from './plan.ts'
import type { Row, Walk } from './show.ts'

/** A walk that records its cache misses. */
export interface Search extends Walk {
  /** The cached objects that the walk has shown or omitted, and the objects on which that depends. */
  on: number[]
  /** Whether there was no miss since rows were last loaded. */
  isWhole(): boolean
  /** Starts another row. */
  begin(): void
  /** Loads the misses of the last walk; undefined if there were none. */
  again(): Promise<void> | undefined
}

/** The cached JSON of a definition for one reader. */
interface Fragments {
  texts: readonly string[]
  cost: number
  on: readonly number[]
}

/** Nothing that the walk shows was loaded before `since`. */
export function search(context: Context, since: number): Search {
  const { reader, actor } = context
  /** The rows loaded for this response, by the plan that shows them. */
  const loaded = new Map<Plan, Rows>()
  const missing = new Map<Plan, number[]>()
  const find = (plan: Plan, gid: number): Row | null => {
    made.on.push(gid)
    const guard = plan.source?.guard
    if (guard) made.on.push(...levelDependsOn(reader, actor.gid, guard, gid))
    const own = loaded.size > 0 ? loaded.get(plan)?.get(gid) : undefined
    if (own !== undefined) return own
    const row = isShared(plan) ? seenNear(reader, actor.gid, plan.source, gid) : undefined
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
      await loadInto(rows, plan, gids, context)
    }
    missing.clear()
  }
  const made: Search = {
    ...{ cost: 0, on: [] },
    near: (plan, gid) => find(plan as Plan, gid),
    fragments: (plan, gid, write) => fragments(context, since, made, [plan, gid], write),
    isWhole: () => missing.size === 0,
    begin() {
      made.cost = 0
      made.on = []
    },
    again: () => (missing.size === 0 ? undefined : load()),
  }
  return made
}

/**
 * Returns the cached JSON of a definition, or writes it now. The new JSON is cached with its dependencies if there was
 * no miss.
 */
function fragments(
  { reader, actor }: Context,
  since: number,
  walk: Search,
  [plan, gid]: [object, number],
  write: () => string[],
): readonly string[] {
  const kind = kindOf(plan, actor.gid)
  const kept = reader.cache.get(kind, gid) as Fragments | undefined
  if (kept !== undefined) {
    walk.cost += kept.cost
    walk.on.push(...kept.on)
    return kept.texts
  }
  const before = { cost: walk.cost, on: walk.on.length }
  const texts = write().map(flat)
  if (walk.isWhole() && reader.cache.isCommitted) {
    const on = walk.on.slice(before.on)
    const bytes = texts.reduce((sum, text) => sum + BYTES_OF_CHARACTER * text.length, 0)
    const depends = [gid, actor.gid, ...on, ...levelDependsOn(reader, actor.gid, 'custom_field', gid)]
    reader.cache.set(kind, gid, { texts, cost: walk.cost - before.cost, on }, depends, since, bytes)
  }
  return texts
}

const kinds = new WeakMap<object, { me: number; kind: string; number: number }>()
let plans = 0

/** The cache key of the fragments of a plan for a reader. */
function kindOf(plan: object, me: number): string {
  const known = kinds.get(plan)
  if (known?.me === me) return known.kind
  const number = known?.number ?? ++plans
  const kind = flat(`fragments ${number} ${me}`)
  kinds.set(plan, { me, kind, number })
  return kind
}

/** Computed values are in the row, so such a row serves one response only. */
const isShared = (plan: Plan): plan is Plan & { source: object } => plan.computed.length === 0

async function loadInto(rows: Rows, plan: Plan, gids: number[], context: Context): Promise<void> {
  const { reader, actor } = context
  if (plan.source === null) throw new Error('A plan without a cache source cannot load cached rows.')
  const found: Rows = new Map()
  await findNear(reader, actor.gid, plan.source, gids, found)
  const own: Row[] = []
  for (const [gid, row] of found) {
    const copy = row !== null && !isShared(plan) ? [...row] : row
    if (copy !== null) own.push(copy)
    rows.set(gid, copy)
  }
  await compute(plan, own, context)
}
