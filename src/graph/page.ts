/**
 * Offset tokens. A token says where the next page starts: a version, the list it belongs to, the sort key of the last
 * row shown, and when it ends. It is signed, so that only what was issued comes back. Tokens are opaque to clients.
 *
 * Why not a number of rows to skip: it costs more the further one reads, and rows that come or go in between shift
 * the pages, so that objects are shown twice or never.
 */
import { invalid } from '../lib/errors.ts'
import { digest, sameText, sign } from '../lib/secret.ts'
import type { Key } from '../store/queries/page.ts'

// wire: recorded tokens live for 15 minutes
export const LIFETIME_MS = 15 * 60 * 1000
const VERSION = 1

/** Logs go on: whoever reads one comes back some day, to where the last page ended. */
export const LOG_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

export interface Offsets {
  /** A token for the page behind `key` in the list that `scope` describes; it lives for `life` milliseconds. */
  issue(scope: string, key: Key, now: number, life?: number): string
  /** The key in a token of that list. Throws 400 when it was not issued for it, or has expired. */
  read(scope: string, token: string, now: number): Key
}

export function createOffsets(secret: string): Offsets {
  const mark = (scope: string) => digest(scope).slice(0, 16)
  return {
    issue(scope, key, now, life = LIFETIME_MS) {
      const claims = JSON.stringify([VERSION, mark(scope), now + life, key])
      const payload = Buffer.from(claims).toString('base64url')
      return `${payload}.${sign(secret, payload)}`
    },
    read(scope, token, now) {
      const [payload = ''] = token.split('.', 1)
      if (!sameText(token, `${payload}.${sign(secret, payload)}`)) throw wrong()
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [number, string, number, Key]
      const [version, list, expires, key] = claims
      if (version !== VERSION || list !== mark(scope)) throw wrong()
      // wire: CopyAsana, checkoff
      if (expires < now) throw invalid('offset', 'Your pagination token has expired.', 'page-token')
      return key
    },
  }
}

// wire: forum t/538741; also for an empty text
const wrong = () => invalid('offset', 'Your pagination token is invalid.', 'page-token')
