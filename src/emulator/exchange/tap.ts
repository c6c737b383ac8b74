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

/** Keeps the body of a response. `onHead` is called before its head is written, `onEnd` after the last byte of it. */
export function tapResponse(response: ServerResponse, onHead: () => void, onEnd: () => void): KeptBody {
  const body = emptyBody()
  const { write, end, writeHead } = response
  let [hasHead, hasEnded] = [false, false]
  const begin = () => {
    if (!hasHead) onHead()
    hasHead = true
  }
  response.writeHead = ((...head: unknown[]) => {
    begin()
    return writeHead.apply(response, head as never)
  }) as ServerResponse['writeHead']
  response.write = ((...part: unknown[]) => {
    begin()
    // Some servers write what `end` gets.
    if (!hasEnded) keep(body, part[0], part[1])
    return write.apply(response, part as never)
  }) as ServerResponse['write']
  response.end = ((...part: unknown[]) => {
    begin()
    keep(body, part[0], part[1])
    hasEnded = true
    const ended = end.apply(response, part as never)
    onEnd()
    return ended
  }) as ServerResponse['end']
  return body
}
