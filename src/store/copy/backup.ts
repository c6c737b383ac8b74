/**
 * A backup: one SQLite database with the tables of the store, of either engine, and two more with the manifest. It is a
 * snapshot of one moment, and can be made while a server runs.
 * Invariant: the file gets its name only after all of it was compared with its source and synced to the disk.
 */
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { holdBy } from '../sqlite.ts'
import { type Card, writeCard } from './card.ts'
import type { Sum } from './compare.ts'
import { publish, remove } from './file.ts'
import { openBeside, type Place } from './places.ts'
import { foreignParts, PASSED_OVER } from './schema.ts'
import { NotCopied, type Side } from './side.ts'
import { fillSqlite, readSqlite, sound } from './sqlite_side.ts'
import { compareAll, counting, filled, type Progress, within } from './transfer.ts'

export interface Wanted extends Card {
  place: Place
  file: string
  progress: Progress
}

export interface Made {
  sums: Sum[]
  bytes: number
}

/** Creates a backup. Throws TransferRefused. */
export async function makeBackup(wanted: Wanted): Promise<Made> {
  const { place, file } = wanted
  if (existsSync(file)) throw new NotCopied(`The file ${file} exists already: name another one.`)
  if (!existsSync(dirname(file))) {
    throw new NotCopied(`The folder ${dirname(file)} does not exist: create it, or name another file.`)
  }
  const release = holdName(file)
  try {
    const source = await openBeside(place)
    return await make(source, wanted).finally(source.close)
  } finally {
    release()
  }
}

async function make(source: Side, { place: _, file, progress, ...card }: Wanted): Promise<Made> {
  const partial = `${file}.partial`
  try {
    // Left by a backup that was killed.
    remove(partial)
    // Only its owner may read it, also while it is written.
    closeSync(openSync(partial, 'wx', 0o600))
    const sums = await fill(source, partial, within(progress, 0, 0.9))
    progress(0.9, 'checking the file')
    await seal(partial, card, sums)
    publish(partial, file)
    progress(1, 'checking the file')
    return { sums, bytes: statSync(file).size }
  } finally {
    remove(partial)
  }
}

/** Locks the name of the file, and returns the function that releases the lock. Throws TransferRefused. */
function holdName(file: string): () => void {
  const path = `${file}.lock`
  // If the folder is read-only, this error is clearer than that of SQLite.
  closeSync(openSync(path, 'a', 0o600))
  const lock = holdBy(path)
  if (!lock) throw new NotCopied(`Another backup to ${file} is running: wait for it, or name another file.`)
  return () => {
    lock.close()
    remove(path)
  }
}

async function fill(source: Side, partial: string, progress: Progress): Promise<Sum[]> {
  const name = `the file ${partial}`
  if (!source.image) {
    const target = await fillSqlite(partial, name)
    return target.begin().then(() => filled(source, target, { begun() {}, progress }))
  }
  await source.image(partial, part => progress(part * 0.3, 'copying the database'))
  const copy = readSqlite(partial, name)
  const seen = await counting(source, 1, within(progress, 0.3, 1))
  return compareAll(source, copy, seen).finally(copy.close)
}

/** Turns the copied database into a backup: adds the manifest, empties ephemeral tables and checks its integrity. */
async function seal(partial: string, card: Card, sums: readonly Sum[]): Promise<void> {
  const database = new DatabaseSync(partial)
  try {
    database.exec('pragma journal_mode = delete')
    for (const { type, name } of await foreignParts(database)) {
      // An index or a trigger that an operator added belongs to that installation; rows must not be lost.
      if (type !== 'table') database.exec(`drop ${type} if exists "${name.replaceAll('"', '""')}"`)
      else
        throw new NotCopied(
          `The table ${JSON.stringify(name)} does not belong to Workloom: move it to another database.`,
        )
    }
    const named = database.prepare('select name from sqlite_schema where type = ?').all('table')
    for (const { name } of named) if (PASSED_OVER.includes(String(name))) database.exec(`delete from "${name}"`)
    writeCard(database, card, sums)
    const wrong = sound(database)
    if (wrong !== undefined) throw new NotCopied(`The file ${partial} is damaged (${wrong}): check its disk.`)
  } finally {
    database.close()
  }
}
