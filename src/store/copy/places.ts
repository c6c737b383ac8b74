/**
 * Opens the locations of a transfer: locked, so that no server can use them meanwhile, or as a snapshot while a server
 * runs.
 * Invariant: a source is never changed or migrated, except for the mark that it was moved.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FolderInUse, holdFolder } from '../sqlite.ts'
import { MOVED_TO, settingIn } from './note.ts'
import { databaseNamed, fillPostgres, readPostgres } from './postgres_side.ts'
import { currentSchema } from './schema.ts'
import { NotCopied, type Side, type Target } from './side.ts'
import { fillSqlite, readSqlite } from './sqlite_side.ts'

export type Place = { folder: string } | { database: string }

export const placeNamed = (place: Place): string =>
  'folder' in place ? `the folder ${place.folder}` : databaseNamed(place.database)

const fileIn = ({ folder }: { folder: string }) => join(folder, 'workloom.db')

/** Opens a snapshot of a source while other programs use it. Throws TransferRefused when it has no data. */
export async function openBeside(place: Place): Promise<Side> {
  return checked(await read(place))
}

/** Opens a locked source, which must have the version of this program. Throws TransferRefused. */
export async function openSource(place: Place): Promise<Side> {
  const release = 'folder' in place && existsSync(fileIn(place)) ? hold(place.folder) : undefined
  try {
    const side = await checked(await read(place, 'held'))
    const current = await currentSchema()
    if (side.schema.version === current.version) return { ...side, close: () => side.close().then(release) }
    await side.close()
    throw new NotCopied(`${first(side.name)} has an older version: start this version on it once, and stop it again.`)
  } catch (error) {
    release?.()
    throw error
  }
}

function read(place: Place, held?: 'held'): Promise<Side> {
  if ('database' in place) return readPostgres(place.database, held)
  if (existsSync(fileIn(place))) return Promise.resolve(readSqlite(fileIn(place), placeNamed(place)))
  throw new NotCopied(`There is no data of Workloom in ${placeNamed(place)}.`)
}

async function checked(side: Side): Promise<Side> {
  const { name, schema } = side
  const current = await currentSchema()
  const wrong = () => {
    if (schema.isHalf)
      return `${first(name)} has an incomplete transfer: finish it, or start again with an empty location.`
    if (schema.version === 0) return `There is no data of Workloom in ${name}.`
    if (schema.version > current.version) return `The data in ${name} was made by a newer version of Workloom.`
    return undefined
  }
  const moved = await settingIn(side, MOVED_TO)
  const text = wrong() ?? (moved === undefined ? undefined : movedAway(name, moved))
  if (text === undefined) return side
  await side.close()
  throw new NotCopied(text)
}

/** The error of a location whose data was moved away. */
export const movedAway = (name: string, to: string): string =>
  `The data in ${name} was moved to ${to}: use that, or use this location again with --moved-anyway.`

/** Opens a locked target: empty, or with an incomplete transfer, which is resumed. Throws TransferRefused. */
export async function openTarget(place: Place): Promise<Target> {
  if ('database' in place) return beginning(await fillPostgres(place.database))
  mkdirSync(place.folder, { recursive: true, mode: 0o700 })
  const release = hold(place.folder)
  try {
    const target = await beginning(await fillSqlite(fileIn(place), placeNamed(place)))
    return { ...target, close: () => target.close().then(release) }
  } catch (error) {
    release()
    throw error
  }
}

async function beginning(target: Target): Promise<Target> {
  try {
    await begin(target)
    return target
  } catch (error) {
    await target.close()
    throw error
  }
}

async function begin(target: Target): Promise<void> {
  const { name, schema } = target
  const current = await currentSchema()
  if (schema.version !== current.version) {
    throw new NotCopied(`${first(name)} has data of another version of Workloom: name an empty location.`)
  }
  if (schema.isHalf) return
  await mustBeEmpty(target)
  await target.begin()
}

async function mustBeEmpty(side: Side): Promise<void> {
  for (const table of side.schema.tables) {
    const [row] = await side.page(table, null, 1)
    if (row) throw new NotCopied(`${first(side.name)} has data already: name an empty location.`)
  }
}

/** Files that an empty folder may have: a lock, the remains of a killed restore, and a key from the operator. */
const NOTHING = /^(?:key|lock(?:-journal)?|workloom\.db\.partial(?:-journal)?)$/

/** Throws TransferRefused for a folder that is not empty. */
export function mustBeFreeFolder(folder: string): void {
  if (readdirSync(folder).some(name => !NOTHING.test(name))) {
    throw new NotCopied(`The folder ${folder} is not empty: name another one.`)
  }
}

/**
 * Throws TransferRefused for a location that a restore will refuse, before it spends a long time on the backup. Changes
 * nothing; the restore checks again under the lock.
 */
export async function mustBeFree(place: Place): Promise<void> {
  if ('folder' in place) {
    if (!existsSync(place.folder)) return
    if (existsSync(join(place.folder, 'lock'))) hold(place.folder)()
    return mustBeFreeFolder(place.folder)
  }
  const side = await readPostgres(place.database, 'held')
  try {
    if (!side.schema.isHalf) await mustBeEmpty(side)
  } finally {
    await side.close()
  }
}

/** Locks a folder as a server does, and returns the function that releases it. Throws TransferRefused if it is locked. */
export function hold(folder: string): () => void {
  try {
    const lock = holdFolder(folder)
    return () => lock.close()
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new NotCopied(`The folder ${folder} is in use by another process: stop it first.`, { cause: error })
  }
}

const first = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
