/**
 * JSON Schemas of the output and the input of the API, derived from the fields.
 *
 * The two differ: an edge is an object in the output and a gid in the input, and only the input has required fields. A type
 * has one output schema, for a record, in a list and inside another object: `opt_fields` can add and remove every field
 * there, so only the gid is required.
 */
import type { Name } from '../names.ts'
import { type Field, type Fields, type JsonShape, skipsAccessCheck } from '../vocabulary/field.ts'
import type { Resource } from '../vocabulary/resource.ts'
import type { Catalog } from './catalog.ts'

export type JsonSchema = { [key: string]: unknown; type?: string | string[]; anyOf?: JsonSchema[] }

/** The name of a schema: `UserTaskList` for `user_task_list`, `CreateTask` for the id `createTask`. */
export const schemaName = (name: string): string =>
  name
    .split('_')
    .map(word => word[0]?.toUpperCase() + word.slice(1))
    .join('')

export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** The schema of a type. */
export const typeRef = (type: Name): JsonSchema => schemaRef(schemaName(type))

const string: JsonSchema = { type: 'string' }
const nothing: JsonSchema = { type: 'null' }

/** Adds null to what a schema allows. */
function orNull(schema: JsonSchema): JsonSchema {
  const { anyOf, type } = schema
  if (anyOf) return anyOf.some(one => one.type === 'null') ? schema : { ...schema, anyOf: [...anyOf, nothing] }
  if (Object.keys(schema).length === 0) return schema
  if (typeof type !== 'string') return type ? schema : { anyOf: [schema, nothing] }
  if (type === 'null') return schema
  return schema.enum || schema.properties ? { anyOf: [schema, nothing] } : { ...schema, type: [type, 'null'] }
}

const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

const choice = (values: readonly string[] = []): JsonSchema => ({ type: 'string', enum: values })

/** One of several schemas, or the only one. */
export const either = (schemas: JsonSchema[]): JsonSchema =>
  schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas }

/** A field of a type. */
interface FieldLocation {
  catalog: Catalog
  type: Name
  name: string
}

/** The schema of the choices of a field, which input and output share. */
function choices({ catalog, type, name }: FieldLocation, { values = [] }: Field): JsonSchema {
  const known = catalog.resource(type).fields[name]
  return known?.values?.join() === values.join() ? schemaRef(choiceName(type, name)) : choice(values)
}

const choiceName = (type: Name, name: string) => `${schemaName(type)}${schemaName(name)}`

/** The kinds that are the same in input and output. */
function plain(spot: FieldLocation, field: Field): JsonSchema {
  switch (field.kind) {
    case 'number':
    case 'amount':
      return { type: 'number' }
    case 'flag':
      return { type: 'boolean' }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'timestamp':
      return { type: 'string', format: 'date-time' }
    case 'oneOf':
      return choices(spot, field)
    case 'someOf':
      return list(choices(spot, field))
    case 'raw':
      // Any JSON value, null included.
      return {}
    default:
      return field.max ? { type: 'string', maxLength: field.max } : string
  }
}

/** The plain values inside a JSON object. */
const members = {
  true: string,
  number: { type: 'number' },
  flag: { type: 'boolean' },
  texts: list(string),
  raw: {},
} satisfies Record<string, JsonSchema>

function memberOf(below: JsonShape[string], shownAs: (schema: JsonSchema) => JsonSchema): JsonSchema {
  if (typeof below !== 'object') return members[`${below}`]
  const [each] = Array.isArray(below) ? below : []
  return each ? list(objectOf(each, shownAs)) : objectOf(below as JsonShape, shownAs)
}

function objectOf(shape: JsonShape, shownAs: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const entries = Object.entries(shape).map(([name, below]) => [name, shownAs(memberOf(below, shownAs))])
  return { type: 'object', properties: Object.fromEntries(entries) }
}

// --- Output

function outputOfEdge(catalog: Catalog, field: Field): JsonSchema {
  const { types = [] } = field
  const schema = either(types.map(typeRef))
  // An object that the reader cannot see is null.
  const isGuarded = (type: Name) => catalog.resource(type).guard !== null && !skipsAccessCheck(field, type)
  return types.some(isGuarded) ? orNull(schema) : schema
}

function outputOfConstant(field: Field): JsonSchema {
  const { always, shape } = field
  if (always === undefined) return outputOfValue(field)
  if (typeof always === 'string') return { const: always }
  const object = shape ? objectOf(shape, orNull) : {}
  if (Array.isArray(always)) return list(object)
  return shape ? orNull(object) : nothing
}

