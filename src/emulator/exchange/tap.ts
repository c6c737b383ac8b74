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

/** A body of which nothing has passed. */
export const NO_BODY: Readonly<KeptBody> = Object.freeze({ parts: Object.freeze([]) as never, bytes: 0, isCut: false })

/** The beginning of a body as bytes. */
export const bytesOf = ({ parts }: KeptBody): Buffer =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part)))

/** Adds a chunk to a body, and returns that: `NO_BODY` stays as it is. */
export function keep(body: KeptBody, chunk: unknown, encoding: unknown): KeptBody {
  if (chunk === undefined || chunk === null || typeof chunk === 'function') return body
  const room = MAX_KEPT_BYTES - body.bytes
  const isText = typeof chunk === 'string'
  const length = isText ? Buffer.byteLength(chunk, encodingOf(encoding)) : (chunk as Uint8Array).length
  const isWhole = length <= room && (!isText || encodingOf(encoding) === 'utf8')
  const part = isWhole ? (chunk as Buffer | string) : Buffer.copyBytesFrom(bytesIn(chunk, encoding), 0, room)
  // Most bodies have one part. A list that grew would have room for seventeen, ten thousand times.
  if (body === NO_BODY) return { parts: [part], bytes: Math.min(length, room), isCut: length > room }
  if (room > 0) body.parts.push(part)
  body.isCut ||= length > room
  body.bytes += Math.min(length, room)
  return body
}

const bytesIn = (chunk: unknown, encoding: unknown): Uint8Array =>
  typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : (chunk as Uint8Array)

const encodingOf = (encoding: unknown): BufferEncoding => (typeof encoding === 'string' ? (encoding as never) : 'utf8')

/** Shows each chunk of the body of a request as it is read. */
export function tapRequest(request: IncomingMessage, onChunk: (chunk: unknown) => void): void {
  const { emit } = request
  request.emit = ((event: string, ...rest: unknown[]) => {
    if (event === 'data') onChunk(rest[0])
    return emit.call(request, event, ...rest)
  }) as IncomingMessage['emit']
}

/** The longer form of this method. Callers may omit the reason, too, and pass the headers in its place. */
export type WriteHead = (status: number, reason: unknown, headers: unknown) => ServerResponse

/**
 * What sees a response pass. The functions are shared and assigned one by one, because this runs for every request.
 *
 * The former functions are fields of a class and not of a literal: V8 allocates a literal among the old objects once some have
 * lived long, and each would keep its whole response until the next large garbage collection.
 */
export abstract class ResponseObserver {
  readonly writeHead: WriteHead
  readonly write: ServerResponse['write']
  readonly end: ServerResponse['end']

  constructor(response: ServerResponse) {
    this.writeHead = response.writeHead as WriteHead
    this.write = response.write
    this.end = response.end
    ;(response as ObservedResponse)[OBSERVER] = this
    response.writeHead = observedHead as ServerResponse['writeHead']
    response.write = observedWrite as ServerResponse['write']
    response.end = observedEnd as ServerResponse['end']
    response.on('close', observedClose)
  }

  /** The head is about to be written, with these headers of `writeHead`, where it got any. */
  abstract onHead(given: object | undefined): void
  /** A part of the body is about to be written. */
  abstract onChunk(chunk: unknown, encoding: unknown): void
  /** `end` was called. */
  abstract onEnd(): void
  /** The response was sent, or the client has left. */
  abstract onClose(): void
}

const OBSERVER = Symbol('observer')

interface ObservedResponse extends ServerResponse {
  [OBSERVER]: ResponseObserver
}

function observedHead(this: ObservedResponse, status: number, reason: unknown, headers: unknown) {
  const given = headers ?? reason
  this[OBSERVER].onHead(typeof given === 'object' && given !== null ? given : undefined)
  return this[OBSERVER].writeHead.call(this, status, reason, headers)
}

function observedWrite(this: ObservedResponse, chunk: unknown, encoding: unknown, done: unknown) {
  this[OBSERVER].onChunk(chunk, encoding)
  return this[OBSERVER].write.call(this, chunk, encoding as BufferEncoding, done as () => void)
}

function observedEnd(this: ObservedResponse, chunk: unknown, encoding: unknown, done: unknown) {
  const observer = this[OBSERVER]
  observer.onChunk(chunk, encoding)
  // Some servers write what `end` gets.
  this.write = observer.write
  const ended = observer.end.call(this, chunk, encoding as BufferEncoding, done as () => void)
  observer.onEnd()
  return ended
}

function observedClose(this: ObservedResponse) {
  this[OBSERVER].onClose()
}
