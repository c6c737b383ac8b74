/** The responses of the OpenAPI document: successes and failures, each declared once. */
import { created, type Operation } from '../vocabulary/operation.ts'
import type { Catalog } from './catalog.ts'
import { besideSchemas, either, type JsonSchema, schemaName, schemaRef, typeRef } from './openapi_schema.ts'

export type OpenApiObject = Record<string, unknown>

const text = (description: string): JsonSchema => ({ type: 'string', description })

const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` })

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

const header = (name: string) => ({ $ref: `#/components/headers/${name.replaceAll('-', '')}` })

/** The response headers. */
export const headers = {
  AsanaChange: {
    description: 'A change of the API that this client will notice: `name=…;info=…;affected=true`.',
    schema: { type: 'string' },
  },
  Location: { description: 'The path of the created object.', required: true, schema: { type: 'string' } },
  RetryAfter: {
    description: 'The seconds after which the same request may succeed.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  XRequestId: { description: 'The id of the request in the log of the operator.', schema: { type: 'string' } },
}

// --- Successes

interface ResponseForm {
  response: string
  description: string
  schema: string
}

/** The names of the response of an operation. */
function responseFormOf({ answers, extras, id, query, status, type, types }: Operation): ResponseForm {
  const name = schemaName(type)
  const own = extras ? schemaName(id) : name
  if (answers === 'nothing') return { response: 'Done', description: 'Done.', schema: 'EmptyEnvelope' }
  if (answers === 'stream')
    return { response: `${name}Stream`, description: 'The events, in order.', schema: `${name}Stream` }
  if (answers === 'batch')
    return {
      response: `${name}List`,
      description: 'The responses, in the order of the actions.',
      schema: `${name}List`,
    }
  if (answers === 'page') {
    const page = `${types || query.resource_type?.values ? schemaName(id) : name}Page`
    return { response: page, description: 'A page of the list.', schema: page }
  }
  const schema = `${own}Envelope`
  if (status !== created) return { response: own, description: 'The record.', schema }
  return { response: `Created${name}`, description: 'The created object.', schema }
}

/** The successful response of an operation. */
export const successResponseOf = (operation: Operation): OpenApiObject => ({
  [operation.status]: responseRef(responseFormOf(operation).response),
})

/** The successful responses of all operations, by name. */
export function successResponses(operations: readonly Operation[]): Record<string, OpenApiObject> {
  const responses = operations.map((operation): [string, OpenApiObject] => {
    const { response, description, schema } = responseFormOf(operation)
    const own = operation.status === created ? { Location: header('Location') } : {}
    const named = { ...own, 'Asana-Change': header('Asana-Change') }
    return [response, { description, headers: named, content: json(schemaRef(schema)) }]
  })
  return Object.fromEntries(responses)
}

/** The bodies of all successful responses, by name. */
export function envelopes(catalog: Catalog): Record<string, JsonSchema> {
  return Object.fromEntries(catalog.operations.map(one => [responseFormOf(one).schema, envelope(catalog, one)]))
}

function envelope(catalog: Catalog, operation: Operation): JsonSchema {
  const { answers, extras = {}, query, type, types } = operation
  const required = ['data', ...Object.keys(extras)]
  const others = besideSchemas(catalog, type, extras)
  const about = (data: JsonSchema): JsonSchema => ({ type: 'object', required, properties: { data, ...others } })
  if (answers === 'nothing') return about({ type: 'object', additionalProperties: false })
  if (answers === 'record') return about(typeRef(type))
  if (answers === 'stream' || answers === 'batch') return about({ type: 'array', items: typeRef(type) })
  // A list whose type the caller chooses can contain any of the choices.
  const listed: readonly string[] = types ?? query.resource_type?.values ?? [type]
  const chosen = catalog.resources.map(({ name }) => name).filter(name => listed.includes(name))
  const { properties, ...rest } = about({
    type: 'array',
    items: either(chosen.map(typeRef)),
  })
  const next = { anyOf: [schemaRef('NextPage'), { type: 'null' }], description: 'Absent without a requested page.' }
  return { ...rest, properties: { ...(properties as OpenApiObject), next_page: next } }
}

// --- Failures

interface Failure {
  name: string
  description: string
  headers?: string[]
  schema?: string
  /** The operations that it applies to; all of them when absent. */
  of?(operation: Operation): boolean
}

const writes = ({ method }: Operation) => method !== 'GET'

const failures: Record<number, Failure> = {
  400: { name: 'BadRequest', description: 'The request is invalid; the message says why.' },
  401: { name: 'NotAuthorized', description: 'The request has no valid token.' },
  402: { name: 'PlanRequired', description: 'The plan of the organization does not include this.' },
  403: {
    name: 'Forbidden',
    description: 'The caller can see the object, but lacks the right; or the token lacks the scope.',
  },
  404: { name: 'NotFound', description: 'There is no such object, or the caller cannot see it.' },
  408: { name: 'Timeout', description: 'The request took too long to arrive.' },
  412: {
    name: 'StaleSync',
    description: 'The token is missing, expired or of another stream. The response has a new one next to the error.',
    schema: 'StaleSync',
    of: ({ answers }) => answers === 'stream',
  },
  413: { name: 'TooLarge', description: 'The body of the request is too large.', of: writes },
  422: {
    name: 'Unprocessable',
    description: 'A date of the template has no value, and the request is strict.',
    of: ({ body }) => 'is_strict' in body,
  },
  429: { name: 'TooManyRequests', description: 'The token exceeded a rate limit.', headers: ['Retry-After'] },
  431: { name: 'HeadTooLarge', description: 'The URL and the headers of the request are too large.' },
  500: {
    name: 'ServerError',
    description: 'The server failed. The `phrase` identifies the failure in its log.',
    headers: ['X-Request-Id'],
  },
  503: {
    name: 'Unavailable',
    description: 'The store cannot serve the request at the moment.',
    headers: ['Retry-After', 'X-Request-Id'],
  },
}

/** The failures of an operation. */
export const failuresOf = (operation: Operation): OpenApiObject =>
  Object.fromEntries(
    Object.entries(failures)
      .filter(([, { of }]) => of?.(operation) ?? true)
      .map(([status, { name }]) => [status, responseRef(name)]),
  )

export const failureResponses = Object.fromEntries(
  Object.values(failures).map(({ name, description, headers: own = [], schema = 'Errors' }) => {
    const named = ['Asana-Change', ...own].map(one => [one, header(one)])
    return [name, { description, headers: Object.fromEntries(named), content: json(schemaRef(schema)) }]
  }),
)

/** Strings only: otherwise a typed client would accept an invalid JSON body as a form. */
const formSchema = {
  type: 'object',
  description:
    'The members of `data` of the JSON body as strings: lists with commas, members of objects as in `external[data]`.',
  additionalProperties: { type: 'string' },
}

const errors = { type: 'array', items: schemaRef('Error') }

/** The schemas that belong to no type. */
export const commonSchemas: Record<string, JsonSchema> = {
  NextPage: {
    type: 'object',
    required: ['offset', 'path', 'uri'],
    properties: {
      offset: text('The start of the next page.'),
      path: text('The path of the next page, relative to the URL of the API.'),
      uri: text('The URL of the next page.'),
    },
  },
  Error: {
    type: 'object',
    required: ['message'],
    properties: {
      message: text('What failed.'),
      help: text('Where to read more.'),
      phrase: text('Identifies the failure in the log.'),
      error: text('The name of the error, where it has one.'),
      user_message: text('What failed, where the error has a name.'),
    },
  },
  Errors: { type: 'object', required: ['errors'], properties: { errors } },
  Form: formSchema,
  StaleSync: {
    type: 'object',
    required: ['errors', 'sync'],
    properties: { errors, sync: text('A token that starts now.') },
  },
}
