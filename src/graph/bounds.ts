/** Limits on the work of one selection. A bounded response is not bounded work: lists inside lists multiply. */
import { tooManyFields } from '../lib/errors.ts'
import type { RowShape, Slot } from '../store/queries/selection/shape.ts'
import type { SelectionPlan } from './plan.ts'

/** Clients' own lists have a few dozen. */
const MAX_EDGES = 100

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
  for (const slot of slots) for (const shape of joinedShapes(slot)) count += 1 + countJoinedEdges(shape)
  return count
}

/** Counts the cached edges, also those of nested rows. */
function countCachedEdges({ edges }: SelectionPlan): number {
  let count = 0
  for (const edge of edges) {
    if (edge.kind === 'nested') count += countCachedEdges(edge.plan)
    else for (const target of edge.kind === 'cached' ? edge.plans : [edge.part]) count += 1 + countEdges(target)
  }
  return count
}

/** The shapes that a slot joins. */
function joinedShapes(slot: Slot): RowShape[] {
  if (!('target' in slot)) return []
  return slot.kind === 'any' ? slot.target.map(({ shape }) => shape) : [slot.target]
}

function listDepth({ shape, edges }: SelectionPlan): number {
  let deepest = joinedListDepth(shape)
  for (const edge of edges) {
    const targets = edge.kind === 'cached' ? edge.plans : [edge.kind === 'nested' ? edge.plan : edge.part]
    const isList =
      edge.kind === 'nested'
        ? edge.fieldKind === 'many' || edge.fieldKind === 'parts'
        : edge.kind === 'values' || edge.isList
    deepest = Math.max(deepest, ...targets.map(plan => (isList ? 1 : 0) + listDepth(plan)))
  }
  return deepest
}

function joinedListDepth({ slots }: RowShape): number {
  let deepest = 0
  for (const slot of slots) {
    const own = slot.kind === 'many' || slot.kind === 'parts' ? 1 : 0
    deepest = Math.max(deepest, ...joinedShapes(slot).map(shape => own + joinedListDepth(shape)))
  }
  return deepest
}
