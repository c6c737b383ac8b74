/**
 * Serves the API directly on Node's HTTP server. Fastify, which serves everything else, would cost each of these
 * requests more than the kernel does.
 *
 * Invariants:
 * - A client cannot distinguish the two on the wire.
 * - Every failure gets a response.
 * - In-process requests take the same path.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { failure, unreadable } from '../../lib/errors.ts'
import { randomId } from '../../lib/secret.ts'
import { type Utf8, utf8Of } from '../../lib/strings.ts'
import { type ExecutionContext, RequestContext, requestId, runInContext } from '../../observe/context.ts'
import { decodeBody } from '../body.ts'
import { clientInfo, isSameOrigin, originOf } from '../client.ts'
import type { GracefulShutdown } from '../connections/graceful_shutdown.ts'
import { headers as always } from '../envelope.ts'
import {
  finishRequest,
  type Instrumentation,
  observesEachRequest,
  sentStatus,
  startRequest,
} from '../instrumentation.ts'
import { dispatch } from '../kernel.ts'
import { queryOf } from '../options.ts'
import type { Incoming, Kernel } from '../request.ts'
import { compress, encodingFor } from './compression.ts'
import { errorResponse, type FailedRequest } from './error_response.ts'
import { formReaderOf } from './multipart.ts'
import { RawRequest, trustProxies } from './raw_request.ts'
import { discardBody, hasBody, readBody } from './request_body.ts'

export const BASE = '/api/1.0'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'])

const FIRST_SEGMENT = /^\/api\/1\.0\/([^/?#]*)/

export interface ApiOptions extends Kernel, Instrumentation {
  publicUrl: string | null
  trustedProxies: string[]
  /** Whether instances share their counters: a read can find that sharing fails, and log it. */
  sharesLimits: boolean
  shutdown: GracefulShutdown
}

/** Answers requests of the API. */
export type ApiListener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The first path segments below the base that do not belong to operations, such as `scim`. A hook collects them as
 * routes are added, so that none can be forgotten.
 */
export function otherRoutesOf(server: FastifyInstance): ReadonlySet<string> {
  const otherRoutes = new Set<string>()
  server.addHook('onRoute', ({ url }) => {
    const first = FIRST_SEGMENT.exec(url)?.[1]
    if (first !== undefined) otherRoutes.add(first)
  })
  return otherRoutes
}

/** Whether a request is for the API; Fastify serves all others. */
export function isApiRequest({ method = '', url = '' }: IncomingMessage, otherRoutes: ReadonlySet<string>): boolean {
  const first = FIRST_SEGMENT.exec(url)?.[1]
  if (first === undefined || !METHODS.has(method)) return false
  return !otherRoutes.has(first.includes('%') ? decoded(first) : first)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** With two `Host` headers, a proxy may have used the other one. */
export function hasOneHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts <= 1
}

/** A request while it is being answered. */
class ApiExchange extends RawRequest implements FailedRequest {
  readonly response: ServerResponse
  readonly execution: ExecutionContext
  /** Response headers that were added while the request was processed. */
  readonly responseHeaders: Record<string, string | string[]> = {}
  /** Whether the connection cannot be read any further. */
  endsConnection = false
  /** The length of the response, once it is known. */
  bytes: number | undefined

  constructor(raw: IncomingMessage, response: ServerResponse, trust: ReturnType<typeof trustProxies>) {
    super(raw, trust)
    this.response = response
    this.execution = new RequestContext(() => requestId(raw.headers['x-request-id'], randomId))
  }

  get id(): string {
    return this.execution.id
  }
}

export function serveApi(options: ApiOptions): ApiListener {
  const trust = trustProxies(options.trustedProxies)
  const isObserved = observesEachRequest(options)
  const readsNeedContext = isObserved || options.hints || options.sharesLimits
  return (request, response) => {
    const exchange = new ApiExchange(request, response, trust)
    const handle = () => answer(options, exchange, isObserved)
    // The execution context costs as much as the rest of this file, so a read has one only if it can log or trace
    // something.
    const needsContext = readsNeedContext || (request.method !== 'GET' && request.method !== 'HEAD')
    const answering = needsContext ? runInContext(exchange.execution, handle) : handle()
    // Sending the error failed too.
    answering.catch(() => response.destroy())
  }
}

