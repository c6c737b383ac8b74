/** Sends what a fault rule decided, instead of the response of the world. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { originOf } from '../../http/client.ts'
import { headers as always, errorBody } from '../../http/envelope.ts'
import { failureOf } from '../../http/failure.ts'
import { ApiError, failure } from '../../lib/errors.ts'
import { STATUS_CODES } from '../../lib/node_http.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { HeldResponse } from '../exchange/held.ts'
import type { ActiveRule } from './rule.ts'
import type { Cut } from './uses.ts'

/** The response of a rule. `id` identifies the request in it. */
export function responseOf(rule: ActiveRule, exchange: Exchange, id: string): HeldResponse {
  const { answer, use } = rule
  const made = use?.error?.(exchange, answer?.retryAfter) ?? answer?.status ?? use?.status ?? failure.unexpected
  const content = contentOf(made, exchange, id, answer?.message)
  const headers = { ...content.headers, ...retryHeader(rule), ...answer?.headers }
  const status = answer?.status ?? content.status
  const as = answer?.as ?? use?.as ?? 'json'
  if (as === 'json') return build(status, { ...always, ...headers }, JSON.stringify(content.body))
  const html = as === 'html' ? pageOf(status) : ''
  return build(status, { ...(html && { 'content-type': 'text/html' }), ...headers }, html)
}

/** The response to a request that the emulator itself refuses, like one of the API. */
export function refusalOf(exchange: Exchange, error: ApiError): HeldResponse {
  const { status, headers, body } = contentOf(error, exchange, '')
  return build(status, { ...always, ...headers }, JSON.stringify(body))
}

const retryHeader = ({ answer }: ActiveRule): Record<string, string> =>
  answer?.retryAfter === undefined ? {} : { 'retry-after': String(answer.retryAfter) }

function contentOf(made: ApiError | 'server_error' | number, exchange: Exchange, id: string, message?: string) {
  const { method, url, request } = exchange
  const origin = originOf(null, 'encrypted' in request.socket ? 'https' : 'http', request.headers.host)
  const asked = { id, method, url, origin }
  if (made instanceof ApiError) {
    const error = message === undefined ? made : new ApiError(made.status, made.topic, message, { ...made })
    return failureOf(() => undefined, asked, error)
  }
  if (made === 'server_error' || (made === failure.unexpected && message === undefined))
    return withMessage(
      failureOf(() => undefined, asked, undefined),
      message,
    )
  const text = message ?? STATUS_CODES[made] ?? 'Unknown'
  const body = errorBody(
    { message: text, topic: made >= failure.unexpected ? 'server-error' : 'invalid-request' },
    origin,
  )
  return { status: made, headers: {}, body }
}

function withMessage<T extends { body: { errors: { message: string }[] } }>(content: T, message?: string): T {
  const [first] = content.body.errors
  return message === undefined ? content : { ...content, body: { errors: [{ ...first, message }] } }
}

const pageOf = (status: number): string =>
  `<html>\n<head><title>${status} ${STATUS_CODES[status] ?? ''}</title></head>\n<body>\n<center><h1>${status} ${STATUS_CODES[status] ?? ''}</h1></center>\n</body>\n</html>\n`

const build = (status: number, headers: Record<string, string>, text: string): HeldResponse => ({
  ...{ status, headers: Object.entries(headers), body: Buffer.from(text) },
})

/** Sends a whole response. */
export function send(response: ServerResponse, { status, headers, body }: HeldResponse): void {
  writeHead(response, status, headers, body.length)
  response.end(body)
}

function writeHead(response: ServerResponse, status: number, headers: HeldResponse['headers'], length: number): void {
  for (const [name, value] of headers)
    if (!/^(?:content-length|transfer-encoding)$/i.test(name)) response.setHeader(name, value)
  response.setHeader('content-length', length)
  response.writeHead(status)
}

/** Ends the connection, with a part of a response or without one. */
export function cut(response: ServerResponse, how: Cut | 'half', made: HeldResponse | undefined): void {
  const { socket } = response
  if (how === 'reset') {
    reset(socket)
    return
  }
  if (how === 'close' || made === undefined) {
    socket?.destroy()
    return
  }
  const bytes = how === 'half' ? Math.floor(made.body.length / 2) : how.bytes
  writeHead(response, made.status, made.headers, made.body.length)
  // The head and the beginning of the body must leave before the connection ends.
  response.write(made.body.subarray(0, bytes), () => socket?.end(() => socket.destroy()))
}

/** Sends an RST packet. A connection inside another one can only be closed. */
function reset(socket: Socket | null): void {
  try {
    socket?.resetAndDestroy()
  } catch {
    socket?.destroy()
  }
}
