/** Keys of new files. A key is random, so it is never used twice and reveals nothing. */
import { randomHex } from '../lib/secret.ts'

/** The key of a new file, in one of 256 folders. */
export function newKey(): string {
  const name = randomHex(16)
  return `${name.slice(0, 2)}/${name}`
}
