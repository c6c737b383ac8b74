/** Randomness and digests: the only file that makes secrets. */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** `bytes` random bytes in lower-case hexadecimal. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** SHA-256 in hexadecimal. Enough for secrets that are random themselves; passwords need more. */
export const digest = (text: string): string => hash('sha256', text)

/** HMAC-SHA256 in base64url. */
export const sign = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url')

/** Compares two strings in a time that does not tell where they differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
