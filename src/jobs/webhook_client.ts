/**
 * The HTTP client that calls the targets of webhooks.
 * Invariants:
 * - the connection goes to the address that was checked, not to a later result of the lookup;
 * - an exchange ends within its timeout, however slowly or however much the target answers;
 * - nothing that a target does is an exception here;
 * - unless private addresses are allowed, the owner cannot distinguish a name that leads to one from an unknown name.
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as secure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { request as plain } from '../lib/node_http.ts'
import type { HttpPost, HttpPostResult } from '../vocabulary/outbound.ts'
import { isPublic } from './addresses.ts'

type ResolveCallback = (error: Error | null, addresses: LookupAddress[]) => void

/** Resolves a host name to all of its addresses. */
export type HostResolver = (host: string, done: ResolveCallback) => void

interface WebhookClientOptions {
  /** The client may call addresses of this machine and its network. */
  allowPrivate: boolean
  /** The client may call addresses of the public internet: yes, by default. */
  allowPublic?: boolean
  /** Milliseconds from the start of the request to the end of the response. */
  timeoutMs?: number
  resolve?: HostResolver
  /** Logs refused targets, for the operator. */
  log?(line: Record<string, unknown>): void
}

// wire: docs "Webhooks": a target has ten seconds
const CALL_TIMEOUT_MS = 10_000
const MAX_REPLY_BYTES = 4096

const resolveByName: HostResolver = (host, done) =>
  systemLookup(host, { all: true }, (error, found) => done(error, found))

class AddressRefused extends Error {}

const NOT_PUBLIC = 'It has no public address.'
const NOT_PRIVATE = 'It has a public address, and only those of this machine and its network are allowed.'
const NOT_FOUND = 'Its name was not found.'

const REFUSED_MESSAGE =
  'The target of a webhook was not called, because it has no public address. With --allow-private-targets webhooks reach this machine and its network.'

const failedReply = (error: string, isRefused = false): HttpPostResult => ({
  ...{ status: null, secret: null, text: '', error, isRefused },
})

type AllowedAddresses = Pick<WebhookClientOptions, 'allowPrivate' | 'allowPublic'>

/** Why the client may not call an address; undefined if it may. */
const refusalOf = ({ allowPrivate, allowPublic = true }: AllowedAddresses, address: string): string | undefined =>
  isPublic(address) ? (allowPublic ? undefined : NOT_PRIVATE) : allowPrivate ? undefined : NOT_PUBLIC

/** The address, if the client may call it; otherwise the reason. */
function checkTarget(text: string, allowed: AllowedAddresses): URL | string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) return 'It must be an http or https address.'
  if (url.username || url.password) return 'It must not contain a user name or a password.'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node connects to a literal address without a lookup.
  return (isIP(host) === 0 ? undefined : refusalOf(allowed, host)) ?? url
}

/** Creates the function that calls targets. */
export function createWebhookClient(options: WebhookClientOptions): HttpPost {
  const { timeoutMs = CALL_TIMEOUT_MS, log = () => undefined } = options
  const lookup = lookupFor(options)
  return async (target, headers, body) => {
    const reply = await call(target, headers, body)
    if (reply.error === NOT_PUBLIC) log({ level: 'info', message: REFUSED_MESSAGE, host: URL.parse(target)?.host })
    return reply
  }

  async function call(target: string, headers: Record<string, string>, body: string): Promise<HttpPostResult> {
    const url = checkTarget(target, options)
    if (typeof url === 'string') return failedReply(url, true)
    const sent = { 'content-type': 'application/json', 'user-agent': 'Workloom', ...headers }
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    // Without an agent each exchange uses its own connection.
    return exchange(url, { method: 'POST', agent: false, lookup, headers: { ...sent, ...length } }, body, timeoutMs)
  }
}

function lookupFor(allowed: WebhookClientOptions): LookupFunction {
  const { allowPrivate, timeoutMs = CALL_TIMEOUT_MS, resolve = resolveByName } = allowed
  return (host, options, done) => {
    const fail = () => done(allowPrivate ? new Error(NOT_FOUND) : new AddressRefused(NOT_PUBLIC), '', 0)
    // Before the timeout of the exchange, because a slow resolver must not make names distinguishable either.
    const timer = setTimeout(fail, timeoutMs * 0.9)
    resolve(host, (error, found) => {
      clearTimeout(timer)
      const [first] = found ?? []
      if (error || !first) return fail()
      // One private address is enough to refuse, because Node chooses which of them it tries.
      const refused = found.map(({ address }) => refusalOf(allowed, address)).find(one => one !== undefined)
      if (refused === NOT_PUBLIC) return fail()
      if (refused !== undefined) return done(new AddressRefused(refused), '', 0)
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })
  }
}

function exchange(url: URL, options: RequestOptions, body: string, timeoutMs: number): Promise<HttpPostResult> {
  return new Promise(resolve => {
    const request = (url.protocol === 'https:' ? secure : plain)(url, options)
    const end = (reply: HttpPostResult) => {
      clearTimeout(timer)
      resolve(reply)
      request.destroy()
    }
    const fail = (error: Error) => end(failedReply(reasonOf(error), error instanceof AddressRefused))
    const timer = setTimeout(() => fail(new Error(`No answer within ${timeoutMs / 1000} seconds.`)), timeoutMs)
    request.on('response', response => readReply(response, end, fail))
    request.on('error', fail)
    request.on('close', () => fail(new Error('The connection was closed before an answer came.')))
    request.end(body)
  })
}

/** The error of several addresses that refused the connection has no message. */
function reasonOf(error: Error & { code?: string }): string {
  return error.code === 'ECONNREFUSED' ? 'It refused the connection.' : error.message || error.name
}

/** Reads a response to its end, or until it is long enough. */
function readReply(response: IncomingMessage, end: (reply: HttpPostResult) => void, fail: (error: Error) => void) {
  const parts: Buffer[] = []
  let length = 0
  const finish = () => {
    const { statusCode = null, headers } = response
    const { 'x-hook-secret': secret = null } = headers
    const text = Buffer.concat(parts).subarray(0, MAX_REPLY_BYTES).toString()
    end({ status: statusCode, secret: secret === null ? null : String(secret), text, error: null, isRefused: false })
  }
  response.on('data', (part: Buffer) => {
    parts.push(part)
    length += part.length
    if (length >= MAX_REPLY_BYTES) finish()
  })
  response.on('end', finish)
  response.on('error', fail)
}
