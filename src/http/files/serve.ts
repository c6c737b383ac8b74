/**
 * Serves the files of download links. The link is the permission: the request needs no token.
 * Invariant: no file can run as a page or a script of this server, with any type and content.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Files, RequestedRange, StoredFile } from '../../files/files.ts'
import { DOWNLOADS, type DownloadLinks } from '../../files/links.ts'
import { isShown, servedType } from '../../files/media_types.ts'
import { expiredLink, failure, missingFile, wrongRange } from '../../lib/errors.ts'
import { matchesTag, READ_METHODS } from '../envelope.ts'
import { queryOf } from '../options.ts'

interface Downloads {
  files: Files
  downloads: DownloadLinks
}

/** A file never loads or runs anything, and no page of another site knows its address from a `Referer`. */
export const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none';style-src 'unsafe-inline';sandbox;frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'none',
  // The link is the permission, and cookies mean nothing here.
  'access-control-allow-origin': '*',
  'accept-ranges': 'bytes',
}

export function serveFiles(server: FastifyInstance, options: Downloads): void {
  server.route({
    method: READ_METHODS,
    url: `${DOWNLOADS}*`,
    // Parts of a file are parts of its bytes.
    compress: false,
    handler: (request, reply) => sendFile(options, request, reply),
  })
}

async function sendFile({ files, downloads }: Downloads, request: FastifyRequest, reply: FastifyReply) {
  const [path = '', query = ''] = request.url.split('?', 2)
  const link = downloads.read(path, queryOf(query))
  if (!link) throw expiredLink()
  const { key, name, expiresInMs } = link
  const etag = `"${key}"`
  reply.headers({ ...safeHeaders, etag, 'cache-control': `private, max-age=${Math.floor(expiresInMs / 1000)}` })
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(failure.notModified).send()
  const found = await find(files, key, rangeOf(request, etag))
  const { type, size, part, stream } = found
  reply.headers({
    'content-type': servedType(type),
    'content-disposition': dispositionOf(type, name),
    'content-length': part ? part.last - part.first + 1 : size,
  })
  if (part) reply.code(failure.partialContent).header('content-range', `bytes ${part.first}-${part.last}/${size}`)
  if (request.method !== 'HEAD') return reply.send(stream)
  stream.destroy()
  return reply.send()
}

async function find(files: Files, key: string, range: RequestedRange | undefined): Promise<StoredFile> {
  try {
    const found = await files.get(key, range)
    if (found) return found
  } catch (error) {
    if (error instanceof RangeError) throw wrongRange()
    throw error
  }
  throw missingFile()
}

/** The requested part. Several parts, and a part of another version, are answered with the whole file. */
function rangeOf({ headers }: FastifyRequest, etag: string): RequestedRange | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  if (first === undefined || !isSame || (first === '' && !last)) return undefined
  if (first === '') return { last: Number(last) }
  return { first: Number(first), ...(last ? { last: Number(last) } : {}) }
}

/** How the browser names the file, and whether it shows or saves it. */
function dispositionOf(type: string, name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, mark => `%${mark.charCodeAt(0).toString(16)}`)
  return `${isShown(type) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
