/** Where the contents of files are: a folder, or a storage with the S3 API. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import { randomHex } from '../lib/secret.ts'
import type { Files } from './files.ts'
import { folderFiles } from './folder.ts'
import { type S3Options, s3Files } from './s3.ts'

export type FilesLocation = { folder: string } | { s3: Omit<S3Options, 'clock'> }

export const openFiles = (location: FilesLocation, clock: Clock): Files =>
  'folder' in location ? folderFiles(location.folder) : s3Files({ ...location.s3, clock })

/** The location for messages, without secrets. */
export const filesName = (location: FilesLocation): string =>
  'folder' in location
    ? `the folder ${location.folder}`
    : `the bucket ${location.s3.bucket} at ${new URL(location.s3.endpoint).host}`

/** Whether two locations have the same files. */
export const isSameLocation = (one: FilesLocation, other: FilesLocation): boolean =>
  'folder' in one && 'folder' in other
    ? resolve(one.folder) === resolve(other.folder)
    : filesName(one) === filesName(other)

/** The folders that this process named; nothing else is ever removed. */
const temporary = new Set<string>()

/** A folder for the files of a store in memory; the first file creates it. */
export function temporaryFolder(): string {
  const folder = join(tmpdir(), `workloom-files-${randomHex(8)}`)
  temporary.add(folder)
  return folder
}

/** Removes the folder of a store in memory. */
export function removeTemporary(location: FilesLocation): void {
  if ('folder' in location && temporary.has(location.folder)) rmSync(location.folder, { recursive: true, force: true })
}
