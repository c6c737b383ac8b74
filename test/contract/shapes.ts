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

/** A comparison of one response: what it contradicts so far. */
interface ShapeComparison extends Coverage {
  catalog: Catalog
  found: Set<string>
}

/** The contradictions between the data of a response and the contract. */
export function contradictions(
  catalog: Catalog,
  described: Described,
  data: unknown,
  place: Omit<Place, 'member'>,
  coverage: Coverage,
): string[] {
  const found = new Set<string>()
  compareValue({ catalog, found, ...coverage }, described, data, { ...place, member: '' })
  return [...found]
}

function compareValue(comparison: ShapeComparison, described: Described, value: unknown, place: Place): void {
  const { found } = comparison
  const { type, items, nullable } = described
  const schema = schemaOf(described)
  if (value === null) {
    // The contract does not mark references as nullable.
    if (type && !nullable && !schema.fields) found.add(`${place.at} is null`)
  } else if (type === 'array') {
    if (Array.isArray(value)) for (const element of value) compareValue(comparison, items ?? {}, element, place)
    else found.add(`${place.at} is not an array`)
  } else if (schema.fields) {
    const inside = described.ref ? { ...place, member: typeName(described.ref) } : place
    if (typeof value !== 'object' || Array.isArray(value)) found.add(`${place.at} is not an object`)
    else if (place.names === null) compareMembers(comparison, schema.fields, value as Json, inside)
    else compareNames(comparison, schema.fields, value as Json, inside, place.names)
  } else {
    const problem = plainProblem(described, value)
    if (problem) found.add(`${place.at} ${problem}`)
  }
}

/** What is wrong with a value that is neither an object nor a list. */
function plainProblem({ type, enum: choices, format }: Described, value: unknown): string | undefined {
  if (type && !isOf(type, value)) return `is not of the type ${type}: ${JSON.stringify(value)}`
  if (choices && !choices.includes(value as string)) return `is not a choice: ${value}`
  return format && formats[format]?.test(value as string) === false ? `is not a ${format}: ${value}` : undefined
}

type Members = Record<string, Described>

/** Compares an object of which the client requested no member by name. */
function compareMembers(comparison: ShapeComparison, fields: Members, value: Json, place: Place): void {
  for (const [name, one] of Object.entries(value)) {
    const inner = { ...place, at: `${place.at}.${name}`, member: `${place.member}.${name}` }
    if (!(name in fields)) comparison.found.add(`${place.member} has ${name} in addition`)
    else compareValue(comparison, fields[name] ?? {}, one, inner)
  }
}

/** Compares an object with the names that the client requested. */
function compareNames(
  comparison: ShapeComparison,
  fields: Members,
  value: Json,
  { at, records, member }: Place,
  names: NameTree,
): void {
  const { catalog, found, requested, filled } = comparison
  for (const name of Object.keys(value)) {
    if (!(names.size > 0 ? name === 'gid' || names.has(name) : isBare(value, name, fields)))
      found.add(`${at} has ${name} in addition`)
  }
  for (const [name, below] of names) {
    const declared = records.map(record => record[name])
    const inner = declared.flatMap(field => recordsOf(catalog, field))
    const key = `${member}.${name}`
    requested.add(key)
    if (name in value) {
      if (!isEmpty(value[name])) filled.add(key)
      const place = { at: `${at}.${name}`, member: key, names: below, records: inner }
      compareValue(comparison, fields[name] ?? {}, value[name], place)
    } else if (records.length > 0 && !declared.some(mayBeAbsent)) found.add(`${at}.${name} is missing`)
  }
}

/** The declarations of the objects that a field can lead to. */
function recordsOf(catalog: Catalog, field: Field | undefined): Fields[] {
  return field?.parts ? [field.parts] : (field?.types ?? []).map(type => catalog.resource(type).fields)
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
const isBare = (value: Json, name: string, fields: Members) =>
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
