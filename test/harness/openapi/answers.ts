/**
 * Compares every response that a test gets with the OpenAPI document: the operation must document its status and its
 * headers, and its body must match the schema. The check is strict: an undocumented member is a contradiction, although
 * JSON Schema would accept it. SCIM, the console and the OAuth pages are not part of the document.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Catalog, createCatalog } from '../../../src/catalog/catalog.ts'
import { openapi } from '../../../src/catalog/openapi.ts'
import type { Json } from '../world.ts'

/** A request and its response. */
export interface Exchange {
  method: string
  /** The path and the query, from `/api/1.0` on. */
  url: string
  /** The body of the request. */
  sent?: unknown
  status: number
  headers: Record<string, unknown>
  text: string
}

/** Returns the contradictions between an exchange and the document. */
export type DocumentCheck = (exchange: Exchange) => string[]

const BASE = '/api/1.0'

/** Headers that must be documented wherever they occur. */
const DOCUMENTED_HEADERS = ['location', 'retry-after', 'asana-change', 'x-request-id']

/** Stricter than the formats of JSON Schema: the wire has one notation of a date-time. */
const formats = { date: /^\d{4}-\d\d-\d\d$/, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ }

const SCHEMAS = '#/components/schemas/'

export function documentCheck(document: Json): DocumentCheck {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, formats })
  // Each under its own name, so that it is compiled once and not for every operation that uses it.
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema(strictSchema(schema) as Json, name)
  const operations = operationsOf(document)
  const check = (schema: Json, body: unknown): string[] => {
    const validate = ajv.getSchema(String(schema.$ref).slice(SCHEMAS.length))
    if (!validate) return ['its schema has no name']
    if (validate(body)) return []
    return (validate.errors ?? []).map(one => `${one.instancePath} ${one.message} ${JSON.stringify(one.params)}`)
  }
  const checkOne: DocumentCheck = exchange => {
    const { status, headers, text } = exchange
    const operation = operationOf(operations, exchange)
    if (!operation && status < 400) return ['no such operation']
    const body = exchange.method === 'HEAD' ? undefined : text === '' ? null : JSON.parse(text)
    if (!operation) return body === undefined ? [] : check({ $ref: `${SCHEMAS}Errors` }, body)
    const documented = resolveResponse(document, operation.responses[status])
    if (!documented) return [`the status ${status} is not documented`]
    const problems = headerProblems(document, documented, headers).map(problem => `${problem} in an answer ${status}`)
    return body === undefined ? problems : [...problems, ...check(documented.content['application/json'].schema, body)]
  }
  return exchange => [...checkOne(exchange), ...actionsOf(exchange).flatMap(checkOne)]
}

/** The actions of a batch request, as exchanges of their own. Its selection can omit their status and their body. */
function actionsOf({ method, url, sent, status, text }: Exchange): Exchange[] {
  if (method !== 'POST' || status !== 200 || url.split('?', 1)[0] !== `${BASE}/batch` || typeof sent !== 'string')
    return []
  const { actions = [] } = JSON.parse(sent).data as Json
  return (JSON.parse(text).data as Json[]).flatMap(({ status_code: own, headers = {}, body }, index) => {
    const { method: verb, relative_path: path, data } = actions[index]
    if (own === undefined || body === undefined) return []
    const target = { method: String(verb).toUpperCase(), url: `${BASE}${path.startsWith('/') ? '' : '/'}${path}` }
    return [{ ...target, sent: JSON.stringify(data ?? null), status: own, headers, text: JSON.stringify(body) }]
  })
}

/** Headers that are present and not documented, and headers that are documented as required and missing. */
function headerProblems({ components }: Json, documented: Json, headers: Record<string, unknown>): string[] {
  const known = Object.keys(documented.headers ?? {})
  const isRequired = (name: string) => components.headers[name.replaceAll('-', '')].required
  const missing = known.filter(name => isRequired(name) && headers[name.toLowerCase()] === undefined)
  const unknown = DOCUMENTED_HEADERS.filter(
    name => headers[name] !== undefined && !known.some(one => one.toLowerCase() === name),
  )
  return [
    ...missing.map(name => `the header ${name} is missing`),
    ...unknown.map(name => `the header ${name} is not documented`),
  ]
}

