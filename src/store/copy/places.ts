/**
 * Where the sides of a copy are, and how they are opened: held, so that nobody serves them meanwhile, or beside a server
 * that goes on. A source is never changed, not even brought up to date.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { FolderInUse, holdFolder } from '../sqlite.ts'
import { databaseNamed, fillPostgres, readPostgres } from './postgres_side.ts'
import { currentSchema } from './schema.ts'
import { NotCopied, type Side, type Target } from './side.ts'
import { fillSqlite, readSqlite } from './sqlite_side.ts'

export type Place = { folder: string } | { database: string }

export const placeNamed = (place: Place): string =>
  'folder' in place ? `the folder ${place.folder}` : databaseNamed(place.database)

const fileIn = ({ folder }: { folder: string }) => join(folder, 'workloom.db')

/** A source as it is now, beside whoever uses it. Throws NotCopied when there is nothing to copy. */
export async function openBeside(place: Place): Promise<Side> {
  return checked(await read(place))
}

/** A source that nobody serves, of the version of this program. Throws NotCopied. */
export async function openSource(place: Place): Promise<Side> {
  const release = 'folder' in place && existsSync(fileIn(place)) ? hold(place.folder) : undefined
  try {
    const side = await checked(await read(place, 'held'))
    const current = await currentSchema()
    if (side.schema.version === current.version) return { ...side, close: () => side.close().then(release) }
    await side.close()
    throw new NotCopied(`${first(side.name)} is of an older version: start this version on it once, and stop it again.`)
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
    if (schema.isHalf) return `${first(name)} is half of a copy: finish that one, or begin it anew.`
    if (schema.version === 0) return `There is no data of Workloom in ${name}.`
    if (schema.version > current.version) return `The data in ${name} was made by a newer version of Workloom.`
    return undefined
  }
  const text = wrong()
  if (text === undefined) return side
  await side.close()
  throw new NotCopied(text)
}

/** A target that nobody serves: empty, or half of a copy that goes on. Throws NotCopied. */
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
    throw new NotCopied(`${first(name)} holds data of another version of Workloom: name an empty place.`)
  }
  if (schema.isHalf) return
  for (const table of schema.tables) {
    if (await target.last(table)) throw new NotCopied(`${first(name)} holds data already: name an empty place.`)
  }
  await target.begin()
}

/** Holds a folder as a server does. Throws NotCopied when there is one. */
export function hold(folder: string): () => void {
  try {
    const lock = holdFolder(folder)
    return () => lock.close()
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new NotCopied(`The folder ${folder} is in use by another process: stop that one first.`, { cause: error })
  }
}

/** As it begins a sentence. */
const first = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
