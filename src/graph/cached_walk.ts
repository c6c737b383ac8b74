/**
 * A walk that writes rows as if every referenced object were cached. It collects the misses; they are loaded with one
 * statement for each plan, for any number of rows, and the rows are written again. A response with all objects in
 * the cache costs no lookup in advance.
 *
 * The JSON of a referenced object is cached as well, with its dependencies. Invariant: JSON that contains a row from
 * outside the cache is not cached.
 */
import { flat } from '../lib/strings.ts'
import type { CallerKind } from '../store/cache/caller_kinds.ts'
import { cachedLevelDependencies } from '../store/queries/cache/levels.ts'
import { cachedVisibleRow, findRows, type RowsByGid, type VisibleRow } from '../store/queries/cache/rows.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import { compute } from './compute.ts'
import type { SelectionPlan } from './plan.ts'
import type { Dependent, JsonPiece, SlotRow, Walk, WrittenJson } from './show.ts'

type DependentJson<Piece> = WrittenJson<Piece> & Dependent

export class CachedWalk implements Walk {
  cost = 0
  /** The cached objects that the walk has shown or omitted since the row started. */
  used: Dependent[] = []
  readonly #context: LoadContext
  readonly #since: number
  /** The rows loaded for this response, by the plan that shows them. */
  readonly #loaded = new Map<SelectionPlan, RowsByGid>()
  readonly #missing = new Map<SelectionPlan, number[]>()
  /** The number of rows so far that were not in the cache. */
  #uncached = 0

  /** Nothing that the walk shows was loaded before `since`. */
  constructor(context: LoadContext, since: number) {
    this.#context = context
    this.#since = since
  }

  /** Starts another row. */
  startRow(): void {
    this.cost = 0
    this.used = []
  }

  find(plan: SelectionPlan, gid: number): WrittenJson | undefined {
    const known = this.#known<string>(plan.json, gid)
    if (known) return known
    const { reader, actor } = this.#context
    const cached = isShareable(plan) ? cachedVisibleRow(reader, actor.gid, plan.source, gid) : undefined
    const found = cached ?? this.#loadedRow(plan, gid)
    if (found === undefined) return undefined
    const { row, on } = found
    return this.#write(plan.json, gid, on, () => {
      if (cached === undefined) this.#uncached++
      return row ? [plan.write(row, this)] : []
    })
  }

  pieces(kind: CallerKind, field: number, write: () => JsonPiece[]): WrittenJson<JsonPiece> {
    return this.#known<JsonPiece>(kind, field) ?? this.#write(kind, field, [field], write)
  }

  use(dependent: Dependent): void {
    this.used.push(dependent)
  }

  /** Loads the misses of the last walk; undefined if there were none. */
  loadMissing(): Promise<void> | undefined {
    return this.#missing.size === 0 ? undefined : this.#load()
  }

  #known<Piece>(kind: CallerKind, gid: number): WrittenJson<Piece> | undefined {
    const { reader, actor } = this.#context
    const known = reader.cache.get(kind(actor.gid), gid) as DependentJson<Piece> | undefined
    if (known) this.used.push(known)
    return known
  }

  /** Writes JSON that depends on `own` and on what it shows, and caches it if all of it comes from the cache. */
  #write<Piece extends JsonPiece>(
    kind: CallerKind,
    gid: number,
    own: readonly number[],
    write: () => Piece[],
  ): WrittenJson<Piece> {
    const { reader, actor } = this.#context
    const before = { cost: this.cost, used: this.used.length, uncached: this.#uncached }
    const pieces = write()
    const on = [...new Set([...own, ...this.used.splice(before.used).flatMap(({ on }) => on)])]
    const written: DependentJson<Piece> = { pieces, cost: this.cost - before.cost, on }
    this.cost = before.cost
    this.used.push(written)
    if (this.#uncached === before.uncached) {
      let bytes = 0
      for (const piece of pieces) if (typeof piece === 'string') bytes += flat(piece).length
      reader.cache.set(kind(actor.gid), gid, written, on, this.#since, bytes)
    }
    return written
  }

  /** A row that was loaded for this response; undefined if it must be loaded. */
  #loadedRow(plan: SelectionPlan, gid: number): VisibleRow | undefined {
    const { reader, actor } = this.#context
    const row = this.#loaded.get(plan)?.get(gid)
    if (row !== undefined) {
      const guard = plan.source?.guard
      return { row, on: [gid, ...(guard ? cachedLevelDependencies(reader, actor.gid, guard, gid) : [])] }
    }
    this.#uncached++
    const gids = this.#missing.get(plan)
    if (gids) gids.push(gid)
    else this.#missing.set(plan, [gid])
    return undefined
  }

  async #load(): Promise<void> {
    for (const [plan, gids] of this.#missing) {
      const rows = this.#loaded.get(plan) ?? new Map()
      this.#loaded.set(plan, rows)
      await loadRows(rows, plan, gids, this.#context)
    }
    this.#missing.clear()
  }
}

/** Computed values are in the row, so such a row serves one response only. */
const isShareable = (plan: SelectionPlan): plan is SelectionPlan & { source: object } =>
  plan.source !== null && plan.computed.length === 0

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
