/**
 * Writers of JSON values. A plan is made once and used often, so each of its members has a function of its own and is
 * not interpreted again for each row. Values are written directly as text, without intermediate objects.
 */
import { formatTimestamp } from '../lib/date.ts'
import type { Field } from '../vocabulary/field.ts'
import type { Tree } from './parse.ts'

export type Row = unknown[]

/** A walk over the response. */
export interface Walk {
  /** The cost so far: one unit for each object and each followed link. */
  cost: number
  /** The cached row of an object for a plan; null if the object is deleted or the reader cannot see it. */
  near(plan: object, gid: number): Row | null
  /** The JSON of a definition for a plan: from the cache, or written by `write` in this walk. */
  fragments(plan: object, gid: number, write: () => string[]): readonly string[]
}

/** The JSON of a value; undefined to omit it. */
export type Show = (value: unknown, walk: Walk) => string | undefined
export type Present = (row: Row, walk: Walk) => string

/** A member of the JSON object, and the slot of its value. */
export interface Member {
  name: string
  at: number
  show: Show
  /** Shown only if the value of this slot is among these. */
  when?: { at: number; among: readonly unknown[] } | undefined
}

export interface Piece extends Member {
  /** The name with its punctuation, for the first member and for the others. */
  first: string
  next: string
}

export function pieceOf(member: Member): Piece {
  const named = `${JSON.stringify(member.name)}:`
  return { ...member, first: `{${named}`, next: `,${named}` }
}

/** The member with its name; empty if it is omitted. */
export function write({ at, show, when, first, next }: Piece, row: Row, walk: Walk, isFirst: boolean): string {
  if (when && !when.among.includes(row[when.at])) return ''
  const value = show(row[at], walk)
  return value === undefined ? '' : (isFirst ? first : next) + value
}

/** Writes an object by the members of its plan; members can be added until the first use. */
export function presenter(members: readonly Member[]): Present {
  let pieces: Piece[] | undefined
  return (row, walk) => {
    pieces ??= members.map(pieceOf)
    walk.cost++
    let text = ''
    for (const piece of pieces) text += write(piece, row, walk, text === '')
    return text === '' ? '{}' : `${text}}`
  }
}

export const showGid: Show = value => `"${value}"`

/** The same text for every object of a type. */
export const showType = (type: string): Show => showConstant(type)

export const showConstant = (value: unknown): Show => {
  const text = JSON.stringify(value)
  return () => text
}

const quoted: Show = value => JSON.stringify(value)

const writers: Partial<Record<Field['kind'], Show>> = {
  flag: value => (value === 1 ? 'true' : 'false'),
  timestamp: value => `"${formatTimestamp(value as number)}"`,
  date: value => `"${value}"`,
}

const parsed: Partial<Record<Field['kind'], (value: unknown) => unknown>> = {
  someOf: value => JSON.parse(value as string),
  json: value => (typeof value === 'string' ? JSON.parse(value) : value),
}

/** Writes a value. A computed value is omitted if it is undefined; a sparse one is omitted instead of null. */
export function showValue({ kind, sparse }: Field, names?: Tree): Show {
  const absent = sparse ? undefined : 'null'
  const parse = parsed[kind] ?? (value => value)
  const write = writers[kind]
  const text: Show = names
    ? value => JSON.stringify(members(parse(value), names))
    : (write ?? (parsed[kind] ? value => JSON.stringify(parse(value)) : quoted))
  if (kind === 'computed') return (value, walk) => (value === null ? absent : text(value, walk))
  return (value, walk) => (value === null || value === undefined ? absent : text(value, walk))
}

/** Writes only the named members of a constant JSON object, or of each object in a list. */
export const showMembers = (value: unknown, names: Tree): Show => showConstant(members(value, names))

/** The named members of a plain JSON object or of each object in a list, and the gid of a resource. */
function members(value: unknown, names: Tree): unknown {
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

/** Writes the target or targets of an edge. `far` returns the writer of a type, if there are several. */
export function showEdge({ kind, sparse, through }: Field, far: (type: string) => Present): Show {
  const absent = sparse ? undefined : 'null'
  if (kind === 'any') {
    return (value, walk) => {
      if (value === null) return absent
      const [type, row] = value as [string, Row]
      walk.cost++
      return far(type)(row, walk)
    }
  }
  const only = far('')
  if (kind === 'one') {
    return (value, walk) => {
      if (value === null) return absent
      walk.cost++
      return only(value as Row, walk)
    }
  }
  return (value, walk) => {
    const rows = value as Row[]
    if (rows.length > 1 && !through?.order) rows.sort(byGid)
    walk.cost += rows.length
    return list(rows, walk, only)
  }
}

function list(rows: readonly Row[], walk: Walk, show: Present): string {
  let text = ''
  for (const row of rows) text += (text === '' ? '' : ',') + show(row, walk)
  return `[${text}]`
}

/** A plan of cached objects. */
interface NearPlan {
  present: Present
}

/** Writes the object that a gid names. If several types are possible, each has a plan. */
export function showNear({ sparse }: Field, plans: readonly NearPlan[]): Show {
  const absent = sparse ? undefined : 'null'
  return (value, walk) => {
    if (value === null) return absent
    for (const plan of plans) {
      const row = walk.near(plan, value as number)
      if (row === null) continue
      walk.cost++
      return plan.present(row, walk)
    }
    return absent
  }
}

/** Writes the objects that a list of gids names. */
export const showAllNear =
  ({ through }: Field, plan: NearPlan): Show =>
  (value, walk) => {
    const gids = value as number[]
    if (gids.length > 1 && !through?.order) gids.sort((a, b) => a - b)
    const rows: Row[] = []
    for (const gid of gids) {
      const row = walk.near(plan, gid)
      if (row !== null) rows.push(row)
    }
    walk.cost += rows.length
    return list(rows, walk, plan.present)
  }

/** Writes the parts of a list whose objects the reader can see. */
export const showSeen =
  (show: Show, plan: object, at: number): Show =>
  (value, walk) =>
    show(
      (value as Row[]).filter(part => walk.near(plan, part[at] as number) !== null),
      walk,
    )

/** Writes a list of objects by the gids in the slot `inner` of a list of parts. */
export const showFromParts =
  (show: Show, inner: number): Show =>
  (value, walk) =>
    show(
      (value as Row[]).map(part => part[inner]),
      walk,
    )

/** Lists inside an object are in the order of creation; parts in the order of the object that they name first. */
const byGid = (a: Row, b: Row): number => gidOf(a) - gidOf(b)

const gidOf = ([first]: Row): number => Number(Array.isArray(first) ? first[0] : first)
