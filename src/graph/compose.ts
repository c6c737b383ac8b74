/** Replaces the custom field values of objects with rows of custom fields, for all tasks of a response at once. */
import { findApplyingFields } from '../store/queries/cache/applying_fields.ts'
import { cachedLevelDependencies } from '../store/queries/cache/levels.ts'
import { findRows, type RowsByGid } from '../store/queries/cache/rows.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import { nestedRows } from './compute.ts'
import type { PlanEdge, SelectionPlan } from './plan.ts'
import type { SlotRow } from './show.ts'
import { chosenIn, type FieldValues, valueRows } from './values.ts'

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
    else if (edge.kind === 'nested') valuesIn(edge.plan, nestedRows(edge, rows), found)
  }
}

async function composeAll(edges: [ValuesEdge, readonly SlotRow[]][], context: LoadContext): Promise<DependenciesByRow> {
  const dependencies: DependenciesByRow = new Map()
  const applying = new Map<number, readonly number[]>()
  const lists = new Set<number>()
  for (const [{ at }, rows] of edges)
    for (const row of rows) for (const list of (row[at] as FieldValues)[1]) lists.add(list)
  await findApplyingFields(context.reader, lists, applying)
  for (const [edge, rows] of edges) await composeEdge(edge, rows, applying, dependencies, context)
  return dependencies
}

/** Replaces the values in rows, and adds the dependencies of each row. */
async function composeEdge(
  { at, values }: ValuesEdge,
  rows: readonly SlotRow[],
  applying: ReadonlyMap<number, readonly number[]>,
  dependencies: DependenciesByRow,
  { reader, actor }: LoadContext,
): Promise<void> {
  const allFields = new Set<number>()
  const fieldsPerRow = rows.map(row => {
    const [own, lists] = row[at] as FieldValues
    const fields = new Set(lists.flatMap(list => applying.get(list) ?? []))
    const rowDependencies = [...(dependencies.get(row) ?? []), ...lists, ...fields]
    for (const value of own) rowDependencies.push(value[0], value[1] as number, ...chosenIn(value))
    for (const field of fields) allFields.add(field)
    for (const [field] of own) allFields.add(field)
    dependencies.set(row, rowDependencies)
    return fields
  })
  const definitions: RowsByGid = new Map()
  await findRows(reader, actor.gid, values.definition, allFields, definitions)
  for (const field of allFields) {
    const levels = cachedLevelDependencies(reader, actor.gid, 'custom_field', field)
    for (const row of rows) if (dependencies.get(row)?.includes(field)) dependencies.get(row)?.push(...levels)
  }
  const definitionOf = (field: number) => definitions.get(field) ?? null
  for (const [index, row] of rows.entries()) {
    const fields = fieldsPerRow[index] ?? new Set()
    row[at] = valueRows(values, row[0] as number, row[at] as FieldValues, fields, definitionOf)
  }
}
