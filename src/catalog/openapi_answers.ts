/** The answers of the OpenAPI document: what an operation shows, and what can go wrong, each said once. */
import { created, type Operation } from '../vocabulary/operation.ts'
import type { Catalog } from './catalog.ts'
import { besideSchemas, either, type Schema, schemaName, schemaRef, typeRef } from './openapi_schema.ts'

type Json = Record<string, unknown>

const text = (description: string): Schema => ({ type: 'string', description })

const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` })

const json = (schema: Schema) => ({ 'application/json': { schema } })

const header = (name: string) => ({ $ref: `#/components/headers/${name.replaceAll('-', '')}` })

/** The headers that a client may want to read. */
export const headers = {
  AsanaChange: {
    description: 'A change of the API that this client will notice: `name=…;info=…;affected=true`.',
    schema: { type: 'string' },
  },
  Location: { description: 'The path of what was made.', required: true, schema: { type: 'string' } },
  RetryAfter: {
    description: 'The seconds after which the same request may succeed.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  XRequestId: { description: 'Under which the operator finds the failure in the log.', schema: { type: 'string' } },
}

// --- What is shown

interface Form {
  response: string
  description: string
  schema: string
}

/** The names under which the answer of an operation stands. */
function formOf({ answers, beside, id, query, status, type }: Operation): Form {
  const name = schemaName(type)
  const own = beside ? schemaName(id) : name
  if (answers === 'nothing') return { response: 'Done', description: 'Done.', schema: 'EmptyEnvelope' }
  if (answers === 'stream')
    return { response: `${name}Stream`, description: 'What happened, in its order.', schema: `${name}Stream` }
  if (answers === 'page') {
    const page = `${query.resource_type?.values ? schemaName(id) : name}Page`
    return { response: page, description: 'A page of the list.', schema: page }
  }
  const schema = `${own}Envelope`
  if (status !== created) return { response: own, description: 'The record.', schema }
  return { response: `Created${name}`, description: 'What was made.', schema }
}

/** The answer of an operation that does what it was asked. */
export const answerOf = (operation: Operation): Json => ({
  [operation.status]: responseRef(formOf(operation).response),
})

/** The answers of all operations, by their names. */
export function answers(operations: readonly Operation[]): Record<string, Json> {
  const said = operations.map((operation): [string, Json] => {
    const { response, description, schema } = formOf(operation)
    const own = operation.status === created ? { Location: header('Location') } : {}
    const told = { ...own, 'Asana-Change': header('Asana-Change') }
    return [response, { description, headers: told, content: json(schemaRef(schema)) }]
  })
  return Object.fromEntries(said)
}

/** The bodies of all answers, by their names. */
export function envelopes(catalog: Catalog): Record<string, Schema> {
  return Object.fromEntries(catalog.operations.map(one => [formOf(one).schema, envelope(catalog, one)]))
}

function envelope(catalog: Catalog, operation: Operation): Schema {
  const { answers, beside = {}, query, type } = operation
  const required = ['data', ...Object.keys(beside)]
  const others = besideSchemas(catalog, type, beside)
  const about = (data: Schema): Schema => ({ type: 'object', required, properties: { data, ...others } })
  if (answers === 'nothing') return about({ type: 'object', additionalProperties: false })
  if (answers === 'record') return about(typeRef(type))
  if (answers === 'stream') return about({ type: 'array', items: typeRef(type) })
  // Where the caller chooses the type of what is listed, all its choices can be in the answer.
  const chosen = catalog.resources.map(({ name }) => name).filter(name => query.resource_type?.values?.includes(name))
  const { properties, ...rest } = about({
    type: 'array',
    items: either((chosen.length > 0 ? chosen : [type]).map(typeRef)),
  })
  const next = { anyOf: [schemaRef('NextPage'), { type: 'null' }], description: 'Absent when no page was asked for.' }
  return { ...rest, properties: { ...(properties as Json), next_page: next } }
}

// --- What can go wrong

interface Failure {
  name: string
  description: string
  headers?: string[]
  schema?: string
  /** Where it can happen; everywhere, when absent. */
  of?(operation: Operation): boolean
}

const writes = ({ method }: Operation) => method !== 'GET'

const failures: Record<number, Failure> = {
  400: { name: 'BadRequest', description: 'Something that was sent cannot be used; the message says what.' },
  401: { name: 'NotAuthorized', description: 'The request carries no valid token.' },
  402: { name: 'PlanRequired', description: 'The plan of the organization does not have this.' },
  403: {
    name: 'Forbidden',
    description: 'The caller sees the object, but may not do this to it; or the token lacks the scope.',
  },
  404: { name: 'NotFound', description: 'There is no such object, or the caller does not see it.' },
  408: { name: 'Timeout', description: 'The request took too long to arrive.' },
  412: {
    name: 'StaleSync',
    description: 'The token is missing, too old or of another stream. A fresh one stands beside the error.',
    schema: 'StaleSync',
    of: ({ answers }) => answers === 'stream',
  },
  413: { name: 'TooLarge', description: 'The body of the request is too large.', of: writes },
  429: { name: 'TooManyRequests', description: 'The token has asked for too much.', headers: ['Retry-After'] },
  431: { name: 'HeadTooLarge', description: 'The address and the headers of the request are too large.' },
  500: {
    name: 'ServerError',
    description: 'The server failed. The `phrase` stands for this failure in its log.',
    headers: ['X-Request-Id'],
  },
  503: {
    name: 'Unavailable',
    description: 'The store does not take the request right now.',
    headers: ['Retry-After', 'X-Request-Id'],
  },
}

/** The answers of an operation that refuses or fails. */
export const failuresOf = (operation: Operation): Json =>
  Object.fromEntries(
    Object.entries(failures)
      .filter(([, { of }]) => of?.(operation) ?? true)
      .map(([status, { name }]) => [status, responseRef(name)]),
  )

export const failureResponses = Object.fromEntries(
  Object.values(failures).map(({ name, description, headers: told = [], schema = 'Errors' }) => {
    const named = ['Asana-Change', ...told].map(one => [one, header(one)])
    return [name, { description, headers: Object.fromEntries(named), content: json(schemaRef(schema)) }]
  }),
)

/** Of texts alone, so that a typed client can tell it from the JSON body, whose mistakes would pass as a form otherwise. */
const form = {
  type: 'object',
  description:
    'The members of `data` of the JSON body as texts: lists with commas, members of objects as in `external[data]`.',
  additionalProperties: { type: 'string' },
}

const errors = { type: 'array', items: schemaRef('Error') }

/** The schemas that belong to no type. */
export const commonSchemas: Record<string, Schema> = {
  NextPage: {
    type: 'object',
    required: ['offset', 'path', 'uri'],
    properties: {
      offset: text('The place where the next page starts.'),
      path: text('The path of the next page, below the address of the API.'),
      uri: text('The whole address of the next page.'),
    },
  },
  Error: {
    type: 'object',
    required: ['message'],
    properties: {
      message: text('What is wrong.'),
      help: text('Where to read more.'),
      phrase: text('Stands for the failure in the log.'),
      error: text('The name of the error, where it has one.'),
      user_message: text('What is wrong, where the error has a name.'),
    },
  },
  Errors: { type: 'object', required: ['errors'], properties: { errors } },
  Form: form,
  StaleSync: {
    type: 'object',
    required: ['errors', 'sync'],
    properties: { errors, sync: text('A token for this moment.') },
  },
}
