/**
 * The embedded store: `node:sqlite` behind Kysely.
 *
 * What must always hold: one process serves a folder; every acknowledged write is on disk (WAL with
 * synchronous=FULL); reads use a connection of their own and never see half a write; statements are prepared once per
 * text. Writers that arrive in the same turn of the event loop share one durable commit, each in a savepoint of its
 * own, because the commit costs more than the work.
 */
import { closeSync, existsSync, fchmodSync, fstatSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import type { Clock } from '../lib/clock.ts'
import { gids } from '../lib/gid.ts'
import type { ChangeCapture, Connection, Reader, Store } from './db.ts'
import { sqliteDialect } from './dialect.ts'
import { type BeforeChange, migrate, NoStore } from './migrate.ts'
import { Memory } from './near/memory.ts'
import { announcedAlone } from './queries/instances/address.ts'
import { unusedSince } from './queries/instances/newest.ts'
import { builderFor, type Engine, readerOf } from './reader.ts'
import { BUSY, codeOf, noCapture, translated, writeQueue } from './write_queue.ts'

/** Thrown when another process already serves the folder. */
export class FolderInUse extends Error {}

export interface SqliteOptions {
  /** The folder of the data, or null for a new one. */
  folder: string | null
  /** Writes do not wait for the disk, and the folder is gone when the store is closed. So it is with a new folder. */
  passing?: boolean
  clock: Clock
  /** Distinguishes gids made by processes that write to the same folder (0 to 31). */
  node?: number
  /** What is to be told of writes; nothing when not given. */
  capture?: ChangeCapture
  /** Hold the folder, so that a second server refuses it. */
  exclusive?: boolean
  /** Throw NoStore where there is none, and make nothing. */
  existing?: boolean
}

/** Opens the store, bringing its schema up to date. Throws FolderInUse, or NewerSchema and NoStore from `migrate.ts`. */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { passing = options.folder === null, existing = false } = options
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'workloom-'))
  if (existing && !existsSync(join(folder, FILE))) throw new NoStore(folder)
  // Nobody but the user who runs the program reads other people's work.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const open = options.exclusive ? [holdFolder(folder)] : []
  const close = () => {
    for (const database of open.splice(0).reverse()) database.close()
    if (passing) rmSync(folder, { recursive: true, force: true })
  }
  try {
    const writing = connect(folder, passing)
    open.push(writing)
    const writer = sqliteReader(writing)
    await bringUpToDate(writer.connection, options.exclusive ? null : folder, existing)
    const reading = connect(folder, passing)
    open.push(reading)
    const memory = new Memory()
    const turn = turnOf(reading, othersIn(writing, memory))
    const { clock, node, capture = noCapture } = options
    const gid = gids(clock, node, await unusedSince(writer))
    const queue = writeQueue(writing, { ...writer, gid, capture: capture, ahead: false }, clock, {
      memory,
      ended: turn.end,
    })
    const read = { ...sqliteReader(reading, turn.begin), near: { ...memory.near, catchUp: () => void turn.begin() } }
    const { write, listen } = queue
    return {
      // Between two that write, nobody else does.
      ...{ read, clock, write, listen, snapshot: write },
      ...{ beside: null, instanceCount: () => 1 },
      announce: address => write(tx => announcedAlone(tx, address)),
      close: () => queue.idle().then(turn.end).then(close),
    }
  } catch (error) {
    close()
    throw error
  }
}

/** Migrates, and holds the folder meanwhile, when one is given. Throws NewerSchema, FolderInUse, NoStore. */
async function bringUpToDate(connection: Connection, folder: string | null, existing: boolean): Promise<void> {
  let lock: DatabaseSync | undefined
  const hold: BeforeChange = version => {
    if (version === 0 && existing) throw new NoStore()
    if (version > 0 && folder !== null) lock = holdFolder(folder)
  }
  await migrate(connection, sqliteDialect, hold).finally(() => lock?.close())
}

/** Whether a server, or another process that wants the folder for itself, holds it. */
export function isHeld(folder: string): boolean {
  const file = join(folder, LOCK)
  if (!existsSync(file)) return false
  const lock = holdBy(file)
  lock?.close()
  return lock === undefined
}

/** Keeps others from a folder until the lock is closed. Throws FolderInUse. */
export function holdFolder(folder: string): DatabaseSync {
  const lock = holdBy(join(folder, LOCK))
  if (!lock) throw new FolderInUse(folder)
  return lock
}

