/**
 * From rows to answers. The plan says which name gets the value of which place; computed fields are filled in
 * beforehand, for all rows of the answer at once. Counts what it walks: one unit for each object and each link.
 */
import { formatTimestamp } from '../lib/date.ts'
import type { Context, Field } from '../vocabulary/field.ts'
import type { Member, Plan } from './plan.ts'

export type Json = Record<string, unknown>
type Row = unknown[]

/** The objects of `rows`, in their order, and what presenting them cost. */
export async function present(plan: Plan, rows: Row[], context: Context): Promise<{ objects: Json[]; cost: number }> {
  if (plan.computes) await compute(plan, rows, context)
  const walk: Walk = { cost: 0 }
  return { objects: rows.map(row => object(plan, row, walk)), cost: walk.cost }
}

interface Walk {
  cost: number
}

function object(plan: Plan, row: Row, walk: Walk): Json {
  walk.cost++
  const shown: Json = {}
  for (const member of plan.members) {
    const value = memberValue(plan, member, row[member.at], walk)
    if (value !== undefined) shown[member.name] = value
  }
  return shown
}

function memberValue(plan: Plan, { field, far }: Member, value: unknown, walk: Walk): unknown {
  if (field === 'gid') return String(value)
  if (field === 'resource_type') return plan.type
  if (value === null || value === undefined) return absent(field, value)
  switch (field.kind) {
    case 'flag':
      return value === 1
    case 'timestamp':
      return formatTimestamp(value as number)
    case 'json':
      return JSON.parse(value as string)
    case 'one':
      return follow(far.values().next().value, value, walk)
    case 'any': {
      const [type, row] = value as [string, Row]
      return follow(far.get(type as Plan['type']), row, walk)
    }
    case 'many':
    case 'parts': {
      const next = far.values().next().value
      return (value as Row[]).map(row => follow(next, row, walk))
    }
    default:
      return value
  }
}

/** A computed field may say "not here" by undefined; a sparse one is left out instead of null. */
const absent = (field: Field, value: null | undefined): null | undefined =>
  field.sparse || (field.kind === 'computed' && value === undefined) ? undefined : null

function follow(far: Plan | undefined, row: unknown, walk: Walk): Json {
  if (!far) throw new Error('The plan has no far end for an edge.')
  walk.cost++
  return object(far, row as Row, walk)
}

async function compute(plan: Plan, rows: Row[], context: Context): Promise<void> {
  for (const { field, at, needs } of plan.computed) {
    if (!field.load || rows.length === 0) continue
    const named = rows.map(row => {
      const seen = { gid: row[0] as number } as { gid: number } & Json
      for (const [column, place] of needs) seen[column] = row[place]
      return seen
    })
    const values = await field.load(named, context)
    for (const [index, row] of rows.entries()) row[at] = values[index]
  }
  for (const member of plan.members) {
    for (const next of member.far.values()) if (next.computes) await compute(next, below(member, next, rows), context)
  }
}

/** All rows at the far end of an edge, over all rows at its near end. */
function below({ at, field }: Member, next: Plan, rows: Row[]): Row[] {
  const found: Row[] = []
  for (const row of rows) {
    const value = row[at]
    if (value === null || value === undefined || typeof field === 'string') continue
    if (field.kind === 'one') found.push(value as Row)
    else if (field.kind === 'any') {
      const [type, far] = value as [string, Row]
      if (type === next.type) found.push(far)
    } else found.push(...(value as Row[]))
  }
  return found
}
