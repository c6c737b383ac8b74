/** Selections from end to end: parse, plan, load, present. Plans and their statements are cached. */
import type { Catalog } from '../catalog/catalog.ts'
import type { Actor } from '../identity/actor.ts'
import { isFull, mayRead } from '../identity/scopes.ts'
import type { Utf8 } from '../lib/strings.ts'
import type { Name } from '../names.ts'
import { levelsOf } from '../store/queries/rights.ts'
import { type LoadRows, loader } from '../store/queries/selection/select.ts'
import { newRow } from '../store/tracking/new_objects.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import { accessChecks, accessDependencies, accessSlots, isKnownPerson } from './access_checks.ts'
import { assertBounded } from './bounds.ts'
import { createJsonCache, type JsonCache, RecentObjects } from './json_cache.ts'
import { isEmpty, parsePaths, type SelectionForm } from './parse.ts'
import { type PlanScope, plan, type SelectionPlan } from './plan.ts'
import { type PresentedObject, present } from './present.ts'
import type { SlotRow } from './show.ts'

/** What a client selects. */
export interface Selection {
  /** As sent, comma-separated; empty if absent. */
  fields: string
  expand: string
  /** The form if no fields are named: elements of lists are compact, records are full, those of exports complete. */
  form: 'compact' | 'full' | 'complete'
  /** Omit objects that the caller cannot see, because no access check has run yet. */
  guarded: boolean
}

export interface SelectionResult {
  /** The objects, each as JSON. */
  objects: Utf8[]
  /** The gid of each. */
  gids: number[]
  /** The number of presented objects and followed links. */
  cost: number
  /**
   * Whether the whole result comes from one state of the store. After the last attempt, data that changes all the time
   * is shown anyway.
   */
  isConsistent: boolean
}

export type Graph = (
  /** The type of the objects, or that of each. */
  type: Name | readonly Name[],
  gids: readonly number[],
  selection: Selection,
  context: LoadContext,
) => Promise<SelectionResult>

interface CompiledSelection {
  plan: SelectionPlan
  load: LoadRows
  /** Whether `load` omits objects that the caller cannot see. */
  guarded: boolean
  /**
   * For types whose rows have the slots for access checks; null for the others. These slots decide who sees a row, so
   * its JSON can be cached.
   */
  access: { type: Name; jsonCache: JsonCache | null } | null
}

const MAX_PLANS = 1000

const MAX_KEY_CHARACTERS = 8192

/**
 * Creates the graph. It shows objects in the order of `gids` and omits deleted and invisible ones. With `verifiesCache`,
 * cached JSON is also written again, and a difference is an error.
 */
export function createGraph(catalog: Catalog, verifiesCache = false): Graph {
  const compiled = new Map<string, CompiledSelection>()
  const recent = new RecentObjects()
  const showType = (type: Name, gids: readonly number[], selection: Selection, context: LoadContext) => {
    const key = keyOf(type, selection, context.actor)
    let chosen = compiled.get(key)
    if (!chosen) {
      chosen = compile(catalog, type, selection, context.actor, { key, recent })
      // Clients send these texts, up to a megabyte each: a key longer than any real one is not cached.
      if (key.length <= MAX_KEY_CHARACTERS) {
        if (compiled.size >= MAX_PLANS) compiled.clear()
        compiled.set(key, chosen)
      }
    }
    return verifiesCache ? showVerified(chosen, gids, context) : showObjects(chosen, gids, context)
  }
  return async (type, gids, selection, context) => {
    if (typeof type === 'string' && gids.length > 0) {
      const { shown, isConsistent } = await showType(type, gids, selection, context)
      return inOrder(gids, shown, isConsistent)
    }
    const shown: ShownObjects = new Map()
    let isConsistent = true
    for (const [one, some] of byType(type, gids)) {
      const part = await showType(one, some, selection, context)
      for (const [gid, object] of part.shown) shown.set(gid, object)
      isConsistent &&= part.isConsistent
    }
    return inOrder(gids, shown, isConsistent)
  }
}

