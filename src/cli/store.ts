/** Opening the store that the settings name, with a sentence for each way in which that fails. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { changeCapture } from '../events/change_capture.ts'
import { ApiError, causeOf } from '../lib/errors.ts'
import { MOVED_TO, note } from '../store/copy/note.ts'
import { movedAway } from '../store/copy/places.ts'
import { isHalfCopied } from '../store/copy/schema.ts'
import type { Store } from '../store/db.ts'
import { NewerSchema, NoStore } from '../store/migrate.ts'
import { TooManyInstances } from '../store/postgres/instance.ts'
import { StoreIsMoved } from '../store/postgres/notifications.ts'
import { openPostgres, StoreIsServed } from '../store/postgres.ts'
import { settingOf } from '../store/queries/settings.ts'
import { FolderInUse, openSqlite } from '../store/sqlite.ts'
import type { Program } from './command.ts'

/** The store for a server. It holds a folder alone, and shares a database with its instances. */
export async function openToServe(settings: Settings, { clock }: Program): Promise<Store> {
  const { place, databaseConnections: connections } = settings
  await takenBack(settings)
  if (isDatabase(place)) return unmoved(settings, await openDatabase(place.database, { connections, serving: true }))
  const folder = place === 'memory' ? null : place.folder
  const opening = openSqlite({ folder, clock, capture: changeCapture, exclusive: true }).catch(
    refuseFolder(folder ?? 'temporary'),
  )
  return unmoved(settings, await opening)
}

/** Whether a command makes the store where there is none, or holds a folder alone. */
interface Manner {
  makes?: boolean
  exclusive?: boolean
}

/** Runs `work` on the store, beside a server that may be using it. Throws a Refusal, also where there is no store. */
export async function withStore<T>(
  settings: Settings,
  { clock, node }: Program,
  work: (store: Store) => Promise<T>,
  { makes = false, exclusive = false }: Manner = {},
): Promise<T> {
  const { place } = settings
  if (place === 'memory') {
    throw new Refusal('A store in memory belongs to the server that made it: name a folder with --data.', 2)
  }
  await takenBack(settings)
  const existing = !makes
  const refuse = isDatabase(place) ? refuseDatabase(place.database) : refuseFolder(place.folder)
  const opened = isDatabase(place)
    ? await openDatabase(place.database, { connections: 2, existing })
    : await openSqlite({ folder: place.folder, capture: changeCapture, clock, node, existing, exclusive }).catch(refuse)
  const store = await unmoved(settings, opened)
  try {
    return await work(store).catch(refuse)
  } finally {
    await store.close()
  }
}

/** Removes the note that the data was moved away, where the operator says so. */
async function takenBack({ place, movedAnyway }: Settings): Promise<void> {
  if (!movedAnyway || place === 'memory') return
  const refuse = isDatabase(place) ? refuseDatabase(place.database) : refuseFolder(place.folder)
  await note(place, MOVED_TO, null).catch(refuse)
}

/** Closes a store that was left by a move, and throws a Refusal. */
async function unmoved({ place }: Settings, store: Store): Promise<Store> {
  const to = place === 'memory' ? undefined : await settingOf(store.read, MOVED_TO)
  if (to === undefined || place === 'memory') return store
  await store.close()
  throw new Refusal(movedAway(isDatabase(place) ? databaseIn(place.database) : `the folder ${place.folder}`, to))
}

/** Whether other users of the machine may look into a folder. Its files are for its owner alone, whatever it allows. */
export const isOpenToOthers = (folder: string): boolean =>
  process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0

const isDatabase = (place: Settings['place']): place is { database: string } =>
  place !== 'memory' && 'database' in place

const openDatabase = (
  url: string,
  more: { connections: number; serving?: boolean; existing?: boolean },
): Promise<Store> => openPostgres({ url, capture: changeCapture, ...more }).catch(refuseDatabase(url))

function databaseIn(url: string): string {
  const { host, pathname } = new URL(url)
  return `the database ${pathname.slice(1)} at ${host || 'this machine'}`
}

/** Codes of SQLite for a file that is damaged, or no database at all. */
const DAMAGED: readonly number[] = [11, 26]

type Refuse = (error: unknown) => never

function refuseFolder(folder: string): Refuse {
  return error => {
    if (error instanceof FolderInUse) {
      throw new Refusal(
        `The folder ${folder} is already served by another process: stop that one, or name another --data.`,
      )
    }
    if (error instanceof NoStore) {
      throw new Refusal(`There is no Workloom in ${folder}: name the folder of its data with --data.`)
    }
    const [file, { code, errcode }] = [
      join(folder, 'workloom.db'),
      causeOf(error) as { code?: string; errcode?: number },
    ]
    if (errcode !== undefined && DAMAGED.includes(errcode & 0xff)) {
      throw new Refusal(`${file} is damaged, or not an SQLite database: restore a backup.`, 1, { cause: error })
    }
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      throw new Refusal(`${folder} is not a folder: name one with --data.`, 1, { cause: error })
    }
    const advice = 'check that there is room and that it may be written to'
    throw refusal(error, `in ${folder}`, message => `The folder ${folder} cannot be used (${message}): ${advice}.`)
  }
}

function refuseDatabase(url: string): Refuse {
  const name = databaseIn(url)
  return error => {
    if (error instanceof NoStore) {
      throw new Refusal(`There is no Workloom in ${name}: name the right one with --database-url.`)
    }
    if (error instanceof TooManyInstances) {
      throw new Refusal(
        'Too many instances of Workloom use this database already: stop one, or wait a minute and a half.',
      )
    }
    if (error instanceof StoreIsServed) {
      throw new Refusal(
        `An older version of Workloom uses ${name}, and the schema has to change: stop all of its instances, then run this again.`,
      )
    }
    if (causeOf(error) instanceof StoreIsMoved) {
      throw new Refusal('The data is being moved or restored: run it again when that is done.')
    }
    const advice = 'check that it runs, and the name, the password and the rights in --database-url'
    throw refusal(error, `in ${name}`, message => `T${name.slice(1)} cannot be used (${message}): ${advice}.`)
  }
}

/** What both places are refused for; whatever is a mistake of ours is passed on as it is. */
function refusal(error: unknown, where: string, unusable: (message: string) => string): unknown {
  if (isHalfCopied(error)) return new Refusal(`What is ${where} is half of a copy: let the same command finish it.`)
  if (causeOf(error) instanceof NewerSchema) {
    return new Refusal(`The data ${where} was made by a newer version of Workloom: start that version or a later one.`)
  }
  // What a client would read as the text of a refusal is a whole sentence already.
  if (error instanceof ApiError && !error.cause) return new Refusal(error.message)
  // Failures of the system and of engines carry a code; whatever has none is a mistake of ours, and no sentence helps.
  const { code, message } = causeOf(error) as NodeJS.ErrnoException
  return code === undefined && !(error instanceof ApiError)
    ? error
    : new Refusal(unusable(message), 1, { cause: error })
}
