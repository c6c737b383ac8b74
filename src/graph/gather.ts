/**
 * Gathers what the rows of an answer lead to and is kept near: the far ends of their edges, the far ends of theirs, and
 * the definitions of custom fields. Whatever the number of rows, each kind that is not in memory costs one statement.
 */
import { type Actor } from '../identity/actor.ts'
import type { Reader } from '../store/db.ts'
import { findApplying } from '../store/queries/applying.ts'
import { findNear, type Rows } from '../store/queries/near.ts'
import type { Edge, Plan } from './plan.ts'
import type { Row } from './show.ts'
import { valueRows, type Values } from './values.ts'

/** The rows of near objects, by the plan that shows them. */
export type Gathered = Map<Plan, Rows>

interface Asker {
  reader: Reader
  actor: Actor
}

type Wanted = Map<Plan, Set<number>>

/** Puts custom fields together in `rows`, and answers what else they lead to. */
export async function gather(plan: Plan, rows: Row[], asker: Asker): Promise<Gathered> {
  const gathered: Gathered = new Map()
  const composing = compose(plan, rows, asker)
  if (composing) await composing
  let wanted: Wanted = new Map()
  want(plan, rows, wanted)
  while (wanted.size > 0) {
    const next: Wanted = new Map()
    for (const [far, gids] of wanted) {
      const found: Rows = gathered.get(far) ?? new Map()
      gathered.set(far, found)
      const fresh = [...gids].filter(gid => !found.has(gid))
      if (fresh.length === 0 || far.source === null) continue
      const rowsOf: Rows = new Map()
      const finding = findNear(asker.reader, asker.actor.gid, far.source, fresh, rowsOf)
      if (finding) await finding
      for (const [gid, row] of rowsOf) {
        // What is computed stands in the row, for this answer alone.
        found.set(gid, row !== null && far.computed.length > 0 ? [...row] : row)
        if (row !== null && far.edges.length > 0) want(far, [row], next)
      }
    }
    wanted = next
  }
  return gathered
}

/** Notes to which near objects rows lead. */
function want(plan: Plan, rows: readonly Row[], wanted: Wanted): void {
  for (const edge of plan.edges) {
    if (edge.kind === 'near') wantNear(edge, rows, wanted)
    else if (edge.kind === 'values') for (const row of rows) want(edge.part, row[edge.at] as Row[], wanted)
    else want(edge.plan, inside(edge, rows), wanted)
  }
}

function wantNear({ at, plans, list }: Extract<Edge, { kind: 'near' }>, rows: readonly Row[], wanted: Wanted): void {
  for (const plan of plans) {
    let gids = wanted.get(plan)
    if (gids === undefined) {
      gids = new Set()
      wanted.set(plan, gids)
    }
    for (const row of rows) {
      const value = row[at]
      if (value === null || value === undefined) continue
      if (list === undefined) gids.add(value as number)
      else if (list.inner === undefined) for (const gid of value as number[]) gids.add(gid)
      else for (const part of value as Row[]) gids.add(part[list.inner] as number)
    }
  }
}

/** All rows at the far end of an edge, over all rows at its near end. */
export function inside({ at, form, type }: Extract<Edge, { kind: 'inside' }>, rows: readonly Row[]): Row[] {
  const found: Row[] = []
  for (const row of rows) {
    const value = row[at]
    if (value === null || value === undefined) continue
    if (form === 'one') found.push(value as Row)
    else if (form === 'any') {
      const [is, far] = value as [string, Row]
      if (is === type) found.push(far)
    } else found.push(...(value as Row[]))
  }
  return found
}

type ValuesEdge = Extract<Edge, { kind: 'values' }>

/** The edges to custom fields in rows and in what is inside them, with the rows. */
function valuesIn(plan: Plan, rows: readonly Row[], found: [ValuesEdge, readonly Row[]][]): void {
  if (rows.length === 0) return
  for (const edge of plan.edges) {
    if (edge.kind === 'values') found.push([edge, rows])
    else if (edge.kind === 'inside') valuesIn(edge.plan, inside(edge, rows), found)
  }
}

/** Puts rows of custom fields in the place of a task's values. */
function compose(plan: Plan, rows: readonly Row[], asker: Asker): Promise<void> | undefined {
  const found: [ValuesEdge, readonly Row[]][] = []
  valuesIn(plan, rows, found)
  return found.length === 0 ? undefined : composeAll(found, asker)
}

async function composeAll(edges: [ValuesEdge, readonly Row[]][], { reader, actor }: Asker): Promise<void> {
  const applying = new Map<number, readonly number[]>()
  const lists = new Set<number>()
  for (const [{ at }, rows] of edges) for (const row of rows) for (const list of (row[at] as Values)[1]) lists.add(list)
  const finding = findApplying(reader, lists, applying)
  if (finding) await finding
  for (const [{ at, values }, rows] of edges) {
    const all = new Set<number>()
    const perRow = rows.map(row => {
      const [own, listed] = row[at] as Values
      const fields = new Set(listed.flatMap(list => applying.get(list) ?? []))
      for (const field of fields) all.add(field)
      for (const [field] of own) all.add(field)
      return fields
    })
    const definitions: Rows = new Map()
    const asking = findNear(reader, actor.gid, values.definition, all, definitions)
    if (asking) await asking
    const defined = (field: number) => definitions.get(field) ?? null
    for (const [index, row] of rows.entries()) {
      row[at] = valueRows(values, row[0] as number, row[at] as Values, perRow[index] ?? new Set(), defined)
    }
  }
}
