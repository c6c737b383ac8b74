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
import { checkedKey, checkedType, type Files, measured } from './files.ts'

/** Keys have no dot, so this suffix cannot collide with a key. */
const TYPE = '.type'

export function folderFiles(folder: string): Files {
  const pathOf = (key: string) => join(folder, checkedKey(key))
  return {
    async put(key, stream, { type, size }) {
      const path = pathOf(key)
      // The type comes first, so that every file has one.
      await place(`${path}${TYPE}`, [Buffer.from(checkedType(type))])
      await place(path, measured(stream, size))
    },
    async get(key, range) {
      const path = pathOf(key)
      const size = await orNothing(stat(path).then(found => found.size))
      const type = await orNothing(readFile(`${path}${TYPE}`, 'utf8'))
      if (size === undefined || type === undefined) return undefined
      if (range && !(range.first <= range.last && range.last < size)) throw new RangeError(`${size} bytes`)
      const part = range && { start: range.first, end: range.last }
      return { type, size, stream: createReadStream(path, part) }
    },
    async remove(key) {
      const path = pathOf(key)
      await outside(rm(path, { force: true }))
      await outside(rm(`${path}${TYPE}`, { force: true }))
    },
  }
}

/** Writes a temporary file, syncs it to the disk and renames it; a failure leaves no file. */
async function place(path: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
  await outside(mkdir(dirname(path), { recursive: true }))
  const unfinished = `${path}.${randomHex(8)}.part`
  const file = await outside(open(unfinished, 'wx', 0o600))
  try {
    for await (const chunk of content) await outside(file.writeFile(chunk))
    await outside(file.sync())
    await file.close()
    await outside(rename(unfinished, path))
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
  await outside(settle(dirname(path)))
}

/** Syncs the names in a folder to the disk. */
async function settle(folder: string): Promise<void> {
  const names = await open(folder, 'r')
  await names.sync().finally(() => names.close())
}

const outside = <T>(work: Promise<T>): Promise<T> =>
  work.catch(error => {
    throw serviceUnavailable(error)
  })

const orNothing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch(error => {
    if (error.code === 'ENOENT') return undefined
    throw serviceUnavailable(error)
  })
