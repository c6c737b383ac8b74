/** Limits on the work of one selection. A bounded response is not bounded work: lists inside lists multiply. */
import { tooManyFields } from '../lib/errors.ts'
import type { Place, Shape } from '../store/queries/select.ts'
import type { Plan } from './plan.ts'

/** Clients' own lists have a few dozen. */
const MOST_EDGES = 60

/** Fifteen tasks that each depend on fifteen others have 15^n paths of length n. */
const DEEPEST_LISTS = 3

/** Throws 400. */
export function mustBeBounded(plan: Plan): void {
  if (edgesOf(plan) > MOST_EDGES) throw tooManyFields(`At most ${MOST_EDGES} kinds of objects can be asked for`)
  if (listsOf(plan) > DEEPEST_LISTS)
    throw tooManyFields(`At most ${DEEPEST_LISTS} lists can be asked for inside each other`)
}

function edgesOf(plan: Plan): number {
  return inlineEdges(plan.shape) + nearEdges(plan)
}

function inlineEdges({ places }: Shape): number {
  let count = 0
  for (const place of places) for (const shape of farOf(place)) count += 1 + inlineEdges(shape)
  return count
}

/** Counts the cached edges, also those of nested rows. */
function nearEdges({ edges }: Plan): number {
  let count = 0
  for (const edge of edges) {
    if (edge.kind === 'inside') count += nearEdges(edge.plan)
    else for (const far of edge.kind === 'near' ? edge.plans : [edge.part]) count += 1 + edgesOf(far)
  }
  return count
}

/** The shapes that a slot joins. */
function farOf(place: Place): Shape[] {
  if (!('far' in place)) return []
  return place.kind === 'any' ? place.far.map(({ shape }) => shape) : [place.far]
}

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
