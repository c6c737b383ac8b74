/**
 * The OpenAPI 3.1 document, derived from the catalog alone: nothing is said here of any single resource. What every
 * operation shares (errors, pages, options) stands once, under `components`.
 */
import type { Name } from '../names.ts'
import type { Fields } from '../vocabulary/field.ts'
import { created, type Operation } from '../vocabulary/operation.ts'
import type { Catalog } from './catalog.ts'
import {
  compactRef,
  resourceSchemas,
  type Schema,
  schemaName,
  schemaRef,
  takenObject,
  takenSchema,
} from './openapi_schema.ts'
import { scopeFor, scopes } from './scopes.ts'
import { selectable } from './selectable.ts'

type Json = Record<string, unknown>

/** How deep the paths go that are named as examples of `opt_fields`. */
const DEPTH = 2

export function openapi(catalog: Catalog): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Workloom API',
      version: '1.0',
      description: 'The API of Workloom, a self-hosted work-management server. It speaks the Asana REST API 1.0.',
    },
    servers: [{ url: '/api/1.0' }],
    tags: catalog.resources.map(({ name, doc }) => ({ name: tagOf(name), description: doc })),
    paths: paths(catalog),
    components: {
      securitySchemes,
      parameters: { ...pageParameters, ...optionParameters, ...fieldParameters(catalog) },
      responses,
      schemas: schemas(catalog),
    },
  }
}

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

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

function paths(catalog: Catalog): Record<string, Json> {
  const found: Record<string, Json> = {}
  for (const operation of catalog.operations) {
    const { path, method } = operation
    const item = found[path] ?? {}
    item[method.toLowerCase()] = described(catalog, operation)
    found[path] = item
  }
  return found
}

function described(catalog: Catalog, operation: Operation): Json {
  const { id, of, doc } = operation
  const end = doc.indexOf('. ')
  const rest = end < 0 ? {} : { description: doc }
  const fields = bodyOf(operation)
  const body = Object.keys(fields).length > 0 ? { requestBody: requestBody(fields) } : {}
  return {
    operationId: id,
    tags: [tagOf(of)],
    security: [{ token: [] }, { oauth2: [scopeFor(id)] }],
    summary: end < 0 ? doc : doc.slice(0, end + 1),
    ...rest,
    parameters: [...pathParameters(operation), ...queryParameters(operation)],
    ...body,
    responses: { ...answer(catalog, operation), ...failures },
  }
}

// --- What is sent

const pathParameters = ({ path, params }: Operation): Json[] =>
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

function queryParameters({ answers, type, query }: Operation): Json[] {
  const own = Object.entries(query).map(([name, field]) => ({
    ...{ name, in: 'query', description: field.doc },
    ...(field.required ? { required: true } : {}),
    schema: takenSchema(field),
  }))
  const pages = answers === 'page' ? Object.keys(pageParameters) : []
  const fields = answers === 'nothing' ? [] : [`${schemaName(type)}Fields`]
  return [...own, ...[...pages, ...fields, ...Object.keys(optionParameters)].map(name => ref('parameters', name))]
}

/** What the body may hold. A container that the path names is not asked for again. */
const bodyOf = ({ status, body, path }: Operation): Fields =>
  status === created
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !path.includes(`{${name}_gid}`)))
    : body

const requestBody = (fields: Fields): Json => ({
  required: Object.values(fields).some(field => field.required),
  content: content({ type: 'object', required: ['data'], properties: { data: takenObject(fields) } }),
})

const content = (schema: Schema) => ({ 'application/json': { schema } })

const pageParameters = {
  limit: {
    name: 'limit',
    in: 'query',
    description: 'How many objects a page has at most.',
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  },
  offset: {
    name: 'offset',
    in: 'query',
    description: 'Where the page starts: `next_page.offset` of the page before it. Absent for the first page.',
    schema: { type: 'string' },
  },
}

const optionParameters = {
  opt_pretty: {
    name: 'opt_pretty',
    in: 'query',
    description: 'Whether the answer is indented for human readers.',
    schema: { type: 'boolean' },
  },
}

