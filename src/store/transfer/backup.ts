/**
 * A backup: one SQLite database with the tables of the store, of either engine, and two more with the manifest. It is a
 * snapshot of one moment, and can be made while a server runs.
 * Invariant: the file gets its name only after all of it was compared with its source and synced to the disk.
 */
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { tryLockFile } from '../sqlite.ts'
import type { Checksum } from './compare.ts'
import { publish, remove } from './file.ts'
import { type DataLocation, openSnapshot } from './location.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { EPHEMERAL_TABLES, foreignParts } from './schema.ts'
import { TransferRefused, type TransferSource } from './source.ts'
import { findDamage, openSqliteSource, openSqliteTarget } from './sqlite.ts'
import { compareAll, countProgress, fillAndClose, type Progress, type TransferObserver, within } from './transfer.ts'

export interface BackupOptions extends Manifest {
  location: DataLocation
  file: string
  progress: Progress
  /** Copies what is not in the tables. */
  onBegin?: TransferObserver['onBegin']
}

export interface BackupResult {
  checksums: Checksum[]
  bytes: number
}

/** Creates a backup. Throws TransferRefused. */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { location, file } = options
  if (existsSync(file)) throw new TransferRefused(`The file ${file} exists already: name another one.`)
  if (!existsSync(dirname(file))) {
    throw new TransferRefused(`The folder ${dirname(file)} does not exist: create it, or name another file.`)
  }
  const release = lockName(file)
  try {
    const source = await openSnapshot(location)
    return await writeBackup(source, options).finally(source.close)
  } finally {
    release()
  }
}

async function writeBackup(
  source: TransferSource,
  { location: _, file, progress, onBegin = () => undefined, ...manifest }: BackupOptions,
): Promise<BackupResult> {
  const partial = `${file}.partial`
  try {
    // Left by a backup that was killed.
    remove(partial)
    // Only its owner may read it, also while it is written.
    closeSync(openSync(partial, 'wx', 0o600))
    const checksums = await fill(source, partial, { onBegin, progress: within(progress, 0, 0.9) })
    progress(0.9, 'checking the file')
    await finishBackup(partial, manifest, checksums)
    publish(partial, file)
    progress(1, 'checking the file')
    return { checksums, bytes: statSync(file).size }
  } finally {
    remove(partial)
  }
}

/** Locks the name of the file, and returns the function that releases the lock. Throws TransferRefused. */
function lockName(file: string): () => void {
  const path = `${file}.lock`
  // If the folder is read-only, this error is clearer than that of SQLite.
  closeSync(openSync(path, 'a', 0o600))
  const lock = tryLockFile(path)
  if (!lock) throw new TransferRefused(`Another backup to ${file} is running: wait for it, or name another file.`)
  return () => {
    lock.close()
    remove(path)
  }
}

async function fill(
  source: TransferSource,
  partial: string,
  { onBegin, progress }: TransferObserver,
): Promise<Checksum[]> {
  const name = `the file ${partial}`
  if (!source.copyTo) {
    const target = await openSqliteTarget(partial, name)
    return target.begin().then(() => fillAndClose(source, target, { onBegin, progress }))
  }
  await onBegin(source)
  await source.copyTo(partial, part => progress(part * 0.3, 'copying the database'))
  const copy = openSqliteSource(partial, name)
  const progressFor = await countProgress(source, 1, within(progress, 0.3, 1))
  return compareAll(source, copy, progressFor).finally(copy.close)
}

/** Turns the copied database into a backup: adds the manifest, empties ephemeral tables and checks its integrity. */
async function finishBackup(partial: string, manifest: Manifest, checksums: readonly Checksum[]): Promise<void> {
  const database = new DatabaseSync(partial)
  try {
    database.exec('pragma journal_mode = delete')
    for (const { type, name } of await foreignParts(database)) {
      // An index or a trigger that an operator added belongs to that installation; rows must not be lost.
      if (type !== 'table') database.exec(`drop ${type} if exists "${name.replaceAll('"', '""')}"`)
      else
        throw new TransferRefused(
          `The table ${JSON.stringify(name)} does not belong to Workloom: move it to another database.`,
        )
    }
    const tables = database.prepare('select name from sqlite_schema where type = ?').all('table')
    for (const { name } of tables) if (EPHEMERAL_TABLES.includes(String(name))) database.exec(`delete from "${name}"`)
    writeManifest(database, manifest, checksums)
    const damage = findDamage(database)
    if (damage !== undefined) throw new TransferRefused(`The file ${partial} is damaged (${damage}): check its disk.`)
  } finally {
    database.close()
  }
}
