/**
 * The store that several instances share: PostgreSQL by `pg`.
 *
 * Invariants:
 * - an acknowledged write is committed;
 * - a transaction reads committed state and locks what it needs exclusively (`advisoryLock` of `locks.ts`, unique indexes);
 * - after a conflict, a transaction runs again: `work` may run several times, and only the last run has an effect;
 * - code outside of `store/` does not depend on the engine.
 */
import { PostgresAdapter, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { type Clock, withTimeout } from '../lib/clock.ts'
import { serviceUnavailable } from '../lib/errors.ts'
import { type Gids, gids } from '../lib/gid.ts'
import { type CacheView, Invalidations, RIGHTS } from './cache/memory_cache.ts'
import {
  type Builder,
  type ChangeCapture,
  type Confirm,
  type Connection,
  type Reader,
  RightLowered,
  type Store,
  type WriteOrigin,
  type Writer,
} from './db.ts'
import { migrate, NoStore } from './migrate.ts'
import { CacheSync, isOvertaken, recordCommit } from './postgres/cache_sync.ts'
import {
  clientConfig,
  connectionOf,
  createPool,
  isConflict,
  pooledConnection,
  synchronizedConnection,
  translated,
  withoutTimeouts,
} from './postgres/connection.ts'
import { LOCKS, postgresDialect } from './postgres/dialect.ts'
import { registerInstance } from './postgres/instance.ts'
import { openNotifications } from './postgres/notifications.ts'
import { withSnapshot } from './postgres/snapshot.ts'
import { type Transaction, withTransaction } from './postgres/transaction.ts'
import { builderFor, type Engine, readerOf } from './reader.ts'
import { detached } from './tracking/row_writes.ts'
import { createListeners, newTransactionState, noCapture, PROGRAM, recordingWriter } from './write_queue.ts'

export interface PostgresOptions {
  url: string
  /** Records changes. By default, none are recorded. */
  capture?: ChangeCapture
  /** The maximum number of pooled connections, in addition to the one that listens. */
  connections?: number
  /** Whether this instance serves. Then no command can move the data. */
  serving?: boolean
  /** Throw NoStore instead of creating a store. */
  existing?: boolean
  /** For tests: a clock instead of that of the database. Such an instance shares the store with no other. */
  clock?: Clock
}

/** Opens the store and migrates its schema. Throws NewerSchema, NoStore, StoreIsServed, TooManyInstances, StoreIsMoved. */
export async function openPostgres({ url, connections = 10, existing, ...options }: PostgresOptions): Promise<Store> {
  await bringUpToDate(url, existing)
  const pool = createPool(url, connections, 'reads')
  const small = createPool(url, OUT_OF_BAND_CONNECTIONS)
  const end = () => Promise.all([pool.end(), small.end()])
  try {
    const outOfBand = pooledConnection(small)
    const store = await joinInstances({ pool, small, outOfBand }, { url, ...options })
    let closed: Promise<unknown> | undefined
    const close = async () => {
      closed ??= withTimeout(CLOSE_TIMEOUT_MS, store.close().then(end), undefined)
      await closed
    }
    return { ...store, outOfBand: readerOf(store.read.db, outOfBand), close }
  } catch (error) {
    await end()
    throw error
  }
}

/** The timeout of a close. Leases and connections that remain open then expire. */
const CLOSE_TIMEOUT_MS = 500

/** Thrown when the schema must change while instances serve the store. */
export class StoreIsServed extends Error {}

/** Migrates without a timeout, and waits for another instance that migrates. Throws NewerSchema, NoStore, StoreIsServed. */
async function bringUpToDate(url: string, existing = false): Promise<void> {
  const client = new pg.Client({ ...clientConfig(url), ...withoutTimeouts })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const connection = connectionOf(client)
    await migrate(connection, postgresDialect, async version => {
      if (version === 0 && existing) throw new NoStore()
      if (version === 0) return
      const answer = await connection.first(`select pg_try_advisory_xact_lock(${LOCKS.service}) as is_locked`, [])
      if ((answer as { is_locked: number }).is_locked !== 1) throw new StoreIsServed()
    })
  } catch (error) {
    throw translated(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Connections for statements that must not wait for pooled ones. */
const OUT_OF_BAND_CONNECTIONS = 2

/** How many short reads share a round trip. More are spread over several connections. */
const MAX_BATCHED = 8

const NOTIFY = { name: 'notify', text: 'select pg_notify($1, $2)' }

/** Registers this instance with the others that share the store. */
async function joinInstances(
  { pool, small, outOfBand }: { pool: pg.Pool; small: pg.Pool; outOfBand: Connection },
  { url, capture = noCapture, serving = false, clock }: PostgresOptions,
): Promise<Omit<Store, 'outOfBand'>> {
  const cacheSync = new CacheSync(url)
  const pooled = synchronizedConnection(pool, cacheSync.synchronization)
  const db = builderFor(postgresEngine, pooled)
  const { view } = cacheSync.cache
  const instance = clock ? soleInstance(clock) : await registerInstance(readerOf(db, outOfBand), serving)
  const subscribers = createListeners()
  const notify = (channel: string, text: string) => pool.query({ ...NOTIFY, values: [channel, text] })
  let isServiceLocked = false
  const onConnectionChange = (isConnected: boolean) => {
    isServiceLocked = serving && isConnected
  }
  const opening = openNotifications({ url, notify, serving, onMessage: subscribers.call, onConnectionChange })
  const [notifications] = await Promise.all([opening, cacheSync.begin()]).catch(async error => {
    cacheSync.close()
    await instance.end()
    throw error
  })
  const publish = () => {
    subscribers.call()
    notifications.publish()
  }
  const committed = readerOf(db, synchronizedConnection(small, cacheSync.synchronization), view)
  const context = { db, cacheSync, capture, instance, committed, isServiceLocked: () => isServiceLocked, publish }
  return {
    read: readerOf(db, pooled, view),
    batched: readerOf(db, synchronizedConnection(pool, cacheSync.synchronization, MAX_BATCHED), view),
    ...{ clock: instance.clock, instanceCount: instance.instanceCount, announce: instance.announce },
    write: (work, by = PROGRAM, confirm) => writeWithRetries(pool, { ...context, origin: by }, { work, confirm }),
    snapshot: work => withSnapshot(pool, connection => work(readerOf(db, connection))),
    listen: subscribers.listen,
    async close() {
      cacheSync.close()
      await Promise.all([notifications.close(), instance.end()])
    },
  }
}

/** The engine for the query builder. */
export const postgresEngine: Engine = {
  dialect: postgresDialect,
  adapter: () => new PostgresAdapter(),
  compiler: () => new PostgresQueryCompiler(),
}

const soleInstance = (clock: Clock) => ({
  ...{ clock, gid: gids(clock), instanceCount: () => 1 },
  ...{ announce: async () => {}, end: async () => {} },
})

interface TransactionContext {
  db: Builder
  cacheSync: CacheSync
  capture: ChangeCapture
  instance: { gid: Gids; clock: Clock }
  origin: WriteOrigin
  /** Reads committed state on connections outside of the pool, so that a transaction does not wait for another one. */
  committed: Reader
  /** Whether this instance holds the service lock. Then the schema cannot change. */
  isServiceLocked(): boolean
  /** Called after a commit that recorded changes. */
  publish(): void
}

interface WriteTask<T> {
  work(tx: Writer): Promise<T>
  confirm: Confirm<T> | undefined
}

/** After this number of conflicts, a write is answered with 503. */
const MAX_TRIES = 6

async function writeWithRetries<T>(pool: pg.Pool, context: TransactionContext, task: WriteTask<T>): Promise<T> {
  let isCareful = false
  for (let tries = 1; ; tries++) {
    try {
      return await withTransaction(pool, context.isServiceLocked(), own => runOnce(own, context, task, isCareful))
    } catch (error) {
      const isLate = isOvertaken(error) || error instanceof RightLowered
      if (!isLate && !isConflict(error)) throw error
      if (tries === MAX_TRIES) throw serviceUnavailable(error)
      isCareful ||= isLate
      if (!isLate) await new Promise(resolve => setTimeout(resolve, 2 ** tries))
      // The cache may not know the commit that caused the conflict.
      await context.cacheSync.cache.view.catchUp()
    }
  }
}

/**
 * Runs a task once. With `isCareful`, the value is confirmed before the commit. Without, the commit fails when a confirmation
 * would have been necessary.
 */
async function runOnce<T>(
  { connection, commit }: Transaction,
  { db, cacheSync, capture, instance, origin, committed, publish }: TransactionContext,
  { work, confirm }: WriteTask<T>,
  isCareful: boolean,
): Promise<T> {
  const { cache, seen } = cacheSync
  const invalidations = new Invalidations()
  const tx = recordingWriter({
    ...{
      ...readerOf(db, connection, cache.viewWithin(invalidations)),
      connection,
      capture,
      origin,
      gid: instance.gid,
      now: instance.clock(),
    },
    ...{ ...newTransactionState(), invalidations, pipelined: true, premises: isCareful ? null : new Set<number>() },
  })
  const since = cache.view.now()
  let value: T = await work(tx)
  await tx.recordChanges()
  if (invalidations.isPending) await invalidations.settled()
  const confirms = confirm && (isCareful || invalidations.size === 0)
  if (confirms) value = await confirmUntilStable(value, since, cache.view, last => confirm(last, committed, tx))
  if (invalidations.size > 0) {
    const premises = [...(tx.premises ?? []), ...(confirm && !confirms ? [RIGHTS] : [])]
    detached(recordCommit(connection, invalidations, premises, seen))
  }
  // A commit whose answer is lost may have happened, so it is published too.
  await commit().finally(() => tx.hasChanges() && publish())
  return value
}

/** After this number of confirmations, a write is answered with 503. */
const MAX_CONFIRMATIONS = 10

/** Confirms the value of a write until no right ended between a confirmation and the synchronization after it. */
async function confirmUntilStable<T>(
  value: T,
  since: number,
  cache: CacheView,
  confirm: (value: T) => Promise<T>,
): Promise<T> {
  let [last, begun] = [value, since]
  for (let count = 0; ; count++) {
    await cache.catchUp()
    if (cache.isUnchanged([RIGHTS], begun)) return last
    if (count === MAX_CONFIRMATIONS) throw serviceUnavailable(new Error('Rights ended again and again.'))
    begun = cache.now()
    last = await confirm(last)
  }
}
