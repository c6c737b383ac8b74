/** Replaces the custom field values of objects with rows of custom fields, for all tasks of a response at once. */
import { cachedApplyingFields, findApplyingFields } from '../store/queries/cache/applying_fields.ts'
import { cachedLevelDependencies } from '../store/queries/cache/levels.ts'
import { cachedVisibleRow, findRows, type RowsByGid, type VisibleRow } from '../store/queries/cache/rows.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import { nestedRows } from './compute.ts'
import type { PlanEdge, SelectionPlan } from './plan.ts'
import type { SlotRow } from './show.ts'
import { composeFields, type DefinedField, type Definitions, definedField, type FieldValues } from './values.ts'

type ValuesEdge = Extract<PlanEdge, { kind: 'values' }>

type EdgeRows = [edge: ValuesEdge, rows: readonly SlotRow[]]

/** Returns a promise only if a definition must be loaded. */
export function compose(
  plan: SelectionPlan,
  rows: readonly SlotRow[],
  context: LoadContext,
): Promise<void> | undefined {
  const found: EdgeRows[] = []
  valuesIn(plan, rows, found)
  const remaining: EdgeRows[] = []
  for (const [edge, rows] of found) {
    const known = cachedDefinitions(edge, context)
    const others = rows.filter(row => !composeRow(edge, row, known))
    if (others.length > 0) remaining.push([edge, others])
  }
  return remaining.length > 0 ? composeLoaded(remaining, context) : undefined
}

/** Finds the edges to custom fields in rows and in nested rows, with the rows. */
function valuesIn(plan: SelectionPlan, rows: readonly SlotRow[], found: EdgeRows[]): void {
  if (rows.length === 0) return
  for (const edge of plan.edges) {
    if (edge.kind === 'values') found.push([edge, rows])
    else if (edge.kind === 'nested') valuesIn(edge.plan, nestedRows(edge, rows), found)
  }
}

/** Replaces the values in a row. Returns false if a definition is not known. */
function composeRow({ at, values }: ValuesEdge, row: SlotRow, definitions: Definitions): boolean {
  const composed = composeFields(values, row[at] as FieldValues, definitions, row[0] as number)
  if (composed === undefined) return false
  row[at] = composed
  return true
}

/** Definitions in the memory cache. Those of a list are cached together, because its tasks need all of them. */
function cachedDefinitions({ values }: ValuesEdge, { reader, actor: { gid: me } }: LoadContext): Definitions {
  const { cache } = reader
  const kind = values.kind(me)
  const of = (field: number) => {
    const definition = cachedVisibleRow(reader, me, values.definition, field)
    return definition && definedField(values, field, definition)
  }
  return {
    of,
    ofList(list) {
      const known = cache.get(kind, list) as readonly DefinedField[] | undefined
      if (known) return known
      const applying = cachedApplyingFields(reader, list)
      if (applying === undefined) return undefined
      const listed: DefinedField[] = []
      for (const field of applying) {
        const defined = of(field)
        if (defined === undefined) return undefined
        listed.push(defined)
      }
      const on = new Set([list, ...listed.flatMap(({ definition }) => definition.on)])
      cache.set(kind, list, listed, [...on], cache.now())
      return listed
    },
  }
}

/** Replaces the values in rows with definitions that are not all cached. */
async function composeLoaded(edges: readonly EdgeRows[], context: LoadContext): Promise<void> {
  const applying = new Map<number, readonly number[]>()
  const lists = new Set<number>()
  for (const [{ at }, rows] of edges)
    for (const row of rows) for (const list of (row[at] as FieldValues)[1]) lists.add(list)
  await findApplyingFields(context.reader, lists, applying)
  for (const [edge, rows] of edges) {
    const definitions = await loadDefinitions(edge, rows, applying, context)
    for (const row of rows) composeRow(edge, row, definitions)
  }
}

async function loadDefinitions(
  { at, values }: ValuesEdge,
  rows: readonly SlotRow[],
  applying: ReadonlyMap<number, readonly number[]>,
  { reader, actor: { gid: me } }: LoadContext,
): Promise<Definitions> {
  const found = new Map<number, VisibleRow>()
  const missing = new Set<number>()
  for (const row of rows) {
    const [valued, lists] = row[at] as FieldValues
    for (const field of [...lists.flatMap(list => applying.get(list) ?? []), ...valued.map(([field]) => field)]) {
      const definition = cachedVisibleRow(reader, me, values.definition, field)
      if (definition) found.set(field, definition)
      else missing.add(field)
    }
  }
  const loaded: RowsByGid = new Map()
  if (missing.size > 0) await findRows(reader, me, values.definition, missing, loaded)
  for (const [field, row] of loaded) {
    found.set(field, { row, on: [field, ...cachedLevelDependencies(reader, me, 'custom_field', field)] })
  }
  const of = (field: number) => definedField(values, field, found.get(field) ?? { row: null, on: [field] })
  return { of, ofList: list => (applying.get(list) ?? []).map(of) }
}
