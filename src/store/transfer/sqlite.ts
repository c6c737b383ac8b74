/** The source and the target of a transfer in the embedded store: an SQLite file, on a separate connection. */
import { type BackupProgressInfo, backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { sqliteDialect } from '../dialect.ts'
import { migrate } from '../migrate.ts'
import { restrictToOwner, sqliteConnection } from '../sqlite.ts'
import { codeOf } from '../write_queue.ts'
import { INCOMPLETE_VERSION, schemaOf, type TransferSchema, type TransferTable } from './schema.ts'
import {
  PAGE_ROWS,
  statementsOf,
  TransferRefused,
  type TransferRow,
  type TransferSource,
  type TransferTarget,
  type TransferValue,
} from './source.ts'

/** The codes of SQLite for a damaged file, and for one that is not a database. */
const DAMAGED: readonly unknown[] = [11, 26]

/** Translates the errors of a file that SQLite cannot read; returns other errors unchanged. */
export function damageError(error: unknown, name: string): unknown {
  if (!DAMAGED.includes(codeOf(error))) return error
  return new TransferRefused(`SQLite cannot read ${name}: ${(error as Error).message}.`, { cause: error })
}

/** Opens a snapshot of the file, which later writes do not affect. */
export function openSqliteSource(file: string, name: string): TransferSource {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    database.exec('pragma busy_timeout = 5000; pragma mmap_size = 268435456; begin')
    const copyTo: TransferSource['copyTo'] = async (copy, onProgress) => {
      const progress = (pages: BackupProgressInfo) =>
        onProgress(1 - pages.remainingPages / Math.max(1, pages.totalPages))
      // The open transaction hides the writes of others, which would restart the copy.
      await backup(database, copy, { rate: PAGE_ROWS, progress })
    }
    return { ...sourceOf(database, name, schemaOf(database)), copyTo }
  } catch (error) {
    database.close()
    throw damageError(error, name)
  }
}

/** Opens a file as a target, and creates it if necessary. */
export async function openSqliteTarget(file: string, name: string): Promise<TransferTarget> {
  restrictToOwner(file)
  const database = new DatabaseSync(file)
  try {
    // A page that a power failure loses is transferred again; only `finish` must be durable.
    database.exec('pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = normal')
    database.exec('pragma foreign_keys = on; pragma cache_size = -65536; pragma mmap_size = 268435456')
    if (schemaOf(database).version === 0)
      await migrate(
        sqliteConnection(database, () => {}),
        sqliteDialect,
      )
    return targetOf(database, name, schemaOf(database))
  } catch (error) {
    database.close()
    throw damageError(error, name)
  }
}

/** Returns the first damage that SQLite finds in a database, or undefined. */
export function findDamage(database: DatabaseSync): string | undefined {
  const [{ integrity_check: text } = {}] = database.prepare('pragma integrity_check(1)').all()
  if (text !== 'ok') return String(text).replaceAll('\n', ' ')
  const [broken] = database.prepare('pragma foreign_key_check').all()
  return broken && `a row of ${broken.table} refers to a missing row of ${broken.parent}`
}

/** Caches prepared statements by their text; they return rows as arrays. */
function createPreparer(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  return (text: string): StatementSync => {
    const known = prepared.get(text) ?? database.prepare(text)
    if (!prepared.has(text)) known.setReturnArrays(true)
    prepared.set(text, known)
    return known
  }
}

const mark = () => '?'

/** The types of node:sqlite declare rows as objects, also for statements that return arrays. */
const asRows = (rows: unknown) => rows as TransferRow[]

function sourceOf(database: DatabaseSync, name: string, schema: TransferSchema): TransferSource {
  const prepare = createPreparer(database)
  const all = (text: string, values: readonly TransferValue[]) =>
    asRows(prepare(text).all(...(values as SQLInputValue[])))
  return {
    name,
    schema,
    page: async (table, after, limit) => {
      const { first, next } = statementsOf(table, mark)
      return after ? all(next, [...after, limit]) : all(first, [limit])
    },
    find: async (table, key) => all(statementsOf(table, mark).find, key)[0],
    count: async table => Number(all(statementsOf(table, mark).count, [])[0]?.[0]),
    lastSerial: async table => Number(all('select seq from sqlite_sequence where name = ?', [table.name])[0]?.[0] ?? 0),
    close: async () => database.close(),
  }
}

function targetOf(database: DatabaseSync, name: string, schema: TransferSchema): TransferTarget {
  const prepare = createPreparer(database)
  const run = (text: string, values: readonly TransferValue[]) => prepare(text).run(...(values as SQLInputValue[]))
  const transaction = (work: () => void) => {
    database.exec('begin immediate')
    try {
      work()
      database.exec('commit')
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      throw error
    }
  }
  return {
    ...sourceOf(database, name, schema),
    begin: async () => transaction(() => run('insert into schema_versions (version) values (?)', [INCOMPLETE_VERSION])),
    lastRow: async table => asRows(prepare(statementsOf(table, mark).last).all())[0],
    write: async (table, rows) => {
      const { name: into, columns } = statementsOf(table, mark)
      const text = `insert into ${into} (${columns}) values (${table.columns.map(mark)})`
      transaction(() => rows.forEach(row => void run(text, row)))
    },
    setSelfReferences: async (table, rows) => {
      const text = referencesUpdate(table)
      const values = (row: TransferRow) => [...table.selfReferences, ...table.key].map(index => row[index] ?? null)
      transaction(() => rows.forEach(row => void run(text, values(row))))
    },
    finish: async serials => {
      database.exec('pragma synchronous = full')
      transaction(() => {
        for (const [table, number] of serials) setSequence(run, table, number)
        run('delete from schema_versions where version = ?', [INCOMPLETE_VERSION])
      })
      database.exec('pragma optimize = 0x10002; pragma wal_checkpoint(truncate)')
    },
  }
}

function referencesUpdate(table: TransferTable): string {
  const equal = (index: number) => `"${table.columns[index]?.name}" = ?`
  return `update "${table.name}" set ${table.selfReferences.map(equal).join(', ')} where ${table.key.map(equal).join(' and ')}`
}

function setSequence(
  run: (text: string, values: TransferValue[]) => unknown,
  table: TransferTable,
  number: number,
): void {
  run('delete from sqlite_sequence where name = ?', [table.name])
  run('insert into sqlite_sequence (name, seq) values (?, ?)', [table.name, number])
}
