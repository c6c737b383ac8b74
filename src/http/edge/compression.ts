/**
 * Compression of responses. The choice of the encoding is that of `@fastify/compress`, for the one content type of the
 * API.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { deflate, gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import { bytesOf, type Utf8 } from '../../lib/strings.ts'

const compressors = { gzip: promisify(gzip), deflate: promisify(deflate) }

type Encoding = keyof typeof compressors

const ENCODINGS: Encoding[] = ['gzip', 'deflate']

/** A smaller text fits into one packet anyway. */
const MIN_BYTES = 1024

/** The encoding of a response with this number of bytes; null for none. */
export function encodingFor(headers: IncomingHttpHeaders, bytes: number): Encoding | null {
  const accepted = headers['accept-encoding']
  if (accepted === undefined || bytes < MIN_BYTES || headers['x-no-compression'] !== undefined) return null
  return negotiate(
    String(accepted)
      .toLowerCase()
      .replace(/\*|x-gzip/g, 'gzip'),
    ENCODINGS,
  )
}

export const compress = (encoding: Encoding, body: Utf8): Promise<Buffer> => compressors[encoding](bytesOf(body))
