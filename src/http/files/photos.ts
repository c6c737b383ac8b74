/**
 * Serves the photos of people. The address has a random part, which is the permission, as in download links: programs
 * show photos without a token. It ends when the photo is replaced or deleted.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Files } from '../../files/files.ts'
import { servedType } from '../../files/media_types.ts'
import { failure, missingFile } from '../../lib/errors.ts'
import { parseGid } from '../../lib/gid.ts'
import { sameText } from '../../lib/secret.ts'
import { PHOTO_KEYS, PHOTOS } from '../../resources/people/rules/photo.ts'
import type { Store } from '../../store/db.ts'
import { photoFileOf } from '../../store/queries/files/photos.ts'
import { matchesTag, READ_METHODS } from '../envelope.ts'
import { safeHeaders } from './serve.ts'

interface Photos {
  files: Files
  store: Store
}

/** A photo never changes: a new one has another address. Proxies keep nothing. */
const CACHE_CONTROL = 'private, max-age=86400, immutable'

export function servePhotos(server: FastifyInstance, options: Photos): void {
  server.route({
    method: READ_METHODS,
    url: `${PHOTOS}:user_gid/:name`,
    compress: false,
    handler: (request, reply) => sendPhoto(options, request, reply),
  })
}

async function sendPhoto({ files, store }: Photos, request: FastifyRequest, reply: FastifyReply) {
  const { user_gid: user = '', name = '' } = request.params as { user_gid?: string; name?: string }
  const gid = parseGid(user)
  const file = gid === undefined ? undefined : await photoFileOf(store.read, gid)
  if (!file || !sameText(`${PHOTO_KEYS}${name}`, file.key)) throw missingFile()
  const { key, type, size } = file
  const etag = `"${key}"`
  reply.headers({ ...safeHeaders, etag, 'cache-control': CACHE_CONTROL, 'accept-ranges': 'none' })
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(failure.notModified).send()
  const found = request.method === 'HEAD' ? undefined : await files.get(key)
  if (!found && request.method !== 'HEAD') throw missingFile()
  reply.headers({ 'content-type': servedType(type), 'content-length': size, 'content-disposition': 'inline' })
  return reply.send(found?.stream)
}
