/**
 * Writers of JSON values. A plan is made once and used often. So each of its members has a function of its own, and is
 * not interpreted again for each row. Values are written directly as text, without intermediate objects.
 */
import { formatTimestamp } from '../lib/date.ts'
import type { Field } from '../vocabulary/field.ts'
import type { SelectionTree } from './parse.ts'

export type SlotRow = unknown[]

/** A walk over the response. */
export interface Walk {
  /** The cost so far: one unit for each object and each followed link. */
  cost: number
  /**
   * The cached row of an object for a plan; null if the object is deleted or the reader cannot see it, undefined if it is
   * not cached: then the row is written again.
   */
  cachedRow(plan: object, gid: number): SlotRow | null | undefined
  /** The JSON of a definition for a plan: from the cache, or written by `write` in this walk. */
  fragments(plan: object, gid: number, write: () => string[]): readonly string[]
}

/** The JSON of a value; undefined to omit it. */
export type ValueWriter = (value: unknown, walk: Walk) => string | undefined
export type ObjectWriter = (row: SlotRow, walk: Walk) => string

/** A member of the JSON object, and the slot of its value. */
export interface JsonMember {
  name: string
  at: number
  show: ValueWriter
  /** Shown only if the value of this slot is among these. */
  when?: { at: number; among: readonly unknown[] } | undefined
}

export interface MemberWriter extends JsonMember {
  /** The name with its punctuation, for the first member and for the others. */
  first: string
  next: string
}

export function memberWriter(member: JsonMember): MemberWriter {
  const prefix = `${JSON.stringify(member.name)}:`
  return { ...member, first: `{${prefix}`, next: `,${prefix}` }
}

/** The member with its name; empty if it is omitted. */
export function write(
  { at, show, when, first, next }: MemberWriter,
  row: SlotRow,
  walk: Walk,
  isFirst: boolean,
): string {
  if (when && !when.among.includes(row[when.at])) return ''
  const value = show(row[at], walk)
  return value === undefined ? '' : (isFirst ? first : next) + value
}

/** Writes an object by the members of its plan; members can be added until the first use. */
export function objectWriter(members: readonly JsonMember[]): ObjectWriter {
  let writers: MemberWriter[] | undefined
  return (row, walk) => {
    writers ??= members.map(memberWriter)
    walk.cost++
    let text = ''
    for (const writer of writers) text += write(writer, row, walk, text === '')
    return text === '' ? '{}' : `${text}}`
  }
}

export const showGid: ValueWriter = value => `"${value}"`

/** The same text for every object of a type. */
export const showType = (type: string): ValueWriter => showConstant(type)

export const showConstant = (value: unknown): ValueWriter => {
  const text = JSON.stringify(value)
  return () => text
}

const quoted: ValueWriter = value => JSON.stringify(value)

const writers: Partial<Record<Field['kind'], ValueWriter>> = {
  flag: value => (value === 1 ? 'true' : 'false'),
  timestamp: value => `"${formatTimestamp(value as number)}"`,
  date: value => `"${value}"`,
  // The stored text is a JSON number.
  amount: value => value as string,
}

const parsers: Partial<Record<Field['kind'], (value: unknown) => unknown>> = {
  someOf: value => JSON.parse(value as string),
  json: value => (typeof value === 'string' ? JSON.parse(value) : value),
}

/** Writes a value. A computed value is omitted if it is undefined; a sparse one is omitted instead of null. */
export function showValue({ kind, sparse }: Field, names?: SelectionTree): ValueWriter {
  const empty = sparse ? undefined : 'null'
  const parse = parsers[kind] ?? (value => value)
  const write = writers[kind]
  const text: ValueWriter = names
    ? value => JSON.stringify(members(parse(value), names))
    : (write ?? (parsers[kind] ? value => JSON.stringify(parse(value)) : quoted))
  if (kind === 'computed') return (value, walk) => (value === null ? empty : text(value, walk))
  return (value, walk) => (value === null || value === undefined ? empty : text(value, walk))
}