/** A computed value, or one stored as JSON: a number, a string, an object, or a list of them. */
function outputOfValue({ shape, shows }: Field): JsonSchema {
  if (shows === 'number') return { type: 'number' }
  if (shows === 'flag') return { type: 'boolean' }
  const one = shape ? objectOf(shape, orNull) : string
  return shows === 'list' ? list(one) : one
}

function outputOf(spot: FieldLocation, field: Field): JsonSchema {
  const { catalog } = spot
  const { kind, types = [], parts = {} } = field
  switch (kind) {
    case 'one':
    case 'any':
      return outputOfEdge(catalog, field)
    case 'many':
      return list(either(types.map(typeRef)))
    case 'parts':
      return list({ type: 'object', properties: outputProperties(catalog, types[0] ?? spot.type, parts) })
    case 'json':
    case 'computed':
      return outputOfValue(field)
    case 'constant':
      return outputOfConstant(field)
    default:
      return plain(spot, { ...field, max: undefined })
  }
}

function outputProperties(catalog: Catalog, type: Name, fields: Fields): Record<string, JsonSchema> {
  const entries = Object.entries(fields).map(([name, field]): [string, JsonSchema] => {
    const { doc, optIn, nullable, write } = field
    const schema = outputOf({ catalog, type, name }, field)
    const description = optIn ? `${doc} Returned only when \`opt_fields\` names it.` : doc
    return [name, { ...(nullable ? orNull(schema) : schema), description, ...(write ? {} : { readOnly: true }) }]
  })
  return Object.fromEntries(entries)
}

/** The output of a type. Its description lists the fields of the compact form. */
function outputOfType(catalog: Catalog, { name, doc, fields, anonymous }: Resource): JsonSchema {
  const properties = outputProperties(catalog, name, fields)
  if (anonymous) return { type: 'object', description: doc, properties }
  const compact = Object.keys(fields).filter(field => fields[field]?.compact)
  const own = {
    gid: { type: 'string', description: 'Its globally unique identifier.', readOnly: true },
    resource_type: { const: name, description: 'The name of its type.', readOnly: true },
  }
  const short = [...new Set(['gid', 'resource_type', ...compact])].map(field => `\`${field}\``).join(', ')
  const description = `${doc} In lists and inside other objects it has ${short}, unless \`opt_fields\` asks for others.`
  return { type: 'object', description, required: ['gid'], properties: { ...own, ...properties } }
}

/** The schema of a type, and those of the choices of its fields. */
export function typeSchemas(catalog: Catalog, resource: Resource): Record<string, JsonSchema> {
  const { name, fields } = resource
  const chosen = Object.entries(fields).flatMap(([field, { values }]) =>
    values ? [[choiceName(name, field), choice(values)]] : [],
  )
  return { [schemaName(name)]: outputOfType(catalog, resource), ...Object.fromEntries(chosen) }
}

/** The schemas of plain values next to `data` in a response. */
export const besideSchemas = (catalog: Catalog, type: Name, fields: Fields): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...plain({ catalog, type, name }, field), description: field.doc },
    ]),
  )

// --- Input

function inputOf(spot: FieldLocation, field: Field): JsonSchema {
  const { kind, types = [] } = field
  switch (kind) {
    case 'many':
      return list(string)
    case 'parts':
      return list(inputObjectSchema(spot.catalog, types[0] ?? spot.type, field.parts ?? {}))
    case 'json':
      return objectOf(field.shape ?? {}, schema => schema)
    case 'dotted':
      return { type: 'object', additionalProperties: string }
    case 'one':
    case 'any':
      return string
    case 'file':
      return { type: 'string', format: 'binary' }
    default:
      return plain(spot, field)
  }
}

/** The schema of one input value. */
export function inputSchema(spot: FieldLocation, field: Field): JsonSchema {
  const schema = inputOf(spot, field)
  return field.nullable ? orNull(schema) : schema
}

/** The schema of an input object. */
export function inputObjectSchema(catalog: Catalog, type: Name, fields: Fields): JsonSchema {
  const entries = Object.entries(fields)
  const required = entries.filter(([, field]) => field.required).map(([name]) => name)
  const properties = Object.fromEntries(
    entries.map(([name, field]) => [name, { ...inputSchema({ catalog, type, name }, field), description: field.doc }]),
  )
  return required.length > 0 ? { type: 'object', required, properties } : { type: 'object', properties }
}
