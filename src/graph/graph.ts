/** Selection, from end to end: parse, plan, load, present. Plans and their statements are kept. */
import type { Catalog } from '../catalog/catalog.ts'
import type { Actor } from '../identity/actor.ts'
import { isFull, mayRead } from '../identity/scopes.ts'
import { tooManyFields } from '../lib/errors.ts'
import type { Name } from '../names.ts'
import { type Load, loader, type Place, type Shape } from '../store/queries/select.ts'
import type { Context } from '../vocabulary/field.ts'
import { isEmpty, parsePaths } from './parse.ts'
import { type Form, type Plan, plan } from './plan.ts'
import { present } from './present.ts'

/** What a client asked to see. */
export interface Selection {
  /** As sent, comma-separated; empty when not given. */
  fields: string
  expand: string
  /** The form when no fields were named: elements of lists are compact, records are full. */
  form: 'compact' | 'full'
  /** Leave out what the caller may not see, because nobody has checked it yet. */
  guarded: boolean
}

export interface Shown {
  /** The objects, each as JSON. */
  texts: string[]
  /** Objects presented and links walked. */
  cost: number
}

export type Graph = (type: Name, gids: readonly number[], selection: Selection, context: Context) => Promise<Shown>

interface Ready {
  plan: Plan
  load: Load
}

const MOST_PLANS = 1000

/** A statement grows with the edges of its selection; clients' own lists have a few dozen. */
const MOST_EDGES = 60

function edgesOf(plan: Plan): number {
  return inlineEdges(plan.shape) + nearEdges(plan)
}

function inlineEdges({ places }: Shape): number {
  let count = 0
  for (const place of places) for (const shape of farOf(place)) count += 1 + inlineEdges(shape)
  return count
}

/** The edges to what is near, also from what is inside a row. */
function nearEdges({ edges }: Plan): number {
  let count = 0
  for (const edge of edges) {
    if (edge.kind === 'inside') count += nearEdges(edge.plan)
    else for (const far of edge.kind === 'near' ? edge.plans : [edge.part]) count += 1 + edgesOf(far)
  }
  return count
}

/** The shapes at the far end of an edge. */
function farOf(place: Place): Shape[] {
  if (!('far' in place)) return []
  return place.kind === 'any' ? place.far.map(({ shape }) => shape) : [place.far]
}

/** Lists inside lists multiply their rows: fifteen tasks that wait for fifteen others have 15^n paths of length n. */
const DEEPEST_LISTS = 3

function listsOf({ shape, edges }: Plan): number {
  let most = inlineLists(shape)
  for (const edge of edges) {
    const far = edge.kind === 'near' ? edge.plans : [edge.kind === 'inside' ? edge.plan : edge.part]
    const isList =
      edge.kind === 'inside' ? edge.form === 'many' || edge.form === 'parts' : edge.kind === 'values' || edge.isList
    most = Math.max(most, ...far.map(plan => (isList ? 1 : 0) + listsOf(plan)))
  }
  return most
}

function inlineLists({ places }: Shape): number {
  let most = 0
  for (const place of places) {
    const own = place.kind === 'many' || place.kind === 'parts' ? 1 : 0
    most = Math.max(most, ...farOf(place).map(shape => own + inlineLists(shape)))
  }
  return most
}

const LONGEST_KEY = 8192

/** Shows objects of one type, in the order of `gids`; what is gone or unseen is left out. */
export function createGraph(catalog: Catalog): Graph {
  const kept = new Map<string, Ready>()
  const ready = (type: Name, selection: Selection, actor: Actor): Ready => {
    // What an application may see depends on its scopes, so it shares no plan with whoever has others.
    const scopes = actor.scopes === null || isFull(actor.scopes) ? '' : actor.scopes.join()
    const key = `${scopes} ${type} ${selection.form} ${selection.guarded} ${selection.fields} ${selection.expand}`
    const known = kept.get(key)
    if (known) return known
    const sight = { resource: catalog.resource, reads: (far: Name) => mayRead(actor, far), made: new Map() }
    const made = plan(sight, type, formOf(selection))
    if (edgesOf(made) > MOST_EDGES) throw tooManyFields(`At most ${MOST_EDGES} kinds of objects can be asked for`)
    if (listsOf(made) > DEEPEST_LISTS)
      throw tooManyFields(`At most ${DEEPEST_LISTS} lists can be asked for inside each other`)
    const fresh = {
      plan: made,
      load: selection.guarded ? loader({ ...made.shape, guard: type }, 'seen') : loader(made.shape, 'all'),
    }
    // Texts come from clients, who may send a megabyte of them: what is longer than any real one is not kept.
    if (key.length > LONGEST_KEY) return fresh
    if (kept.size >= MOST_PLANS) kept.clear()
    kept.set(key, fresh)
    return fresh
  }
  return async (type, gids, selection, context) => {
    if (gids.length === 0) return { texts: [], cost: 0 }
    const { plan: chosen, load } = ready(type, selection, context.actor)
    const rows = await load(context.reader, gids, context.actor.gid)
    return present(chosen, inOrder(rows, gids), context)
  }
}

function formOf({ fields, expand, form }: Selection): Form {
  const names = parsePaths(fields)
  if (!isEmpty(names)) return { names }
  const expanded = parsePaths(expand)
  if (form === 'full' || expanded.has('this')) return { form: 'full', expand: expanded }
  return isEmpty(expanded) ? { form } : { form: 'full', expand: expanded }
}

function inOrder(rows: unknown[][], gids: readonly number[]): unknown[][] {
  if (gids.length === 1) return rows
  const found = new Map(rows.map(row => [row[0], row]))
  return gids.map(gid => found.get(gid)).filter(row => row !== undefined)
}
