/**
 * Opens the locations of a transfer: locked, so that no server can use them meanwhile, or as a snapshot while a server
 * runs.
 * Invariant: a source is never changed or migrated, except for the mark that it was moved.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FolderInUse, lockFolder } from '../sqlite.ts'
import { databaseName, openPostgresSource, openPostgresTarget } from './postgres.ts'
import { currentSchema } from './schema.ts'
import { getSetting, MOVED_TO } from './setting.ts'
import { TransferRefused, type TransferSource, type TransferTarget } from './source.ts'
import { openSqliteSource, openSqliteTarget } from './sqlite.ts'

export type DataLocation = { folder: string } | { database: string }

export const locationName = (location: DataLocation): string =>
  'folder' in location ? `the folder ${location.folder}` : databaseName(location.database)

const fileIn = ({ folder }: { folder: string }) => join(folder, 'workloom.db')

/** Opens a snapshot of a source while other programs use it. Throws TransferRefused when it has no data. */
export async function openSnapshot(location: DataLocation): Promise<TransferSource> {
  return checkSource(await read(location))
}

/** Opens a locked source, which must have the version of this program. Throws TransferRefused. */
export async function openSource(location: DataLocation): Promise<TransferSource> {
  const release = 'folder' in location && existsSync(fileIn(location)) ? lockForTransfer(location.folder) : undefined
  try {
    const source = await checkSource(await read(location, 'locked'))
    const current = await currentSchema()
    if (source.schema.version === current.version) return { ...source, close: () => source.close().then(release) }
    await source.close()
    throw new TransferRefused(
      `${capitalize(source.name)} has an older version: start this version on it once, and stop it again.`,
    )
  } catch (error) {
    release?.()
    throw error
  }
}

function read(location: DataLocation, lock?: 'locked'): Promise<TransferSource> {
  if ('database' in location) return openPostgresSource(location.database, lock)
  if (existsSync(fileIn(location))) return Promise.resolve(openSqliteSource(fileIn(location), locationName(location)))
  throw new TransferRefused(`There is no data of Workloom in ${locationName(location)}.`)
}

async function checkSource(source: TransferSource): Promise<TransferSource> {
  const { name, schema } = source
  const current = await currentSchema()
  const problem = () => {
    if (schema.isIncomplete)
      return `${capitalize(name)} has an incomplete transfer: finish it, or start again with an empty location.`
    if (schema.version === 0) return `There is no data of Workloom in ${name}.`
    if (schema.version > current.version) return `The data in ${name} was made by a newer version of Workloom.`
    return undefined
  }
  const moved = await getSetting(source, MOVED_TO)
  const text = problem() ?? (moved === undefined ? undefined : movedText(name, moved))
  if (text === undefined) return source
  await source.close()
  throw new TransferRefused(text)
}

/** The error of a location whose data was moved away. */
export const movedText = (name: string, to: string): string =>
  `The data in ${name} was moved to ${to}: use that, or use this location again with --moved-anyway.`

/** Opens a locked target: empty, or with an incomplete transfer, which is resumed. Throws TransferRefused. */
export async function openTarget(location: DataLocation): Promise<TransferTarget> {
  if ('database' in location) return beginTarget(await openPostgresTarget(location.database))
  mkdirSync(location.folder, { recursive: true, mode: 0o700 })
  const release = lockForTransfer(location.folder)
  try {
    const target = await beginTarget(await openSqliteTarget(fileIn(location), locationName(location)))
    return { ...target, close: () => target.close().then(release) }
  } catch (error) {
    release()
    throw error
  }
}

async function beginTarget(target: TransferTarget): Promise<TransferTarget> {
  try {
    await begin(target)
    return target
  } catch (error) {
    await target.close()
    throw error
  }
}

async function begin(target: TransferTarget): Promise<void> {
  const { name, schema } = target
  const current = await currentSchema()
  if (schema.version !== current.version) {
    throw new TransferRefused(`${capitalize(name)} has data of another version of Workloom: name an empty location.`)
  }
  if (schema.isIncomplete) return
  await checkEmpty(target)
  await target.begin()
}

async function checkEmpty(source: TransferSource): Promise<void> {
  for (const table of source.schema.tables) {
    const [row] = await source.page(table, null, 1)
    if (row) throw new TransferRefused(`${capitalize(source.name)} has data already: name an empty location.`)
  }
}

/** What an empty folder may have: a lock, the remains of a killed restore, and a key from the operator. */
const IGNORED_FILES = /^(?:key|files|lock(?:-journal)?|workloom\.db\.partial(?:-journal)?)$/

/** Throws TransferRefused for a folder that is not empty. */
export function checkFreeFolder(folder: string): void {
  if (readdirSync(folder).some(name => !IGNORED_FILES.test(name))) {
    throw new TransferRefused(`The folder ${folder} is not empty: name another one.`)
  }
}

/**
 * Throws TransferRefused for a location that a restore will refuse, before it spends a long time on the backup. Changes
 * nothing; the restore checks again under the lock.
 */
export async function checkFree(location: DataLocation): Promise<void> {
  if ('folder' in location) {
    if (!existsSync(location.folder)) return
    if (existsSync(join(location.folder, 'lock'))) lockForTransfer(location.folder)()
    return checkFreeFolder(location.folder)
  }
  const source = await openPostgresSource(location.database, 'locked')
  try {
    if (!source.schema.isIncomplete) await checkEmpty(source)
  } finally {
    await source.close()
  }
}

/** Locks a folder as a server does, and returns the function that releases it. Throws TransferRefused if it is locked. */
export function lockForTransfer(folder: string): () => void {
  try {
    const lock = lockFolder(folder)
    return () => lock.close()
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new TransferRefused(`The folder ${folder} is in use by another process: stop it first.`, { cause: error })
  }
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
