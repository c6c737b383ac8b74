/**
 * JSON Schemas of what the API shows and of what it takes, derived from the fields.
 *
 * The two differ: an edge is shown as an object and taken as a gid, and what is shown says nothing of what is required.
 */
import type { Name } from '../names.ts'
import { type Field, type Fields, isOpen, type Shape } from '../vocabulary/field.ts'
import type { Resource } from '../vocabulary/resource.ts'
import type { Catalog } from './catalog.ts'

export type Schema = { [key: string]: unknown; type?: string | string[]; anyOf?: Schema[] }

/** `user_task_list` as `UserTaskList`, the name of its schema. */
export const schemaName = (type: Name): string =>
  type
    .split('_')
    .map(word => word[0]?.toUpperCase() + word.slice(1))
    .join('')

export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** The schema of a type as elements of lists and objects inside others show it. */
export const compactRef = (type: Name): Schema => schemaRef(`${schemaName(type)}Compact`)

const string: Schema = { type: 'string' }

/** Adds null to what a schema allows. */
function orNull(schema: Schema): Schema {
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  if (Object.keys(schema).length === 0) return schema
  if (typeof schema.type !== 'string') return schema.type ? schema : { anyOf: [schema, { type: 'null' }] }
  const values = schema.enum ? { enum: [...(schema.enum as unknown[]), null] } : {}
  return { ...schema, type: [schema.type, 'null'], ...values }
}

const list = (items: Schema): Schema => ({ type: 'array', items })

/** The kinds that look the same in both directions. */
function plain({ kind, values, max }: Field): Schema {
  switch (kind) {
    case 'number':
      return { type: 'number' }
    case 'flag':
      return { type: 'boolean' }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'timestamp':
      return { type: 'string', format: 'date-time' }
    case 'oneOf':
      return { type: 'string', enum: values }
    case 'someOf':
      return list({ type: 'string', enum: values })
    case 'raw':
      // Any JSON value, null included.
      return {}
    default:
      return max ? { type: 'string', maxLength: max } : string
  }
}

function objectOf(shape: Shape, member: Schema): Schema {
  const entries = Object.entries(shape).map(([name, below]) => [
    name,
    below === true ? member : objectOf(below, member),
  ])
  return { type: 'object', properties: Object.fromEntries(entries) }
}

// --- What is shown

function shownEdge(catalog: Catalog, field: Field): Schema {
  const { types = [] } = field
  const refs = types.map(compactRef)
  const [only] = refs
  const schema = refs.length === 1 && only ? only : { anyOf: refs }
  // What the reader may not see is shown as null.
  const isGuarded = (type: Name) => catalog.resource(type).guard !== null && !isOpen(field, type)
  return types.some(isGuarded) ? orNull(schema) : schema
}

function shownConstant({ always, shape }: Field): Schema {
  const members = shape ? objectOf(shape, {}) : {}
  if (Array.isArray(always)) return list(members)
  return shape ? orNull(members) : { type: 'null' }
}

function shown(catalog: Catalog, field: Field): Schema {
  const { kind, types = [], shape } = field
  switch (kind) {
    case 'one':
    case 'any':
      return shownEdge(catalog, field)
    case 'many':
      return list(types.length === 1 && types[0] ? compactRef(types[0]) : { anyOf: types.map(compactRef) })
    case 'parts':
      return list({ type: 'object', properties: shownMembers(catalog, field.parts ?? {}) })
    case 'json':
      return shape ? objectOf(shape, string) : {}
    case 'constant':
      return shownConstant(field)
    case 'computed':
      // A shape is that of an object or of each in a list: the fields do not say.
      return shape ? {} : plain(field)
    default:
      return plain({ ...field, max: undefined })
  }
}

function shownMembers(catalog: Catalog, fields: Fields): Record<string, Schema> {
  const members = Object.entries(fields).map(([name, field]): [string, Schema] => {
    const { doc, optIn, nullable, write } = field
    const schema = shown(catalog, field)
    const description = optIn ? `${doc} Shown only when asked for by name.` : doc
    return [name, { ...(nullable ? orNull(schema) : schema), description, ...(write ? {} : { readOnly: true }) }]
  })
  return Object.fromEntries(members)
}

function shownObject(catalog: Catalog, { name, doc, anonymous }: Resource, fields: Fields): Schema {
  const members = shownMembers(catalog, fields)
  if (anonymous) return { type: 'object', description: doc, properties: members }
  const own = {
    gid: { type: 'string', description: 'What identifies it, among all objects.', readOnly: true },
    resource_type: { const: name, description: 'The name of its type.', readOnly: true },
  }
  return { type: 'object', description: doc, required: ['gid'], properties: { ...own, ...members } }
}

/** The schemas of a type: as a record, and compact. What has no identity of its own is never inside anything. */
export function resourceSchemas(catalog: Catalog, resource: Resource): Record<string, Schema> {
  const name = schemaName(resource.name)
  const record = { [name]: shownObject(catalog, resource, resource.fields) }
  if (resource.anonymous) return record
  const compact = Object.entries(resource.fields).filter(([, field]) => field.compact)
  return { ...record, [`${name}Compact`]: shownObject(catalog, resource, Object.fromEntries(compact)) }
}

// --- What is taken

function taken(field: Field): Schema {
  switch (field.kind) {
    case 'many':
      return list(string)
    case 'parts':
      return list(takenObject(field.parts ?? {}))
    case 'json':
      return objectOf(field.shape ?? {}, string)
    case 'one':
    case 'any':
      return string
    default:
      return plain(field)
  }
}

/** The schema of one thing that a client may give. */
export function takenSchema(field: Field): Schema {
  const schema = taken(field)
  return field.nullable ? orNull(schema) : schema
}

/** The schema of an object that a client may give. */
export function takenObject(fields: Fields): Schema {
  const entries = Object.entries(fields)
  const required = entries.filter(([, field]) => field.required).map(([name]) => name)
  const members = entries.map(([name, field]) => [name, { ...takenSchema(field), description: field.doc }])
  const properties = Object.fromEntries(members)
  return required.length > 0 ? { type: 'object', required, properties } : { type: 'object', properties }
}
