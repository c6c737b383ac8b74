/**
 * The embedded store: Kysely on `node:sqlite`.
 *
 * Invariants:
 * - one process serves a folder;
 * - an acknowledged write is on disk (WAL with synchronous=FULL);
 * - reads use a connection of their own and never see a partial write;
 * - statements are prepared once per text.
 *
 * Writes that arrive in one turn of the event loop share a durable commit, which costs more than the writes.
 */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import type { Clock } from '../lib/clock.ts'
import { gids } from '../lib/gid.ts'
import { MemoryCache } from './cache/memory_cache.ts'
import type { ChangeCapture, Connection, Reader, Store } from './db.ts'
import { sqliteDialect } from './dialect.ts'
import { givingWay } from './giving_way.ts'
import { type BeforeChange, migrate, NoStore } from './migrate.ts'
import { replaceAddress } from './queries/instances/address.ts'
import { firstUnusedTime } from './queries/instances/gids.ts'
import { atEndOfTurn, createForeignCommitCheck, createReadTransaction } from './read_transaction.ts'
import { builderFor, type Engine, readerOf } from './reader.ts'
import { codeOf, createWriteQueue, noCapture, SQLITE_BUSY, translated } from './write_queue.ts'

/** Thrown when another process already serves the folder. */
export class FolderInUse extends Error {}

export interface SqliteOptions {
  /** The folder of the data, or null for a new one. */
  folder: string | null
  /** Writes are not synchronized to disk, and closing the store deletes the folder. The default for a new folder. */
  ephemeral?: boolean
  clock: Clock
  /** The number for gids, which must differ between processes that write to one folder (0 to 31). */
  node?: number
  /** Records changes. By default, none are recorded. */
  capture?: ChangeCapture
  /** Lock the folder, so that a second server refuses it. */
  exclusive?: boolean
  /** Throw NoStore instead of creating a store. */
  existing?: boolean
  /** The database that a new folder begins with: bytes of `serialize` of this version. */
  bytes?: Uint8Array
  /** The member `unusedFrom` of a store that was opened with the same bytes. */
  unusedFrom?: number
}

/** A store whose whole database can be copied. */
export interface SqliteStore extends Store {
  /** The committed state as the bytes of a database file. */
  serialize(): Uint8Array
  /** The first time from which on no gid was in use when it was opened. */
  readonly unusedFrom: number
}

/** Opens the store and migrates its schema. Throws FolderInUse, NewerSchema, NoStore. */
export async function openSqlite(options: SqliteOptions): Promise<SqliteStore> {
  const { ephemeral = options.folder === null, existing = false, bytes } = options
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'workloom-'))
  if (existing && !existsSync(join(folder, FILE))) throw new NoStore(folder)
  // Only the user who runs the program may read the data.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const open = options.exclusive ? [lockFolder(folder)] : []
  const close = () => {
    for (const database of open.splice(0).reverse()) database.close()
    if (ephemeral) rmSync(folder, { recursive: true, force: true })
  }
  try {
    if (bytes) writeFileSync(join(folder, FILE), bytes, { mode: 0o600, flag: 'wx' })
    const writing = connect(folder, ephemeral)
    open.push(writing)
    const writer = sqliteReader(writing)
    await bringUpToDate(writer.connection, options.exclusive ? null : folder, existing)
    const reading = connect(folder, ephemeral)
    open.push(reading)
    return await storeOn({ writing, writer, reading, close }, options)
  } catch (error) {
    close()
    throw error
  }
}

interface Connections {
  writing: DatabaseSync
  writer: SqliteReader
  reading: DatabaseSync
  /** Closes both. */
  close(): void
}

async function storeOn(
  { writing, writer, reading, close }: Connections,
  { clock, node, capture = noCapture, ...options }: SqliteOptions,
): Promise<SqliteStore> {
  const cache = new MemoryCache()
  const readTransaction = createReadTransaction(reading, createForeignCommitCheck(writing, cache))
  const { unusedFrom = await firstUnusedTime(writer) } = options
  const gid = gids(clock, node, unusedFrom)
  const context = { clock, cache, endRead: readTransaction.end, writeCount: writer.connection.writeCount }
  const queue = createWriteQueue(writing, writersOn(writer, { gid, capture, pipelined: false }), context)
  const view = { ...cache.view, catchUp: () => void readTransaction.beginForRequest() }
  const direct = sqliteReader(reading, readTransaction.begin)
  const read = { ...direct, cache: view }
  const batched = { ...readerOn(atEndOfTurn(direct.connection, readTransaction)), cache: view }
  const { write, listen } = queue
  await queue.catchUp()
  return {
    ...{ read, batched, clock, write, listen },
    // Between two statements of a write, no other write runs.
    snapshot: work => write(work),
    ...{ outOfBand: null, instanceCount: () => 1, unusedFrom },
    announce: address => write(tx => replaceAddress(tx, address)),
    serialize() {
      readTransaction.end()
      return reading.serialize()
    },
    close: () => queue.idle().then(readTransaction.end).then(close),
  }
}

/** The writers of the usual writes, and of those in the background. */
const writersOn = <T>(writer: SqliteReader, common: T) => ({
  usual: { ...writer, ...common },
  background: { ...readerOn(givingWay(writer.connection)), ...common },
})

