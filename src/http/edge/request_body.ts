/** Reads the body of a request. Invariant: at most the allowed number of bytes is buffered. */
import type { IncomingMessage } from 'node:http'
import { tooLarge, unreadable } from '../../lib/errors.ts'

export const MAX_BODY_BYTES = 1024 * 1024

// A type and a subtype of token characters (RFC 9110). Parameters are left to the decoder of the body.
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/

/** Whether the request has a body. Throws 400 if its media type is malformed. */
export function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': encoding } = headers
  if (type === undefined) return encoding !== undefined || (length !== undefined && length !== '0')
  if (!MEDIA_TYPE.test(type)) throw unreadable()
  return true
}

/** Reads the whole body. Rejects with 413 as soon as it is known to be too large, and with 400 if it ends too early. */
export function readBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  const declaredLength = Number(request.headers['content-length'])
  if (declaredLength > maxBytes) return Promise.reject(tooLarge(maxBytes))
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let length = 0
    const removeListeners = () => request.off('data', take).off('end', end).off('error', fail)
    const take = (part: Buffer) => {
      length += part.length
      if (length <= maxBytes) return void parts.push(part)
      removeListeners()
      reject(tooLarge(maxBytes))
    }
    const end = () => {
      removeListeners()
      if (Number.isNaN(declaredLength) || declaredLength === length) resolve(Buffer.concat(parts, length))
      else reject(unreadable())
    }
    const fail = () => {
      removeListeners()
      reject(unreadable())
    }
    request.on('data', take).on('end', end).on('error', fail)
  })
}

/** Reads the rest of a body without using it, for this time; returns whether all of it arrived. */
export async function discardBody(request: IncomingMessage, timeoutMs: number): Promise<boolean> {
  const isRead = () => request.complete || request.readableEnded
  if (isRead() || request.destroyed) return isRead()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeoutMs)
  request
    .once('end', resolve)
    .once('close', resolve)
    .on('error', () => resolve())
    .resume()
  await promise
  clearTimeout(timer)
  return isRead()
}
