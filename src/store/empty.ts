/**
 * The file of a migrated store without objects, which the build makes: an emulator that begins with it runs no migrations.
 * It ends with a digest of what precedes it, so that a file which was not written completely is not used.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const DIGEST_BYTES = 32

const digestOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** The content of the file: bytes of `SqliteStore.serialize`. */
export const emptyFileOf = (bytes: Uint8Array): Uint8Array => Buffer.concat([bytes, digestOf(bytes)])

/** The bytes in a file; undefined if it is missing or damaged. */
export function bytesInEmptyFile(file: string): Uint8Array | undefined {
  let content: Buffer
  try {
    content = readFileSync(file)
  } catch {
    return undefined
  }
  const bytes = content.subarray(0, -DIGEST_BYTES)
  return bytes.length > 0 && digestOf(bytes).equals(content.subarray(-DIGEST_BYTES)) ? bytes : undefined
}
