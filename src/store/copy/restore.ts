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
import { type Card, dropCard, readCard } from './card.ts'
import { type Sum, sumOf } from './compare.ts'
import { publish, remove } from './file.ts'
import { hold, mustBeFreeFolder, openTarget, type Place } from './places.ts'
import { currentSchema, foreignParts } from './schema.ts'
import { NotCopied, type Side } from './side.ts'
import { damaged, readSqlite, sound } from './sqlite_side.ts'
import { compareAll, counting, filled, type Progress, type Watch } from './transfer.ts'

export interface Backup {
  card: Card
  sums: Sum[]
  side: Side
  file: string
}

/** Opens the file of a backup and checks all of it. Throws TransferRefused. */
export async function openBackup(file: string, progress: Progress): Promise<Backup> {
  const name = `the file ${file}`
  if (!existsSync(file)) throw new NotCopied(`There is no file ${file}.`)
  const side = readSqlite(file, name)
  try {
    const card = checkedCard(file)
    const current = await currentSchema()
    if (side.schema.version > current.version) {
      throw new NotCopied(
        `The backup ${file} was made by a newer version of Workloom, ${card.card.version}: restore it with that one.`,
      )
    }
    await mustBeOurs(file)
    const seen = await counting(side, 1, progress)
    const sums: Sum[] = []
    for (const table of side.schema.tables) {
      const [sum, said] = [await sumOf(side, table, seen(`checking ${table.name}`)), card.sums.get(table.name)]
      if (sum.digest !== said?.digest) throw changed(file, `the table ${table.name} has another digest`)
      sums.push(sum)
    }
    if (sums.length !== card.sums.size) throw changed(file, 'a table is missing')
    return { card: card.card, sums, side, file }
  } catch (error) {
    await side.close()
    throw damaged(error, name)
  }
}

const changed = (file: string, why: string) =>
  new NotCopied(`The backup ${file} was changed after it was made (${why}): restore another one.`)

function checkedCard(file: string) {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const card = readCard(database)
    if (!card) throw new NotCopied(`The file ${file} is not a backup of Workloom.`)
    const wrong = sound(database)
    if (wrong !== undefined) throw changed(file, wrong)
    return card
  } finally {
    database.close()
  }
}

/** Refuses foreign triggers and views: the restored store, or its migration, would execute them. */
async function mustBeOurs(file: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true })
  const [part] = await foreignParts(database).finally(() => database.close())
  if (part) throw changed(file, `the ${part.type} ${JSON.stringify(part.name)} does not belong to Workloom`)
}

/** Restores to a location, and closes the backup. Throws TransferRefused. */
export async function restore(backup: Backup, place: Place, watch: Watch): Promise<void> {
  try {
    if ('folder' in place) await toFolder(backup, place.folder, watch)
    else await toDatabase(backup, place, watch)
  } finally {
    await backup.side.close()
  }
}

async function toFolder({ side, file }: Backup, folder: string, { begun, progress }: Watch): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = hold(folder)
  const [whole, partial] = [join(folder, 'workloom.db'), join(folder, 'workloom.db.partial')]
  try {
    mustBeFreeFolder(folder)
    begun()
    remove(partial)
    copyFileSync(file, partial)
    chmodSync(partial, 0o600)
    const database = new DatabaseSync(partial)
    dropCard(database)
    database.close()
    const copy = readSqlite(partial, `the file ${partial}`)
    await compareAll(side, copy, await counting(side, 1, progress)).finally(copy.close)
    publish(partial, whole)
  } finally {
    release()
  }
}

async function toDatabase({ side, file }: Backup, place: Place, { begun, progress }: Watch): Promise<void> {
  const updated = await upToDate(side, file)
  try {
    const target = await openTarget(place)
    await filled(updated.side, target, { begun, progress })
  } finally {
    await updated.close()
  }
}

/** The backup in the schema of this version: a migrated copy, if an older version made it. */
async function upToDate(side: Side, file: string): Promise<{ side: Side; close(): Promise<void> }> {
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
  const newer = readSqlite(copy, side.name)
  return { side: newer, close: () => newer.close().then(() => rmSync(folder, { recursive: true })) }
}
