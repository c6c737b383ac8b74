/**
 * The OpenAPI 3.1 document, derived from the catalog alone: this file names no single resource. What operations
 * share (errors, pages, options) is declared once, under `components`.
 */
import type { Name } from '../names.ts'
import type { Field, Fields } from '../vocabulary/field.ts'
import { created, type Operation } from '../vocabulary/operation.ts'
import type { Resource } from '../vocabulary/resource.ts'
import type { Catalog } from './catalog.ts'
import {
  commonSchemas,
  envelopes,
  failureResponses,
  failuresOf,
  headers,
  type OpenApiObject,
  successResponseOf,
  successResponses,
} from './openapi_responses.ts'
import {
  inputObjectSchema,
  inputSchema,
  type JsonSchema,
  schemaName,
  schemaRef,
  typeSchemas,
} from './openapi_schema.ts'
import { scopeFor, scopes } from './scopes.ts'

export function openapi(catalog: Catalog): OpenApiObject {
  const { resources, operations } = catalog
  return {
    openapi: '3.1.0',
    info: {
      title: 'Workloom API',
      version: '1.0',
      description: 'The API of Workloom, a self-hosted work-management server. It speaks the Asana REST API 1.0.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/1.0' }],
    tags: resources.filter(isDocumented).map(({ name, doc }) => ({ name: tagOf(name), description: doc })),
    paths: paths(catalog),
    components: {
      securitySchemes,
      parameters: { ...pageParameters, ...optionParameters, ...fieldParameters(catalog) },
      headers,
      responses: { ...successResponses(operations), ...failureResponses },
      schemas: {
        ...Object.assign({}, ...resources.filter(isDocumented).map(resource => typeSchemas(catalog, resource))),
        ...requests(catalog),
        ...envelopes(catalog),
        ...commonSchemas,
      },
    },
  }
}

/** Whether a type has a page: messages are only in exports. */
export const isDocumented = ({ name }: Resource): boolean => name !== 'message'

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'A personal access token, or one of a service account.' },
  oauth2: {
    type: 'oauth2',
    description: 'An application that acts for a person.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/-/oauth_authorize',
        tokenUrl: '/-/oauth_token',
        refreshUrl: '/-/oauth_token',
        scopes: Object.fromEntries(scopes),
      },
    },
  },
}

/** `user_task_list` as `User task list`. */
const tagOf = (type: Name) => `${type[0]?.toUpperCase()}${type.slice(1).replaceAll('_', ' ')}`

function paths(catalog: Catalog): Record<string, OpenApiObject> {
  const found: Record<string, OpenApiObject> = {}
  for (const operation of catalog.operations) {
    const { path, method } = operation
    const item = found[path] ?? {}
    item[method.toLowerCase()] = operationObject(catalog, operation)
    found[path] = item
  }
  return found
}

function operationObject(catalog: Catalog, operation: Operation): OpenApiObject {
  const { id, of, doc } = operation
  const end = doc.indexOf('. ')
  const rest = end < 0 ? {} : { description: doc }
  const fields = bodyOf(operation)
  const body = Object.keys(fields).length > 0 ? { requestBody: requestBody(requestName(operation), fields) } : {}
  return {
    operationId: id,
    tags: [tagOf(of)],
    security: [{ token: [] }, { oauth2: [scopeFor(id)] }],
    summary: end < 0 ? doc : doc.slice(0, end + 1),
    ...rest,
    parameters: [...pathParameters(operation), ...queryParameters(catalog, operation)],
    ...body,
    responses: { ...successResponseOf(operation), ...failuresOf(operation) },
  }
}

// --- Parameters

const pathParameters = ({ path, params }: Operation): OpenApiObject[] =>
  [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => {
    const types = params[name] ?? [name.slice(0, -'_gid'.length) as Name]
    const nouns = types.map(type => type.replaceAll('_', ' ')).join(' or ')
    const also = types.includes('user') ? ', or `me`, or an e-mail address' : ''
    return {
      ...{ name, in: 'path', required: true },
      description: `The gid of the ${nouns}${also}.`,
      schema: { type: 'string' },
    }
  })

