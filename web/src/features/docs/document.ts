/**
 * Reads the OpenAPI document of the server into types with operations and fields.
 * Invariant: the code depends only on the structure of OpenAPI 3.1, and on no name of a schema.
 */

export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  description?: string
  readOnly?: boolean
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: unknown
  maxLength?: number
  minimum?: number
  maximum?: number
  example?: unknown
  examples?: unknown[]
}

export interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}

type Content = Record<string, { schema?: Schema; example?: unknown }>

interface RawResponse {
  $ref?: string
  description?: string
  content?: Content
}

interface RawOperation {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  deprecated?: boolean
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { $ref?: string; required?: boolean; content?: Content }
  responses?: Record<string, RawResponse>
}

export interface ApiDocument {
  info: { title: string; version: string; description?: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, unknown>>
  components?: Record<string, Record<string, unknown>>
}

export interface ResponseDescription {
  status: string
  description: string
  schema: Schema | undefined
}

export interface Operation {
  id: string
  /** The slug of its type. */
  type: string
  method: string
  path: string
  summary: string
  description: string
  isDeprecated: boolean
  scopes: string[]
  parameters: Parameter[]
  body: Schema | undefined
  responses: ResponseDescription[]
}

export interface ReferenceType {
  /** The segment of the URL, such as `custom_fields`. */
  slug: string
  /** The name in the API, such as `custom_field`. */
  wire: string
  title: string
  description: string
  schema: Schema | undefined
  operations: Operation[]
}

export interface Reference {
  document: ApiDocument
  base: string
  types: ReferenceType[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const MAX_DEPTH = 12

type SchemaReference<T> = T & { $ref?: string }

/** The target of a `$ref`, merged with the members next to it; any other node unchanged. */
function resolve<T extends object>(document: ApiDocument, node: SchemaReference<T>, depth = 0): T {
  if (node.$ref === undefined || depth > MAX_DEPTH) return node
  const { $ref, ...siblings } = node
  const steps = $ref.replace(/^#\//, '').split('/')
  const names = steps.map(step => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  let target: unknown = document
  for (const name of names) target = (target as Record<string, unknown> | undefined)?.[name]
  return { ...resolve(document, (target ?? {}) as SchemaReference<T>, depth + 1), ...siblings } as T
}

export interface FlatSchema extends Schema {
  isNullable: boolean
  /** The alternatives of `anyOf` or `oneOf`, without null. */
  choices: Schema[]
}

/** A schema with `$ref` and `allOf` resolved. A choice between one schema and null becomes that schema, nullable. */
export function flatten(document: ApiDocument, schema: Schema): FlatSchema {
  const { allOf, ...own } = resolve(document, schema)
  const flat = [...(allOf ?? []).map(part => flatten(document, part)), own].reduce<Schema>(mergeSchemas, {})
  const all = flat.anyOf ?? flat.oneOf ?? []
  const choices = all.filter(one => one.type !== 'null')
  const types = Array.isArray(flat.type) ? flat.type : []
  const isNullable = choices.length < all.length || types.includes('null') || (flat.enum?.includes(null) ?? false)
  const [only, ...others] = choices
  if (!only || others.length > 0) return { ...flat, isNullable, choices }
  const { anyOf, oneOf, ...siblings } = flat
  const inner = flatten(document, only)
  return { ...inner, ...siblings, isNullable: isNullable || inner.isNullable }
}

/** Merges two schemas that both apply. */
const mergeSchemas = (a: Schema, b: Schema): Schema => ({
  ...a,
  ...b,
  ...(a.properties || b.properties ? { properties: { ...a.properties, ...b.properties } } : {}),
  ...(a.required || b.required ? { required: [...(a.required ?? []), ...(b.required ?? [])] } : {}),
})

const plural = (name: string) => (/[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : name.replace(/[^s]$/, '$&s'))

/** `Custom field` as `custom_field`. */
const wireOf = (tag: string) => tag.trim().toLowerCase().replaceAll(/\W+/g, '_')

/** The types of the document, in its order. */
export function readReference(document: ApiDocument): Reference {
  const operations = operationsOf(document)
  const named = document.tags ?? []
  const others = [...new Set(operations.map(({ tag }) => tag))].filter(tag => !named.some(({ name }) => name === tag))
  const tags = [...named, ...others.map(name => ({ name, description: '' }))]
  const types = tags.map(({ name, description = '' }): ReferenceType => {
    const wire = wireOf(name)
    const own = operations.filter(({ tag }) => tag === name).map(({ tag, ...operation }) => operation)
    return {
      ...{ slug: plural(wire), wire, title: name, description, operations: own },
      schema: ownSchema(document, wire, own),
    }
  })
  return { document, base: document.servers?.[0]?.url ?? '', types }
}

function operationsOf(document: ApiDocument): (Operation & { tag: string })[] {
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const shared = (item.parameters ?? []) as Parameter[]
    return METHODS.filter(method => method in item).map(method => {
      const raw = item[method] as RawOperation
      const tag = raw.tags?.[0] ?? 'Other'
      const body = raw.requestBody && resolve(document, raw.requestBody)
      const scopes = (raw.security ?? []).flatMap(one => Object.values(one).flat())
      return {
        ...{ tag, path, method: method.toUpperCase(), type: plural(wireOf(tag)) },
        id: raw.operationId ?? `${method}${path.replaceAll(/\W+/g, '-')}`,
        summary: raw.summary ?? '',
        description: raw.description ?? '',
        isDeprecated: raw.deprecated ?? false,
        scopes: [...new Set(scopes)],
        parameters: [...shared, ...(raw.parameters ?? [])].map(one => resolve(document, one)),
        body: schemaOf(body?.content),
        responses: Object.entries(raw.responses ?? {}).map(([status, response]) => {
          const { description = '', content } = resolve(document, response)
          return { status, description, schema: schemaOf(content) }
        }),
      }
    })
  })
}

const schemaOf = (content: Content | undefined): Schema | undefined =>
  (content?.['application/json'] ?? Object.values(content ?? {})[0])?.schema

/** The schema of the member `data` of a request or a response; the schema itself without one. */
export function dataOf(document: ApiDocument, schema: Schema | undefined): Schema | undefined {
  if (!schema) return undefined
  const { properties } = flatten(document, schema)
  return properties?.data ?? schema
}

export const succeeded = ({ responses }: Operation): ResponseDescription | undefined =>
  responses.find(({ status }) => status.startsWith('2'))

/** The schema of the type with the most properties. Without one, a schema from the responses of its operations. */
function ownSchema(document: ApiDocument, wire: string, operations: Operation[]): Schema | undefined {
  const size = (schema: Schema) => Object.keys(flatten(document, schema).properties ?? {}).length
  const schemas = Object.values(document.components?.schemas ?? {}) as Schema[]
  const own = schemas.filter(schema => typeOf(document, schema) === wire)
  const returned = operations.map(operation => {
    const data = dataOf(document, succeeded(operation)?.schema)
    return (data && flatten(document, data).items) ?? data
  })
  const candidates = own.length > 0 ? own : returned.filter(one => one !== undefined)
  return candidates.toSorted((a, b) => size(b) - size(a))[0]
}

/** The constant `resource_type` of a schema, if there is one. */
function typeOf(document: ApiDocument, schema: Schema): string | undefined {
  const { resource_type: type } = flatten(document, schema).properties ?? {}
  const name = type?.const ?? (type?.enum?.length === 1 ? type.enum[0] : undefined)
  return typeof name === 'string' ? name : undefined
}

/** Finds a type by its name in the API or by its slug. */
export const findType = ({ types }: Reference, name: string): ReferenceType | undefined =>
  types.find(({ slug, wire }) => slug === name || wire === name)

export interface SchemaKind {
  text: string
  /** The slug of the linked type. */
  type: string | undefined
}

/** A short description of the kind of a value. */
export function kindOf(reference: Reference, schema: Schema): SchemaKind {
  const { document } = reference
  const flat = flatten(document, schema)
  if (flat.items) {
    const { text, type } = kindOf(reference, flat.items)
    return { text: `array of ${text}`, type }
  }
  const name = typeOf(document, flat)
  const linked = name === undefined ? undefined : findType(reference, name)
  if (linked) return { text: linked.title, type: linked.slug }
  if (flat.choices.length > 0) {
    const kinds = flat.choices.map(one => kindOf(reference, one).text)
    return { text: [...new Set(kinds)].join(' or '), type: undefined }
  }
  return { text: plainKind(flat), type: undefined }
}

const FORMATS: Record<string, string> = { date: 'date', 'date-time': 'date-time', uri: 'URI', email: 'e-mail' }

function plainKind({ type, format = '', enum: values, const: only, properties }: FlatSchema): string {
  const types = (Array.isArray(type) ? type : type ? [type] : []).filter(one => one !== 'null')
  if (FORMATS[format]) return FORMATS[format]
  if (types.length > 0) return types.join(' or ')
  if (only !== undefined) return typeof only
  if (values) return typeof values.find(value => value !== null)
  return properties ? 'object' : 'any value'
}

/** The members of an object, or of the objects in an array; empty for a type with its own page. */
export function membersOf(reference: Reference, schema: Schema): [name: string, schema: Schema][] {
  const flat = flatten(reference.document, schema)
  if (kindOf(reference, flat).type) return []
  const { properties } = flat.items ? flatten(reference.document, flat.items) : flat
  return Object.entries(properties ?? {})
}
