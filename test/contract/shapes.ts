/**
 * Compares a response with the contract: every path that was requested is there, nothing else is, and each value has
 * the type of the contract. Without a request by name, the response has only members of the contract. The declarations of the catalog say which members an object may lack; plain JSON may lack any.
 */
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { Field, Fields } from '../../src/vocabulary/field.ts'
import type { Json } from '../harness/world.ts'
import { contract, type Described } from './compare.ts'

/** The requested names, each with those below it. */
export type NameTree = Map<string, NameTree>

export function nameTree(paths: readonly string[]): NameTree {
  const root: NameTree = new Map()
  for (const path of paths) {
    let level = root
    for (const name of path.split('.')) {
      const next: NameTree = level.get(name) ?? new Map()
      level.set(name, next)
      level = next
    }
  }
  return root
}

/** Where a value is. */
interface Place {
  at: string
  /** The names that were requested below it; null if the client requested none. */
  names: NameTree | null
  /** The declarations of the objects that can be there. */
  records: readonly Fields[]
  /** The type of the contract that it is in, such as `Task`, with the path inside it. */
  member: string
}

/** What all compared responses requested and had, as members of the types of the contract. */
export interface Coverage {
  requested: Set<string>
  filled: Set<string>
}

/** The contradictions between the data of a response and the contract. */
export function contradictions(
  catalog: Catalog,
  described: Described,
  data: unknown,
  place: Omit<Place, 'member'>,
  { requested, filled }: Coverage,
): string[] {
  const found = new Set<string>()
  compareValue(described, data, { ...place, member: '' })
  return [...found]

  function compareValue(one: Described, value: unknown, place: Place): void {
    const { type, items, enum: choices, nullable, format } = one
    const schema = schemaOf(one)
    const at = schema.fields && one.ref ? { ...place, member: typeName(one.ref) } : place
    if (value === null) {
      // The contract does not mark references as nullable.
      if (type && !nullable && !schema.fields) found.add(`${place.at} is null`)
    } else if (type === 'array') {
      if (Array.isArray(value)) for (const element of value) compareValue(items ?? {}, element, place)
      else found.add(`${place.at} is not an array`)
    } else if (schema.fields) {
      if (typeof value === 'object' && !Array.isArray(value)) compareObject(schema.fields, value as Json, at)
      else found.add(`${place.at} is not an object`)
    } else if (type && !isOf(type, value)) found.add(`${place.at} is not of the type ${type}: ${JSON.stringify(value)}`)
    else if (choices && !choices.includes(value as string)) found.add(`${place.at} is not a choice: ${value}`)
    else if (format && formats[format]?.test(value as string) === false)
      found.add(`${place.at} is not a ${format}: ${value}`)
  }

  function compareObject(fields: Record<string, Described>, value: Json, place: Place): void {
    if (place.names) compareNames(fields, value, { ...place, names: place.names })
    else compareMembers(fields, value, place)
  }

  /** Compares an object of which the client requested no member by name. */
  function compareMembers(fields: Record<string, Described>, value: Json, place: Place): void {
    for (const [name, one] of Object.entries(value)) {
      const [at, member] = [place.at, place.member].map(path => `${path}.${name}`) as [string, string]
      if (!(name in fields)) found.add(`${place.member} has ${name} in addition`)
      else compareValue(fields[name] ?? {}, one, { ...place, at, member })
    }
  }

  function compareNames(
    fields: Record<string, Described>,
    value: Json,
    { at, names, records, member }: Place & { names: NameTree },
  ): void {
    for (const name of Object.keys(value)) {
      if (!(names.size > 0 ? name === 'gid' || names.has(name) : isBare(value, name, fields)))
        found.add(`${at} has ${name} in addition`)
    }
    for (const [name, below] of names) {
      const declared = records.map(record => record[name])
      const key = `${member}.${name}`
      const inner = { at: `${at}.${name}`, member: key, names: below, records: declared.flatMap(recordsOf) }
      requested.add(key)
      if (name in value) {
        if (!isEmpty(value[name])) filled.add(key)
        compareValue(fields[name] ?? {}, value[name], inner)
      } else if (records.length > 0 && !declared.some(mayBeAbsent)) found.add(`${inner.at} is missing`)
    }
  }

  function recordsOf(field: Field | undefined): Fields[] {
    return field?.parts ? [field.parts] : (field?.types ?? []).map(type => catalog.resource(type).fields)
  }
}

/** The type of a value; one with all members where several are possible. */
function schemaOf(described: Described): Described {
  const schema = described.ref ? (contract.schemas[described.ref] ?? {}) : described
  if (!schema.anyOf) return schema
  return { fields: Object.assign({}, ...schema.anyOf.map(one => schemaOf(one).fields)) }
}

/** `TaskResponse`, `TaskCompact` and `TaskBase` describe a `Task`. */
const typeName = (ref: string) => ref.replace(/(?:Base|Compact|Response)+$/, '')

/** Whether an object of which no member was requested may have this one: an object without a gid is shown whole. */
const isBare = (value: Json, name: string, fields: Record<string, Described>) =>
  'gid' in value ? name === 'gid' || name === 'resource_type' : name in fields

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

const isOf = (type: string, value: unknown) =>
  type === 'integer' ? Number.isInteger(value) : type === 'object' ? typeof value === 'object' : typeof value === type

const formats: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
}

/**
 * Whether an object may lack the member: because of its type or subtype, because it has no value, or because a client
 * did not give it.
 */
const mayBeAbsent = (field: Field | undefined) =>
  !field || field.sparse || field.subtypes || (field.kind === 'constant' && field.always === undefined)
