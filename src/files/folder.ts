/**
 * Files in a folder of this machine, or in one that several machines share. The media type is in a second file, so that
 * the first one has exactly the uploaded bytes.
 * Invariants:
 * - a file gets its name only after all of it is on the disk;
 * - nothing is read or written outside the folder.
 */
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { serviceUnavailable } from '../lib/errors.ts'
import { randomHex } from '../lib/secret.ts'
import { checkedKey, checkedType, checkSize, type Files, limitSize, partOf } from './files.ts'
import { writeChunks } from './write_chunks.ts'

/** Keys have no dot, so this suffix cannot collide with a key. */
const TYPE_SUFFIX = '.type'

export function folderFiles(folder: string): Files {
  const pathOf = (key: string) => join(folder, checkedKey(key))
  return {
    async put(key, stream, { type, size }) {
      await write(pathOf(key), type, checkSize(stream, size))
    },
    receive: (key, stream, { type, maxBytes }) => write(pathOf(key), type, limitSize(stream, maxBytes)),
    async get(key, range) {
      const path = pathOf(key)
      const file = await orUndefined(open(path, 'r'))
      if (file === undefined) return undefined
      try {
        const { size } = await orUnavailable(file.stat())
        const type = await orUndefined(readFile(`${path}${TYPE_SUFFIX}`, 'utf8'))
        // It has been removed since it was opened.
        if (type === undefined) return void (await file.close())
        const part = range && partOf(size, range)
        const bounds = part && { start: part.first, end: part.last }
        const stream = file.createReadStream({ start: 0, ...bounds, highWaterMark: READ_BYTES })
        return { type, size, stream, ...(part && { part }) }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    async remove(key) {
      const path = pathOf(key)
      const own = (name: string) => name === basename(path) || name.startsWith(`${basename(path)}.`)
      const names = (await orUndefined(readdir(dirname(path)))) ?? []
      for (const name of names.filter(own)) await orUnavailable(rm(join(dirname(path), name), { force: true }))
    },
  }
}

/** The bytes of one read. */
const READ_BYTES = 256 * 1024

/** Writes a file and its type; returns the number of bytes. The type comes first, so that every file has one. */
async function write(path: string, type: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  await writeDurably(`${path}${TYPE_SUFFIX}`, [Buffer.from(checkedType(type))])
  return writeDurably(path, content)
}

/** Writes a temporary file, syncs it to the disk and renames it; a failure leaves no file. Returns the number of bytes. */
async function writeDurably(path: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<number> {
  await orUnavailable(mkdir(dirname(path), { recursive: true }))
  const unfinished = `${path}.${randomHex(8)}.part`
  const file = await orUnavailable(open(unfinished, 'wx', 0o600))
  let bytes: number
  try {
    bytes = await writeChunks(file, content, { flush: true })
    await orUnavailable(rename(unfinished, path))
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
  await orUnavailable(syncFolder(dirname(path)))
  return bytes
}

/** Syncs the names in a folder to the disk. */
async function syncFolder(folder: string): Promise<void> {
  const names = await open(folder, 'r')
  await names.sync().finally(() => names.close())
}

const orUnavailable = <T>(work: Promise<T>): Promise<T> =>
  work.catch(error => {
    throw serviceUnavailable(error)
  })

const orUndefined = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch(error => {
    if (error.code === 'ENOENT') return undefined
    throw serviceUnavailable(error)
  })
