/**
 * Serves the OpenAPI document without authentication. The document is generated and compressed once, so that requests
 * are cheap.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '../../lib/errors.ts'
import { digest } from '../../lib/secret.ts'
import { headers, matchesTag, READ_METHODS } from '../envelope.ts'

const gzipAsync = promisify(gzip)

interface CachedDocument {
  plain: Buffer
  gzipped: Buffer
  /** Weak, because both encodings share it. */
  etag: string
}

/** Serves the result of `write` at `url`. */
export function serveDocument(server: FastifyInstance, url: string, write: () => string): void {
  let cached: Promise<CachedDocument> | undefined
  server.route({
    method: READ_METHODS,
    url,
    // The server must not compress it again.
    compress: false,
    handler: async (request, reply) => {
      cached ??= compressDocument(write())
      return sendDocument(await cached, request, reply)
    },
  })
}

async function compressDocument(text: string): Promise<CachedDocument> {
  const plain = Buffer.from(text)
  return { plain, gzipped: await gzipAsync(plain), etag: `W/"${digest(text).slice(0, 32)}"` }
}

function sendDocument(
  { plain, gzipped, etag }: CachedDocument,
  { headers: requestHeaders }: FastifyRequest,
  reply: FastifyReply,
) {
  reply.headers({ ...headers, 'cache-control': 'no-cache', etag, vary: 'accept-encoding' })
  if (matchesTag(requestHeaders['if-none-match'], etag)) return reply.code(failure.notModified).send()
  if (!acceptsGzip(requestHeaders['accept-encoding'])) return reply.send(plain)
  return reply.header('content-encoding', 'gzip').send(gzipped)
}

/** Whether `accept-encoding` accepts gzip, by name or by `*`, with a quality other than 0. */
function acceptsGzip(sent: string | string[] = ''): boolean {
  const worth = new Map<string, boolean>()
  for (const part of String(sent).toLowerCase().split(',')) {
    const [name = '', ...terms] = part.split(';').map(word => word.trim())
    worth.set(name, !terms.some(term => /^q=0(?:\.0*)?$/.test(term)))
  }
  return worth.get('gzip') ?? worth.get('*') ?? false
}
