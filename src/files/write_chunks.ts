/** Writes a stream to a file while more of it arrives. */
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { serviceUnavailable } from '../lib/errors.ts'

/** The bytes that wait while others are written: the next write takes all of them, and the source pauses beyond. */
const WAITING_BYTES = 256 * 1024

/**
 * Writes all chunks and closes the file, with `flush` after they are synced to the disk; returns the number of bytes. A failure of
 * the source is thrown as it is, one of the disk as a 503.
 */
export async function writeChunks(
  file: FileHandle,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options?: { flush: boolean },
): Promise<number> {
  let bytes = 0
  let failure: unknown
  async function* counted() {
    try {
      for await (const chunk of chunks) {
        bytes += chunk.byteLength
        yield chunk
      }
    } catch (error) {
      failure = error
      throw error
    }
  }
  try {
    await pipeline(counted, file.createWriteStream({ highWaterMark: WAITING_BYTES, ...options }))
  } catch (error) {
    throw failure ?? serviceUnavailable(error)
  }
  return bytes
}
