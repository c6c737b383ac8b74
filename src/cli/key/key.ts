/**
 * The key of the installation: found by the settings, compared with the record in the store, and created by the first
 * start.
 * Invariants:
 * - nothing is sealed under a key that is not the recorded one;
 * - the key is replaced only by --new-key or key rotate.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { misuse, Refusal } from '../../config/options.ts'
import type { Settings } from '../../config/settings.ts'
import {
  heldKeyRecord,
  isRecorded,
  type KeyRecord,
  keepKeyRecord,
  keyRecord,
  recordOf,
} from '../../identity/key/record.ts'
import { giveUpSealed } from '../../identity/key/reseal.ts'
import { randomHex } from '../../lib/secret.ts'
import type { Store } from '../../store/db.ts'

/** A key and its source: the file, option or variable that has it. */
export interface FoundKey {
  key: string
  place: string
}

/** The file of the key in a folder, and that of the next key during a rotation. */
export const keyFile = (folder: string): string => join(folder, 'key')
export const nextKeyFile = (folder: string): string => join(folder, 'key.next')

/** What a new key loses, for the message that offers it. */
const LOSES =
  'the secrets of webhooks and of the OpenID provider, the keys that sign identity tokens, and offset and sync tokens'

/** The source of a key, within a sentence. */
export const placed = (place: string): string => (isAbsolute(place) ? `in ${place}` : `given by ${place}`)

/** Returns the key for a server. Throws a CommandError for a missing or different one. Calls `notice` for a new one. */
export async function keyOf(settings: Settings, store: Store, notice: (text: string) => void): Promise<string> {
  if (settings.place === 'memory') return settings.key ?? randomHex(32)
  const [found, record] = [foundKey(settings), await keyRecord(store.read)]
  if (!record) return firstKey(settings, store, found)
  if (found && isRecorded(record, found.key)) return sameKey(store, record, found)
  const next = nextKey(settings, record)
  if (next) return sameKey(store, record, next)
  if (!settings.newKey) throw new Refusal(found ? notTheKey(found.place, record) : missingKey(record))
  return anotherKey(settings, store, found, notice)
}

/** The key in the settings or in the folder, right or wrong. Throws a CommandError for a file without a key. */
export function foundKey({ key, keyFrom = '--key', place }: Settings): FoundKey | undefined {
  if (key !== undefined) return { key, place: keyFrom }
  return place !== 'memory' && 'folder' in place ? inFile(keyFile(place.folder)) : undefined
}

/** The key in a file, if there is one. Throws a CommandError for a file without a key. */
export function inFile(path: string): FoundKey | undefined {
  if (!existsSync(path)) return undefined
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < 32) throw new Refusal(`The file ${path} contains no key: restore it from a backup, or remove it.`)
  return { key, place: resolve(path) }
}

/** The error of a key that is not that of the installation. */
export const notTheKey = (place: string, record: KeyRecord): string =>
  `The key ${placed(place)} is not that of this installation, which was ${placed(record.place)}: give that one, or, if` +
  ` it is lost, start serve with --new-key, which loses ${LOSES}.`

/** The error of a missing key. */
export const missingKey = (record: KeyRecord): string =>
  `The key of this installation is missing, which was ${placed(record.place)}: put it back, or name its file by` +
  ` WORKLOOM_KEY_FILE, or, if it is lost, start serve with --new-key, which loses ${LOSES}.`

async function firstKey(settings: Settings, store: Store, found: FoundKey | undefined): Promise<string> {
  const first = found ?? madeKey(settings)
  await store.write(async tx => {
    const record = await heldKeyRecord(tx)
    if (record && !isRecorded(record, first.key)) throw new Refusal(notTheKey(first.place, record))
    if (!record) await keepKeyRecord(tx, recordOf(first.key, first.place))
  })
  return first.key
}

/** Creates a key in the folder. Throws a CommandError if there is no folder. */
function madeKey({ place, newKey }: Settings): FoundKey {
  if (place !== 'memory' && 'folder' in place) {
    try {
      writeFileSync(keyFile(place.folder), `${randomHex(32)}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST')
        throw new Refusal(`The key cannot be written (${message}): check the free space and the permissions.`)
    }
    const made = inFile(keyFile(place.folder))
    if (made) return made
  }
  throw misuse(
    `${newKey ? '--new-key needs the new key as' : 'With --database-url, all instances need the same'} --key (or WORKLOOM_KEY,` +
      ' or WORKLOOM_KEY_FILE), 32 characters or more; openssl rand -hex 32 creates one.',
  )
}

/** Updates the source in the record if the key was moved. */
async function sameKey(store: Store, record: KeyRecord, { key, place }: FoundKey): Promise<string> {
  if (place !== record.place) await store.write(tx => keepKeyRecord(tx, { ...record, place }))
  return key
}

/** Finishes a killed rotation: the store has the next key, and the file does not have it yet. */
function nextKey({ key, place }: Settings, record: KeyRecord): FoundKey | undefined {
  if (key !== undefined || place === 'memory' || !('folder' in place)) return undefined
  const next = inFile(nextKeyFile(place.folder))
  if (!next || !isRecorded(record, next.key)) return undefined
  renameSync(nextKeyFile(place.folder), keyFile(place.folder))
  return { ...next, place: resolve(keyFile(place.folder)) }
}

async function anotherKey(
  settings: Settings,
  store: Store,
  found: FoundKey | undefined,
  notice: (text: string) => void,
): Promise<string> {
  const { key, place } = found ?? madeKey(settings)
  await store.write(async tx => {
    const record = await heldKeyRecord(tx)
    // Another instance may have started with the same key meanwhile.
    if (record && isRecorded(record, key)) return
    const { webhooks, signingKeys, provider } = await giveUpSealed(tx, key)
    await keepKeyRecord(tx, recordOf(key, place))
    notice(
      `The installation has a new key, ${placed(place)}. Lost with the former one: the secrets of ${webhooks} webhooks,` +
        ` which are now inactive, ${signingKeys} signing keys, and ${provider ? 'the' : 'no'} client secret of an OpenID provider.`,
    )
  })
  return key
}
