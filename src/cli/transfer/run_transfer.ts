/** The common parts of move, backup and restore: locations and keys from the command line, progress, and errors. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { CommandError } from '../../config/options.ts'
import type { Settings } from '../../config/settings.ts'
import { isRecorded, KEY_RECORD, parseRecord } from '../../identity/key/record.ts'
import { causeOf } from '../../lib/errors.ts'
import { type DataLocation, openSnapshot } from '../../store/transfer/location.ts'
import { getSetting, MOVED_TO, writeSetting } from '../../store/transfer/setting.ts'
import { TransferRefused, type TransferSource } from '../../store/transfer/source.ts'
import type { Progress } from '../../store/transfer/transfer.ts'
import type { ProgramContext } from '../command.ts'
import { keyFile, wrongKeyText } from '../key/key.ts'

/** Parses the location in an option: a folder, or the address of a database. */
export const parseLocation = (text = ''): DataLocation =>
  /^postgres(?:ql)?:/.test(text) ? { database: text } : { folder: text }

/** The location of a command that has one. */
export function locationIn({ location }: Settings): DataLocation {
  if (location === 'memory') throw new CommandError('A store in memory cannot be copied: name a folder with --data.', 2)
  return location
}

/** Runs a transfer with progress, and turns expected errors into a CommandError. */
export async function runTransfer<T>(program: ProgramContext, work: (progress: Progress) => Promise<T>): Promise<T> {
  const { showProgress } = program
  try {
    return await work(showProgress ? bar(showProgress) : lines(program.print))
  } catch (error) {
    if (error instanceof TransferRefused) throw new CommandError(error.message, 1, { cause: error })
    // Errors of the system and of the engines have a code; an error without one is a bug.
    const { code, message } = causeOf(error) as NodeJS.ErrnoException
    if (code === undefined || error instanceof CommandError) throw error
    throw new CommandError(`The transfer failed: ${message.replace(/\.$/, '')}.`, 1, { cause: error })
  } finally {
    showProgress?.('')
  }
}

const BAR_CHARACTERS = 30

function bar(show: (text: string) => void): Progress {
  return onChange((part, step) => {
    const full = Math.floor(part * BAR_CHARACTERS)
    show(`[${'#'.repeat(full)}${'.'.repeat(BAR_CHARACTERS - full)}] ${percent(part, 1)}  ${step}`)
  }, 1)
}

/** A line for each tenth. */
const lines = (print: (text: string) => void): Progress =>
  onChange((part, step) => print(`${percent(part, 10)}  ${step}`), 10)

const percent = (part: number, size: number) => `${String(stepOf(part, size)).padStart(3)} %`
const stepOf = (part: number, size: number) => Math.floor((part * 100) / size) * size

/** Passes on progress that is visible in steps of `size` percent. */
function onChange(report: Progress, size: number): Progress {
  let last = ''
  return (part, step) => {
    const next = size === 1 ? `${stepOf(part, size)} ${step}` : `${stepOf(part, size)}`
    if (next !== last) report(part, step)
    last = next
  }
}

/**
 * Checks the source of a transfer: it was not moved away, unless the operator uses it again, and a given key must be the
 * recorded one. Throws a CommandError or TransferRefused.
 */
export async function checkSource(
  location: DataLocation,
  key: string | null,
  { keySource, movedAnyway }: Settings,
): Promise<void> {
  if (movedAnyway) await writeSetting(location, MOVED_TO, null)
  if (key === null) return
  const source = await openSnapshot(location)
  await checkKey(source, key, keySource).finally(source.close)
}

/** Throws a CommandError when a source has recorded a different key. */
export async function checkKey(source: TransferSource, key: string, from = '--key'): Promise<void> {
  const record = parseRecord(await getSetting(source, KEY_RECORD))
  if (record && !isRecorded(record, key)) throw new CommandError(wrongKeyText(from, record))
}

/** The key of the installation: the given one, or else that of the folder. The two must not differ. */
export function transferKey(given: string | undefined, location: DataLocation): string | null {
  const stored = 'folder' in location ? readKey(keyFile(location.folder)) : null
  return sameKey(given, stored, 'folder' in location ? keyFile(location.folder) : '')
}

/** Returns the one of two keys that exists. Throws a CommandError when they differ. */
export function sameKey(given: string | undefined, stored: string | null, where: string): string | null {
  if (given !== undefined && stored !== null && given !== stored) {
    throw new CommandError(`The given key is not the one in ${where}: omit --key, or give that one.`)
  }
  return given ?? stored
}

function readKey(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

/** Writes a key to a file that only its owner can read. Throws a CommandError when the file has a different one. */
export function writeKey(path: string, key: string): void {
  sameKey(key, readKey(path), path)
  writeFileSync(path, `${key}\n`, { mode: 0o600 })
}

/** The advice for the operator on the key. `keyPath` is a file that has it. */
export function keyAdvice(location: DataLocation, key: string | null, keyPath: string | null): string {
  if ('folder' in location) {
    if (key !== null) return `The key of the installation is in ${keyFile(location.folder)}.`
    return `No key was given: write that of the installation to ${keyFile(location.folder)} before the first start.`
  }
  if (keyPath === null) return 'Serve it with the key of the installation: WORKLOOM_KEY_FILE names its file.'
  return `Serve it with the key of the installation: WORKLOOM_KEY_FILE=${keyPath}.`
}

export const countText = (checksums: readonly { rows: number }[]): string => {
  const rows = checksums.reduce((all, checksum) => all + checksum.rows, 0)
  return `${rows.toLocaleString('en')} rows of ${checksums.length} tables`
}
