/** Selections from end to end: parse, plan, load, present. Plans and their statements are cached. */
import type { Catalog } from '../catalog/catalog.ts'
import type { Actor } from '../identity/actor.ts'
import { isFull, mayRead } from '../identity/scopes.ts'
import type { Name } from '../names.ts'
import { levelsOf } from '../store/queries/rights.ts'
import { type LoadRows, loader } from '../store/queries/select.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import { accessDependencies, accessibleRows, accessSlots, isKnownPerson } from './access_checks.ts'
import { assertBounded } from './bounds.ts'
import { createJsonCache, type JsonCache, RecentObjects } from './json_cache.ts'
import { isEmpty, parsePaths } from './parse.ts'
import { plan, type SelectionForm, type SelectionPlan } from './plan.ts'
import { type PresentedObject, present } from './present.ts'

/** What a client selects. */
export interface Selection {
  /** As sent, comma-separated; empty if absent. */
  fields: string
  expand: string
  /** The form if no fields are named: elements of lists are compact, records are full. */
  form: 'compact' | 'full'
  /** Omit objects that the caller cannot see, because no access check has run yet. */
  guarded: boolean
}

export interface SelectionResult {
  /** The objects, each as JSON. */
  texts: string[]
  /** The number of presented objects and followed links. */
  cost: number
  /** Whether the memory cache had processed every commit that precedes the load. */
  isCaughtUp: boolean
  /**
   * Whether the whole result comes from one state of the store. After the last attempt, data that changes all the time
   * is shown anyway.
   */
  isConsistent: boolean
}

export type Graph = (
  type: Name,
  gids: readonly number[],
  selection: Selection,
  context: LoadContext,
) => Promise<SelectionResult>

interface CompiledSelection {
  plan: SelectionPlan
  load: LoadRows
  /**
   * The slots that tell where an object is. They decide who sees it, and its JSON can be cached. Null for types without
   * these slots.
   */
  placed: { type: Name; guarded: boolean; texts: JsonCache | null } | null
}

const MAX_PLANS = 1000

const MAX_KEY_CHARACTERS = 8192

/**
 * Creates the graph. It shows objects of one type in the order of `gids` and omits deleted and invisible ones. With
 * `checks`, cached JSON is also written again, and a difference is an error.
 */
export function createGraph(catalog: Catalog, checks = false): Graph {
  const kept = new Map<string, CompiledSelection>()
  const recent = new RecentObjects()
  const ready = (type: Name, selection: Selection, actor: Actor): CompiledSelection => {
    // The visible types of an application depend on its scopes, so clients with different scopes share no plan.
    const scopes = actor.scopes === null || isFull(actor.scopes) ? '' : actor.scopes.join()
    const key = `${scopes} ${type} ${selection.form} ${selection.guarded} ${selection.fields} ${selection.expand}`
    const known = kept.get(key)
    if (known) return known
    const sight = { resource: catalog.resource, reads: (far: Name) => mayRead(actor, far), made: new Map() }
    const { jsonCache: terms } = catalog.resource(type)
    const { guarded } = selection
    const also = terms && accessSlots(terms, guarded)
    const made = plan(sight, type, formOf(selection), true, also)
    assertBounded(made)
    const fresh = {
      plan: made,
      load: selection.guarded
        ? loader({ ...made.shape, guard: terms ? null : type }, 'seen')
        : loader(made.shape, 'all'),
      placed: terms ? { type, guarded, texts: createJsonCache(made, key, terms, recent) } : null,
    }
    // Clients send these texts, up to a megabyte each: a key longer than any real one is not cached.
    if (key.length > MAX_KEY_CHARACTERS) return fresh
    if (kept.size >= MAX_PLANS) kept.clear()
    kept.set(key, fresh)
    return fresh
  }
  return async (type, gids, selection, context) => {
    if (gids.length === 0) return { texts: [], cost: 0, isCaughtUp: false, isConsistent: true }
    const chosen = ready(type, selection, context.actor)
    if (checks) await verifyCached(chosen, gids, context)
    return show(chosen, gids, context)
  }
}

/** How often a response is written again because the data changed meanwhile. */
const MAX_ATTEMPTS = 3

