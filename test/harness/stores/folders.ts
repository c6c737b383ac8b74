/** Folders of the tests, each with a copy of a migrated file: migrating a new one takes longer than most tests. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../../../src/store/sqlite.ts'
import { type Emptying, questionOf } from './pooled_store.ts'

/** The file of the data in a folder. */
export const FILE = 'workloom.db'

let migratedFile: Promise<Buffer> | undefined

/** A folder with the current schema and no rows. */
export async function migratedFolder(): Promise<string> {
  migratedFile ??= migrateFile()
  const folder = temporaryFolder()
  writeFileSync(join(folder, FILE), await migratedFile)
  return folder
}

async function migrateFile(): Promise<Buffer> {
  const folder = temporaryFolder()
  await (await openSqlite({ folder, clock: Date.now })).close()
  const file = readFileSync(join(folder, FILE))
  rmSync(folder, { recursive: true })
  return file
}

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'workloom-test-'))

/**
 * Returns the statements that delete all rows of a migrated folder and reset its sequences, in one transaction.
 */
export function emptyingOf(folder: string): Emptying {
  const database = new DatabaseSync(join(folder, FILE), { readOnly: true })
  // The text index is a virtual table, which triggers empty, as they do its queue.
  const tables = database.prepare(`select name from pragma_table_list where schema = 'main' and type = 'table'`).all()
  database.close()
  const kept = ['sqlite_schema', 'schema_versions', 'unindexed_texts']
  const emptied = tables.filter(({ name }) => !kept.includes(String(name)))
  const question = questionOf(emptied.map(({ name }) => String(name)))
  return async connection => {
    const found = (await connection.all(question, [])) as { name: string }[]
    return ['pragma defer_foreign_keys = on', ...found.map(({ name }) => `delete from ${name}`)]
  }
}
