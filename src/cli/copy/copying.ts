/** The common parts of move, backup and restore: locations and keys from the command line, progress, and errors. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Refusal } from '../../config/options.ts'
import type { Settings } from '../../config/settings.ts'
import { isRecorded, KEY_RECORD, readRecord } from '../../identity/key/record.ts'
import { causeOf } from '../../lib/errors.ts'
import { MOVED_TO, note, settingIn } from '../../store/copy/note.ts'
import { openBeside, type Place } from '../../store/copy/places.ts'
import { NotCopied, type Side } from '../../store/copy/side.ts'
import type { Progress } from '../../store/copy/transfer.ts'
import type { Program } from '../command.ts'
import { keyFile, notTheKey } from '../key/key.ts'

/** Parses the location in an option: a folder, or the address of a database. */
export const placeOf = (text = ''): Place => (/^postgres(?:ql)?:/.test(text) ? { database: text } : { folder: text })

/** The location of a command that has one. */
export function placeIn({ place }: Settings): Place {
  if (place === 'memory') throw new Refusal('A store in memory cannot be copied: name a folder with --data.', 2)
  return place
}

/** Runs a transfer with progress, and turns expected errors into a CommandError. */
export async function copying<T>(program: Program, work: (progress: Progress) => Promise<T>): Promise<T> {
  const { show } = program
  try {
    return await work(show ? bar(show) : lines(program.print))
  } catch (error) {
    if (error instanceof NotCopied) throw new Refusal(error.message, 1, { cause: error })
    // Errors of the system and of the engines have a code; an error without one is a bug.
    const { code, message } = causeOf(error) as NodeJS.ErrnoException
    if (code === undefined || error instanceof Refusal) throw error
    throw new Refusal(`The transfer failed: ${message.replace(/\.$/, '')}.`, 1, { cause: error })
  } finally {
    show?.('')
  }
}

const WIDTH = 30

function bar(show: (text: string) => void): Progress {
  return changes((part, doing) => {
    const full = Math.floor(part * WIDTH)
    show(`[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${percent(part, 1)}  ${doing}`)
  }, 1)
}

/** A line for each tenth. */
const lines = (print: (text: string) => void): Progress =>
  changes((part, doing) => print(`${percent(part, 10)}  ${doing}`), 10)

const percent = (part: number, step: number) => `${String(stepOf(part, step)).padStart(3)} %`
const stepOf = (part: number, step: number) => Math.floor((part * 100) / step) * step

/** Passes on progress that is visible in steps of `step` percent. */
function changes(tell: Progress, step: number): Progress {
  let last = ''
  return (part, doing) => {
    const next = step === 1 ? `${stepOf(part, step)} ${doing}` : `${stepOf(part, step)}`
    if (next !== last) tell(part, doing)
    last = next
  }
}

/**
 * Checks the source of a transfer: it was not moved away, unless the operator uses it again, and a given key must be the
 * recorded one. Throws a CommandError or TransferRefused.
 */
export async function checkedSource(
  place: Place,
  key: string | null,
  { keyFrom, movedAnyway }: Settings,
): Promise<void> {
  if (movedAnyway) await note(place, MOVED_TO, null)
  if (key === null) return
  const side = await openBeside(place)
  await knownTo(side, key, keyFrom).finally(side.close)
}

/** Throws a CommandError when a source has recorded a different key. */
export async function knownTo(side: Side, key: string, from = '--key'): Promise<void> {
  const record = readRecord(await settingIn(side, KEY_RECORD))
  if (record && !isRecorded(record, key)) throw new Refusal(notTheKey(from, record))
}

/** The key of the installation: the given one, or else that of the folder. The two must not differ. */
export function keyFrom(given: string | undefined, place: Place): string | null {
  const kept = 'folder' in place ? readKey(keyFile(place.folder)) : null
  return sameKey(given, kept, 'folder' in place ? keyFile(place.folder) : '')
}

/** Returns the one of two keys that exists. Throws a CommandError when they differ. */
export function sameKey(given: string | undefined, kept: string | null, where: string): string | null {
  if (given !== undefined && kept !== null && given !== kept) {
    throw new Refusal(`The given key is not the one in ${where}: omit --key, or give that one.`)
  }
  return given ?? kept
}

function readKey(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

/** Writes a key to a file that only its owner can read. Throws a CommandError when the file has a different one. */
export function keepKey(path: string, key: string): void {
  sameKey(key, readKey(path), path)
  writeFileSync(path, `${key}\n`, { mode: 0o600 })
}

/** Tells the operator what to do with the key. `kept` is a file that has it. */
export function adviceOn(place: Place, key: string | null, kept: string | null): string {
  if ('folder' in place) {
    if (key !== null) return `The key of the installation is in ${keyFile(place.folder)}.`
    return `No key was given: write that of the installation to ${keyFile(place.folder)} before the first start.`
  }
  if (kept === null) return 'Serve it with the key of the installation: WORKLOOM_KEY_FILE names its file.'
  return `Serve it with the key of the installation: WORKLOOM_KEY_FILE=${kept}.`
}

export const counted = (sums: readonly { rows: number }[]): string => {
  const rows = sums.reduce((all, sum) => all + sum.rows, 0)
  return `${rows.toLocaleString('en')} rows of ${sums.length} tables`
}