/** The gids of each type. */
function byType(types: Name | readonly Name[], gids: readonly number[]): Iterable<[Name, readonly number[]]> {
  if (gids.length === 0) return []
  if (typeof types === 'string') return [[types, gids]]
  return Map.groupBy(gids.keys(), at => types[at] as Name)
    .entries()
    .map(([type, indexes]) => [type, indexes.map(at => gids[at] as number)])
}

/** The visible types of an application depend on its scopes, so clients with different scopes share no plan. */
function keyOf(type: Name, { form, guarded, fields, expand }: Selection, { scopes }: Actor): string {
  const scopeKey = scopes === null || isFull(scopes) ? '' : scopes.join()
  return `${scopeKey} ${type} ${form} ${guarded} ${fields} ${expand}`
}

function compile(
  catalog: Catalog,
  type: Name,
  selection: Selection,
  actor: Actor,
  { key, recent }: { key: string; recent: RecentObjects },
): CompiledSelection {
  const { guarded } = selection
  const { jsonCache: columns } = catalog.resource(type)
  const scope: PlanScope = { resource: catalog.resource, canRead: target => mayRead(actor, target), plans: new Map() }
  const compiled = plan(scope, type, formOf(selection), true, columns && accessSlots(columns, guarded))
  assertBounded(compiled)
  return {
    plan: compiled,
    load: guarded
      ? loader({ ...compiled.shape, guard: columns ? null : type }, 'visible')
      : loader(compiled.shape, 'all'),
    guarded,
    access: columns ? { type, jsonCache: createJsonCache(compiled, key, columns, recent) } : null,
  }
}

/** How often a response is written again because the data changed meanwhile. */
const MAX_ATTEMPTS = 3

type ShownObjects = Map<number, Pick<PresentedObject, 'json' | 'cost'>>

async function showObjects(
  compiled: CompiledSelection,
  gids: readonly number[],
  context: LoadContext,
): Promise<Omit<SelectionResult, 'objects' | 'gids' | 'cost'> & { shown: ShownObjects }> {
  const { cache } = context.reader
  const jsonCache = cache.isCommitted ? compiled.access?.jsonCache : undefined
  for (let attempt = 1; ; attempt++) {
    const shown: ShownObjects = new Map()
    const missing: number[] = []
    const key = jsonCache?.keyFor(context) ?? ''
    for (const gid of gids) {
      const cached = jsonCache?.get(key, gid, context)
      if (cached) shown.set(gid, cached)
      else missing.push(gid)
    }
    const isConsistent = missing.length === 0 || (await loadMissing(shown, compiled, missing, key, context))
    if (isConsistent || attempt === MAX_ATTEMPTS) return { shown, isConsistent }
  }
}

/** Adds the objects that are not cached. Returns whether they are still valid after the load. */
async function loadMissing(
  shown: ShownObjects,
  compiled: CompiledSelection,
  gids: readonly number[],
  key: string,
  context: LoadContext,
): Promise<boolean> {
  const { plan, access, guarded } = compiled
  const { reader, actor } = context
  const { cache } = reader
  const since = cache.now()
  const made = reader.knownRows && (await newRows(compiled, gids, context))
  const loaded = made ?? (await compiled.load(reader, gids, actor.gid))
  const checking = access && guarded ? accessChecks(access.type, loaded, context) : loaded.map(() => null)
  const found = checking instanceof Promise ? await checking : checking
  const rows = loaded.filter((_, index) => found[index] !== undefined)
  const checks = found.filter(check => check !== undefined)
  const presenting = present(plan, rows, context)
  const objects = presenting instanceof Promise ? await presenting : presenting
  const dependenciesOf = (row: SlotRow, { used }: PresentedObject) => {
    const own = access ? [row[0] as number, actor.gid, ...accessDependencies(row, guarded)] : []
    return [...new Set([...own, ...used.flatMap(({ on }) => on)])]
  }
  const jsonCache = cache.isCommitted ? access?.jsonCache : undefined
  let isKnown: boolean | undefined
  for (const [index, row] of rows.entries()) {
    const [gid, object, check = null] = [row[0] as number, objects[index], checks[index]]
    if (object === undefined) continue
    shown.set(gid, object)
    if (!jsonCache?.accepts(row)) continue
    isKnown ??= await isKnownPerson(context)
    if (isKnown)
      jsonCache.set(key, gid, { ...object, check, dependencies: dependenciesOf(row, object) }, context, since)
  }
  if (!cache.isCommitted || cache.now() === since) return true
  return objects.every((object, index) => cache.isUnchanged(dependenciesOf(rows[index] ?? [], object), since))
}

