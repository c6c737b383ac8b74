/** Limits on the work of one selection. A bounded response is not bounded work: lists inside lists multiply. */
import { tooManyFields } from '../lib/errors.ts'
import type { RowShape, Slot } from '../store/queries/select.ts'
import type { SelectionPlan } from './plan.ts'

/** Clients' own lists have a few dozen. */
const MAX_EDGES = 60

/** Fifteen tasks that each depend on fifteen others have 15^n paths of length n. */
const MAX_LIST_DEPTH = 3

/** Throws 400. */
export function assertBounded(plan: SelectionPlan): void {
  if (countEdges(plan) > MAX_EDGES) throw tooManyFields(`At most ${MAX_EDGES} kinds of objects can be asked for`)
  if (listDepth(plan) > MAX_LIST_DEPTH)
    throw tooManyFields(`At most ${MAX_LIST_DEPTH} lists can be asked for inside each other`)
}

function countEdges(plan: SelectionPlan): number {
  return countJoinedEdges(plan.shape) + countCachedEdges(plan)
}

function countJoinedEdges({ slots }: RowShape): number {
  let count = 0
  for (const place of slots) for (const shape of joinedShapes(place)) count += 1 + countJoinedEdges(shape)
  return count
}

/** Counts the cached edges, also those of nested rows. */
function countCachedEdges({ edges }: SelectionPlan): number {
  let count = 0
  for (const edge of edges) {
    if (edge.kind === 'inside') count += countCachedEdges(edge.plan)
    else for (const far of edge.kind === 'near' ? edge.plans : [edge.part]) count += 1 + countEdges(far)
  }
  return count
}

/** The shapes that a slot joins. */
function joinedShapes(place: Slot): RowShape[] {
  if (!('far' in place)) return []
  return place.kind === 'any' ? place.far.map(({ shape }) => shape) : [place.far]
}

function listDepth({ shape, edges }: SelectionPlan): number {
  let most = joinedListDepth(shape)
  for (const edge of edges) {
    const far = edge.kind === 'near' ? edge.plans : [edge.kind === 'inside' ? edge.plan : edge.part]
    const isList =
      edge.kind === 'inside' ? edge.form === 'many' || edge.form === 'parts' : edge.kind === 'values' || edge.isList
    most = Math.max(most, ...far.map(plan => (isList ? 1 : 0) + listDepth(plan)))
  }
  return most
}

function joinedListDepth({ slots }: RowShape): number {
  let most = 0
  for (const place of slots) {
    const own = place.kind === 'many' || place.kind === 'parts' ? 1 : 0
    most = Math.max(most, ...joinedShapes(place).map(shape => own + joinedListDepth(shape)))
  }
  return most
}