/** Writes only the prefix members of a constant JSON object, or of each object in a list. */
export const showMembers = (value: unknown, names: SelectionTree): ValueWriter => showConstant(members(value, names))

/** The prefix members of a plain JSON object or of each object in a list, and the gid of a resource. */
function members(value: unknown, names: SelectionTree): unknown {
  if (Array.isArray(value)) return value.map(one => members(one, names))
  if (typeof value !== 'object' || value === null) return value === null ? null : undefined
  const shown: Record<string, unknown> = 'gid' in value && 'resource_type' in value ? { gid: value.gid } : {}
  for (const [name, below] of names) {
    if (!Object.hasOwn(value, name)) continue
    const member = (value as Record<string, unknown>)[name]
    shown[name] = below.size > 0 ? members(member, below) : member
  }
  return shown
}

/** Writes the target or targets of an edge. `writerOf` returns the writer of a type, if there are several. */
export function showEdge({ kind, sparse, through }: Field, writerOf: (type: string) => ObjectWriter): ValueWriter {
  const empty = sparse ? undefined : 'null'
  if (kind === 'any') {
    return (value, walk) => {
      if (value === null) return empty
      const [type, row] = value as [string, SlotRow]
      walk.cost++
      return writerOf(type)(row, walk)
    }
  }
  const only = writerOf('')
  if (kind === 'one') {
    return (value, walk) => {
      if (value === null) return empty
      walk.cost++
      return only(value as SlotRow, walk)
    }
  }
  return (value, walk) => {
    const rows = value as SlotRow[]
    if (rows.length > 1 && !through?.order) rows.sort(byGid)
    walk.cost += rows.length
    return list(rows, walk, only)
  }
}

function list(rows: readonly SlotRow[], walk: Walk, show: ObjectWriter): string {
  let text = ''
  for (const row of rows) text += (text === '' ? '' : ',') + show(row, walk)
  return `[${text}]`
}

/** A plan of cached objects. */
interface CachedObjectPlan {
  write: ObjectWriter
}

/** Writes the object that a gid names. If several types are possible, each has a plan. */
export function showCached({ sparse }: Field, plans: readonly CachedObjectPlan[]): ValueWriter {
  const empty = sparse ? undefined : 'null'
  return (value, walk) => {
    if (value === null) return empty
    for (const plan of plans) {
      const row = walk.cachedRow(plan, value as number)
      if (row === null) continue
      // Another type is looked up only if the object is not of this one.
      if (row === undefined) return empty
      walk.cost++
      return plan.write(row, walk)
    }
    return empty
  }
}

/** Writes the objects that a list of gids names. */
export const showAllCached =
  ({ through }: Field, plan: CachedObjectPlan): ValueWriter =>
  (value, walk) => {
    const gids = value as number[]
    if (gids.length > 1 && !through?.order) gids.sort((a, b) => a - b)
    const rows: SlotRow[] = []
    for (const gid of gids) {
      const row = walk.cachedRow(plan, gid)
      if (row) rows.push(row)
    }
    walk.cost += rows.length
    return list(rows, walk, plan.write)
  }

/** Writes the parts of a list whose objects the reader can see. */
export const showVisible =
  (show: ValueWriter, plan: object, at: number): ValueWriter =>
  (value, walk) =>
    show(
      (value as SlotRow[]).filter(part => walk.cachedRow(plan, part[at] as number)),
      walk,
    )

/** Writes a list of objects by the gids in the slot `inner` of a list of parts. */
export const showFromParts =
  (show: ValueWriter, inner: number): ValueWriter =>
  (value, walk) =>
    show(
      (value as SlotRow[]).map(part => part[inner]),
      walk,
    )

/** Lists inside an object are in the order of creation; parts in the order of the object that they name first. */
const byGid = (a: SlotRow, b: SlotRow): number => gidOf(a) - gidOf(b)

const gidOf = ([first]: SlotRow): number => Number(Array.isArray(first) ? first[0] : first)
