/** Fills in computed fields for all rows of a response at once, also in rows of custom fields. */
import type { LoadContext, Row as Named } from '../vocabulary/field.ts'
import type { PlanEdge, SelectionPlan } from './plan.ts'
import type { SlotRow } from './show.ts'

export async function compute(plan: SelectionPlan, all: readonly SlotRow[], context: LoadContext): Promise<void> {
  if (all.length === 0) return
  for (const { field, at, needs, when } of plan.computed) {
    const rows = when ? all.filter(row => when.among.includes(row[when.at])) : all
    if (rows.length === 0) continue
    const named = rows.map(row => {
      const seen: Named = { gid: row[0] as number }
      for (const [column, place] of needs) seen[column] = row[place]
      return seen
    })
    const loaded = field.load?.(named, context) ?? []
    const values = loaded instanceof Promise ? await loaded : loaded
    for (const [index, row] of rows.entries()) row[at] = values[index]
  }
  for (const edge of plan.edges) {
    // A slot that two members share is computed twice, with the same result.
    if (edge.kind === 'inside' && isComputing(edge.plan)) await compute(edge.plan, inside(edge, all), context)
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
  computed.length > 0 || edges.some(({ kind }) => kind !== 'near')

/** All target rows of an edge, over all its source rows. */
export function inside({ at, form, type }: Extract<PlanEdge, { kind: 'inside' }>, rows: readonly SlotRow[]): SlotRow[] {
  const found: SlotRow[] = []
  for (const row of rows) {
    const value = row[at]
    if (value === null || value === undefined) continue
    if (form === 'one') found.push(value as SlotRow)
    else if (form === 'any') {
      const [is, far] = value as [string, SlotRow]
      if (is === type) found.push(far)
    } else found.push(...(value as SlotRow[]))
  }
  return found
}
