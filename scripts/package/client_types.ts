/**
 * The types of `workloom/client` and the table of its operations, generated from the catalog: one interface for each type
 * of object, one method for each operation. `src/client/selection.ts` computes the results from them.
 */
import type { Catalog } from '../../src/catalog/catalog.ts'
import { openapi } from '../../src/catalog/openapi.ts'
import { type JsonSchema, schemaName } from '../../src/catalog/openapi_schema.ts'
import type { ResultKind } from '../../src/client/operations.ts'
import type { Field, Fields } from '../../src/vocabulary/field.ts'
import type { Operation } from '../../src/vocabulary/operation.ts'
import type { Resource } from '../../src/vocabulary/resource.ts'

type Schemas = Record<string, JsonSchema & { properties?: Record<string, JsonSchema> }>

/** The table from which the client makes its methods: `getTask GET /tasks/{task_gid} data`. */
export const operationTable = ({ operations }: Catalog): string =>
  operations.map(one => `${one.id} ${one.method} ${one.path} ${kindOf(one)}`).join('\n')

interface ApiDocument {
  paths: Record<string, Record<string, OperationObject>>
  components: { schemas: Schemas }
}

/** The declarations of all types and of the class with all methods. */
export function clientTypes(catalog: Catalog): string {
  const document = openapi(catalog) as unknown as ApiDocument
  const { schemas } = document.components
  const operations = catalog.operations.map(one => documented(document, one))
  return [
    ...catalog.resources.map(resource => schemaOf(resource, schemas)),
    ...Object.entries(schemas).flatMap(choice),
    ...operations.flatMap(bodyInterface),
    ...operations.flatMap(queryInterface),
    'export declare class Workloom extends ApiClient<Event> {}',
    `export interface Workloom {\n${operations.map(method).join('\n')}\n}`,
  ].join('\n\n')
}

// --- JSON Schema as TypeScript

const quoted = (value: unknown) => `'${String(value).replaceAll("'", "\\'")}'`

const union = (types: string[]) => [...new Set(types)].join(' | ')

const listOf = (type: string) => (/[ |&]/.test(type) && !type.startsWith('{') ? `(${type})[]` : `${type}[]`)

const memberName = (name: string) => (/^\w+$/.test(name) ? name : quoted(name))

const PLAIN: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** The type that a schema describes. Members of an input may be absent. */
function typeOf(schema: JsonSchema, isInput: boolean): string {
  const { $ref, anyOf, const: constant, enum: values, format, items, type } = schema
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1)
  if (anyOf) return union(anyOf.map(one => typeOf(one, isInput)))
  if (constant !== undefined) return quoted(constant)
  if (Array.isArray(values)) return values.length > 0 ? union(values.map(quoted)) : 'string'
  if (Array.isArray(type)) return union(type.map(one => typeOf({ ...schema, type: one }, isInput)))
  if (type === 'array') return listOf(typeOf((items ?? {}) as JsonSchema, isInput))
  if (type === 'object') return objectType(schema as Schemas[string], isInput)
  if (format === 'binary') return 'Blob'
  return PLAIN[type ?? ''] ?? 'unknown'
}

function objectType(schema: Schemas[string], isInput: boolean): string {
  const entries = Object.entries(schema.properties ?? {})
  const required = Array.isArray(schema.required) ? schema.required : []
  if (entries.length === 0) return isInput ? 'Record<string, unknown>' : 'unknown'
  const members = entries.map(([name, one]) =>
    isInput && !required.includes(name)
      ? optionalMember(name, typeOf(one, true), one.description)
      : member(name, typeOf(one, isInput), one.description, false),
  )
  return `{\n${members.join('\n')}\n}`
}

const comment = (text: unknown) => (typeof text === 'string' ? `/** ${text.replaceAll('*/', '*\u200b/')} */\n` : '')

const member = (name: string, type: string, doc: unknown, isOptional: boolean) =>
  `${comment(doc)}${memberName(name)}${isOptional ? '?' : ''}: ${type}`

/** A member of an input. Undefined counts as absent. */
const optionalMember = (name: string, type: string, doc: unknown) => member(name, `${type} | undefined`, doc, true)

// --- Types of objects

const names = (all: string[]) => (all.length > 0 ? union(all.map(quoted)) : 'never')

const namesWhere = (fields: Fields, fits: (field: Field) => unknown) =>
  Object.entries(fields).flatMap(([name, field]) => (fits(field) ? [name] : []))

interface FormNames {
  compact: string[]
  hidden: string[]
  bare: string[]
}

const formsMember = ({ compact, hidden, bare }: FormNames) =>
  `readonly [forms]: { compact: ${names(compact)}; hidden: ${names(hidden)}; bare: ${names(bare)} }`

function schemaOf({ name, doc, fields, anonymous }: Resource, schemas: Schemas): string {
  const { properties = {} } = schemas[schemaName(name)] ?? {}
  const own = anonymous || fields.resource_type ? [] : ['resource_type']
  const bare = anonymous ? [] : ['gid', 'resource_type']
  const compact = [...new Set([...bare, ...namesWhere(fields, ({ compact }) => compact)])]
  const members = [
    formsMember({ compact, hidden: namesWhere(fields, ({ optIn }) => optIn), bare }),
    ...(anonymous || fields.gid ? [] : [member('gid', 'string', 'Its globally unique identifier.', false)]),
    ...own.map(one => member(one, quoted(name), 'The name of its type.', false)),
    ...membersOf(fields, properties),
  ]
  return `${comment(doc)}export interface ${schemaName(name)} {\n${members.join('\n')}\n}`
}

