/**
 * Every answer that a test gets is held against the OpenAPI document: its status must stand there for the operation, its
 * headers too, and its body must match the schema. The reading is strict: a member of which no schema speaks contradicts
 * the document, although JSON Schema would let it pass. SCIM, the console and the OAuth pages are no part of the document.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Catalog, createCatalog } from '../../../src/catalog/catalog.ts'
import { openapi } from '../../../src/catalog/openapi.ts'
import type { Json } from '../world.ts'

/** What was asked, and what came back. */
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

/** Answers in what an exchange contradicts the document. */
export type Reading = (exchange: Exchange) => string[]

const BASE = '/api/1.0'

/** The headers of which the document must speak where they are. */
const SPOKEN = ['location', 'retry-after', 'asana-change', 'x-request-id']

/** More exact than the formats of JSON Schema: the wire has one way to write a moment. */
const formats = { date: /^\d{4}-\d\d-\d\d$/, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ }

export function readingOf(document: Json): Reading {
  const ajv = new Ajv2020({ strict: false, formats, allErrors: false })
  ajv.addSchema(closed({ $id: 'document', components: document.components, paths: document.paths }) as Json)
  const operations = operationsOf(document)
  const compiled = new Map<string, ValidateFunction>()
  const check = (pointer: string, body: unknown): string[] => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` })
    compiled.set(pointer, validate)
    if (validate(body)) return []
    return (validate.errors ?? []).map(one => `${one.instancePath} ${one.message} ${JSON.stringify(one.params)}`)
  }
  return exchange => {
    const { status, headers, text } = exchange
    const operation = operationOf(operations, exchange)
    const body = exchange.method === 'HEAD' || text === '' ? undefined : JSON.parse(text)
    if (!operation && status < 400) return ['no such operation']
    if (!operation) return body === undefined ? [] : check('/components/schemas/Errors', body)
    const at = `${operation}/responses/${status}`
    const told = resolved(document, at)
    if (!told) return [`the status ${status} is not documented`]
    const known = Object.keys(told.headers ?? {}).map(name => name.toLowerCase())
    const silent = SPOKEN.filter(name => headers[name] !== undefined && !known.includes(name))
    const problems = silent.map(name => `the header ${name} of ${status} is not documented`)
    return body === undefined ? problems : [...problems, ...check(pointerOf(document, at), body)]
  }
}

/** JSON Schema where nothing may stand that is not named. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]))
  const isObject = 'properties' in members && 'type' in members && !('additionalProperties' in members)
  return isObject ? { ...members, additionalProperties: false } : members
}

// --- Finding the place

interface Place {
  method: string
  pattern: RegExp
  pointer: string
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

function operationsOf({ paths }: Json): Place[] {
  const places = Object.entries(paths as Json).flatMap(([path, item]) =>
    Object.keys(item as Json).map(method => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`),
      pointer: `/paths/${escaped(path)}/${method}`,
    })),
  )
  // A literal path comes before one with a parameter in its place.
  return places.sort((a, b) => parameters(a.pointer) - parameters(b.pointer))
}

const parameters = (pointer: string) => pointer.split('{').length

/** The pointer of the operation that is meant; a client that can only POST names the verb it means. */
function operationOf(places: readonly Place[], { method, url, sent }: Exchange): string | undefined {
  const path = (url.split('?', 1)[0] ?? '').slice(BASE.length)
  const named = (verb: string) => places.find(one => one.method === verb && one.pattern.test(path))?.pointer
  const found = named(method === 'HEAD' ? 'GET' : method)
  if (found || method !== 'POST') return found
  const meant = /method"?[=:]\s*"?(get|put|delete)/i.exec(`${url} ${sent}`)?.[1]
  return meant && named(meant.toUpperCase())
}

/** What stands at a pointer, behind the reference that may stand there. */
function resolved(document: Json, pointer: string): Json | undefined {
  const names = pointer.split('/').slice(1)
  const found = names.reduce<Json | undefined>(
    (at, name) => at?.[name.replaceAll('~1', '/').replaceAll('~0', '~')] as Json | undefined,
    document,
  )
  return found?.$ref ? resolved(document, String(found.$ref).slice(1)) : found
}

function pointerOf(document: Json, pointer: string): string {
  const names = pointer.split('/').slice(1)
  const found = names.reduce<Json>((at, name) => at[name.replaceAll('~1', '/').replaceAll('~0', '~')] as Json, document)
  const at = found.$ref ? String(found.$ref).slice(1) : pointer
  return `${at}/content/application~1json/schema`
}

// --- The answers of a whole program

const readings = new WeakMap<Catalog, Reading>()
const usual = createCatalog()

function readingFor(catalog: Catalog): Reading {
  const known = readings.get(catalog) ?? readingOf(openapi(catalog) as Json)
  readings.set(catalog, known)
  return known
}

const free = new WeakSet<FastifyInstance>()

/** From here on answers may say more than the document: a later version has written into the store. */
export const freeAnswers = (app: FastifyInstance): void => void free.add(app)

/** Makes requests of `app` fail when their answers contradict the document of its catalog. */
export function holdAnswers(app: FastifyInstance, catalog: Catalog = usual): void {
  const inject = app.inject.bind(app) as (request: unknown) => Promise<Awaited<ReturnType<FastifyInstance['inject']>>>
  const held = async (request: InjectOptions | string) => {
    const answer = await inject(request)
    const { method = 'GET', url, payload } = typeof request === 'string' ? { url: request } : request
    const path = typeof url === 'string' ? url : (url?.pathname ?? '')
    if (
      !free.has(app) &&
      isDescribed(path) &&
      method !== 'OPTIONS' &&
      answer.headers['content-encoding'] === undefined
    ) {
      const { statusCode: status, headers, payload: text } = answer
      const problems = readingFor(catalog)({ method, url: path, sent: payload, status, headers, text })
      if (problems.length > 0)
        throw new Error(
          `${method} ${path} contradicts the OpenAPI document: ${problems.join('; ')}\n${text.slice(0, 1000)}`,
        )
    }
    return answer
  }
  Object.assign(app, { inject: held })
}

const isDescribed = (url: string) =>
  url.startsWith(`${BASE}/`) && !/^\/api\/1\.0\/(?:scim\b|openapi\.json|openid_connect|\.well-known)/.test(url)
