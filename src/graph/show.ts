/**
 * Writers of JSON values. A plan is made once and used often. So each of its members has a function of its own, and is
 * not interpreted again for each row. Values are written directly as text, without intermediate objects.
 *
 * Invariant: the text is UTF-8 (`lib/strings.ts`), so every value that can have other letters than ASCII goes through `json`.
 */
import { formatTimestamp } from '../lib/date.ts'
import { type Utf8, utf8Of } from '../lib/strings.ts'
import type { CallerKind } from '../store/cache/caller_kinds.ts'
import type { Field } from '../vocabulary/field.ts'
import type { SelectionTree } from './parse.ts'

export type SlotRow = unknown[]

/** A part of a response, and the objects on which it depends. */
export interface Dependent {
  readonly on: readonly number[]
}

/** A walk over the response. */
export interface Walk {
  /** The cost so far: one unit for each object and each followed link. */
  cost: number
  /**
   * The JSON of a cached object by a plan, without its cost being added; undefined if the object is not cached: then the
   * row is written again.
   */
  find(plan: object, gid: number): WrittenJson | undefined
  /** The JSON of the definition of a custom field: from the cache, or written by `write` in this walk. */
  pieces(kind: CallerKind, field: number, write: () => JsonPiece[]): WrittenJson<JsonPiece>
  /** Records what else the row depends on. */
  use(dependent: Dependent): void
}

/** A text, or a member that each row writes. */
export type JsonPiece = string | MemberWriter

/** The JSON of an object. */
export interface WrittenJson<Piece = string> {
  /** One text; more for the definition of a custom field; none if the reader cannot see the object. */
  pieces: readonly Piece[]
  cost: number
}

/** The JSON of a value; undefined to omit it. */
export type ValueWriter = (value: unknown, walk: Walk) => string | undefined
export type ObjectWriter = (row: SlotRow, walk: Walk) => Utf8

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
  const prefix = `${json(member.name)}:`
  return { ...member, first: `{${prefix}`, next: `,${prefix}` }
}

export const isShown = ({ when }: JsonMember, row: SlotRow): boolean =>
  when === undefined || when.among.includes(row[when.at])

/** The member with its name; empty if it has no value. */
export function write({ at, show, first, next }: MemberWriter, row: SlotRow, walk: Walk, isFirst: boolean): string {
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
    for (const writer of writers) if (isShown(writer, row)) text += write(writer, row, walk, text === '')
    return (text === '' ? '{}' : `${text}}`) as Utf8
  }
}

export const showGid: ValueWriter = value => `"${value}"`

/** The same text for every object of a type. */
export const showType = (type: string): ValueWriter => showConstant(type)

export const showConstant = (value: unknown): ValueWriter => {
  const text = json(value)
  return () => text
}

/** Undefined for a value that JSON lacks. */
function json(value: unknown): Utf8 | undefined {
  const text: string | undefined = JSON.stringify(value)
  return text === undefined ? undefined : utf8Of(text)
}

const writers: Partial<Record<Field['kind'], ValueWriter>> = {
  flag: value => (value === 1 ? 'true' : 'false'),
  timestamp: value => `"${formatTimestamp(value as number)}"`,
  date: value => `"${value}"`,
  // The declared words need no escapes.
  oneOf: value => `"${value}"`,
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
    ? value => json(members(parse(value), names))
    : (write ?? (parsers[kind] ? value => json(parse(value)) : json))
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
    if (!through?.order) sortByNumber(rows, gidOf)
    walk.cost += rows.length
    return list(rows, walk, only)
  }
}

/** Writes the custom fields of an object. */
export const showFields =
  (show: ObjectWriter): ValueWriter =>
  (value, walk) => {
    const fields = value as Dependent & { rows: readonly SlotRow[] }
    walk.use(fields)
    walk.cost += fields.rows.length
    return list(fields.rows, walk, show)
  }

function list(rows: readonly SlotRow[], walk: Walk, show: ObjectWriter): string {
  let text = ''
  for (const row of rows) text += (text === '' ? '' : ',') + show(row, walk)
  return `[${text}]`
}

/** Writes the object that a gid names. If several types are possible, each has a plan. */
export function showCached({ sparse }: Field, plans: readonly object[]): ValueWriter {
  const empty = sparse ? undefined : 'null'
  return (value, walk) => {
    if (value === null) return empty
    for (const plan of plans) {
      const found = walk.find(plan, value as number)
      if (found === undefined) return empty
      const json = found.pieces[0]
      // Another type is looked up only if the object is not of this one.
      if (json === undefined) continue
      walk.cost += 1 + found.cost
      return json
    }
    return empty
  }
}

/** Writes the objects that a list of gids names. */
export const showAllCached =
  ({ through }: Field, plan: object): ValueWriter =>
  (value, walk) => {
    const gids = value as number[]
    if (!through?.order) sortByNumber(gids, gid => gid)
    let text = ''
    for (const gid of gids) {
      const found = walk.find(plan, gid)
      const json = found?.pieces[0]
      if (found === undefined || json === undefined) continue
      walk.cost += 1 + found.cost
      text += (text === '' ? '' : ',') + json
    }
    return `[${text}]`
  }

/** Writes the parts of a list whose objects the reader can see. */
export const showVisible =
  (show: ValueWriter, plan: object, at: number): ValueWriter =>
  (value, walk) =>
    show(
      (value as SlotRow[]).filter(part => walk.find(plan, part[at] as number)?.pieces.length),
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
const gidOf = ([first]: SlotRow): number => Number(Array.isArray(first) ? first[0] : first)

/** Sorts in place. Most lists are in order already, and to see that costs less than to sort. */
export function sortByNumber<T>(all: T[], numberOf: (one: T) => number): T[] {
  let last = Number.NEGATIVE_INFINITY
  for (const one of all) {
    const number = numberOf(one)
    if (number < last) return all.sort((one, other) => numberOf(one) - numberOf(other))
    last = number
  }
  return all
}