const membersOf = (fields: Fields, properties: Record<string, JsonSchema>): string[] =>
  Object.entries(fields).map(([name, field]) => {
    const type = field.kind === 'parts' ? partsType(field, properties[name]) : typeOf(properties[name] ?? {}, false)
    return member(name, type, field.doc, Boolean(field.sparse || field.subtypes))
  })

/** A list of records without an identity of their own. */
function partsType({ parts = {}, nullable }: Field, schema: JsonSchema = {}): string {
  const { properties = {} } = (schema.items ?? {}) as Schemas[string]
  const compact = namesWhere(parts, field => field.compact)
  const known = [...new Set([...(parts.gid ? ['gid'] : []), ...compact])]
  const own = formsMember({ compact: known, hidden: namesWhere(parts, ({ optIn }) => optIn), bare: known })
  const type = `{\n${[own, ...membersOf(parts, properties)].join('\n')}\n}[]`
  return nullable ? `${type} | null` : type
}

/** The declaration of a choice, such as `TaskApprovalStatus`. */
const choice = ([name, schema]: [string, JsonSchema]): string[] =>
  schema.enum ? [`export type ${name} = ${typeOf(schema, false)}`] : []

// --- Operations

function kindOf({ answers, extras }: Operation): ResultKind {
  if (answers === 'page') return 'list'
  return extras ? 'body' : 'data'
}

interface Parameter {
  name: string
  in: string
  description?: string
  required?: boolean
  schema: JsonSchema
}

/** An operation, with its object in the OpenAPI document. */
interface DocumentedOperation {
  operation: Operation
  parameters: Parameter[]
  /** The schema of `data` of the body. */
  body: (Schemas[string] & { name: string }) | undefined
}

interface OperationObject {
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { schema: Schemas[string] } } }
}

function documented(document: ApiDocument, operation: Operation): DocumentedOperation {
  const found = document.paths[operation.path]?.[operation.method.toLowerCase()]
  const data = found?.requestBody?.content['application/json'].schema.properties?.data
  const name = data && typeOf(data, true)
  const body = name === undefined ? undefined : { ...document.components.schemas[name], name }
  return { operation, parameters: (found?.parameters ?? []).filter(one => one.in === 'query'), body }
}

const queryName = ({ id }: Operation) => `${schemaName(id)}Query`

/** The parameters of the query. Those of a search for custom fields have names that are not known in advance. */
function queryMembers({ operation: { query, answers }, parameters }: DocumentedOperation): string[] {
  const own = parameters.map(({ name, description, required, schema }) =>
    query[name]?.kind === 'dotted'
      ? `${comment(description)}[parameter: \`${name}.\${string}\`]: string | number | boolean | undefined`
      : required
        ? member(name, typeOf(schema, true), description, false)
        : optionalMember(name, typeOf(schema, true), description),
  )
  const pages = [
    optionalMember('limit', 'number', 'The size of each page, 1 to 100; 100 by default.'),
    optionalMember('offset', 'string', 'Where to start: `next_page.offset` of another page.'),
  ]
  return answers === 'page' ? [...own, ...pages] : own
}

const bodyInterface = ({ body }: DocumentedOperation): string[] =>
  body ? [`export interface ${body.name} ${objectType(body, true)}`] : []

function queryInterface(one: DocumentedOperation): string[] {
  const members = queryMembers(one)
  return members.length > 0 ? [`export interface ${queryName(one.operation)} {\n${members.join('\n')}\n}`] : []
}

/** A method: the parameters of the path, then query, `data` and `opt_fields` as one object, then options. */
function method(one: DocumentedOperation): string {
  const { operation, parameters, body } = one
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`)
  const selects = operation.answers !== 'nothing'
  const isRequired = parameters.some(({ required }) => required) || Array.isArray(body?.required)
  const parts = [
    ...(queryMembers(one).length > 0 ? [queryName(operation)] : []),
    ...(body
      ? [
          `{ data${Array.isArray(body.required) ? '' : '?'}: ${body.name}${Array.isArray(body.required) ? '' : ' | undefined'} }`,
        ]
      : []),
    ...(selects ? ['{ opt_fields?: readonly P[] | undefined }'] : []),
  ]
  const input = `input${isRequired ? '' : '?'}: ${parts.join(' & ') || 'Record<string, never>'}`
  const generic = selects ? `<P extends Path<${targetOf(operation)}> = never>` : ''
  const signature = `${operation.id}${generic}(${[...path, input, 'options?: CallOptions'].join(', ')})`
  return `${comment(operation.doc)}${signature}: ${returned(operation)}`
}

/** The types of the objects in the response. A list whose type the caller chooses can have any of the choices. */
const targetOf = ({ type, types, query, answers }: Operation): string =>
  answers === 'page' ? union((types ?? query.resource_type?.values ?? [type]).map(schemaName)) : schemaName(type)

function returned(operation: Operation): string {
  const { answers, form, extras } = operation
  if (answers === 'nothing') return 'Promise<void>'
  const target = targetOf(operation)
  const shown = (form ?? (answers === 'page' ? 'compact' : 'full')) === 'full' ? 'Full' : 'Compact'
  const one = `Result<${target}, P, ${shown}<${target}>>`
  if (answers === 'page') return `PagedList<${one}>`
  const data = answers === 'record' ? one : `${one}[]`
  return extras ? `Promise<{ data: ${data}; ${extraMembers(extras)} }>` : `Promise<${data}>`
}

const EXTRA_TYPES: Partial<Record<Field['kind'], string>> = { flag: 'boolean', number: 'number' }

const extraMembers = (extras: Fields) =>
  Object.entries(extras)
    .map(([name, { kind }]) => `${memberName(name)}: ${EXTRA_TYPES[kind] ?? 'string'}`)
    .join('; ')
