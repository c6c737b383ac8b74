/**
 * Restores a backup to an empty folder or an empty database. The file is checked before anything is written, and the
 * result is compared with it.
 * Invariants:
 * - a location that has data is not changed;
 * - a location becomes a store only after everything is in it;
 * - a killed restore can be run again with the same location.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteDialect } from '../dialect.ts'
import { migrate } from '../migrate.ts'
import { sqliteConnection } from '../sqlite.ts'
import { type Checksum, checksumOf } from './compare.ts'
import { publish, remove } from './file.ts'
import { checkFreeFolder, type DataLocation, lockForTransfer, openTarget } from './location.ts'
import { dropManifest, type Manifest, readManifest } from './manifest.ts'
import { currentSchema, foreignParts } from './schema.ts'
import { TransferRefused, type TransferSource } from './source.ts'
import { damageError, findDamage, openSqliteSource } from './sqlite.ts'
import { compareAll, countProgress, fillAndClose, type Progress, type TransferObserver } from './transfer.ts'

export interface Backup {
  manifest: Manifest
  checksums: Checksum[]
  source: TransferSource
  file: string
}

/** Opens the file of a backup and checks all of it. Throws TransferRefused. */
export async function openBackup(file: string, progress: Progress): Promise<Backup> {
  const name = `the file ${file}`
  if (!existsSync(file)) throw new TransferRefused(`There is no file ${file}.`)
  const source = openSqliteSource(file, name)
  try {
    const { manifest, checksums: expected } = checkManifest(file)
    const current = await currentSchema()
    if (source.schema.version > current.version) {
      throw new TransferRefused(
        `The backup ${file} was made by a newer version of Workloom, ${manifest.version}: restore it with that one.`,
      )
    }
    await checkParts(file)
    const progressFor = await countProgress(source, 1, progress)
    const checksums: Checksum[] = []
    for (const table of source.schema.tables) {
      const checksum = await checksumOf(source, table, progressFor(`checking ${table.name}`))
      if (checksum.digest !== expected.get(table.name)?.digest)
        throw changedBackup(file, `the table ${table.name} has another digest`)
      checksums.push(checksum)
    }
    if (checksums.length !== expected.size) throw changedBackup(file, 'a table is missing')
    return { manifest, checksums, source, file }
  } catch (error) {
    await source.close()
    throw damageError(error, name)
  }
}

const changedBackup = (file: string, reason: string) =>
  new TransferRefused(`The backup ${file} was changed after it was made (${reason}): restore another one.`)

function checkManifest(file: string) {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const found = readManifest(database)
    if (!found) throw new TransferRefused(`The file ${file} is not a backup of Workloom.`)
    const damage = findDamage(database)
    if (damage !== undefined) throw changedBackup(file, damage)
    return found
  } finally {
    database.close()
  }
}

/** Refuses foreign triggers and views: the restored store, or its migration, would execute them. */
async function checkParts(file: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true })
  const [part] = await foreignParts(database).finally(() => database.close())
  if (part) throw changedBackup(file, `the ${part.type} ${JSON.stringify(part.name)} does not belong to Workloom`)
}

/** Restores to a location, and closes the backup. Throws TransferRefused. */
export async function restore(backup: Backup, location: DataLocation, observer: TransferObserver): Promise<void> {
  try {
    if ('folder' in location) await toFolder(backup, location.folder, observer)
    else await toDatabase(backup, location, observer)
  } finally {
    await backup.source.close()
  }
}

async function toFolder(
  { source, file }: Backup,
  folder: string,
  { onBegin, progress }: TransferObserver,
): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = lockForTransfer(folder)
  const [complete, partial] = [join(folder, 'workloom.db'), join(folder, 'workloom.db.partial')]
  try {
    checkFreeFolder(folder)
    await onBegin(source)
    remove(partial)
    copyFileSync(file, partial)
    chmodSync(partial, 0o600)
    const database = new DatabaseSync(partial)
    dropManifest(database)
    database.close()
    const copy = openSqliteSource(partial, `the file ${partial}`)
    await compareAll(source, copy, await countProgress(source, 1, progress)).finally(copy.close)
    publish(partial, complete)
  } finally {
    release()
  }
}

async function toDatabase(
  { source, file }: Backup,
  location: DataLocation,
  { onBegin, progress }: TransferObserver,
): Promise<void> {
  const migrated = await migratedSource(source, file)
  try {
    const target = await openTarget(location)
    await fillAndClose(migrated.source, target, { onBegin, progress })
  } finally {
    await migrated.close()
  }
}

/** The backup in the schema of this version: a migrated copy, if an older version made it. */
async function migratedSource(
  source: TransferSource,
  file: string,
): Promise<{ source: TransferSource; close(): Promise<void> }> {
  if (source.schema.version === (await currentSchema()).version) return { source, close: async () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'workloom-'))
  const copy = join(folder, 'workloom.db')
  copyFileSync(file, copy)
  const database = new DatabaseSync(copy)
  await migrate(
    sqliteConnection(database, () => {}),
    sqliteDialect,
  )
  database.close()
  const migratedCopy = openSqliteSource(copy, source.name)
  return { source: migratedCopy, close: () => migratedCopy.close().then(() => rmSync(folder, { recursive: true })) }
}
