/**
 * Page tokens (`offset`). A token says where the next page starts: a version, the list, the sort key of the last row,
 * and the expiry time. It is signed, so only issued tokens are accepted. Tokens are opaque to clients.
 *
 * A number of rows to skip would cost more on each page, and inserted or deleted rows would shift the pages, so that
 * objects are repeated or lost.
 */
import { invalid } from '../lib/errors.ts'
import { digest, sameText, sign } from '../lib/secret.ts'
import type { SortKey } from '../store/queries/page.ts'

// wire: recorded tokens live for 15 minutes
export const PAGE_TOKEN_TTL_MS = 15 * 60 * 1000
const VERSION = 1

/** Logs grow: a client continues days later where the last page ended. */
export const LOG_PAGE_TOKEN_TTL_MS = 7 * 24 * 60 * 60 * 1000

export interface Offsets {
  /** A token for the page after `key` in the list that `scope` describes; it expires after `ttlMs`. */
  issue(scope: string, key: SortKey, now: number, ttlMs?: number): string
  /** The key in a token of that list. Throws 400 if the token was not issued for the list, or has expired. */
  read(scope: string, token: string, now: number): SortKey
}

export function createOffsets(secret: string): Offsets {
  const digestOf = (scope: string) => digest(scope).slice(0, 16)
  return {
    issue(scope, key, now, ttlMs = PAGE_TOKEN_TTL_MS) {
      const claims = JSON.stringify([VERSION, digestOf(scope), now + ttlMs, key])
      const payload = Buffer.from(claims).toString('base64url')
      return `${payload}.${sign(secret, payload)}`
    },
    read(scope, token, now) {
      const [payload = ''] = token.split('.', 1)
      if (!sameText(token, `${payload}.${sign(secret, payload)}`)) throw invalidToken()
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [number, string, number, SortKey]
      const [version, list, expires, key] = claims
      if (version !== VERSION || list !== digestOf(scope)) throw invalidToken()
      // wire: CopyAsana, checkoff
      if (expires < now) throw invalid('offset', 'Your pagination token has expired.', 'page-token')
      return key
    },
  }
}

// wire: forum t/538741; also for an empty text
const invalidToken = () => invalid('offset', 'Your pagination token is invalid.', 'page-token')
