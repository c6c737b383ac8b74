/** Keeps what passes through a request and its response, without changing it. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The beginning of a body. */
export interface KeptBody {
  /** At most `MAX_KEPT_BYTES`. */
  parts: (Buffer | string)[]
  /** The bytes of the parts. */
  bytes: number
  /** Whether the body was longer. */
  isCut: boolean
}

const MAX_KEPT_BYTES = 64 * 1024

const emptyBody = (): KeptBody => ({ parts: [], bytes: 0, isCut: false })

/** The body of a request or response that has none. */
export const NO_BODY: KeptBody = Object.freeze({ parts: Object.freeze([]) as never, bytes: 0, isCut: false })

/** The beginning of a body as bytes. */
export const bytesOf = ({ parts }: KeptBody): Buffer =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part)))

function keep(body: KeptBody, chunk: unknown, encoding: unknown): void {
  if (chunk === undefined || chunk === null || typeof chunk === 'function') return
  const room = MAX_KEPT_BYTES - body.bytes
  const isText = typeof chunk === 'string'
  const length = isText ? Buffer.byteLength(chunk, encodingOf(encoding)) : (chunk as Uint8Array).length
  const isWhole = length <= room && (!isText || encodingOf(encoding) === 'utf8')
  if (isWhole) body.parts.push(chunk as Buffer | string)
  else if (room > 0) body.parts.push(Buffer.copyBytesFrom(bytesIn(chunk, encoding), 0, room))
  body.isCut ||= length > room
  body.bytes += Math.min(length, Math.max(room, 0))
}

const bytesIn = (chunk: unknown, encoding: unknown): Uint8Array =>
  typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : (chunk as Uint8Array)

const encodingOf = (encoding: unknown): BufferEncoding => (typeof encoding === 'string' ? (encoding as never) : 'utf8')

/** Keeps the body of a request as it is read. */
export function tapRequest(request: IncomingMessage): KeptBody {
  if (request.method === 'GET' || request.method === 'HEAD') return NO_BODY
  const body = emptyBody()
  const { emit } = request
  request.emit = ((event: string, ...rest: unknown[]) => {
    if (event === 'data') keep(body, rest[0], undefined)
    return emit.call(request, event, ...rest)
  }) as IncomingMessage['emit']
  return body
}

/** What sees a response pass. */
export interface ResponseObserver {
  /** Its head is about to be written. */
  onHead(): void
  /** `end` was called. `given` are the headers of `writeHead`, where it got any. */
  onEnd(given: unknown): void
}

const TAP = Symbol('tap')

interface Tap {
  readonly observer: ResponseObserver
  readonly body: KeptBody
  readonly former: Pick<ServerResponse, 'writeHead' | 'write' | 'end'>
  given: unknown
  hasHead: boolean
  hasEnded: boolean
}

interface Tapped extends ServerResponse {
  [TAP]: Tap
}

/** Keeps the body of a response, and notifies the observer. */
export function tapResponse(response: ServerResponse, observer: ResponseObserver): KeptBody {
  const body = emptyBody()
  const { writeHead, write, end } = response
  const tap: Tap = {
    observer,
    body,
    former: { writeHead, write, end },
    given: undefined,
    hasHead: false,
    hasEnded: false,
  }
  // By assignments: `Object.assign` is slow, and this runs for every request.
  ;(response as Tapped)[TAP] = tap
  response.writeHead = writeHeadAndKeep as ServerResponse['writeHead']
  response.write = writeAndKeep as ServerResponse['write']
  response.end = endAndKeep as ServerResponse['end']
  return body
}

function begin(tap: Tap): void {
  if (tap.hasHead) return
  tap.hasHead = true
  tap.observer.onHead()
}

function writeHeadAndKeep(this: Tapped, status: number, ...rest: unknown[]) {
  const tap = this[TAP]
  begin(tap)
  const given = rest.at(-1)
  if (typeof given === 'object' && given !== null) tap.given = given
  return tap.former.writeHead.call(this, status, ...(rest as []))
}

function writeAndKeep(this: Tapped, chunk: unknown, encoding: unknown, done: unknown) {
  const tap = this[TAP]
  begin(tap)
  // Some servers write what `end` gets.
  if (!tap.hasEnded) keep(tap.body, chunk, encoding)
  return tap.former.write.call(this, chunk, encoding as BufferEncoding, done as () => void)
}

function endAndKeep(this: Tapped, chunk: unknown, encoding: unknown, done: unknown) {
  const tap = this[TAP]
  begin(tap)
  keep(tap.body, chunk, encoding)
  tap.hasEnded = true
  const ended = tap.former.end.call(this, chunk, encoding as BufferEncoding, done as () => void)
  tap.observer.onEnd(tap.given)
  return ended
}
