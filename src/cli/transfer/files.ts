/**
 * Copies the files of attachments and photos with a transfer. Each is durable before the rows that refer to it are complete, and a
 * file that is there already is not copied again, so a transfer that was killed can be repeated.
 */

import { type Files, isKey, isType, WrongSize } from '../../files/files.ts'
import type { FilesLocation } from '../../files/location.ts'
import { filesName, isSameLocation, openFiles } from '../../files/location.ts'
import type { Clock } from '../../lib/clock.ts'
import { parsePhoto } from '../../store/queries/files/photos.ts'
import { pages, type TransferSource } from '../../store/transfer/source.ts'

/** The folder with the files of a backup, next to it. */
export const filesOfBackup = (file: string): FilesLocation => ({ folder: `${file}.files` })

interface FileRow {
  key: string
  type: string
  size: number
}

/** The files that rows refer to. */
async function* filesIn(source: TransferSource): AsyncGenerator<FileRow> {
  yield* attachedFiles(source)
  yield* photosIn(source)
}

async function* photosIn(source: TransferSource): AsyncGenerator<FileRow> {
  const table = source.schema.tables.find(({ name }) => name === 'users')
  if (!table) return
  const photo = table.columns.findIndex(({ name }) => name === 'photo')
  for await (const rows of pages(source, table)) {
    for (const row of rows) {
      const file = parsePhoto(row[photo])
      if (file) yield file
    }
  }
}

/** The files that attachments refer to. */
async function* attachedFiles(source: TransferSource): AsyncGenerator<FileRow> {
  const table = source.schema.tables.find(({ name }) => name === 'attachments')
  // The backup of an older version.
  if (!table) return
  const [key = 0, type = 0, size = 0] = ['file_key', 'media_type', 'size'].map(column =>
    table.columns.findIndex(({ name }) => name === column),
  )
  for await (const rows of pages(source, table)) {
    for (const row of rows) {
      if (row[key] !== null) yield { key: String(row[key]), type: String(row[type]), size: Number(row[size]) }
    }
  }
}

/** Counts what was copied, for the operator. */
export class FilesCopy {
  readonly #from: FilesLocation
  readonly #to: FilesLocation
  readonly #clock: Clock
  #copied = 0
  #bytes = 0
  #missing = 0

  constructor(from: FilesLocation, to: FilesLocation, clock: Clock) {
    this.#from = from
    this.#to = to
    this.#clock = clock
  }

  /** Copies the files that the rows of a source refer to. */
  async run(source: TransferSource): Promise<void> {
    if (isSameLocation(this.#from, this.#to)) return
    const [from, to] = [openFiles(this.#from, this.#clock), openFiles(this.#to, this.#clock)]
    for await (const file of filesIn(source)) {
      // A row that the program did not write.
      const isValid = isKey(file.key) && isType(file.type)
      if (isValid && (await hasFile(to, file))) continue
      if (isValid && (await copyFile(from, to, file))) {
        this.#copied++
        this.#bytes += file.size
      } else this.#missing++
    }
  }

  /** The result, for the operator; empty if there was nothing to copy. */
  get text(): string {
    const size = `${(this.#bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
    const copied = this.#copied > 0 ? `\nCopied ${this.#copied} files (${size}) to ${filesName(this.#to)}.` : ''
    if (this.#missing === 0) return copied
    return `${copied}\n${this.#missing} files are missing or damaged in ${filesName(this.#from)}: their attachments cannot be downloaded.`
  }
}

/** Whether a storage has a file of this size. */
async function hasFile(files: Files, { key, size }: FileRow): Promise<boolean> {
  const found = await files.get(key)
  found?.stream.destroy()
  return found?.size === size
}

/** Returns false for a file that is missing, or has another size than its attachment. */
async function copyFile(from: Files, to: Files, { key, type, size }: FileRow): Promise<boolean> {
  const found = await from.get(key)
  if (!found) return false
  try {
    await to.put(key, found.stream, { type, size })
    return true
  } catch (error) {
    if (error instanceof WrongSize) return false
    throw error
  }
}