function fieldParameters(catalog: Catalog): Record<string, Json> {
  const entries = catalog.resources.map(({ name }) => {
    const schema = { type: 'array', items: { type: 'string' } }
    const description = 'Which fields are shown. A dot leads to the fields of the object behind a field, to any depth.'
    const example = selectable(catalog, name, DEPTH)
    return [
      `${schemaName(name)}Fields`,
      { name: 'opt_fields', in: 'query', description, style: 'form', explode: false, schema, example },
    ]
  })
  return Object.fromEntries(entries)
}

// --- What is answered

const text = (description: string): Schema => ({ type: 'string', description })

function answer(catalog: Catalog, operation: Operation): Json {
  const { answers, status, type } = operation
  if (answers === 'page')
    return { [status]: { description: 'A page of the list.', content: content(page(catalog, operation)) } }
  if (answers === 'stream') return { [status]: streamed(operation), ...stale }
  const description = answers === 'nothing' ? 'Done.' : status === created ? 'What was made.' : 'The record.'
  const data = answers === 'nothing' ? { type: 'object' } : schemaRef(schemaName(type))
  return { [status]: { description, content: content({ type: 'object', required: ['data'], properties: { data } }) } }
}

function page(catalog: Catalog, { type, query }: Operation): Schema {
  const known = catalog.resources.map(({ name }) => name)
  // Where the caller chooses the type of what is listed, all its choices can be in the answer.
  const chosen = known.filter(name => query.resource_type?.values?.includes(name)).map(compactRef)
  // What has no identity of its own has one form.
  const only = catalog.resource(type).anonymous ? schemaRef(schemaName(type)) : compactRef(type)
  const items = chosen.length > 0 ? { anyOf: chosen } : only
  const properties = {
    data: { type: 'array', items },
    next_page: { anyOf: [schemaRef('NextPage'), { type: 'null' }], description: 'Absent when no page was asked for.' },
  }
  return { type: 'object', required: ['data'], properties }
}

function streamed({ type }: Operation): Json {
  const properties = {
    data: { type: 'array', items: schemaRef(schemaName(type)) },
    sync: text('The token for the next time.'),
    has_more: { type: 'boolean', description: 'Whether more has happened: ask again at once, with the new token.' },
  }
  const schema = { type: 'object', required: ['data', 'sync', 'has_more'], properties }
  return { description: 'What happened, in its order.', content: content(schema) }
}

/** What can go wrong with streams alone. */
const stale = { 412: ref('responses', 'StaleSync') }

/** What can go wrong, by status. */
const meanings: Record<number, [name: string, description: string]> = {
  400: ['BadRequest', 'Something that was sent cannot be used; the message says what.'],
  401: ['NotAuthorized', 'The request carries no valid token.'],
  403: ['Forbidden', 'The caller sees the object, but may not do this to it; or the token lacks the scope.'],
  404: ['NotFound', 'There is no such object, or the caller does not see it.'],
  429: ['TooManyRequests', 'The token has asked for too much. `Retry-After` has the seconds until it may ask again.'],
  500: ['ServerError', 'The server failed. The `phrase` stands for this failure in its log.'],
}

const failures = Object.fromEntries(
  Object.entries(meanings).map(([status, [name]]) => [status, ref('responses', name)]),
)

const freshSync = { type: 'object', required: ['sync'], properties: { sync: text('A token for this moment.') } }

const responses = {
  ...Object.fromEntries(
    Object.values(meanings).map(([name, description]) => [
      name,
      { description, content: content(schemaRef('Errors')) },
    ]),
  ),
  StaleSync: {
    description: 'The token is missing, too old or of another stream. A fresh one stands beside the error.',
    content: content({ allOf: [schemaRef('Errors'), freshSync] }),
  },
}

function schemas(catalog: Catalog): Record<string, Schema> {
  const error = { type: 'object', required: ['message'] }
  const message = text('What is wrong.')
  const members = { message, help: text('Where to read more.'), phrase: text('Stands for the failure in the log.') }
  const next = {
    offset: text('The place where the next page starts.'),
    path: text('The path of the next page, below the address of the API.'),
    uri: text('The whole address of the next page.'),
  }
  return {
    ...Object.assign({}, ...catalog.resources.map(resource => resourceSchemas(catalog, resource))),
    NextPage: { type: 'object', required: ['offset', 'path', 'uri'], properties: next },
    Errors: {
      type: 'object',
      required: ['errors'],
      properties: { errors: { type: 'array', items: { ...error, properties: members } } },
    },
  }
}
