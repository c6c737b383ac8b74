/**
 * The write queue of the embedded store. Writes that arrive in one turn of the event loop share a durable commit, except
 * those in the background. A failed write does not affect the others (`commitGroup`). Each is answered after the commit.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../lib/clock.ts'
import { serviceUnavailable } from '../lib/errors.ts'
import { Invalidations, type MemoryCache } from './cache/memory_cache.ts'
import type { ChangeCapture, WriteOrigin, Writer } from './db.ts'
import { deriveStaleGrants, withCurrentGrants } from './grants.ts'
import { createTextIndexer, type TextIndexer } from './search/unindexed.ts'
import { StaleGrants } from './tracking/stale_grants.ts'

export const SQLITE_BUSY = 5
/** Error codes of outages: busy, locked, read-only, I/O error, disk full, cannot open. */
const OUTAGES: readonly unknown[] = [SQLITE_BUSY, 6, 8, 10, 13, 14]

/** The primary error code of SQLite, without the extended bits. */
export function codeOf(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number }
  return errcode === undefined ? undefined : errcode & 0xff
}

/** The error for clients: an outage becomes 503, so that they retry. */
export const translated = (error: unknown) => (OUTAGES.includes(codeOf(error)) ? serviceUnavailable(error) : error)

interface QueuedWrite {
  origin: WriteOrigin
  work(tx: Writer): Promise<unknown>
  /**
   * Data, because a closure in its place made V8 keep all that a request had allocated until the next major garbage
   * collection: about 10 kB for each write (`--trace-gc`).
   */
  outcome: { value: unknown } | { error: unknown } | undefined
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** Answers a write. */
function settle({ outcome, resolve, reject }: QueuedWrite): void {
  if (outcome && 'error' in outcome) reject(outcome.error)
  else resolve(outcome?.value)
}

const MAX_GROUP = 64

/** Runs one write, and records its changes. Returns whether there are any. */
async function run(tx: RecordingWriter, job: QueuedWrite): Promise<boolean> {
  const value = await job.work(tx)
  await tx.recordChanges()
  job.outcome = { value }
  return tx.hasChanges()
}

/** Thrown when a write of a group fails after it has changed rows. */
class PartialWrite extends Error {}

/** How a transaction runs one write. Returns whether there are changes to record. */
type RunWrite = (parts: CommitParts, tx: RecordingWriter, job: QueuedWrite) => Promise<boolean>

/** A write alone: its failure ends the transaction. */
const runAlone: RunWrite = (_, tx, job) => run(tx, job)

/**
 * A write in a transaction that others share. If it fails before it has changed a row, as most failures do, only this
 * write fails. Throws PartialWrite otherwise.
 */
const runInGroup: RunWrite = async ({ database, writeCount }, tx, job) => {
  const before = writeCount()
  try {
    return await run(tx, job)
  } catch (error) {
    if (!database.isTransaction) throw error
    if (writeCount() !== before) throw new PartialWrite()
    job.outcome = { error }
    return false
  }
}

/** The same, after another write of the group was partial. Throws only when the whole transaction is lost. */
const runInSavepoint: RunWrite = async ({ database }, tx, job) => {
  let hasChanges = false
  database.exec('savepoint job')
  try {
    hasChanges = await run(tx, job)
  } catch (error) {
    // On a full disk, SQLite rolls back the transaction of the whole group.
    if (!database.isTransaction) throw error
    database.exec('rollback to job')
    job.outcome = { error }
  }
  database.exec('release job')
  return hasChanges
}

/** The origin of writes by the program itself. */
export const PROGRAM: WriteOrigin = { user: null, kind: null, application: null, address: '', agent: '' }

/** For stores without change capture. */
export const noCapture: ChangeCapture = { captures: () => false, beforeCommit: async () => undefined }

type TransactionState = Pick<Writer, 'rowChanges' | 'auditEvents' | 'personalChanges' | 'knownRows' | 'staleGrants'>

/** A writer that records its changes, and knows whether there were any. */
export type RecordingWriter = Writer & { hasChanges(): boolean }

/** Completes a writer. */
export function recordingWriter(parts: Omit<Writer, 'recordChanges'>): RecordingWriter {
  let hasChanges = false
  const tx: RecordingWriter = withCurrentGrants({
    ...parts,
    hasChanges: () => hasChanges,
    async recordChanges() {
      await deriveStaleGrants(tx)
      if (!recordsChanges(tx)) return
      hasChanges = true
      await tx.capture.beforeCommit(tx)
    },
  })
  return tx
}

/** Whether a transaction has anything to record. */
const recordsChanges = ({ rowChanges, auditEvents, personalChanges }: TransactionState): boolean =>
  rowChanges.length + auditEvents.length + personalChanges.length > 0

/** The initial state of a transaction. */
export const newTransactionState = (): TransactionState => ({
  rowChanges: [],
  auditEvents: [],
  personalChanges: [],
  knownRows: new Map(),
  staleGrants: new StaleGrants(),
})

/** The part of the writer of each transaction that all of them share. */
type WriterCommon = Omit<
  Writer,
  'now' | 'origin' | 'invalidations' | 'premises' | 'recordChanges' | keyof TransactionState
>

/** Writes in the background let reads of others run between their statements. */
export type Writers = Record<'usual' | 'background', WriterCommon>

/** What commits need and affect. */
interface CommitContext {
  clock: Clock
  cache: MemoryCache
  /** Ends the read transaction, so that the next read sees the commit. */
  endRead(): void
  /** How many statements of the connection have succeeded that may have changed rows. */
  writeCount(): number
}

interface CommitParts extends CommitContext {
  database: DatabaseSync
  writers: Writers
  texts: TextIndexer
}

/** Runs the writes of a group in one transaction. Throws if it is lost. Returns whether changes were recorded. */
async function runTransaction(parts: CommitParts, group: QueuedWrite[], runWrite: RunWrite): Promise<boolean> {
  const { database, writers, clock, texts, cache, endRead } = parts
  let hasChanges = false
  // A failed write may leave invalidations. Invalidating more than necessary is harmless.
  const invalidations = new Invalidations()
  const view = cache.viewWithin(invalidations)
  try {
    database.exec('begin immediate')
    for (const job of group) {
      const tx = recordingWriter({
        ...writers[job.origin.isBackground ? 'background' : 'usual'],
        cache: view,
        invalidations,
        origin: job.origin,
        now: clock(),
        // Nothing else commits meanwhile.
        premises: new Set(),
        ...newTransactionState(),
      })
      hasChanges = (await runWrite(parts, tx, job)) || hasChanges
    }
    texts.catchUp()
    database.exec('commit')
  } catch (error) {
    if (database.isOpen && database.isTransaction) database.exec('rollback')
    throw error
  }
  cache.invalidate(invalidations)
  endRead()
  return hasChanges
}

/**
 * Runs the writes of a group and commits them together. Returns whether changes were recorded. A savepoint around each
 * write costs a copy of every page that it changes, so the writes run without, and again if one of them is partial.
 */
async function commitGroup(parts: CommitParts, group: QueuedWrite[]): Promise<boolean> {
  try {
    return await runTransaction(parts, group, group.length === 1 ? runAlone : runInGroup).catch(error => {
      if (error instanceof PartialWrite) return runTransaction(parts, group, runInSavepoint)
      throw error
    })
  } catch (error) {
    for (const job of group) job.outcome = { error }
    return false
  }
}

/** Listeners that are called after commits with changes, each in a later turn of the event loop. */
export function createListeners() {
  const all = new Set<() => void>()
  return {
    call: () => {
      for (const listener of all) setImmediate(listener)
    },
    listen(listener: () => void) {
      all.add(listener)
      return () => void all.delete(listener)
    },
  }
}

/** A write in the background is a group of its own: it takes long, and no request may wait for it to share its commit. */
function groupSize(waiting: readonly QueuedWrite[]): number {
  const at = waiting.findIndex(({ origin }) => origin.isBackground)
  return at === 0 ? 1 : at > 0 ? Math.min(at, MAX_GROUP) : MAX_GROUP
}

/** Creates the write queue of a database. */
export function createWriteQueue(database: DatabaseSync, writers: Writers, context: CommitContext) {
  let waiting: QueuedWrite[] = []
  const { call, listen } = createListeners()
  const texts = createTextIndexer(database)
  let drained: Promise<void> | undefined

  async function drain() {
    // Requests that arrived together reach this point in one turn of the event loop: all of them join the group.
    await new Promise(resolve => setImmediate(resolve))
    while (waiting.length > 0) {
      const size = groupSize(waiting)
      const group = waiting.slice(0, size)
      waiting = waiting.slice(size)
      const hasChanges = await commitGroup({ database, writers, texts, ...context }, group)
      for (const job of group) settle(job)
      if (hasChanges) call()
    }
    drained = undefined
  }

  const write = <T>(work: (tx: Writer) => Promise<T>, origin: WriteOrigin = PROGRAM): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const fail = (error: unknown) => reject(translated(error))
      waiting.push({ origin, work, outcome: undefined, resolve: value => resolve(value as T), reject: fail })
      drained ??= drain()
    })

  return {
    ...{ write, listen },
    /** Indexes what a transfer or a migration has left. */
    catchUp: async () => {
      if (texts.isBehind()) await write(async () => undefined)
    },
    idle: async () => {
      while (drained) await drained
    },
  }
}
