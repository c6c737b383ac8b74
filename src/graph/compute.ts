/** Fills in computed fields for all rows of a response at once, also in rows of custom fields. */
import type { LoadContext } from '../vocabulary/field.ts'
import type { PlanEdge, SelectionPlan } from './plan.ts'
import type { SlotRow } from './show.ts'

export async function compute(plan: SelectionPlan, all: readonly SlotRow[], context: LoadContext): Promise<void> {
  if (all.length === 0) return
  for (const { field, at, rowOf, when } of plan.computed) {
    const rows = when ? all.filter(row => when.among.includes(row[when.at])) : all
    if (rows.length === 0) continue
    const loading = field.load?.(rows.map(rowOf), context) ?? []
    const values = loading instanceof Promise ? await loading : loading
    for (const [index, row] of rows.entries()) row[at] = values[index]
  }
  for (const edge of plan.edges) {
    // A slot that two members share is computed twice, with the same result.
    if (edge.kind === 'nested' && isComputing(edge.plan)) await compute(edge.plan, nestedRows(edge, all), context)
    if (edge.kind === 'values' && isComputing(edge.part)) {
      await compute(
        edge.part,
        all.flatMap(row => row[edge.at] as SlotRow[]),
        context,
      )
    }
  }
}

const isComputing = ({ computed, edges }: SelectionPlan): boolean =>
  computed.length > 0 || edges.some(({ kind }) => kind !== 'cached')

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
