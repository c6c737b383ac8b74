/** Opens the store that the settings name, with a sentence for each error. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { changeCapture } from '../events/change_capture.ts'
import { ApiError, causeOf } from '../lib/errors.ts'
import type { Store } from '../store/db.ts'
import { NewerSchema, NoStore } from '../store/migrate.ts'
import { TooManyInstances } from '../store/postgres/instance.ts'
import { StoreIsMoved } from '../store/postgres/notifications.ts'
import { openPostgres, StoreIsServed } from '../store/postgres.ts'
import { settingOf } from '../store/queries/settings.ts'
import { FolderInUse, openSqlite } from '../store/sqlite.ts'
import { movedText } from '../store/transfer/location.ts'
import { isIncompleteTransfer } from '../store/transfer/schema.ts'
import { MOVED_TO, writeSetting } from '../store/transfer/setting.ts'
import type { ProgramContext } from './command.ts'

/** Opens the store for a server, which locks a folder, and shares a database with other instances. */
export async function openToServe(settings: Settings, { clock }: ProgramContext): Promise<Store> {
  const { location, databaseConnections: connections } = settings
  await clearMoved(settings)
  if (isDatabase(location))
    return refuseMoved(settings, await openDatabase(location.database, { connections, serving: true }))
  const folder = location === 'memory' ? null : location.folder
  const opening = openSqlite({ folder, clock, capture: changeCapture, exclusive: true }).catch(
    refuseFolder(folder ?? 'temporary'),
  )
  return refuseMoved(settings, await opening)
}

/** Whether a command creates a missing store, and whether it locks a folder. */
interface WithStoreOptions {
  creates?: boolean
  exclusive?: boolean
}

/** Runs `work` on the store, which a server may be using. Throws a CommandError, also if there is no store. */
export async function withStore<T>(
  settings: Settings,
  { clock, node }: ProgramContext,
  work: (store: Store) => Promise<T>,
  { creates = false, exclusive = false }: WithStoreOptions = {},
): Promise<T> {
  const { location } = settings
  if (location === 'memory') {
    throw new CommandError('A store in memory belongs to its server: name a folder with --data.', 2)
  }
  await clearMoved(settings)
  const existing = !creates
  const refuse = isDatabase(location) ? refuseDatabase(location.database) : refuseFolder(location.folder)
  const opened = isDatabase(location)
    ? await openDatabase(location.database, { connections: 2, existing })
    : await openSqlite({ folder: location.folder, capture: changeCapture, clock, node, existing, exclusive }).catch(
        refuse,
      )
  const store = await refuseMoved(settings, opened)
  try {
    return await work(store).catch(refuse)
  } finally {
    await store.close()
  }
}

/** Removes the mark that the data was moved away, if the operator requests that. */
async function clearMoved({ location, movedAnyway }: Settings): Promise<void> {
  if (!movedAnyway || location === 'memory') return
  const refuse = isDatabase(location) ? refuseDatabase(location.database) : refuseFolder(location.folder)
  await writeSetting(location, MOVED_TO, null).catch(refuse)
}

/** Closes a store whose data was moved away, and throws a CommandError. */
async function refuseMoved({ location }: Settings, store: Store): Promise<Store> {
  const to = location === 'memory' ? undefined : await settingOf(store.read, MOVED_TO)
  if (to === undefined || location === 'memory') return store
  await store.close()
  throw new CommandError(
    movedText(isDatabase(location) ? databaseIn(location.database) : `the folder ${location.folder}`, to),
  )
}

/** Whether other users of the machine can list a folder. Only its owner can read its files in any case. */
export const isOpenToOthers = (folder: string): boolean =>
  process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0

const isDatabase = (location: Settings['location']): location is { database: string } =>
  location !== 'memory' && 'database' in location

const openDatabase = (
  url: string,
  options: { connections: number; serving?: boolean; existing?: boolean },
): Promise<Store> => openPostgres({ url, capture: changeCapture, ...options }).catch(refuseDatabase(url))

function databaseIn(url: string): string {
  const { host, pathname } = new URL(url)
  return `the database ${pathname.slice(1)} at ${host || 'this machine'}`
}

/** The codes of SQLite for a damaged file, and for one that is not a database. */
const DAMAGED: readonly number[] = [11, 26]

type ErrorTranslator = (error: unknown) => never

function refuseFolder(folder: string): ErrorTranslator {
  return error => {
    if (error instanceof FolderInUse) {
      throw new CommandError(
        `The folder ${folder} is already served by another process: stop that one, or name another --data.`,
      )
    }
    if (error instanceof NoStore) {
      throw new CommandError(`There is no Workloom in ${folder}: name the folder of its data with --data.`)
    }
    const [file, { code, errcode }] = [
      join(folder, 'workloom.db'),
      causeOf(error) as { code?: string; errcode?: number },
    ]
    if (errcode !== undefined && DAMAGED.includes(errcode & 0xff)) {
      throw new CommandError(`${file} is damaged, or not an SQLite database: restore a backup.`, 1, { cause: error })
    }
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      throw new CommandError(`${folder} is not a folder: name one with --data.`, 1, { cause: error })
    }
    const advice = 'check the free space and the permissions'
    throw refusal(error, `in ${folder}`, message => `The folder ${folder} cannot be used (${message}): ${advice}.`)
  }
}

function refuseDatabase(url: string): ErrorTranslator {
  const name = databaseIn(url)
  return error => {
    if (error instanceof NoStore) {
      throw new CommandError(`There is no Workloom in ${name}: name the right one with --database-url.`)
    }
    if (error instanceof TooManyInstances) {
      throw new CommandError(
        'Too many instances of Workloom use this database already: stop one, or wait a minute and a half.',
      )
    }
    if (error instanceof StoreIsServed) {
      throw new CommandError(
        `An older version of Workloom uses ${name}, and the schema must change: stop all of its instances, then run this again.`,
      )
    }
    if (causeOf(error) instanceof StoreIsMoved) {
      throw new CommandError('The data is being moved or restored: run this again after that.')
    }
    const advice = 'check that it is running, and the name, the password and the rights in --database-url'
    throw refusal(error, `in ${name}`, message => `T${name.slice(1)} cannot be used (${message}): ${advice}.`)
  }
}

/** Translates the errors that both kinds of stores have in common; returns a bug unchanged. */
function refusal(error: unknown, where: string, sentence: (message: string) => string): unknown {
  if (isIncompleteTransfer(error))
    return new CommandError(`The transfer ${where} is incomplete: run the same command again to finish it.`)
  if (causeOf(error) instanceof NewerSchema) {
    return new CommandError(
      `The data ${where} was made by a newer version of Workloom: start that version or a later one.`,
    )
  }
  // The message of an ApiError is a whole sentence already.
  if (error instanceof ApiError && !error.cause) return new CommandError(error.message)
  // Errors of the system and of the engines have a code; an error without one is a bug.
  const { code, message } = causeOf(error) as NodeJS.ErrnoException
  return code === undefined && !(error instanceof ApiError)
    ? error
    : new CommandError(sentence(message), 1, { cause: error })
}