/** The row of an object that the transaction inserted, where the selection omits no objects. */
async function newRows(
  { plan, guarded }: CompiledSelection,
  gids: readonly number[],
  { reader, actor }: LoadContext,
): Promise<unknown[][] | undefined> {
  const [gid] = gids
  if (reader.knownRows === undefined || guarded || gid === undefined || gids.length > 1) return undefined
  const row = await newRow(reader, plan.shape, gid, actor.gid)
  return row && [row]
}

/** Compares the row of an object that the transaction inserted with what its statement loads. */
async function verifyNew(compiled: CompiledSelection, gids: readonly number[], context: LoadContext): Promise<void> {
  const [made] = (await newRows(compiled, gids, context)) ?? []
  if (made === undefined) return
  const [loaded] = await compiled.load(context.reader, gids, context.actor.gid)
  const [was, is] = [comparable(made), comparable(loaded)]
  if (was !== is) throw new Error(`The row of a new object is wrong: ${was} is ${is}`)
}

/** The lists in a row have no order. */
const comparable = (row: unknown[] | undefined) =>
  row?.map(slot => JSON.stringify(slot, (_, part) => (Array.isArray(part) ? part.toSorted() : part))).join()

async function showVerified(
  compiled: CompiledSelection,
  gids: readonly number[],
  context: LoadContext,
): ReturnType<typeof showObjects> {
  await (context.reader.knownRows ? verifyNew : verifyCached)(compiled, gids, context)
  return showObjects(compiled, gids, context)
}

async function verifyCached(
  { plan, load, access, guarded }: CompiledSelection,
  gids: readonly number[],
  context: LoadContext,
): Promise<void> {
  const { reader, actor } = context
  const jsonCache = access?.jsonCache
  if (!jsonCache || !reader.cache.isCommitted) return
  const key = jsonCache.keyFor(context)
  const cachedGids = gids.filter(gid => jsonCache.get(key, gid, context))
  const cached = cachedGids.map(gid => jsonCache.get(key, gid, context)?.json)
  const loaded = cachedGids.length > 0 ? await load(reader, cachedGids, actor.gid) : []
  // Uses the definition of rights, not the cache.
  const levels = guarded ? await levelsOf(reader, actor.gid, access.type, cachedGids) : undefined
  const rows = loaded.filter(row => levels === undefined || (levels.get(row[0] as number) ?? 0) > 0)
  const objects = await present(plan, rows, context)
  for (const [index, gid] of cachedGids.entries()) {
    const at = rows.findIndex(row => row[0] === gid)
    const [was, is] = [cached[index], objects[at]?.json]
    // The data can have changed during the check: then the cached JSON is no longer used.
    if (was === is || jsonCache.get(key, gid, context)?.json !== was) continue
    throw new Error(`Cached JSON is stale: ${was} is now ${is}`)
  }
}

function inOrder(gids: readonly number[], shown: ShownObjects, isConsistent: boolean): SelectionResult {
  const result: SelectionResult = { objects: [], gids: [], cost: 0, isConsistent }
  for (const gid of gids) {
    const object = shown.get(gid)
    if (object === undefined) continue
    result.objects.push(object.json)
    result.gids.push(gid)
    result.cost += object.cost
  }
  return result
}

function formOf({ fields, expand, form }: Selection): SelectionForm {
  const names = parsePaths(fields)
  if (!isEmpty(names)) return { names }
  if (form === 'complete') return { form }
  const expanded = parsePaths(expand)
  if (form === 'full' || expanded.has('this')) return { form: 'full', expand: expanded }
  return isEmpty(expanded) ? { form } : { form: 'full', expand: expanded }
}