/** JSON Schema without additional properties, with references by names only. */
function strictSchema(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith(SCHEMAS)) return value.slice(SCHEMAS.length)
  if (Array.isArray(value)) return value.map(strictSchema)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, strictSchema(member)]))
  const isObject = 'properties' in members && 'type' in members && !('additionalProperties' in members)
  return isObject ? { ...members, additionalProperties: false } : members
}

// --- Operations of the document

interface DocumentedOperation {
  method: string
  path: string
  pattern: RegExp
  operation: Json
}

function operationsOf({ paths }: Json): DocumentedOperation[] {
  const operations = Object.entries(paths as Json).flatMap(([path, item]) =>
    Object.entries(item as Json).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      pattern: new RegExp(`^${path.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`),
      operation,
    })),
  )
  // A literal path comes before one with a parameter in its place.
  return operations.sort((a, b) => parameters(a) - parameters(b))
}

const parameters = ({ path }: DocumentedOperation) => path.split('{').length

/** The operation of a request; a client that can only POST overrides the verb. */
function operationOf(operations: readonly DocumentedOperation[], { method, url, sent }: Exchange): Json | undefined {
  // An HTTP client removes dot segments from a path.
  const sentTo = /\/\.{1,2}(?:[/?]|$)/.test(url) ? new URL(url, 'http://localhost').pathname : url
  // A trailing slash changes nothing.
  const path = (sentTo.split('?', 1)[0] ?? '').slice(BASE.length).replace(/(.)\/$/, '$1')
  const named = (verb: string) => operations.find(one => one.method === verb && one.pattern.test(path))?.operation
  const found = named(method === 'HEAD' ? 'GET' : method)
  if (found || method !== 'POST') return found
  const meant = /method"?[=:]\s*"?(get|put|delete)/i.exec(`${url} ${sent}`)?.[1]
  return meant ? named(meant.toUpperCase()) : undefined
}

/** Resolves a reference to a response of the document. */
function resolveResponse({ components }: Json, documented: Json | undefined): Json | undefined {
  return documented?.$ref
    ? components.responses[String(documented.$ref).slice('#/components/responses/'.length)]
    : documented
}

// --- The responses of a whole program

/** The number of characters of a response that the error shows. */
const MAX_SHOWN_CHARACTERS = 1000

const checks = new WeakMap<Catalog, DocumentCheck>()
/** The catalog of all worlds that have none of their own: it has no state. */
export const defaultCatalog = createCatalog()

function checkFor(catalog: Catalog): DocumentCheck {
  const known = checks.get(catalog) ?? documentCheck(openapi(catalog) as Json)
  checks.set(catalog, known)
  return known
}

/** What an exchange contradicts, as one sentence; undefined if it contradicts nothing, or is not documented. */
export function contradictionOf(exchange: Exchange, catalog: Catalog = defaultCatalog): string | undefined {
  const { method, url, headers, text } = exchange
  if (!isDescribed(url) || method === 'OPTIONS' || headers['content-encoding'] !== undefined) return undefined
  const problems = checkFor(catalog)(exchange)
  if (problems.length === 0) return undefined
  return `${method} ${url} contradicts the OpenAPI document: ${problems.join('; ')}\n${text.slice(0, MAX_SHOWN_CHARACTERS)}`
}

const unchecked = new WeakSet<FastifyInstance>()

/**
 * Stops checking an app: a later version has written into the store, so its responses may have undocumented members.
 */
export const stopCheckingAnswers = (app: FastifyInstance): void => void unchecked.add(app)

/** Makes requests of `app` fail when their responses contradict the document of its catalog. */
export function checkAnswers(app: FastifyInstance, catalog: Catalog = defaultCatalog): void {
  const inject = app.inject.bind(app) as (request: unknown) => Promise<Awaited<ReturnType<FastifyInstance['inject']>>>
  const checkedInject = async (request: InjectOptions | string) => {
    const answer = await inject(request)
    const { method = 'GET', url, payload } = typeof request === 'string' ? { url: request } : request
    const path = typeof url === 'string' ? url : (url?.pathname ?? '')
    if (unchecked.has(app)) return answer
    const { statusCode: status, headers, payload: text } = answer
    const found = contradictionOf({ method, url: path, sent: payload, status, headers, text }, catalog)
    if (found) throw new Error(found)
    return answer
  }
  Object.assign(app, { inject: checkedInject })
}

const isDescribed = (url: string) =>
  url.startsWith(`${BASE}/`) && !/^\/api\/1\.0\/(?:scim\b|openapi\.json|openid_connect|\.well-known)/.test(url)
