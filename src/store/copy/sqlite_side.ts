/** The source and the target of a transfer in the embedded store: an SQLite file, on a separate connection. */
import { type BackupProgressInfo, backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { sqliteDialect } from '../dialect.ts'
import { migrate } from '../migrate.ts'
import { ownerOnly, sqliteConnection } from '../sqlite.ts'
import { codeOf } from '../write_queue.ts'
import { HALF_COPIED, type Schema, schemaOf, type Table } from './schema.ts'
import { NotCopied, PAGE, type Row, type Side, type Target, texts, type Value } from './side.ts'

/** The codes of SQLite for a damaged file, and for one that is not a database. */
const DAMAGED: readonly unknown[] = [11, 26]

/** Translates the errors of a file that SQLite cannot read; returns other errors unchanged. */
export function damaged(error: unknown, name: string): unknown {
  if (!DAMAGED.includes(codeOf(error))) return error
  return new NotCopied(`SQLite cannot read ${name}: ${(error as Error).message}.`, { cause: error })
}

/** Opens a snapshot of the file, whatever others write meanwhile. */
export function readSqlite(file: string, name: string): Side {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    database.exec('pragma busy_timeout = 5000; pragma mmap_size = 268435456; begin')
    const image: Side['image'] = async (copy, told) => {
      const progress = (pages: BackupProgressInfo) => told(1 - pages.remainingPages / Math.max(1, pages.totalPages))
      // The open transaction hides the writes of others, which would restart the copy.
      await backup(database, copy, { rate: PAGE, progress })
    }
    return { ...sideOf(database, name, schemaOf(database)), image }
  } catch (error) {
    database.close()
    throw damaged(error, name)
  }
}

/** Opens a file as a target, and creates it if necessary. */
export async function fillSqlite(file: string, name: string): Promise<Target> {
  ownerOnly(file)
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
    throw damaged(error, name)
  }
}

/** Returns the first damage that SQLite finds in a database, or undefined. */
export function sound(database: DatabaseSync): string | undefined {
  const [{ integrity_check: text } = {}] = database.prepare('pragma integrity_check(1)').all()
  if (text !== 'ok') return String(text).replaceAll('\n', ' ')
  const [broken] = database.prepare('pragma foreign_key_check').all()
  return broken && `a row of ${broken.table} refers to a missing row of ${broken.parent}`
}

/** Caches prepared statements by their text; they return rows as arrays. */
function preparing(database: DatabaseSync) {
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
const listed = (rows: unknown) => rows as Row[]

function sideOf(database: DatabaseSync, name: string, schema: Schema): Side {
  const prepare = preparing(database)
  const all = (text: string, values: readonly Value[]) => listed(prepare(text).all(...(values as SQLInputValue[])))
  return {
    name,
    schema,
    page: async (table, after, limit) => {
      const { first, next } = texts(table, mark)
      return after ? all(next, [...after, limit]) : all(first, [limit])
    },
    find: async (table, key) => all(texts(table, mark).find, key)[0],
    count: async table => Number(all(texts(table, mark).count, [])[0]?.[0]),
    given: async table => Number(all('select seq from sqlite_sequence where name = ?', [table.name])[0]?.[0] ?? 0),
    close: async () => database.close(),
  }
}

function targetOf(database: DatabaseSync, name: string, schema: Schema): Target {
  const prepare = preparing(database)
  const run = (text: string, values: readonly Value[]) => prepare(text).run(...(values as SQLInputValue[]))
  const whole = (work: () => void) => {
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
    ...sideOf(database, name, schema),
    begin: async () => whole(() => run('insert into schema_versions (version) values (?)', [HALF_COPIED])),
    last: async table => listed(prepare(texts(table, mark).last).all())[0],
    write: async (table, rows) => {
      const { name: into, columns } = texts(table, mark)
      const text = `insert into ${into} (${columns}) values (${table.columns.map(mark)})`
      whole(() => rows.forEach(row => void run(text, row)))
    },
    connect: async (table, rows) => {
      const text = connection(table)
      const values = (row: Row) => [...table.own, ...table.key].map(place => row[place] ?? null)
      whole(() => rows.forEach(row => void run(text, values(row))))
    },
    finish: async given => {
      database.exec('pragma synchronous = full')
      whole(() => {
        for (const [table, number] of given) giveOn(run, table, number)
        run('delete from schema_versions where version = ?', [HALF_COPIED])
      })
      database.exec('pragma optimize = 0x10002; pragma wal_checkpoint(truncate)')
    },
  }
}

function connection(table: Table): string {
  const equal = (place: number) => `"${table.columns[place]?.name}" = ?`
  return `update "${table.name}" set ${table.own.map(equal).join(', ')} where ${table.key.map(equal).join(' and ')}`
}

function giveOn(run: (text: string, values: Value[]) => unknown, table: Table, number: number): void {
  run('delete from sqlite_sequence where name = ?', [table.name])
  run('insert into sqlite_sequence (name, seq) values (?, ?)', [table.name, number])
}
