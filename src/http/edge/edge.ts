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
import { type ExecutionContext, RequestContext, requestId, runInContext } from '../../observe/context.ts'
import { decodeBody } from '../body.ts'
import type { Parting } from '../connections/parting.ts'
import { headers as always } from '../envelope.ts'
import { dispatch } from '../kernel.ts'
import { queryOf } from '../options.ts'
import type { Incoming, Kernel } from '../request.ts'
import { fromOurPage, originOf, visitOf } from '../visit.ts'
import { begun, ended, isEachWatched, statusOf, type Watching } from '../watch.ts'
import { type Encoding, packed, packingFor } from './packing.ts'
import { hasBody, readBody } from './reading.ts'
import { RawRequest, trustIn } from './received.ts'
import { type Refused, refusalOf } from './refusal.ts'

export const BASE = '/api/1.0'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'])

const FIRST = /^\/api\/1\.0\/([^/?#]*)/

export interface ApiTerms extends Kernel, Watching {
  publicUrl: string | null
  trustedProxies: string[]
  /** Whether instances share their counters: a read can find that sharing fails, and log it. */
  sharesLimits: boolean
  parting: Parting
}

/** Answers requests of the API. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The first path segments below the base that do not belong to operations, such as `scim`. A hook collects them as
 * routes are added, so that none can be forgotten.
 */
export function othersOf(server: FastifyInstance): ReadonlySet<string> {
  const others = new Set<string>()
  server.addHook('onRoute', ({ url }) => {
    const first = FIRST.exec(url)?.[1]
    if (first !== undefined) others.add(first)
  })
  return others
}

/** Whether a request is for the API; Fastify serves all others. */
export function isOfApi({ method = '', url = '' }: IncomingMessage, others: ReadonlySet<string>): boolean {
  const first = FIRST.exec(url)?.[1]
  if (first === undefined || !METHODS.has(method)) return false
  return !others.has(first.includes('%') ? decoded(first) : first)
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
class Exchange extends RawRequest implements Refused {
  readonly response: ServerResponse
  readonly execution: ExecutionContext
  /** Response headers that were added while the request was processed. */
  readonly told: Record<string, string | string[]> = {}
  /** Whether the connection cannot be read any further. */
  isLast = false
  /** The length of the response, once it is known. */
  bytes: number | undefined

  constructor(raw: IncomingMessage, response: ServerResponse, trust: ReturnType<typeof trustIn>) {
    super(raw, trust)
    this.response = response
    this.execution = new RequestContext(() => requestId(raw.headers['x-request-id'], randomId))
  }

  get id(): string {
    return this.execution.id
  }
}

export function serveApi(terms: ApiTerms): Answering {
  const trust = trustIn(terms.trustedProxies)
  const isWatched = isEachWatched(terms)
  const mayReadsSpeak = isWatched || terms.hints || terms.sharesLimits
  return (request, response) => {
    const exchange = new Exchange(request, response, trust)
    const work = () => answer(terms, exchange, isWatched)
    // The execution context costs as much as the rest of this file, so a read has one only if it can log or trace
    // something.
    const isNamed = mayReadsSpeak || (request.method !== 'GET' && request.method !== 'HEAD')
    const answered = isNamed ? runInContext(exchange.execution, work) : work()
    // Sending the error failed too.
    answered.catch(() => response.destroy())
  }
}

/** Always sends a response. Without instrumentation, only server errors are recorded. */
async function answer(terms: ApiTerms, exchange: Exchange, isWatched: boolean): Promise<void> {
  const { response } = exchange
  const watched = begun(terms, exchange, exchange.execution)
  const over = () => ended(terms, watched, { status: statusOf(response), bytes: exchange.bytes, pattern: `${BASE}/*` })
  if (isWatched) response.once('close', over)
  try {
    await attempt(terms, exchange)
  } catch (error) {
    const { status, headers, text } = refusalOf(terms, exchange, error)
    // An error in the middle of a response cannot be sent any more.
    if (response.headersSent) return void response.destroy()
    if (!isWatched && status >= failure.unexpected) response.once('close', over)
    await send(terms, exchange, { status, lines: Object.entries(headers).flat(), text })
  }
}

async function attempt(terms: ApiTerms, exchange: Exchange): Promise<void> {
  const { raw } = exchange
  if (!hasOneHost(raw.rawHeaders)) throw unreadable()
  const body = hasBody(raw) ? await readBody(raw).catch(error => refuseRest(exchange, error)) : undefined
  const { status, location, text } = await dispatch(terms, incomingOf(terms, exchange, body))
  // wire: recorded 2014 and 2026: a path, not an address
  const lines = location === undefined ? usual : [...usual, 'location', location]
  const sending = send(terms, exchange, { status, lines, text })
  if (sending) await sending
}

const usual: readonly string[] = Object.entries(always).flat()

/** The client may still send data that nobody reads. */
function refuseRest(exchange: Exchange, error: unknown): never {
  exchange.isLast = true
  throw error
}

function incomingOf(terms: ApiTerms, exchange: Exchange, body: Buffer | undefined): Incoming {
  const { method, url, headers, told } = exchange
  const mark = url.indexOf('?')
  return {
    method,
    path: mark < 0 ? url.slice(BASE.length) : url.slice(BASE.length, mark),
    query: queryOf(mark < 0 ? '' : url.slice(mark + 1)),
    authorization: headers.authorization,
    session: fromOurPage(terms, exchange) ? visitOf(terms, exchange).session : undefined,
    address: exchange.ip,
    agent: headers['user-agent'] ?? '',
    body: () => decodeBody(body, headers['content-type']),
    wish: { enable: lineOf(headers['asana-enable']), disable: lineOf(headers['asana-disable']) },
    tell: more => void Object.assign(told, more),
    origin: originOf(terms.publicUrl, exchange.protocol, headers.host),
    execution: exchange.execution,
  }
}

/** Joins the values of a repeated header. */
const lineOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join() : header)

interface Answered {
  status: number
  /** The names and values of the headers, alternating. */
  lines: readonly string[]
  text: string
}

/** Sends a response; returns a promise only if it must wait. */
function send({ parting }: ApiTerms, exchange: Exchange, answered: Answered): void | Promise<void> {
  const bytes = Buffer.byteLength(answered.text)
  const packing = packingFor(exchange.headers, bytes)
  if (packing === null && !parting.isEnding()) return write(exchange, answered, answered.text, bytes)
  return sendLater(parting, exchange, answered, packing)
}

async function sendLater(parting: Parting, exchange: Exchange, answered: Answered, packing: Encoding | null) {
  const { lines, text } = answered
  const content = packing === null ? text : await packed(packing, text)
  if (parting.isEnding() && (await parting.isLast(exchange.raw))) exchange.isLast = true
  const said = packing === null ? lines : [...lines, 'vary', 'accept-encoding', 'content-encoding', packing]
  write(exchange, { ...answered, lines: said }, content, Buffer.byteLength(content))
}

function write(exchange: Exchange, { status, lines }: Answered, content: string | Buffer, bytes: number): void {
  const { told, response, isLast } = exchange
  const all: (string | string[])[] = isLast ? ['connection', 'close'] : []
  for (const name in told) all.push(name, told[name] ?? '')
  all.push(...lines, 'content-length', String(bytes))
  exchange.bytes = bytes
  response.writeHead(status, all as string[])
  response.end(content)
}