/** Migrates, with the folder locked when one is given. Throws NewerSchema, FolderInUse, NoStore. */
async function bringUpToDate(connection: Connection, folder: string | null, existing: boolean): Promise<void> {
  let lock: DatabaseSync | undefined
  const lockBeforeChange: BeforeChange = version => {
    if (version === 0 && existing) throw new NoStore()
    if (version > 0 && folder !== null) lock = lockFolder(folder)
  }
  await migrate(connection, sqliteDialect, lockBeforeChange).finally(() => lock?.close())
}

/** Whether another process has locked the folder. */
export function isFolderLocked(folder: string): boolean {
  const file = join(folder, LOCK)
  if (!existsSync(file)) return false
  const lock = tryLockFile(file)
  lock?.close()
  return lock === undefined
}

/** Locks a folder until the returned database is closed. Throws FolderInUse. */
export function lockFolder(folder: string): DatabaseSync {
  const lock = tryLockFile(join(folder, LOCK))
  if (!lock) throw new FolderInUse(folder)
  return lock
}

/**
 * Begins an exclusive transaction on a lock file, which the system releases even when this process is killed. Undefined when
 * another process holds it.
 */
export function tryLockFile(file: string): DatabaseSync | undefined {
  restrictToOwner(file)
  const lock = new DatabaseSync(file)
  try {
    // `isFolderLocked` of another process takes the lock for a moment.
    lock.exec('pragma busy_timeout = 100; begin exclusive')
  } catch (error) {
    lock.close()
    if (codeOf(error) === SQLITE_BUSY) return undefined
    throw error
  }
  return lock
}

/** The files in a folder. SQLite creates its other files with the mode of the first. */
const FILE = 'workloom.db'
const LOCK = 'lock'

/** Creates a file if necessary, and makes it readable for its owner only. */
export function restrictToOwner(file: string): void {
  const open = openSync(file, 'a', 0o600)
  try {
    // A file of another user keeps its mode.
    if (fstatSync(open).mode & 0o077 && fstatSync(open).uid === process.getuid?.()) fchmodSync(open, 0o600)
  } finally {
    closeSync(open)
  }
}

function connect(folder: string, ephemeral: boolean): DatabaseSync {
  restrictToOwner(join(folder, FILE))
  const database = new DatabaseSync(join(folder, FILE))
  database.exec(`
    pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = ${ephemeral ? 'off' : 'full'};
    pragma foreign_keys = on; pragma cache_size = -65536; pragma mmap_size = 2147418112; pragma temp_store = memory`)
  // In pages, by default 1000. A page of the log that changed often is copied to the database once.
  database.exec('pragma wal_autocheckpoint = 4000')
  // The built-in `lower` supports only ASCII. No index may use this function: other programs do not have it.
  database.function('fold', { deterministic: true }, text => (typeof text === 'string' ? text.toLowerCase() : text))
  return database
}

const engine: Engine = {
  dialect: sqliteDialect,
  adapter: () => new SqliteAdapter(),
  compiler: () => new SqliteQueryCompiler(),
}

type SqliteReader = Reader & { connection: SqliteConnection }

/** `before` runs before every statement. */
export function sqliteReader(database: DatabaseSync, before = () => {}): SqliteReader {
  return readerOn(sqliteConnection(database, before))
}

const readerOn = <C extends Connection>(connection: C) => ({
  ...readerOf(builderFor(engine, connection), connection),
  connection,
})

export interface SqliteConnection extends Connection {
  /** How many statements have succeeded so far that may have changed rows. */
  writeCount(): number
}

/** The text of a statement that only reads, unless a part of it is a write. */
const [READ, WRITE] = [/^\s*(?:select|with)\b/i, /\b(?:insert|update|delete)\b/i]

/** Prepared statements are cached by text. The texts come from declarations and plans, whose number is bounded. */
export function sqliteConnection(database: DatabaseSync, before: () => void): SqliteConnection {
  type Shape = Map<string, StatementSync>
  const [objects, lists]: [Shape, Shape] = [new Map(), new Map()]
  const writing = new WeakSet<StatementSync>()
  let writeCount = 0
  const prepare = (sql: string, prepared: Shape) => {
    let known = prepared.get(sql)
    if (!known) {
      if (prepared.size >= 2000) prepared.clear()
      known = database.prepare(sql)
      if (prepared === lists) known.setReturnArrays(true)
      if (!READ.test(sql) || WRITE.test(sql)) writing.add(known)
      prepared.set(sql, known)
    }
    return known
  }
  const on = <T>(sql: string, use: (statement: StatementSync) => T, shape = objects): T => {
    try {
      before()
      const prepared = prepare(sql, shape)
      const answer = use(prepared)
      if (writing.has(prepared)) writeCount++
      return answer
    } catch (error) {
      throw translated(error)
    }
  }
  return {
    writeCount: () => writeCount,
    all: async (sql, values) => on(sql, statement => statement.all(...(values as SQLInputValue[]))),
    tuples: async (sql, values) =>
      on(sql, statement => statement.all(...(values as SQLInputValue[])) as unknown as unknown[][], lists),
    first: async (sql, values) => on(sql, statement => statement.get(...(values as SQLInputValue[]))),
    execute: async (sql, values) =>
      on(sql, statement => {
        const { changes, lastInsertRowid } = statement.run(...(values as SQLInputValue[]))
        return { changes: Number(changes), lastGid: Number(lastInsertRowid) }
      }),
  }
}
