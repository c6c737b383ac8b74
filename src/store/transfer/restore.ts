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
  card: Manifest
  sums: Checksum[]
  side: TransferSource
  file: string
}

/** Opens the file of a backup and checks all of it. Throws TransferRefused. */
export async function openBackup(file: string, progress: Progress): Promise<Backup> {
  const name = `the file ${file}`
  if (!existsSync(file)) throw new TransferRefused(`There is no file ${file}.`)
  const side = openSqliteSource(file, name)
  try {
    const card = checkManifest(file)
    const current = await currentSchema()
    if (side.schema.version > current.version) {
      throw new TransferRefused(
        `The backup ${file} was made by a newer version of Workloom, ${card.card.version}: restore it with that one.`,
      )
    }
    await checkParts(file)
    const seen = await countProgress(side, 1, progress)
    const sums: Checksum[] = []
    for (const table of side.schema.tables) {
      const [sum, said] = [await checksumOf(side, table, seen(`checking ${table.name}`)), card.sums.get(table.name)]
      if (sum.digest !== said?.digest) throw changedBackup(file, `the table ${table.name} has another digest`)
      sums.push(sum)
    }
    if (sums.length !== card.sums.size) throw changedBackup(file, 'a table is missing')
    return { card: card.card, sums, side, file }
  } catch (error) {
    await side.close()
    throw damageError(error, name)
  }
}

const changedBackup = (file: string, why: string) =>
  new TransferRefused(`The backup ${file} was changed after it was made (${why}): restore another one.`)

function checkManifest(file: string) {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const card = readManifest(database)
    if (!card) throw new TransferRefused(`The file ${file} is not a backup of Workloom.`)
    const wrong = findDamage(database)
    if (wrong !== undefined) throw changedBackup(file, wrong)
    return card
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
export async function restore(backup: Backup, place: DataLocation, watch: TransferObserver): Promise<void> {
  try {
    if ('folder' in place) await toFolder(backup, place.folder, watch)
    else await toDatabase(backup, place, watch)
  } finally {
    await backup.side.close()
  }
}

async function toFolder(
  { side, file }: Backup,
  folder: string,
  { onBegin, progress }: TransferObserver,
): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = lockForTransfer(folder)
  const [whole, partial] = [join(folder, 'workloom.db'), join(folder, 'workloom.db.partial')]
  try {
    checkFreeFolder(folder)
    onBegin()
    remove(partial)
    copyFileSync(file, partial)
    chmodSync(partial, 0o600)
    const database = new DatabaseSync(partial)
    dropManifest(database)
    database.close()
    const copy = openSqliteSource(partial, `the file ${partial}`)
    await compareAll(side, copy, await countProgress(side, 1, progress)).finally(copy.close)
    publish(partial, whole)
  } finally {
    release()
  }
}

async function toDatabase(
  { side, file }: Backup,
  place: DataLocation,
  { onBegin, progress }: TransferObserver,
): Promise<void> {
  const updated = await migratedSource(side, file)
  try {
    const target = await openTarget(place)
    await fillAndClose(updated.side, target, { onBegin, progress })
  } finally {
    await updated.close()
  }
}

/** The backup in the schema of this version: a migrated copy, if an older version made it. */
async function migratedSource(
  side: TransferSource,
  file: string,
): Promise<{ side: TransferSource; close(): Promise<void> }> {
  if (side.schema.version === (await currentSchema()).version) return { side, close: async () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'workloom-'))
  const copy = join(folder, 'workloom.db')
  copyFileSync(file, copy)
  const database = new DatabaseSync(copy)
  await migrate(
    sqliteConnection(database, () => {}),
    sqliteDialect,
  )
  database.close()
  const newer = openSqliteSource(copy, side.name)
  return { side: newer, close: () => newer.close().then(() => rmSync(folder, { recursive: true })) }
}
