/** Opening the store that the settings name, with a sentence for each way in which that fails. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { telling } from '../events/telling.ts'
import { ApiError } from '../lib/errors.ts'
import { randomHex } from '../lib/secret.ts'
import { isHalfCopied } from '../store/copy/schema.ts'
import type { Store } from '../store/db.ts'
import { NewerSchema } from '../store/migrate.ts'
import { FolderInUse, openSqlite } from '../store/sqlite.ts'
import type { Program } from './command.ts'

/** The store for a server, which holds it alone; its gids are those of node 0. */
export function openToServe({ place }: Settings, { clock }: Program): Promise<Store> {
  const folder = place === 'memory' ? null : place.folder
  return openSqlite({ folder, clock, telling, exclusive: true }).catch(error => refuse(error, folder ?? 'temporary'))
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
  const { folder } = place
  const store = await openSqlite({ folder, clock, node, telling }).catch(error => refuse(error, folder))
  try {
    return await work(store).catch(error => refuse(error, folder))
  } finally {
    await store.close()
  }
}

function refuse(error: unknown, folder: string): never {
  if (error instanceof FolderInUse) {
    throw new Refusal(
      `The folder ${folder} is already served by another process: stop that one, or name another --data.`,
    )
  }
  if (isHalfCopied(error)) throw new Refusal(`What is in ${folder} is half of a copy: let the same command finish it.`)
  if (error instanceof NewerSchema) {
    throw new Refusal(
      `The data in ${folder} was made by a newer version of Workloom: start that version or a later one.`,
    )
  }
  // What a client would read as the text of a refusal is a whole sentence already.
  if (error instanceof ApiError && !error.cause) throw new Refusal(error.message)
  // Failures of the system and of SQLite carry a code; whatever has none is a mistake of ours, and no sentence helps.
  const { code, message } = (error instanceof ApiError ? error.cause : error) as NodeJS.ErrnoException
  if (code === undefined) throw error
  throw new Refusal(
    `The folder ${folder} cannot be used (${message}): check that there is room and that it may be written to.`,
    1,
    {
      cause: error,
    },
  )
}

/**
 * The key of the installation, made at the first start and kept beside the store, for its owner's eyes alone. Without
 * it, what is sealed in the store cannot be read; a copy of the folder has both. `notice` hears of two keys.
 */
export function keyOf({ key, place }: Settings, notice: (text: string) => void): string {
  if (place === 'memory') return key ?? randomHex(32)
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
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') refuse(error, place.folder)
  }
  const text = readFileSync(path, 'utf8').trim()
  if (text.length < 32) throw new Refusal(`The file ${path} holds no key: restore it from a backup, or delete it.`)
  return text
}
