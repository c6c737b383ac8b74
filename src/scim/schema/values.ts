/**
 * Values of a resource, read from JSON by the table of attributes.
 *
 * Invariants:
 * - Attributes outside the table are left out.
 * - A value of a wrong type is an error.
 * - Strings stay as the client sent them.
 * - The objects have no prototype, and only names of the table as keys.
 */

import { excerpt, scimError } from '../errors.ts'
import { isObject, type ScimJson } from '../json.ts'
import { resolveName, resolveNameIn, subAttributeOf } from './attribute_refs.ts'
import type { ResourceKind, ScimAttribute, ScimSchema } from './attributes.ts'

export type ScimValue = string | boolean | ScimValues | ScimValues[]

export interface ScimValues {
  [name: string]: ScimValue | undefined
}

export const emptyValues = (): ScimValues => Object.create(null)

/** A deep copy. */
export function copyValues(values: ScimValues): ScimValues {
  const copy = emptyValues()
  for (const [name, value] of Object.entries(values))
    copy[name] = Array.isArray(value) ? copyEntries(value) : copyValue(value)
  return copy
}

export const copyEntries = (entries: readonly ScimValues[]): ScimValues[] => entries.map(copyValues)

const copyValue = (value: ScimValue | undefined) =>
  typeof value === 'object' ? copyValues(value as ScimValues) : value

/** Whether two values are equal, without regard to the order of their members. */
export const isEqualValue = (a: ScimValue | undefined, b: ScimValue | undefined): boolean =>
  canonical(a) === canonical(b)

const canonical = (value: ScimValue | undefined) =>
  JSON.stringify(value, (_, inner) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )

const MAX_TEXT_CHARACTERS = 4096
const MAX_ENTRIES = 100

/** Reads the attributes of a whole resource. Throws 400 `invalidValue`. */
export function readResource(kind: ResourceKind, body: ScimJson): ScimValues {
  const values = emptyValues()
  for (const [key, raw] of Object.entries(body)) {
    const ref = resolveName(kind, key)
    if (ref?.is === 'schema' && isObject(raw)) readSchema(kind, ref.schema, values, raw)
    if (ref?.is === 'attribute' && !ref.sub) setAttribute(kind, values, ref, readWhole(ref.attribute, raw))
  }
  return values
}

function readSchema(kind: ResourceKind, schema: ScimSchema, values: ScimValues, raw: ScimJson): void {
  for (const [key, inner] of Object.entries(raw)) {
    const ref = resolveNameIn(kind, schema, key)
    if (ref?.is === 'attribute' && !ref.sub) setAttribute(kind, values, ref, readWhole(ref.attribute, inner))
  }
}

/** An operation may send one entry as a string. A whole resource must send a list. */
function readWhole(attribute: ScimAttribute, raw: unknown): ScimValue | undefined {
  if (attribute.multiValued && typeof raw === 'string' && raw !== '') throw invalidValue(attribute, 'must be a list')
  return readValue(attribute, raw)
}

type AttributeLocation = { schema: ScimSchema | null; attribute: ScimAttribute }

/** The value of an attribute, from the object of its schema. */
export function getAttribute(
  { extension }: ResourceKind,
  values: ScimValues,
  { schema, attribute }: AttributeLocation,
): ScimValue | undefined {
  const container = schema && schema === extension ? (values[schema.id] as ScimValues | undefined) : values
  return container?.[attribute.name]
}

/**
 * Sets or deletes an attribute in the object of its schema. Leaves out empty values and empty entries, and ignores
 * read-only attributes. Throws 400 for too many entries.
 */
export function setAttribute(
  kind: ResourceKind,
  values: ScimValues,
  { schema, attribute }: AttributeLocation,
  value: ScimValue | undefined,
): void {
  if (attribute.mutability === 'readOnly') return
  const container = containerOf(kind, values, schema)
  const stored = withoutEmpty(attribute, value)
  if (stored === undefined) delete container[attribute.name]
  else container[attribute.name] = stored
}

/** A value without empty entries; undefined when nothing remains. */
function withoutEmpty(attribute: ScimAttribute, value: ScimValue | undefined): ScimValue | undefined {
  if (!Array.isArray(value)) {
    return typeof value === 'object' && isEmptyValue(attribute, value) ? undefined : value
  }
  const entries = value.filter(one => !isEmptyValue(attribute, one))
  mustNotExceedEntries(attribute, entries)
  return entries.length > 0 ? entries : undefined
}

/** The object that has the attributes of a schema, which it creates when absent. */
function containerOf({ extension }: ResourceKind, values: ScimValues, schema: ScimSchema | null): ScimValues {
  if (!schema || schema !== extension) return values
  const inner = values[schema.id]
  if (inner !== undefined) return inner as ScimValues
  const created = emptyValues()
  values[schema.id] = created
  return created
}