/** Always sends a response. Without instrumentation, only server errors are recorded. */
async function answer(options: ApiOptions, exchange: ApiExchange, isObserved: boolean): Promise<void> {
  const { response } = exchange
  const observed = startRequest(options, exchange, exchange.execution)
  const finish = () =>
    finishRequest(options, observed, { status: sentStatus(response), bytes: exchange.bytes, pattern: `${BASE}/*` })
  if (isObserved) response.once('close', finish)
  try {
    await attempt(options, exchange)
  } catch (error) {
    const { status, headers, text } = errorResponse(options, exchange, error)
    // An error in the middle of a response can no longer be sent.
    if (response.headersSent) return void response.destroy()
    if (!isObserved && status >= failure.unexpected) response.once('close', finish)
    await send(options, exchange, { status, headers: Object.entries(headers).flat(), body: utf8Of(text) })
  }
}

async function attempt(options: ApiOptions, exchange: ApiExchange): Promise<void> {
  const { raw } = exchange
  if (!hasOneHost(raw.rawHeaders)) throw unreadable()
  const sendsBody = hasBody(raw)
  const form = sendsBody ? formReaderOf(raw) : undefined
  const sent = sendsBody && !form ? await readBody(raw).catch(error => refuseRest(exchange, error)) : undefined
  const { status, location, body } = await dispatch(options, incomingOf(options, exchange, sent, form)).catch(error =>
    form ? refuseForm(exchange, error) : Promise.reject(error),
  )
  // wire: recorded 2014 and 2026: a path, not an address
  const headers = location === undefined ? defaultHeaders : [...defaultHeaders, 'location', location]
  await send(options, exchange, { status, headers, body })
}

const defaultHeaders: readonly string[] = Object.entries(always).flat()

/** The client may still send data, which is discarded. */
function refuseRest(exchange: ApiExchange, error: unknown): never {
  exchange.endsConnection = true
  throw error
}

/** The time that a client has to finish sending a form that is refused, before and after the response. */
const DISCARD_MS = { before: 100, after: 5000 }

/** The rest of a small form is discarded, so that the connection can be used again. */
async function refuseForm(exchange: ApiExchange, error: unknown): Promise<never> {
  exchange.endsConnection = !(await discardBody(exchange.raw, DISCARD_MS.before))
  throw error
}

function incomingOf(
  options: ApiOptions,
  exchange: ApiExchange,
  body: Buffer | undefined,
  form: Incoming['form'],
): Incoming {
  const { method, url, headers, responseHeaders } = exchange
  const queryAt = url.indexOf('?')
  const page = isSameOrigin(options, exchange) ? clientInfo(options, exchange) : undefined
  return {
    method,
    path: queryAt < 0 ? url.slice(BASE.length) : url.slice(BASE.length, queryAt),
    query: queryOf(queryAt < 0 ? '' : url.slice(queryAt + 1)),
    authorization: headers.authorization,
    session: page?.session,
    address: exchange.ip,
    agent: headers['user-agent'] ?? '',
    page: page?.page,
    idempotencyKey: method === 'POST' ? headerText(headers['idempotency-key']) : undefined,
    body: () => decodeBody(body, headers['content-type']),
    form,
    apiChanges: { enable: headerText(headers['asana-enable']), disable: headerText(headers['asana-disable']) },
    addHeaders: added => void Object.assign(responseHeaders, added),
    origin: originOf(options.publicUrl, exchange.protocol, headers.host),
    execution: exchange.execution,
  }
}

/** Joins the values of a repeated header. */
const headerText = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join() : header)

interface EncodedResponse<Body = Utf8> {
  status: number
  /** The names and values of the headers, alternating. */
  headers: readonly string[]
  body: Body
}

async function send({ shutdown }: ApiOptions, exchange: ApiExchange, response: EncodedResponse): Promise<void> {
  const { headers, body } = response
  const encoding = encodingFor(exchange.headers, body.length)
  const content = encoding === null ? null : await compress(encoding, body)
  if (shutdown.isShuttingDown() && (await shutdown.isLast(exchange.raw))) exchange.endsConnection = true
  if (content === null) return write(exchange, response)
  const encodedHeaders = [...headers, 'vary', 'accept-encoding', 'content-encoding', String(encoding)]
  write(exchange, { ...response, headers: encodedHeaders, body: content })
}

function write(exchange: ApiExchange, { status, headers, body }: EncodedResponse<Utf8 | Buffer>): void {
  const { responseHeaders, response, endsConnection } = exchange
  const all: (string | string[])[] = endsConnection ? ['connection', 'close'] : []
  for (const name in responseHeaders) all.push(name, responseHeaders[name] ?? '')
  all.push(...headers, 'content-length', String(body.length))
  exchange.bytes = body.length
  response.writeHead(status, all as string[])
  if (!endsConnection) return void response.end(body, 'latin1')
  response.write(body, 'latin1')
  // Many clients read a response only after they have sent everything.
  discardBody(exchange.raw, DISCARD_MS.after).finally(() => response.end())
}
