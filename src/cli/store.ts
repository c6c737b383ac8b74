/** Opening the store that the settings name, with a sentence for each way in which that fails. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { telling } from '../events/telling.ts'
import type { Clock } from '../lib/clock.ts'
import { ApiError, causeOf } from '../lib/errors.ts'
import { randomHex } from '../lib/secret.ts'
import { isHalfCopied } from '../store/copy/schema.ts'
import type { Store } from '../store/db.ts'
import { NewerSchema } from '../store/migrate.ts'
import { StoreIsMoved } from '../store/postgres/news.ts'
import { TooManyCopies } from '../store/postgres/node.ts'
import { openPostgres, StoreIsServed } from '../store/postgres.ts'
import { FolderInUse, openSqlite } from '../store/sqlite.ts'
import type { Program } from './command.ts'

/** The store for a server. It holds a folder alone, and shares a database with its copies. */
export function openToServe({ place, databaseConnections }: Settings, { clock }: Program): Promise<Store> {
  if (isDatabase(place)) return openDatabase(place.database, { connections: databaseConnections, serving: true })
  const folder = place === 'memory' ? null : place.folder
  return openSqlite({ folder, clock, telling, exclusive: true }).catch(refuseFolder(folder ?? 'temporary'))
}

/** Runs `work` on the store, beside a server that may be using it. */
export async function withStore<T>(
  { place }: Settings,
  { clock, node }: Program,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  if (place === 'memory') {
    throw new Refusal('A store in memory belongs to the server that made it: name a folder with --data.', 2)
  }
  const [store, refuse] = isDatabase(place)
    ? [await openDatabase(place.database, { connections: 2 }), refuseDatabase(place.database)]
    : [await openFolder(place.folder, { clock, node }), refuseFolder(place.folder)]
  try {
    return await work(store).catch(refuse)
  } finally {
    await store.close()
  }
}

const isDatabase = (place: Settings['place']): place is { database: string } =>
  place !== 'memory' && 'database' in place

const openFolder = (folder: string, more: { clock: Clock; node: number }): Promise<Store> =>
  openSqlite({ folder, telling, ...more }).catch(refuseFolder(folder))

const openDatabase = (url: string, more: { connections: number; serving?: boolean }): Promise<Store> =>
  openPostgres({ url, telling, ...more }).catch(refuseDatabase(url))

type Refuse = (error: unknown) => never

function refuseFolder(folder: string): Refuse {
  return error => {
    if (error instanceof FolderInUse) {
      throw new Refusal(
        `The folder ${folder} is already served by another process: stop that one, or name another --data.`,
      )
    }
    const advice = 'check that there is room and that it may be written to'
    throw refusal(error, `in ${folder}`, message => `The folder ${folder} cannot be used (${message}): ${advice}.`)
  }
}

function refuseDatabase(url: string): Refuse {
  const { host, pathname } = new URL(url)
  const name = `the database ${pathname.slice(1)} at ${host || 'this machine'}`
  return error => {
    if (error instanceof TooManyCopies) {
      throw new Refusal('Too many copies of Workloom use this database already: stop one, or wait a minute and a half.')
    }
    if (error instanceof StoreIsServed) {
      throw new Refusal(
        `An older version of Workloom uses ${name}, and the schema has to change: stop all of its copies, then run this again.`,
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

/**
 * The key of the installation, made at the first start and kept beside the store, for its owner's eyes alone. Without
 * it, what is sealed in the store cannot be read; a copy of the folder has both. `notice` hears of two keys.
 */
export function keyOf({ key, place }: Settings, notice: (text: string) => void): string {
  if (place === 'memory') return key ?? randomHex(32)
  if (isDatabase(place)) {
    if (key !== undefined) return key
    throw new Refusal(
      'With --database-url, all copies need the same --key (or WORKLOOM_KEY, or WORKLOOM_KEY_FILE), 32 characters or' +
        ' more; openssl rand -hex 32 makes a good one.',
      2,
    )
  }
  const path = join(place.folder, 'key')
  if (key !== undefined) {
    const isOther = existsSync(path) && readFileSync(path, 'utf8').trim() !== key
    if (isOther)
      notice(`The key that was given is not the one in ${path}: what was sealed with that one is not readable.`)
    return key
  }
  try {
    writeFileSync(path, `${randomHex(32)}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') refuseFolder(place.folder)(error)
  }
  const text = readFileSync(path, 'utf8').trim()
  if (text.length < 32) throw new Refusal(`The file ${path} holds no key: restore it from a backup, or delete it.`)
  return text
}
