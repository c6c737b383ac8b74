/**
 * How one value of a row is shown. Plans are made once and shown often, so each member of a plan carries a function of
 * its own instead of being looked at again for every row.
 */
import { formatTimestamp } from '../lib/date.ts'
import type { Field } from '../vocabulary/field.ts'
import type { Tree } from './parse.ts'

export type Json = Record<string, unknown>
export type Row = unknown[]

/** What a walk over the answer has cost so far: one unit for each object shown and each link followed. */
export interface Walk {
  cost: number
}

export type Show = (value: unknown, walk: Walk) => unknown
export type Present = (row: Row, walk: Walk) => Json

/** One name of the answer, and the place of its value in a row. */
export interface Member {
  name: string
  at: number
  show: Show
  /** Shown only where the value at this place is among these. */
  when?: { at: number; among: readonly unknown[] }
}

/** Shows an object from the members of its plan, which may still be added to until it is first used. */
export const presenter =
  (members: readonly Member[]): Present =>
  (row, walk) => {
    walk.cost++
    const shown: Json = {}
    for (const { name, at, show, when } of members) {
      if (when && !when.among.includes(row[when.at])) continue
      const value = show(row[at], walk)
      if (value !== undefined) shown[name] = value
    }
    return shown
  }

export const showGid: Show = value => String(value)

/** The same text for every object of a type. */
export const showType = (type: string): Show => {
  return () => type
}

const plain: Partial<Record<Field['kind'], (value: unknown) => unknown>> = {
  flag: value => value === 1,
  timestamp: value => formatTimestamp(value as number),
  someOf: value => JSON.parse(value as string),
  json: value => (typeof value === 'string' ? JSON.parse(value) : value),
}

/** Shows a value. A computed one says "not here" by undefined; a sparse one is left out instead of null. */
export function showValue({ kind, sparse }: Field): Show {
  const absent = sparse ? undefined : null
  const convert = plain[kind]
  if (kind === 'computed') return value => (value === null ? absent : value)
  if (!convert) return value => value ?? absent
  return value => (value === null || value === undefined ? absent : convert(value))
}

/** Shows of a plain JSON object, or of each in a list, only the named members, and the gid of what is an object. */
export const showMembers =
  (show: Show, names: Tree): Show =>
  (value, walk) =>
    members(show(value, walk), names)

function members(value: unknown, names: Tree): unknown {
  if (Array.isArray(value)) return value.map(one => members(one, names))
  if (typeof value !== 'object' || value === null) return value === null ? null : undefined
  const shown: Json = 'gid' in value && 'resource_type' in value ? { gid: value.gid } : {}
  for (const [name, below] of names) {
    if (!Object.hasOwn(value, name)) continue
    const member = (value as Json)[name]
    shown[name] = below.size > 0 ? members(member, below) : member
  }
  return shown
}

/** Shows the object, or the objects, at the far end of an edge. `far` finds its presenter by type where there are several. */
export function showEdge({ kind, sparse, through }: Field, far: (type: string) => Present): Show {
  const absent = sparse ? undefined : null
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
    walk.cost += rows.length
    if (rows.length > 1 && !through?.order) rows.sort(byGid)
    return rows.map(row => only(row, walk))
  }
}

/** Shows a list of objects out of a list of parts, each of which has one of them at the place `inner`. */
export const showFromParts =
  (show: Show, inner: number): Show =>
  (value, walk) =>
    show(
      (value as Row[]).map(part => part[inner]),
      walk,
    )

/** Lists inside an object come in the order in which their objects were made; parts by what they first name. */
const byGid = (a: Row, b: Row): number => gidOf(a) - gidOf(b)

const gidOf = ([first]: Row): number => Number(Array.isArray(first) ? first[0] : first)
