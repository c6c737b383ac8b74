/** Replaces the custom field values of objects with rows of custom fields, for all tasks of a response at once. */
import { findApplyingFields } from '../store/queries/cache/applying_fields.ts'
import { cachedLevelDependencies } from '../store/queries/cache/levels.ts'
import { cachedVisibleRow, findRows, type RowsByGid } from '../store/queries/cache/rows.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import type { Dependent } from './cached_walk.ts'
import { nestedRows } from './compute.ts'
import type { PlanEdge, SelectionPlan } from './plan.ts'
import type { SlotRow } from './show.ts'
import { chosenIn, type FieldValues, fieldsOf, type ObjectField, valueRows } from './values.ts'

type DependentsByRow = Map<SlotRow, Dependent[]>

type ValuesEdge = Extract<PlanEdge, { kind: 'values' }>

/** Returns the custom fields of each row. */
export function compose(
  plan: SelectionPlan,
  rows: readonly SlotRow[],
  context: LoadContext,
): Promise<DependentsByRow> | undefined {
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

async function composeAll(edges: [ValuesEdge, readonly SlotRow[]][], context: LoadContext): Promise<DependentsByRow> {
  const dependents: DependentsByRow = new Map()
  const applying = new Map<number, readonly number[]>()
  const lists = new Set<number>()
  for (const [{ at }, rows] of edges)
    for (const row of rows) for (const list of (row[at] as FieldValues)[1]) lists.add(list)
  const loading = findApplyingFields(context.reader, lists, applying)
  if (loading) await loading
  for (const [edge, rows] of edges) await composeEdge(edge, rows, applying, dependents, context)
  return dependents
}

/** Replaces the values in rows, and adds the custom fields of each row. */
async function composeEdge(
  { at, values, part }: ValuesEdge,
  rows: readonly SlotRow[],
  applying: ReadonlyMap<number, readonly number[]>,
  dependents: DependentsByRow,
  { reader, actor }: LoadContext,
): Promise<void> {
  const fieldsPerRow = rows.map(row => fieldsOf(row[at] as FieldValues, applying))
  const missing = new Set<number>()
  for (const fields of fieldsPerRow) {
    for (const field of fields) {
      field.definition = cachedVisibleRow(reader, actor.gid, values.definition, field.gid)
      if (field.definition === undefined) missing.add(field.gid)
    }
  }
  const loaded: RowsByGid = new Map()
  if (missing.size > 0) await findRows(reader, actor.gid, values.definition, missing, loaded)
  const loadedField = (gid: number) => {
    const levels = cachedLevelDependencies(reader, actor.gid, 'custom_field', gid)
    return { row: loaded.get(gid) ?? null, on: [gid, ...levels] }
  }
  for (const [index, row] of rows.entries()) {
    const fields = fieldsPerRow[index] ?? []
    const known = dependents.get(row)
    const added: Dependent[] = [new ValueDependencies(fields, (row[at] as FieldValues)[1])]
    for (const field of fields) {
      field.definition ??= loadedField(field.gid)
      added.push(field.definition)
    }
    dependents.set(row, known ? known.concat(added) : added)
    row[at] = valueRows(values, row[0] as number, fields, part.computed.length)
  }
}

/** The dependencies of the values of an object, without those of the definitions; rarely needed. */
class ValueDependencies implements Dependent {
  readonly #fields: readonly ObjectField[]
  readonly #lists: readonly number[]

  constructor(fields: readonly ObjectField[], lists: readonly number[]) {
    this.#fields = fields
    this.#lists = lists
  }

  get on(): number[] {
    const values = this.#fields.flatMap(({ value }) => (value ? [value[1] as number, ...chosenIn(value)] : []))
    return [...this.#lists, ...values]
  }
}