/**
 * An exclusive transaction on a file of its own: the system releases it even when this process is killed. Undefined when
 * somebody else has it.
 */
export function holdBy(file: string): DatabaseSync | undefined {
  ownerOnly(file)
  const lock = new DatabaseSync(file)
  try {
    // A look whether somebody has it takes it for a moment as well.
    lock.exec('pragma busy_timeout = 100; begin exclusive')
  } catch (error) {
    lock.close()
    if (codeOf(error) === BUSY) return undefined
    throw error
  }
  return lock
}

/** The files in a folder. SQLite gives those that it puts beside the first the mode of that one. */
const FILE = 'workloom.db'
const LOCK = 'lock'

/** Makes a file, where it is not there, and keeps it from the other users of the machine, whatever the folder allows. */
export function ownerOnly(file: string): void {
  const open = openSync(file, 'a', 0o600)
  try {
    // It may belong to somebody else, who decides.
    if (fstatSync(open).mode & 0o077 && fstatSync(open).uid === process.getuid?.()) fchmodSync(open, 0o600)
  } finally {
    closeSync(open)
  }
}

function connect(folder: string, passing: boolean): DatabaseSync {
  ownerOnly(join(folder, FILE))
  const database = new DatabaseSync(join(folder, FILE))
  database.exec(`
    pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = ${passing ? 'off' : 'full'};
    pragma foreign_keys = on; pragma cache_size = -65536; pragma mmap_size = 2147418112; pragma temp_store = memory`)
  // The engine's own `lower` knows ASCII alone. Only questions use this one: an index would depend on who opens the file.
  database.function('fold', { deterministic: true }, text => (typeof text === 'string' ? text.toLowerCase() : text))
  return database
}

/**
 * One read transaction for each turn of the event loop: whatever is read in one turn is read from one moment, and the
 * locks are taken once instead of for every statement. It also ends whenever a write has been made durable, so that
 * nobody misses what was acknowledged before.
 */
function turnOf(database: DatabaseSync, before: () => void) {
  const [begin, commit] = [database.prepare('begin'), database.prepare('commit')]
  let running = false
  const end = () => {
    if (running && database.isOpen) commit.run()
    running = false
  }
  return {
    begin() {
      if (running) return
      before()
      begin.run()
      running = true
      setImmediate(end)
    },
    end,
  }
}

/**
 * Looks whether another process has written, and forgets what is kept then: a command beside the server. What the writing
 * connection writes itself does not move its version. The look comes before what is read next, so that this is newer.
 */
function othersIn(writing: DatabaseSync, memory: Memory): () => void {
  const look = writing.prepare('pragma data_version')
  look.setReturnArrays(true)
  let known: unknown
  return () => {
    const [version] = look.get() as unknown as [number]
    if (version !== known) memory.forget()
    known = version
  }
}

const engine: Engine = {
  dialect: sqliteDialect,
  adapter: () => new SqliteAdapter(),
  compiler: () => new SqliteQueryCompiler(),
}

/** `before` runs ahead of every statement. */
export function sqliteReader(database: DatabaseSync, before = () => {}): Reader & { connection: Connection } {
  const connection = sqliteConnection(database, before)
  return { ...readerOf(builderFor(engine, connection), connection), connection }
}

/** Statements are kept by their text. The texts come from declarations and plans, whose number is bounded. */
export function sqliteConnection(database: DatabaseSync, before: () => void): Connection {
  type Shape = Map<string, StatementSync>
  const [objects, lists]: [Shape, Shape] = [new Map(), new Map()]
  const prepare = (sql: string, prepared: Shape) => {
    let known = prepared.get(sql)
    if (!known) {
      if (prepared.size >= 2000) prepared.clear()
      known = database.prepare(sql)
      if (prepared === lists) known.setReturnArrays(true)
      prepared.set(sql, known)
    }
    return known
  }
  const on = <T>(sql: string, use: (statement: StatementSync) => T, shape = objects): T => {
    try {
      before()
      return use(prepare(sql, shape))
    } catch (error) {
      throw translated(error)
    }
  }
  return {
    all: async (sql, values) => on(sql, statement => statement.all(...(values as SQLInputValue[]))),
    tuples: async (sql, values) =>
      on(sql, statement => statement.all(...(values as SQLInputValue[])) as unknown as unknown[][], lists),
    first: async (sql, values) => on(sql, statement => statement.get(...(values as SQLInputValue[]))),
    run: async (sql, values) =>
      on(sql, statement => ({ changes: Number(statement.run(...(values as SQLInputValue[])).changes) })),
  }
}
