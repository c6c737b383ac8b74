/** A temporary file on the disk, for a stream whose length must be known before it is sent on. */
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { serviceUnavailable } from '../lib/errors.ts'
import { randomHex } from '../lib/secret.ts'
import { writeChunks } from './write_chunks.ts'

/** Writes a stream to a temporary file, and passes its content and its length to `use`. */
export async function spool<T>(
  stream: AsyncIterable<Uint8Array>,
  use: (content: Readable, size: number) => Promise<T>,
): Promise<T> {
  const path = join(tmpdir(), `workloom-${randomHex(8)}`)
  const file = await open(path, 'wx', 0o600).catch(unavailable)
  let content: Readable | undefined
  try {
    // It reads nothing before it is asked to.
    content = (await open(path, 'r').catch(unavailable)).createReadStream()
    // Without a name, the system deletes it when the process ends. Windows needs the name.
    await rm(path).catch(() => undefined)
    const size = await writeChunks(file, stream)
    return await use(content, size)
  } finally {
    // This closes its file, also if nothing was read.
    content?.destroy()
    await file.close().catch(() => undefined)
    await rm(path, { force: true }).catch(() => undefined)
  }
}

const unavailable = (error: unknown): never => {
  throw serviceUnavailable(error)
}