const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` })

function queryParameters(catalog: Catalog, { answers: shown, of, type, query }: Operation): OpenApiObject[] {
  const own = Object.entries(query).map(([name, field]) => ({
    ...{ name, in: 'query', description: field.doc },
    ...(field.required ? { required: true } : {}),
    ...serialization(field),
    schema: inputSchema({ catalog, type: of, name }, field),
  }))
  const pages = shown === 'page' ? Object.keys(pageParameters) : []
  const fields = shown === 'nothing' ? [] : [`${schemaName(type)}Fields`]
  return [...own, ...[...pages, ...fields, ...Object.keys(optionParameters)].map(parameterRef)]
}

/** How a parameter with several values is written. */
function serialization({ kind }: Field): OpenApiObject {
  // The members of the object are the parameters themselves.
  if (kind === 'dotted') return { style: 'form', explode: true }
  // wire: contract: a list is one parameter with commas
  return kind === 'many' || kind === 'someOf' ? { style: 'form', explode: false } : {}
}

const pageParameters = {
  limit: {
    name: 'limit',
    in: 'query',
    description: 'The maximum number of objects in a page.',
    schema: { type: 'integer', minimum: 1, maximum: 100 },
    example: 50,
  },
  offset: {
    name: 'offset',
    in: 'query',
    description: 'The start of the page: `next_page.offset` of the previous page. Absent for the first page.',
    schema: { type: 'string' },
  },
}

const optionParameters = {
  opt_pretty: {
    name: 'opt_pretty',
    in: 'query',
    description: 'Whether the response is indented for human readers.',
    schema: { type: 'boolean' },
    example: true,
  },
}

function fieldParameters(catalog: Catalog): Record<string, OpenApiObject> {
  // A string, because generated clients send a list as several parameters, of which the server uses the last.
  const schema = { type: 'string' }
  const description =
    'The fields of the response, separated by commas. A dot selects a field of a referenced object, to any depth.'
  const shown = new Set(catalog.operations.flatMap(({ answers: kind, type }) => (kind === 'nothing' ? [] : [type])))
  const entries = [...shown].map(type => [
    `${schemaName(type)}Fields`,
    { name: 'opt_fields', in: 'query', description, schema, example: exampleOf(catalog, type) },
  ])
  return Object.fromEntries(entries)
}

/** A short example of a selection: a compact field, another one, and the name of a referenced object. */
function exampleOf(catalog: Catalog, type: Name): string {
  const entries = Object.entries(catalog.resource(type).fields)
  const first = (fits: (field: Field) => unknown) => entries.find(([, field]) => fits(field))?.[0]
  const isPlain = ({ types, optIn, sparse }: Field) => !types && !optIn && !sparse
  const compact = first(field => isPlain(field) && field.compact) ?? first(isPlain) ?? first(() => true)
  const isOther = (field: Field) => isPlain(field) && !field.compact
  const other = first(field => isOther(field) && field.kind === 'flag' && field.write) ?? first(isOther)
  const isEdge = ({ kind, optIn, sparse }: Field) => kind === 'one' && !optIn && !sparse
  const edge = first(field => isEdge(field) && field.write) ?? first(isEdge)
  const [far] = edge ? (catalog.resource(type).fields[edge]?.types ?? []) : []
  const below = far && (catalog.resource(far).fields.name ? `${edge}.name` : `${edge}.gid`)
  return [...new Set([compact, other, below])].filter(Boolean).join()
}

// --- Request bodies

/** The fields of a request body. A container that the path names is not repeated in it. */
const bodyOf = ({ status, body, path }: Operation): Fields =>
  status === created
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !path.includes(`{${name}_gid}`)))
    : body

/** The name of the schema of a request body, such as `CreateTaskRequest`. */
const requestName = ({ id }: Operation) => `${schemaName(id)}Request`

const requests = (catalog: Catalog): Record<string, JsonSchema> =>
  Object.fromEntries(
    catalog.operations
      .map(operation => [requestName(operation), operation, bodyOf(operation)] as const)
      .filter(([, , fields]) => Object.keys(fields).length > 0)
      .map(([name, { of }, fields]) => [name, inputObjectSchema(catalog, of, fields)]),
  )

/** JSON inside `data`, or a form without it. Only a multipart form can have a file. */
function requestBody(name: string, fields: Fields): OpenApiObject {
  const wrapped = { type: 'object', required: ['data'], properties: { data: schemaRef(name) } }
  return {
    required: true,
    content: {
      'application/json': { schema: wrapped },
      'application/x-www-form-urlencoded': { schema: schemaRef('Form') },
      ...(hasFile(fields) ? { 'multipart/form-data': { schema: schemaRef(name) } } : {}),
    },
  }
}

const hasFile = (fields: Fields) => Object.values(fields).some(({ kind }) => kind === 'file')
