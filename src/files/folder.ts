/**
 * Files in a folder of this machine, or in one that several machines share. The media type is in a second file, so that
 * the first one has exactly the uploaded bytes.
 * Invariants:
 * - a file gets its name only after all of it is on the disk;
 * - nothing is read or written outside the folder.
 */
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { serviceUnavailable } from '../lib/errors.ts'
import { randomHex } from '../lib/secret.ts'
import { checkedKey, checkedType, checkSize, type Files } from './files.ts'

/** Keys have no dot, so this suffix cannot collide with a key. */
const TYPE_SUFFIX = '.type'

export function folderFiles(folder: string): Files {
  const pathOf = (key: string) => join(folder, checkedKey(key))
  return {
    async put(key, stream, { type, size }) {
      const path = pathOf(key)
      // The type comes first, so that every file has one.
      await writeDurably(`${path}${TYPE_SUFFIX}`, [Buffer.from(checkedType(type))])
      await writeDurably(path, checkSize(stream, size))
    },
    async get(key, range) {
      const path = pathOf(key)
      const size = await orUndefined(stat(path).then(found => found.size))
      const type = await orUndefined(readFile(`${path}${TYPE_SUFFIX}`, 'utf8'))
      if (size === undefined || type === undefined) return undefined
      if (range && !(range.first <= range.last && range.last < size)) throw new RangeError(`${size} bytes`)
      const part = range && { start: range.first, end: range.last }
      return { type, size, stream: createReadStream(path, part) }
    },
    async remove(key) {
      const path = pathOf(key)
      await orUnavailable(rm(path, { force: true }))
      await orUnavailable(rm(`${path}${TYPE_SUFFIX}`, { force: true }))
    },
  }
}

/** Writes a temporary file, syncs it to the disk and renames it; a failure leaves no file. */
async function writeDurably(path: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
  await orUnavailable(mkdir(dirname(path), { recursive: true }))
  const unfinished = `${path}.${randomHex(8)}.part`
  const file = await orUnavailable(open(unfinished, 'wx', 0o600))
  try {
    for await (const chunk of content) await orUnavailable(file.writeFile(chunk))
    await orUnavailable(file.sync())
    await file.close()
    await orUnavailable(rename(unfinished, path))
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
  await orUnavailable(syncFolder(dirname(path)))
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
