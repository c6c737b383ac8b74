/**
 * Sends a response of lines while it is made. Each part is compressed and sent at once, so that a page shows the first
 * lines early; the next one is made when the client has received enough. A failure closes the connection, because the
 * status has been sent.
 */
import { pipeline, Readable } from 'node:stream'
import { constants, createDeflate, createGzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { encodingFor } from '../../edge/compression.ts'

/** Sends the lines. `onEnd` is called once: at the end, or when the client has disconnected. */
export function sendLines(reply: FastifyReply, lines: AsyncIterable<string>, onEnd: () => void): FastifyReply {
  const { request } = reply
  reply.header('content-type', 'application/x-ndjson')
  if (request.method === 'HEAD') {
    onEnd()
    return reply.send(Readable.from([]))
  }
  const source = Readable.from(lines, { objectMode: false })
  source.once('close', onEnd)
  const encoding = encodingFor(request.headers, Number.MAX_SAFE_INTEGER)
  if (encoding === null) return reply.send(source)
  reply.headers({ 'content-encoding': encoding, vary: 'accept-encoding' })
  const create = encoding === 'gzip' ? createGzip : createDeflate
  // A failure of the source destroys the compressed stream, and that the connection.
  return reply.send(pipeline(source, create({ flush: constants.Z_SYNC_FLUSH }), () => undefined))
}
