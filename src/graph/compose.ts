/** Replaces the custom field values of tasks with rows of custom fields, for all tasks of a response at once. */
import { findApplyingFields } from '../store/queries/cache/applying_fields.ts'
import { cachedLevelDependencies } from '../store/queries/cache/levels.ts'
import { findRows, type RowsByGid } from '../store/queries/cache/rows.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import { inside } from './compute.ts'
import type { PlanEdge, SelectionPlan } from './plan.ts'
import type { SlotRow } from './show.ts'
import { chosenIn, type TaskFieldValues, valueRows } from './values.ts'

export type DependenciesByRow = Map<SlotRow, number[]>

type ValuesEdge = Extract<PlanEdge, { kind: 'values' }>

/** Returns the objects on which the custom fields of each row depend. */
export function compose(
  plan: SelectionPlan,
  rows: readonly SlotRow[],
  context: LoadContext,
): Promise<DependenciesByRow> | undefined {
  const found: [ValuesEdge, readonly SlotRow[]][] = []
  valuesIn(plan, rows, found)
  return found.length === 0 ? undefined : composeAll(found, context)
}

/** Finds the edges to custom fields in rows and in nested rows, with the rows. */
function valuesIn(plan: SelectionPlan, rows: readonly SlotRow[], found: [ValuesEdge, readonly SlotRow[]][]): void {
  if (rows.length === 0) return
  for (const edge of plan.edges) {
    if (edge.kind === 'values') found.push([edge, rows])
    else if (edge.kind === 'inside') valuesIn(edge.plan, inside(edge, rows), found)
  }
}

async function composeAll(
  edges: [ValuesEdge, readonly SlotRow[]][],
  { reader, actor }: LoadContext,
): Promise<DependenciesByRow> {
  const depends: DependenciesByRow = new Map()
  const applying = new Map<number, readonly number[]>()
  const lists = new Set<number>()
  for (const [{ at }, rows] of edges)
    for (const row of rows) for (const list of (row[at] as TaskFieldValues)[1]) lists.add(list)
  const finding = findApplyingFields(reader, lists, applying)
  if (finding) await finding
  for (const [{ at, values }, rows] of edges) {
    const all = new Set<number>()
    const perRow = rows.map(row => {
      const [own, listed] = row[at] as TaskFieldValues
      const fields = new Set<number>()
      for (const list of listed) for (const field of applying.get(list) ?? []) fields.add(field)
      const on: number[] = [...listed, ...fields]
      for (const value of own) on.push(value[0], value[1] as number, ...chosenIn(value))
      for (const field of fields) all.add(field)
      for (const [field] of own) all.add(field)
      depends.set(row, [...(depends.get(row) ?? []), ...on])
      return fields
    })
    const definitions: RowsByGid = new Map()
    const asking = findRows(reader, actor.gid, values.definition, all, definitions)
    if (asking) await asking
    for (const field of all) {
      const on = cachedLevelDependencies(reader, actor.gid, 'custom_field', field)
      for (const row of rows) if (depends.get(row)?.includes(field)) depends.get(row)?.push(...on)
    }
    const defined = (field: number) => definitions.get(field) ?? null
    for (const [index, row] of rows.entries()) {
      row[at] = valueRows(values, row[0] as number, row[at] as TaskFieldValues, perRow[index] ?? new Set(), defined)
    }
  }
  return depends
}
