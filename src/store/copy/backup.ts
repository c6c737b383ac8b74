/**
 * A backup: one file, which is a database of SQLite with the tables of the store, whatever engine they come from, and with
 * two more that say what it is (the card). It is made beside a server that goes on, and shows one moment.
 *
 * What must always hold: the file has its name only when all of it was compared with its source and is on the disk.
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

/** Makes a backup. Throws NotCopied. */
export async function makeBackup(wanted: Wanted): Promise<Made> {
  const { place, file } = wanted
  if (existsSync(file)) throw new NotCopied(`The file ${file} is there already: name another one.`)
  if (!existsSync(dirname(file))) {
    throw new NotCopied(`The folder ${dirname(file)} is not there: make it, or name another file.`)
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
    // Of one that was killed.
    remove(partial)
    // For the eyes of its owner alone, also while it is being made.
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

/** Keeps other backups from the name until the answer is called. Throws NotCopied. */
function holdName(file: string): () => void {
  const path = `${file}.lock`
  // Where nothing can be written, this says it better than SQLite.
  closeSync(openSync(path, 'a', 0o600))
  const lock = holdBy(path)
  if (!lock) throw new NotCopied(`Another backup is being made to ${file}: wait for it, or name another one.`)
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

/** Makes a backup of a copy: with its card, without what is of no use tomorrow, in one file, and sound. */
async function seal(partial: string, card: Card, sums: readonly Sum[]): Promise<void> {
  const database = new DatabaseSync(partial)
  try {
    database.exec('pragma journal_mode = delete')
    for (const { type, name } of await foreignParts(database)) {
      // An index or a trigger of an operator belongs to that installation; rows are nobody's to lose.
      if (type !== 'table') database.exec(`drop ${type} if exists "${name.replaceAll('"', '""')}"`)
      else throw new NotCopied(`The table ${JSON.stringify(name)} is none of Workloom's: move it to another database.`)
    }
    const named = database.prepare('select name from sqlite_schema where type = ?').all('table')
    for (const { name } of named) if (PASSED_OVER.includes(String(name))) database.exec(`delete from "${name}"`)
    writeCard(database, card, sums)
    const wrong = sound(database)
    if (wrong !== undefined) throw new NotCopied(`The file ${partial} is not sound (${wrong}): look at its disk.`)
  } finally {
    database.close()
  }
}
