/**
 * The key of the installation: found by the settings, compared with the record in the store, and created by the first
 * start.
 * Invariants:
 * - nothing is sealed under a key that is not the recorded one;
 * - the key is replaced only by --new-key or key rotate.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { CommandError, usageError } from '../../config/options.ts'
import type { Settings } from '../../config/settings.ts'
import {
  createRecord,
  getKeyRecord,
  isRecorded,
  type KeyRecord,
  lockKeyRecord,
  saveKeyRecord,
} from '../../identity/key/record.ts'
import { disableUnreadable } from '../../identity/key/reseal.ts'
import { randomHex } from '../../lib/secret.ts'
import type { Store } from '../../store/db.ts'

/** A key and its source: the file, option or variable that has it. */
export interface FoundKey {
  key: string
  source: string
}

/** The file of the key in a folder, and that of the next key during a rotation. */
export const keyFile = (folder: string): string => join(folder, 'key')
export const nextKeyFile = (folder: string): string => join(folder, 'key.next')

/** What a new key loses, for the message that offers it. */
const LOST_WITH_KEY =
  'the secrets of webhooks and of the OpenID provider, the keys that sign identity tokens, and offset and sync tokens'

/** The source of a key, within a sentence. */
export const keySourceText = (source: string): string => (isAbsolute(source) ? `in ${source}` : `given by ${source}`)

/** Returns the key for a server. Throws a CommandError for a missing or different one. Calls `onNewKey` for a new one. */
export async function resolveKey(settings: Settings, store: Store, onNewKey: (text: string) => void): Promise<string> {
  if (settings.location === 'memory') return settings.key ?? randomHex(32)
  const [found, record] = [foundKey(settings), await getKeyRecord(store.read)]
  if (!record) return recordFirstKey(settings, store, found)
  if (found && isRecorded(record, found.key)) return recordSource(store, record, found)
  const next = finishRotation(settings, record)
  if (next) return recordSource(store, record, next)
  if (!settings.newKey) throw new CommandError(found ? wrongKeyText(found.source, record) : missingKeyText(record))
  return replaceKey(settings, store, found, onNewKey)
}

/** The key in the settings or in the folder, right or wrong. Throws a CommandError for a file without a key. */
export function foundKey({ key, keySource = '--key', location }: Settings): FoundKey | undefined {
  if (key !== undefined) return { key, source: keySource }
  return location !== 'memory' && 'folder' in location ? readKeyFile(keyFile(location.folder)) : undefined
}

/** The key in a file, if there is one. Throws a CommandError for a file without a key. */
export function readKeyFile(path: string): FoundKey | undefined {
  if (!existsSync(path)) return undefined
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < 32)
    throw new CommandError(`The file ${path} contains no key: restore it from a backup, or remove it.`)
  return { key, source: resolve(path) }
}

/** The error of a key that is not that of the installation. */
export const wrongKeyText = (source: string, record: KeyRecord): string =>
  `The key ${keySourceText(source)} is not that of this installation, which was ${keySourceText(record.source)}: give that one, or, if` +
  ` it is lost, start serve with --new-key, which loses ${LOST_WITH_KEY}.`

/** The error of a missing key. */
export const missingKeyText = (record: KeyRecord): string =>
  `The key of this installation is missing, which was ${keySourceText(record.source)}: put it back, or name its file by` +
  ` WORKLOOM_KEY_FILE, or, if it is lost, start serve with --new-key, which loses ${LOST_WITH_KEY}.`

async function recordFirstKey(settings: Settings, store: Store, found: FoundKey | undefined): Promise<string> {
  const first = found ?? createKey(settings)
  await store.write(async tx => {
    const record = await lockKeyRecord(tx)
    if (record && !isRecorded(record, first.key)) throw new CommandError(wrongKeyText(first.source, record))
    if (!record) await saveKeyRecord(tx, createRecord(first.key, first.source))
  })
  return first.key
}

/** Creates a key in the folder. Throws a CommandError if there is no folder. */
function createKey({ location, newKey }: Settings): FoundKey {
  if (location !== 'memory' && 'folder' in location) {
    try {
      writeFileSync(keyFile(location.folder), `${randomHex(32)}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST')
        throw new CommandError(`The key cannot be written (${message}): check the free space and the permissions.`)
    }
    const created = readKeyFile(keyFile(location.folder))
    if (created) return created
  }
  throw usageError(
    `${newKey ? '--new-key needs the new key as' : 'With --database-url, all instances need the same'} --key (or WORKLOOM_KEY,` +
      ' or WORKLOOM_KEY_FILE), 32 characters or more; openssl rand -hex 32 creates one.',
  )
}

/** Updates the source in the record if the key was moved. */
async function recordSource(store: Store, record: KeyRecord, { key, source }: FoundKey): Promise<string> {
  if (source !== record.source) await store.write(tx => saveKeyRecord(tx, { ...record, source }))
  return key
}

/** Finishes a killed rotation: the store has the next key, and the file does not have it yet. */
function finishRotation({ key, location }: Settings, record: KeyRecord): FoundKey | undefined {
  if (key !== undefined || location === 'memory' || !('folder' in location)) return undefined
  const next = readKeyFile(nextKeyFile(location.folder))
  if (!next || !isRecorded(record, next.key)) return undefined
  renameSync(nextKeyFile(location.folder), keyFile(location.folder))
  return { ...next, source: resolve(keyFile(location.folder)) }
}

async function replaceKey(
  settings: Settings,
  store: Store,
  found: FoundKey | undefined,
  onNewKey: (text: string) => void,
): Promise<string> {
  const { key, source } = found ?? createKey(settings)
  await store.write(async tx => {
    const record = await lockKeyRecord(tx)
    // Another instance may have started with the same key meanwhile.
    if (record && isRecorded(record, key)) return
    const { webhooks, signingKeys, provider } = await disableUnreadable(tx, key)
    await saveKeyRecord(tx, createRecord(key, source))
    onNewKey(
      `The installation has a new key, ${keySourceText(source)}. Lost with the former one: the secrets of ${webhooks} webhooks,` +
        ` which are now inactive, ${signingKeys} signing keys, and ${provider ? 'the' : 'no'} client secret of an OpenID provider.`,
    )
  })
  return key
}
