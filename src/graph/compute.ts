/** Fills in computed fields for all rows of a response at once, also in rows of custom fields. */
import { inTurn } from '../lib/together.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import type { ComputedSlot, PlanEdge, SelectionPlan } from './plan.ts'
import type { SlotRow } from './show.ts'
import type { FieldRows } from './values.ts'

/** Returns a promise only if a field must load something. */
export function compute(
  plan: SelectionPlan,
  rows: readonly SlotRow[],
  context: LoadContext,
): Promise<void> | undefined {
  if (rows.length === 0) return undefined
  const below = () => inTurn(plan.edges, edge => computeEdge(edge, rows, context))
  const computing = inTurn(plan.computed, slot => fillIn(slot, rows, context))
  return computing ? computing.then(below) : below()
}

function fillIn(
  { field, at, rowOf, when }: ComputedSlot,
  all: readonly SlotRow[],
  context: LoadContext,
): Promise<void> | undefined {
  const rows = when ? all.filter(row => when.among.includes(row[when.at])) : all
  if (rows.length === 0) return undefined
  const fill = (values: readonly unknown[]) => {
    for (let index = 0; index < rows.length; index++) (rows[index] as SlotRow)[at] = values[index]
  }
  const loading = field.load?.(rows.map(rowOf), context) ?? []
  return loading instanceof Promise ? loading.then(fill) : void fill(loading)
}

/** A slot that two members share is computed twice, with the same result. */
function computeEdge(edge: PlanEdge, rows: readonly SlotRow[], context: LoadContext): Promise<void> | undefined {
  if (edge.kind === 'nested' && isComputing(edge.plan)) return compute(edge.plan, nestedRows(edge, rows), context)
  if (edge.kind === 'values' && isComputing(edge.part)) return compute(edge.part, fieldRows(edge, rows), context)
  return undefined
}

const isComputing = ({ computed, edges }: SelectionPlan): boolean =>
  computed.length > 0 || edges.some(({ kind }) => kind !== 'cached')

/** The rows of the custom fields of all rows. */
function fieldRows({ at }: Extract<PlanEdge, { kind: 'values' }>, rows: readonly SlotRow[]): readonly SlotRow[] {
  const [first] = rows
  if (rows.length === 1 && first) return (first[at] as FieldRows).rows
  return rows.flatMap(row => (row[at] as FieldRows).rows)
}

/** All target rows of an edge, over all its source rows. */
export function nestedRows(
  { at, fieldKind, type }: Extract<PlanEdge, { kind: 'nested' }>,
  rows: readonly SlotRow[],
): SlotRow[] {
  const found: SlotRow[] = []
  for (const row of rows) {
    const value = row[at]
    if (value === null || value === undefined) continue
    if (fieldKind === 'one') found.push(value as SlotRow)
    else if (fieldKind === 'any') {
      const [targetType, target] = value as [string, SlotRow]
      if (targetType === type) found.push(target)
    } else found.push(...(value as SlotRow[]))
  }
  return found
}
