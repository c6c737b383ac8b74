/**
 * The edge of the API by hand: Node hands a request over, the kernel answers, the bytes go out. The library that serves
 * everything else would cost each of these requests more than the kernel does. What must always hold: on the wire nothing
 * tells the two apart, no failure is left without an answer, and requests in process take this very way.
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
  /** Whether instances count together: a read may find that they do not any more, and log it. */
  sharesLimits: boolean
  parting: Parting
}

/** Answers requests of the API. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The first steps below the base that lead elsewhere than to an operation, such as `scim`. They are noted as routes are
 * added, so that none can be forgotten here.
 */
export function othersOf(server: FastifyInstance): ReadonlySet<string> {
  const others = new Set<string>()
  server.addHook('onRoute', ({ url }) => {
    const first = FIRST.exec(url)?.[1]
    if (first !== undefined) others.add(first)
  })
  return others
}

/** Whether a request is for the API; every other one is served by Fastify. */
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

/** With two of them a proxy may have looked at the other one. */
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
  /** Headers of the answer that were told on the way. */
  readonly told: Record<string, string | string[]> = {}
  /** Whether nothing more can be read from the connection. */
  isLast = false
  /** The length of the answer, once it is known. */
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
    // The execution context costs as much as the rest of the edge, so a read has it only where something that it does may be told.
    const isNamed = mayReadsSpeak || (request.method !== 'GET' && request.method !== 'HEAD')
    const answered = isNamed ? runInContext(exchange.execution, work) : work()
    // Not even the failure could be told.
    answered.catch(() => response.destroy())
  }
}

/** Answers, whatever happens. Where requests are not watched, only one that the program failed has an end to tell of. */
async function answer(terms: ApiTerms, exchange: Exchange, isWatched: boolean): Promise<void> {
  const { response } = exchange
  const watched = begun(terms, exchange, exchange.execution)
  const over = () => ended(terms, watched, { status: statusOf(response), bytes: exchange.bytes, pattern: `${BASE}/*` })
  if (isWatched) response.once('close', over)
  try {
    await attempt(terms, exchange)
  } catch (error) {
    const { status, headers, text } = refusalOf(terms, exchange, error)
    // A failure in the middle of an answer cannot be told any more.
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

/** The client may go on to send what nobody reads. */
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

/** A header that may come several times, as one line. */
const lineOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join() : header)

interface Answered {
  status: number
  /** The names and values of the headers, in turn. */
  lines: readonly string[]
  text: string
}

/** Sends an answer; a promise only where something must be waited for. */
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
