/**
 * `key rotate`: creates a new key, and seals everything again that was sealed under the former one.
 * Invariant: the new key is in a file before the store needs it. In a folder it is in a second file until everything is
 * sealed under it, and then replaces the first; a server that starts between the two finds it there.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError, usageError } from '../../config/options.ts'
import type { Settings } from '../../config/settings.ts'
import { createRecord, isRecorded, lockKeyRecord, saveKeyRecord } from '../../identity/key/record.ts'
import { type ResealCounts, reseal } from '../../identity/key/reseal.ts'
import { randomHex } from '../../lib/secret.ts'
import type { Store } from '../../store/db.ts'
import { hasExclusiveUse } from '../../store/queries/instances/exclusive.ts'
import type { Command } from '../command.ts'
import { withStore } from '../store.ts'
import { foundKey, keyFile, missingKeyText, nextKeyFile, readKeyFile, wrongKeyText } from './key.ts'

export const keyRotate: Command = {
  words: 'key rotate',
  doc: 'replace the key and seal all secrets again, while no server runs',
  options: ['to', 'key', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: [],
  async main(settings, program) {
    const source = await withStore(settings, program, store => rotate(settings, store, program.print), {
      exclusive: true,
    })
    program.print(
      `The key of the installation is in ${source} now. Store the former one with the backups that need it.`,
    )
  },
}

/** The file to which the new key is written first, and its final file. */
function files({ location, key, to }: Settings): { first: string; last: string } {
  if (to !== undefined) return { first: to, last: to }
  if (key === undefined && location !== 'memory' && 'folder' in location) {
    return { first: nextKeyFile(location.folder), last: keyFile(location.folder) }
  }
  throw usageError('key rotate needs --to FILE, for the new key: the folder has none that could be replaced.')
}

async function rotate(settings: Settings, store: Store, print: (text: string) => void): Promise<string> {
  const { first, last } = files(settings)
  const currentKey = foundKey(settings)
  const next = createNextKey(first, settings.to !== undefined)
  const work = store.write(async tx => {
    if (!(await hasExclusiveUse(tx))) throw new CommandError('A server uses the database: stop all of them first.')
    const record = await lockKeyRecord(tx)
    if (!record) throw new CommandError('Nothing is sealed here yet: the first start creates the key.')
    // A rotation was killed before it renamed the file.
    if (isRecorded(record, next)) return undefined
    if (!currentKey) throw new CommandError(missingKeyText(record))
    if (!isRecorded(record, currentKey.key)) throw new CommandError(wrongKeyText(currentKey.source, record))
    const resealed = await reseal(tx, currentKey.key, next)
    await saveKeyRecord(tx, createRecord(next, resolve(last)))
    return resealed
  })
  const done = await work.catch(error => {
    // Any other error may have come after the commit, and then the store needs the key.
    if (error instanceof CommandError) rmSync(first, { force: true })
    throw error
  })
  if (first !== last) renameSync(first, last)
  if (done) print(resealText(done))
  return resolve(last)
}

const resealText = ({ webhooks, signingKeys, provider }: ResealCounts): string =>
  `Sealed again: the secrets of ${webhooks} webhooks, ${signingKeys} signing keys, and ${provider ? 'the' : 'no'} client` +
  ' secret of an OpenID provider. Offset and sync tokens are invalid.'

/** Writes a new key to a file. In the folder, reuses that of an interrupted rotation. Throws a CommandError. */
function createNextKey(file: string, isChosen: boolean): string {
  if (isChosen && existsSync(file)) throw new CommandError(`The file ${file} exists already: name another one.`)
  const reused = isChosen ? undefined : readKeyFile(file)
  if (reused) return reused.key
  const key = randomHex(32)
  try {
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (cause) {
    throw new CommandError(
      `The new key cannot be written (${(cause as Error).message}): check the free space and the permissions.`,
      1,
      {
        cause,
      },
    )
  }
  return key
}