async function show(ready: CompiledSelection, gids: readonly number[], context: LoadContext): Promise<SelectionResult> {
  const { cache } = context.reader
  const texts = cache.isCommitted ? ready.placed?.texts : undefined
  for (let tries = 1; ; tries++) {
    const found = new Map<number, Pick<PresentedObject, 'text' | 'cost'>>()
    const missing: number[] = []
    const kind = texts?.keyFor(context) ?? ''
    for (const gid of gids) {
      const text = texts?.get(kind, gid, context)
      if (text) found.set(gid, text)
      else missing.push(gid)
    }
    const isWhole = missing.length === 0 || (await loadMissing(found, ready, missing, context))
    if (isWhole || tries === MAX_ATTEMPTS) {
      return { ...inOrder(gids, found), isCaughtUp: missing.length > 0 && cache.isCommitted, isConsistent: isWhole }
    }
  }
}

/** Adds the objects that are not cached. Returns whether they are still valid after the load. */
async function loadMissing(
  found: Map<number, Pick<PresentedObject, 'text' | 'cost'>>,
  { plan, load, placed }: CompiledSelection,
  gids: readonly number[],
  context: LoadContext,
): Promise<boolean> {
  const { reader, actor } = context
  const since = reader.cache.now()
  const loaded = await load(reader, gids, actor.gid)
  const doors = placed?.guarded ? await accessibleRows(placed.type, loaded, context) : undefined
  const rows = doors ? loaded.filter(row => doors.has(row)) : loaded
  const shown = await present(plan, rows, context)
  const texts = reader.cache.isCommitted && placed?.texts && (await isKnownPerson(context)) ? placed.texts : undefined
  const kind = texts?.keyFor(context) ?? ''
  for (const [index, row] of rows.entries()) {
    const one = shown[index]
    if (one === undefined) continue
    if (placed)
      one.on = [...new Set([row[0] as number, actor.gid, ...accessDependencies(row, placed.guarded), ...one.on])]
    found.set(row[0] as number, one)
    const door = doors ? doors.get(row) : null
    if (door !== undefined) texts?.put(kind, row, one, door, context, since)
  }
  if (!reader.cache.isCommitted) return true
  const hearing = reader.cache.catchUp()
  if (hearing) await hearing
  return shown.every(({ on }) => reader.cache.isUnchanged(on, since))
}

async function verifyCached(
  { plan, load, placed }: CompiledSelection,
  gids: readonly number[],
  context: LoadContext,
): Promise<void> {
  const { reader, actor } = context
  const texts = placed?.texts
  if (!texts || !reader.cache.isCommitted) return
  const kind = texts.keyFor(context)
  const kept = gids.filter(gid => texts.get(kind, gid, context))
  const found = kept.map(gid => texts.get(kind, gid, context)?.text)
  const loaded = kept.length > 0 ? await load(reader, kept, actor.gid) : []
  // Uses the definition of rights, not the cache.
  const levels = placed.guarded ? await levelsOf(reader, actor.gid, placed.type, kept) : undefined
  const rows = loaded.filter(row => levels === undefined || (levels.get(row[0] as number) ?? 0) > 0)
  const shown = await present(plan, rows, context)
  await reader.cache.catchUp()
  for (const [index, gid] of kept.entries()) {
    const at = rows.findIndex(row => row[0] === gid)
    const [was, is] = [found[index], shown[at]?.text]
    // The data can have changed during the check: then the cached JSON is not used any more.
    if (was === is || texts.get(kind, gid, context)?.text !== was) continue
    throw new Error(`Cached JSON is stale: ${was} is now ${is}`)
  }
}

type ShownObjects = ReadonlyMap<number, Pick<PresentedObject, 'text' | 'cost'>>

function inOrder(gids: readonly number[], found: ShownObjects): Pick<SelectionResult, 'texts' | 'cost'> {
  const shown = { texts: [] as string[], cost: 0 }
  for (const gid of gids) {
    const one = found.get(gid)
    if (one === undefined) continue
    shown.texts.push(one.text)
    shown.cost += one.cost
  }
  return shown
}

function formOf({ fields, expand, form }: Selection): SelectionForm {
  const names = parsePaths(fields)
  if (!isEmpty(names)) return { names }
  const expanded = parsePaths(expand)
  if (form === 'full' || expanded.has('this')) return { form: 'full', expand: expanded }
  return isEmpty(expanded) ? { form } : { form: 'full', expand: expanded }
}
