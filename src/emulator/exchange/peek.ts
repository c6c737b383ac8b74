/** Reads the body of a request without consuming it. */
import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'

const MAX_PEEKED_BYTES = 1024 * 1024

/** The body; undefined if its length is unknown or too large, or if it does not arrive. */
export async function peekBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const length = Number(request.headers['content-length'])
  if (!(length > 0 && length <= MAX_PEEKED_BYTES)) return undefined
  const parts: Buffer[] = []
  let bytes = 0
  while (bytes < length) {
    const part: Buffer | null = request.read()
    if (part === null) {
      if (!(await becomesReadable(request))) return undefined
      continue
    }
    parts.push(part)
    bytes += part.length
  }
  const body = Buffer.concat(parts)
  // In the same turn as the last read, because after that the stream ends.
  request.unshift(body)
  await setImmediate()
  return body
}

function becomesReadable(request: IncomingMessage): Promise<boolean> {
  if (request.destroyed || request.readableEnded) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const [ready, lost] = [() => resolve(true), () => resolve(false)]
  request.once('readable', ready).once('close', lost).once('end', lost)
  return promise.finally(() => request.off('readable', ready).off('close', lost).off('end', lost))
}
