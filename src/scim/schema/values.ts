/**
 * Values of a resource, read from JSON by the table of attributes.
 *
 * Invariants:
 * - Attributes outside the table are left out.
 * - A value of a wrong type is an error.
 * - Strings stay as the client sent them.
 * - The objects have no prototype, and only names of the table as keys.
 */

import { brief, refusal } from '../errors.ts'
import type { Attribute, Kind, Schema } from './attributes.ts'
import { placeIn, placeOf, subOf } from './names.ts'

export type Value = string | boolean | Values | Values[]

export interface Values {
  [name: string]: Value | undefined
}

export const noValues = (): Values => Object.create(null)

/** A deep copy. */
export function copied(values: Values): Values {
  const copy = noValues()
  for (const [name, value] of Object.entries(values)) copy[name] = Array.isArray(value) ? value.map(copied) : one(value)
  return copy
}

const one = (value: Value | undefined) => (typeof value === 'object' ? copied(value as Values) : value)

/** Whether two values are equal, without regard to the order of their members. */
export const isSame = (a: Value | undefined, b: Value | undefined): boolean => canonical(a) === canonical(b)

const canonical = (value: Value | undefined) =>
  JSON.stringify(value, (_, inner) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )

const LONGEST = 4096
const MOST_ENTRIES = 100

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads the attributes of a whole resource. Throws 400 `invalidValue`. */
export function readResource(kind: Kind, body: Record<string, unknown>): Values {
  const values = noValues()
  for (const [key, raw] of Object.entries(body)) {
    const place = placeOf(kind, key)
    if (place?.is === 'schema' && isObject(raw)) readInto(kind, place.schema, values, raw)
    if (place?.is === 'attribute' && !place.sub) put(kind, values, place, readWhole(place.attribute, raw))
  }
  return values
}

function readInto(kind: Kind, schema: Schema, values: Values, raw: Record<string, unknown>): void {
  for (const [key, inner] of Object.entries(raw)) {
    const place = placeIn(kind, schema, key)
    if (place?.is === 'attribute' && !place.sub) put(kind, values, place, readWhole(place.attribute, inner))
  }
}

/** An operation may send one entry as a string. A whole resource must send a list. */
function readWhole(attribute: Attribute, raw: unknown): Value | undefined {
  if (attribute.many && typeof raw === 'string' && raw !== '') throw wrong(attribute, 'must be a list')
  return read(attribute, raw)
}

type At = { schema: Schema | null; attribute: Attribute }

/** Sets or deletes an attribute in the object of its schema. Ignores read-only attributes. */
export function put(kind: Kind, values: Values, { schema, attribute }: At, value: Value | undefined): void {
  if (attribute.mutability === 'readOnly') return
  const holder = holderOf(kind, values, schema)
  if (value === undefined) delete holder[attribute.name]
  else holder[attribute.name] = value
}

/** The object that has the attributes of a schema. */
export function holderOf({ extension }: Kind, values: Values, schema: Schema | null): Values {
  if (!schema || schema !== extension) return values
  const inner = values[schema.id]
  if (inner !== undefined) return inner as Values
  const made = noValues()
  values[schema.id] = made
  return made
}

/** Reads a value of an attribute; undefined for none. Throws 400 `invalidValue`. */
export function read(attribute: Attribute, raw: unknown): Value | undefined {
  if (raw === null || raw === undefined) return undefined
  if (!attribute.many) return readOne(attribute, raw)
  const given = (Array.isArray(raw) ? raw : [raw]).filter(one => one !== null)
  mustBeFew(attribute, given)
  const entries = given.map(one => readParts(attribute, one)).filter(one => one !== undefined)
  return entries.length > 0 ? entries : undefined
}

/** Throws 400 for too many entries. */
export function mustBeFew(attribute: Attribute, entries: readonly unknown[]): void {
  if (entries.length > MOST_ENTRIES) throw wrong(attribute, `has more than ${MOST_ENTRIES} entries`)
}

function readOne(attribute: Attribute, raw: unknown): Value | undefined {
  switch (attribute.type) {
    case 'complex':
      return readParts(attribute, raw)
    case 'boolean':
      return flag(attribute, raw)
    case 'reference':
      return undefined
    default:
      return text(attribute, raw)
  }
}

/** Reads a complex value. A string stands for the sub-attribute `value`, where there is one. */
export function readParts(attribute: Attribute, raw: unknown): Values | undefined {
  if (typeof raw === 'string' && subOf(attribute, 'value'))
    return raw === '' ? undefined : parts(attribute, { value: raw })
  if (!isObject(raw)) throw wrong(attribute, 'must be an object')
  return parts(attribute, raw)
}

function parts(attribute: Attribute, raw: Record<string, unknown>): Values | undefined {
  const values = noValues()
  for (const [key, inner] of Object.entries(raw)) {
    const sub = subOf(attribute, key)
    const value = sub && inner !== null ? readOne(sub, inner) : undefined
    if (sub && value !== undefined) values[sub.name] = value
  }
  return saysNothing(attribute, values) ? undefined : values
}

/** Whether a value is empty. An entry with only `type` and `primary` is. */
export function saysNothing(attribute: Attribute, values: Values): boolean {
  const told = Object.keys(values).filter(name => !attribute.many || (name !== 'type' && name !== 'primary'))
  return told.length === 0 || (attribute.name === 'manager' && values.value === '')
}

/** The standard has true and false; some clients send them as strings. */
function flag(attribute: Attribute, raw: unknown): boolean {
  if (typeof raw === 'boolean') return raw
  const word = typeof raw === 'string' ? raw.toLowerCase() : undefined
  if (word !== 'true' && word !== 'false') throw wrong(attribute, 'must be true or false')
  return word === 'true'
}

function text(attribute: Attribute, raw: unknown): string {
  if (typeof raw !== 'string') throw wrong(attribute, 'must be a text')
  // The store accepts a lone surrogate, but would not return it unchanged.
  if (!raw.isWellFormed() || raw.includes('\0')) throw wrong(attribute, 'must be Unicode, without U+0000')
  if (raw.length > LONGEST) throw wrong(attribute, `is longer than ${LONGEST} characters`)
  return raw
}

const wrong = ({ name }: Attribute, why: string) => refusal('invalidValue', `${brief(name)} ${why}.`)

/** Fills in the `type` and `primary` of entries: the first is primary where no entry sets it. */
export function completed(entries: readonly Values[]): Values[] {
  const said = entries.some(one => one.primary !== undefined)
  const preferred = said ? entries.findLastIndex(one => one.primary === true) : 0
  return entries.map((one, index) => {
    const { value, ...rest } = one
    const head = value === undefined ? {} : { value }
    return Object.assign(noValues(), head, { ...rest, type: one.type ?? 'work', primary: index === preferred })
  })
}
