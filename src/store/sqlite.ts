/**
 * The embedded store: `node:sqlite` behind Kysely.
 *
 * What must always hold: one process serves a folder; every acknowledged write is on disk (WAL with
 * synchronous=FULL); reads use a connection of their own and never see half a write; statements are prepared once per
 * text. Writers that arrive in the same turn of the event loop share one durable commit, each in a savepoint of its
 * own, because the commit costs more than the work.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Clock } from '../lib/clock.ts'
import { unavailable } from '../lib/errors.ts'
import { gids } from '../lib/gid.ts'
import type { Builder, Connection, Reader, Store, Writer } from './db.ts'
import { sqliteDialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import type { Statement, Values } from './statement.ts'
import type { Tables } from './tables.ts'

/** Thrown when another process already serves the folder. */
export class FolderInUse extends Error {}

export interface SqliteOptions {
  /** The folder of the data, or null for one that is gone when the store is closed. */
  folder: string | null
  clock: Clock
  /** Distinguishes gids made by processes that write to the same folder (0 to 31). */
  node?: number
  /** Hold the folder, so that a second server refuses it. */
  exclusive?: boolean
}

/** Opens the store, bringing its schema up to date. Throws FolderInUse, or NewerSchema from `migrate.ts`. */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const passing = options.folder === null
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'workloom-'))
  mkdirSync(folder, { recursive: true })
  const open = options.exclusive ? [holdFolder(folder)] : []
  const close = () => {
    for (const database of open.reverse()) database.close()
    if (passing) rmSync(folder, { recursive: true })
  }
  try {
    const writing = connect(folder, passing)
    open.push(writing)
    const writer = sqliteReader(writing)
    await migrate(writer.connection, sqliteDialect)
    const reading = connect(folder, passing)
    open.push(reading)
    const { clock, node } = options
    const queue = writeQueue(writing, { ...writer, gid: gids(clock, node) }, clock)
    return { read: sqliteReader(reading), write: queue.write, close: () => queue.idle().then(close) }
  } catch (error) {
    close()
    throw error
  }
}

const BUSY = 5
/** Codes of SQLite that blame the machine: busy, locked, read only, input or output failed, disk full, cannot open. */
const OUTAGES: readonly unknown[] = [BUSY, 6, 8, 10, 13, 14]

/** SQLite's code of an error, without the details in its upper bits. */
function codeOf(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number }
  return errcode === undefined ? undefined : errcode & 0xff
}

/** What clients are told: an outage is not their fault, and may be over when they try again. */
const translated = (error: unknown) => (OUTAGES.includes(codeOf(error)) ? unavailable(error) : error)

/** An exclusive transaction on a file of its own: the system releases it even when this process is killed. */
function holdFolder(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (cause) {
    lock.close()
    throw codeOf(cause) === BUSY ? new FolderInUse(folder, { cause }) : cause
  }
  return lock
}

function connect(folder: string, passing: boolean): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'workloom.db'))
  database.exec(`
    pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = ${passing ? 'off' : 'full'};
    pragma foreign_keys = on; pragma cache_size = -65536; pragma mmap_size = 268435456; pragma temp_store = memory`)
  return database
}

function sqliteReader(database: DatabaseSync): Reader & { connection: Connection } {
  const connection = sqliteConnection(database)
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver(connection),
      createIntrospector: db => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  const db: Builder = Object.assign(kysely, { dialect: sqliteDialect })
  const all = async <Row>(statement: Statement<Row>, values: Values) => {
    const compiled = statement.compile(db)
    return (await connection.all(compiled.sql, compiled.bind(values))) as Row[]
  }
  const first = async <Row>(statement: Statement<Row>, values: Values) => {
    const compiled = statement.compile(db)
    return (await connection.first(compiled.sql, compiled.bind(values))) as Row | undefined
  }
  return { db, connection, all, first }
}

/** Statements are kept by their text. The texts come from declarations and plans, whose number is bounded. */
function sqliteConnection(database: DatabaseSync): Connection {
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    let known = prepared.get(sql)
    if (!known) {
      if (prepared.size >= 2000) prepared.clear()
      known = database.prepare(sql)
      prepared.set(sql, known)
    }
    return known
  }
  const on = <T>(sql: string, use: (statement: StatementSync) => T): T => {
    try {
      return use(prepare(sql))
    } catch (error) {
      throw translated(error)
    }
  }
  return {
    all: async (sql, values) => on(sql, statement => statement.all(...(values as SQLInputValue[]))),
    first: async (sql, values) => on(sql, statement => statement.get(...(values as SQLInputValue[]))),
    run: async (sql, values) =>
      on(sql, statement => ({ changes: Number(statement.run(...(values as SQLInputValue[])).changes) })),
  }
}

/** The driver that Kysely wants. Transactions are not its business here: `writeQueue` holds them. */
function driver(connection: Connection): Driver {
  const own: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
      ({ rows: await connection.all(sql, [...parameters]) }) as QueryResult<R>,
    streamQuery: () => {
      throw new Error('The store does not stream.')
    },
  }
  const nothing = async () => {}
  const refuse = () => Promise.reject(new Error('Transactions are made by store.write.'))
  return {
    init: nothing,
    acquireConnection: async () => own,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: nothing,
    destroy: nothing,
  }
}

interface Job {
  work(tx: Writer): Promise<unknown>
  settle(): void
  resolve(value: unknown): void
  reject(error: unknown): void
}

const GROUP = 64

/** Runs one job inside the transaction of its group. Throws only when the whole group is lost. */
async function one(database: DatabaseSync, tx: Writer, job: Job) {
  database.exec('savepoint job')
  try {
    const value = await job.work(tx)
    job.settle = () => job.resolve(value)
  } catch (error) {
    // A full disk makes SQLite roll back by itself, and the whole group is lost.
    if (!database.isTransaction) throw error
    database.exec('rollback to job')
    job.settle = () => job.reject(error)
  }
  database.exec('release job')
}

function writeQueue(database: DatabaseSync, writer: Omit<Writer, 'now'>, clock: Clock) {
  let waiting: Job[] = []
  let drained: Promise<void> | undefined

  async function drain() {
    // Requests whose bytes arrived together reach this point in one turn of the event loop: let all of them join.
    await new Promise(resolve => setImmediate(resolve))
    while (waiting.length > 0) {
      const group = waiting.slice(0, GROUP)
      waiting = waiting.slice(GROUP)
      try {
        database.exec('begin immediate')
        for (const job of group) await one(database, { ...writer, now: clock() }, job)
        database.exec('commit')
      } catch (error) {
        if (database.isOpen && database.isTransaction) database.exec('rollback')
        for (const job of group) job.settle = () => job.reject(error)
      }
      for (const job of group) job.settle()
    }
    drained = undefined
  }

  return {
    write: <T>(work: (tx: Writer) => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.push({
          work,
          settle() {},
          resolve: value => resolve(value as T),
          reject: error => reject(translated(error)),
        })
        drained ??= drain()
      }),
    idle: async () => {
      while (drained) await drained
    },
  }
}