/** Reads a value of an attribute; undefined for none. Throws 400 `invalidValue`. */
export function readValue(attribute: ScimAttribute, raw: unknown): ScimValue | undefined {
  if (raw === null || raw === undefined) return undefined
  if (!attribute.multiValued) return readSingle(attribute, raw)
  const items = (Array.isArray(raw) ? raw : [raw]).filter(one => one !== null)
  mustNotExceedEntries(attribute, items)
  const entries = items.map(one => readComplex(attribute, one)).filter(one => one !== undefined)
  return entries.length > 0 ? entries : undefined
}

/** Throws 400 for too many entries. */
function mustNotExceedEntries(attribute: ScimAttribute, entries: readonly unknown[]): void {
  if (entries.length > MAX_ENTRIES) throw invalidValue(attribute, `has more than ${MAX_ENTRIES} entries`)
}

/**
 * Reads the value of an operation on one value: of an attribute, of an entry, or of a sub-attribute. Throws 400
 * `invalidValue`.
 */
export function readOperand(attribute: ScimAttribute, sub: ScimAttribute | null, raw: unknown): ScimValue | undefined {
  const value = unwrap(raw)
  if (sub) return readValue(sub, value)
  return attribute.type === 'complex' ? readComplex(attribute, value) : readValue(attribute, value)
}

// wire: older connectors of Entra ID send a single value as a list of objects
function unwrap(value: unknown): unknown {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : undefined
  return isObject(only) && Object.hasOwn(only, 'value') ? only.value : value
}

function readSingle(attribute: ScimAttribute, raw: unknown): ScimValue | undefined {
  switch (attribute.type) {
    case 'complex':
      return readComplex(attribute, raw)
    case 'boolean':
      return readBoolean(attribute, raw)
    case 'reference':
      return undefined
    default:
      return readText(attribute, raw)
  }
}

/** Reads a complex value. A string stands for the sub-attribute `value`, where there is one. */
function readComplex(attribute: ScimAttribute, raw: unknown): ScimValues | undefined {
  if (typeof raw === 'string' && subAttributeOf(attribute, 'value'))
    return raw === '' ? undefined : readSubAttributes(attribute, { value: raw })
  if (!isObject(raw)) throw invalidValue(attribute, 'must be an object')
  return readSubAttributes(attribute, raw)
}

function readSubAttributes(attribute: ScimAttribute, raw: ScimJson): ScimValues | undefined {
  const values = emptyValues()
  for (const [key, inner] of Object.entries(raw)) {
    const sub = subAttributeOf(attribute, key)
    const value = sub && inner !== null ? readSingle(sub, inner) : undefined
    if (sub && value !== undefined) values[sub.name] = value
  }
  return isEmptyValue(attribute, values) ? undefined : values
}

/** Whether a value is empty. An entry with only `type` and `primary` is. */
function isEmptyValue(attribute: ScimAttribute, values: ScimValues): boolean {
  const members = Object.keys(values).filter(name => !attribute.multiValued || (name !== 'type' && name !== 'primary'))
  return members.length === 0 || (attribute.name === 'manager' && values.value === '')
}

/** The standard has true and false; some clients send them as strings. */
function readBoolean(attribute: ScimAttribute, raw: unknown): boolean {
  if (typeof raw === 'boolean') return raw
  const word = typeof raw === 'string' ? raw.toLowerCase() : undefined
  if (word !== 'true' && word !== 'false') throw invalidValue(attribute, 'must be true or false')
  return word === 'true'
}

function readText(attribute: ScimAttribute, raw: unknown): string {
  if (typeof raw !== 'string') throw invalidValue(attribute, 'must be a text')
  // The store accepts a lone surrogate, but would not return it unchanged.
  if (!raw.isWellFormed() || raw.includes('\0')) throw invalidValue(attribute, 'must be Unicode, without U+0000')
  if (raw.length > MAX_TEXT_CHARACTERS)
    throw invalidValue(attribute, `is longer than ${MAX_TEXT_CHARACTERS} characters`)
  return raw
}

const invalidValue = ({ name }: ScimAttribute, why: string) => scimError('invalidValue', `${excerpt(name)} ${why}.`)

/** Fills in the `type` and `primary` of entries: the first is primary where no entry sets it. */
export function completeEntries(entries: readonly ScimValues[]): ScimValues[] {
  const hasPrimary = entries.some(one => one.primary !== undefined)
  const preferred = hasPrimary ? entries.findLastIndex(one => one.primary === true) : 0
  return entries.map((one, index) => {
    const { value, ...rest } = one
    const head = value === undefined ? {} : { value }
    return Object.assign(emptyValues(), head, { ...rest, type: one.type ?? 'work', primary: index === preferred })
  })
}
