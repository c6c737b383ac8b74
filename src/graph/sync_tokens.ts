/**
 * Sync tokens. A token is the position in a stream: the number of a change, and the time from which the token ages. The
 * server stores nothing. A digest binds the token to its stream, so foreign and mistyped tokens are rejected. The
 * digest also hides the number, which counts the changes of all tenants. wire: recorded: 32 hexadecimal digits, a
 * colon, and 0.
 */
import type { Clock } from '../lib/clock.ts'
import { sameText, sign } from '../lib/secret.ts'
import type { SyncTokens } from '../vocabulary/sync_tokens.ts'

const [DIGEST_BYTES, NUMBER_BYTES, TIME_BYTES] = [5, 5, 6]
const SUFFIX = ':0'
const TOKEN_PATTERN = /^[0-9a-f]{32}:0$/

// wire: docs "Events": tokens expire after 24 hours
export const DEFAULT_SYNC_TOKEN_HOURS = 24
const HOUR_MS = 3_600_000

/** Creates tokens that expire after `hours`. */
export function createSyncTokens(secret: string, clock: Clock, hours: number): SyncTokens {
  const hmac = (text: string) => Buffer.from(sign(secret, text), 'base64url')
  const digestOf = (stream: number, plain: Buffer) =>
    hmac(`mark ${stream} ${plain.toString('hex')}`).subarray(0, DIGEST_BYTES)
  /** Encrypts and decrypts by XOR. */
  const xor = (bytes: Buffer, digest: Buffer) => {
    const pad = hmac(`pad ${digest.toString('hex')}`)
    return Buffer.from(bytes.map((byte, at) => byte ^ (pad[at] ?? 0)))
  }
  return {
    issue(stream, change, since = clock()) {
      const plain = Buffer.alloc(NUMBER_BYTES + TIME_BYTES)
      plain.writeUIntBE(change, 0, NUMBER_BYTES)
      plain.writeUIntBE(since, NUMBER_BYTES, TIME_BYTES)
      const digest = digestOf(stream, plain)
      return `${Buffer.concat([digest, xor(plain, digest)]).toString('hex')}${SUFFIX}`
    },
    read(stream, token) {
      if (!TOKEN_PATTERN.test(token)) return undefined
      const bytes = Buffer.from(token.slice(0, -SUFFIX.length), 'hex')
      const digest = bytes.subarray(0, DIGEST_BYTES)
      const plain = xor(bytes.subarray(DIGEST_BYTES), digest)
      if (!sameText(digest.toString('hex'), digestOf(stream, plain).toString('hex'))) return undefined
      const since = plain.readUIntBE(NUMBER_BYTES, TIME_BYTES)
      return clock() - since > hours * HOUR_MS ? undefined : plain.readUIntBE(0, NUMBER_BYTES)
    },
  }
}
