/**
 * The store that several instances share: PostgreSQL by `pg`.
 *
 * Invariants:
 * - an acknowledged write is committed;
 * - a transaction reads committed state and locks what it needs exclusively (`advisoryLock` of `change.ts`, unique indexes);
 * - after a conflict, a transaction runs again: `work` may run several times, and only the last run has an effect;
 * - code outside of `store/` does not depend on the engine.
 */
import { PostgresAdapter, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { atMost, type Clock } from '../lib/clock.ts'
import { unavailable } from '../lib/errors.ts'
import { type Gids, gids } from '../lib/gid.ts'
import type { Builder, ChangeCapture, Confirm, Connection, Origin, Reader, Store, Writer } from './db.ts'
import { keepingGrants, settleGrants } from './grants.ts'
import { migrate, NoStore } from './migrate.ts'
import { Marks, type Near, RIGHTS } from './near/memory.ts'
import { clientConfig, connectionOf, createPool, isClash, translated, withoutTimeouts } from './postgres/connection.ts'
import { LOCKS, postgresDialect } from './postgres/dialect.ts'
import { registerInstance } from './postgres/instance.ts'
import { openNotifications } from './postgres/notifications.ts'
import { isOvertaken, LEAVE, LEAVE_IN_TIME, Pulse } from './postgres/pulse.ts'
import { withSnapshot } from './postgres/snapshot.ts'
import { type Transaction, within } from './postgres/transaction.ts'
import { builderFor, type Engine, readerOf } from './reader.ts'
import { itself, noCapture, untouched } from './write_queue.ts'
import { later } from './written/write.ts'

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
  const small = createPool(url, BESIDE)
  const end = () => Promise.all([pool.end(), small.end()])
  try {
    const beside = connectionOf(small)
    const store = await joined(pool, beside, { url, ...options })
    let closed: Promise<unknown> | undefined
    const close = async () => {
      closed ??= atMost(CLOSE_TIMEOUT_MS, store.close().then(end), undefined)
      await closed
    }
    return { ...store, beside: readerOf(store.read.db, beside), close }
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
      const answer = await connection.first(`select pg_try_advisory_xact_lock(${LOCKS.service}) as held`, [])
      if ((answer as { held: number }).held !== 1) throw new StoreIsServed()
    })
  } catch (error) {
    throw translated(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Connections for statements that must not wait for pooled ones. */
const BESIDE = 2

/** Registers this instance with the others that share the store. */
async function joined(
  pool: pg.Pool,
  beside: Connection,
  { url, capture = noCapture, serving = false, clock }: PostgresOptions,
): Promise<Omit<Store, 'beside'>> {
  const far = connectionOf(pool)
  const db = builderFor(postgresEngine, far)
  const pulse = new Pulse(url)
  const { near } = pulse.memory
  const instance = clock ? soleInstance(clock) : await registerInstance(readerOf(db, beside), serving)
  const subscribers = listeners()
  const notify = (channel: string, text: string) => pool.query('select pg_notify($1, $2)', [channel, text])
  let isHeld = false
  const onConnectionChange = (isConnected: boolean) => {
    isHeld = serving && isConnected
  }
  const opening = openNotifications({ url, notify, serving, onMessage: subscribers.call, onConnectionChange })
  const [notifications] = await Promise.all([opening, pulse.begin()]).catch(async error => {
    pulse.close()
    await instance.end()
    throw error
  })
  const told = () => {
    subscribers.call()
    notifications.publish()
  }
  const committed = readerOf(db, beside, near)
  const terms = { db, pulse, capture, instance, committed, isHeld: () => isHeld, told }
  return {
    read: readerOf(db, far, near),
    ...{ clock: instance.clock, instanceCount: instance.instanceCount, announce: instance.announce },
    write: (work, by = itself, confirm) => transacted(pool, { ...terms, by }, { work, confirm }),
    snapshot: work => withSnapshot(pool, connection => work(readerOf(db, connection))),
    listen: subscribers.listen,
    async close() {
      pulse.close()
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

function listeners() {
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

interface Terms {
  db: Builder
  pulse: Pulse
  capture: ChangeCapture
  instance: { gid: Gids; clock: Clock }
  by: Origin
  /** Reads committed state on connections outside of the pool, so that a transaction does not wait for another one. */
  committed: Reader
  /** Whether this instance holds the service lock. Then the schema cannot change. */
  isHeld(): boolean
  /** Called after a commit that recorded changes. */
  told(): void
}

interface Task<T> {
  work(tx: Writer): Promise<T>
  confirm: Confirm<T> | undefined
}

/** After this number of conflicts, a write is answered with 503. */
const MAX_TRIES = 6

async function transacted<T>(pool: pg.Pool, terms: Terms, task: Task<T>): Promise<T> {
  let isCareful = false
  for (let tries = 1; ; tries++) {
    try {
      return await within(pool, terms.isHeld(), own => once(own, terms, task, isCareful))
    } catch (error) {
      const isLate = isOvertaken(error)
      if (!isLate && !isClash(error)) throw error
      if (tries === MAX_TRIES) throw unavailable(error)
      isCareful ||= isLate
      if (!isLate) await new Promise(resolve => setTimeout(resolve, 2 ** tries))
      // The cache may not know the commit that caused the conflict.
      await terms.pulse.memory.near.catchUp()
    }
  }
}

/**
 * Runs a task once. With `isCareful`, the value is confirmed before the commit. Without, the commit fails when a confirmation
 * would have been necessary.
 */
async function once<T>(
  { connection, commit }: Transaction,
  { db, pulse, capture, instance, by, committed, told }: Terms,
  { work, confirm }: Task<T>,
  isCareful: boolean,
): Promise<T> {
  const { memory, seen } = pulse
  const marks = new Marks()
  const tx = keepingGrants({
    ...{
      ...readerOf(db, connection, memory.within(marks)),
      connection,
      capture: capture,
      by,
      gid: instance.gid,
      now: instance.clock(),
    },
    ...{ ...untouched(), marks, ahead: true },
  })
  const since = memory.near.now()
  let value: T = await work(tx)
  await settleGrants(tx)
  const tells = tx.rowChanges.length + tx.auditEvents.length > 0
  if (tells) await capture.beforeCommit(tx)
  if (marks.isOpen) await marks.settled()
  const confirms = confirm && (isCareful || marks.size === 0)
  if (confirms) value = await confirmed(value, since, memory.near, last => confirm(last, committed, tx))
  if (marks.size > 0) {
    const text = [...marks].join(' ')
    later(confirm && !confirms ? connection.run(LEAVE_IN_TIME, [text, seen]) : connection.run(LEAVE, [text]))
  }
  // A commit whose answer is lost may have happened, so it is published too.
  await commit().finally(() => tells && told())
  return value
}

/** After this number of confirmations, a write is answered with 503. */
const MAX_CONFIRMATIONS = 10

/** Confirms the value of a write until no right ended between a confirmation and the synchronization after it. */
async function confirmed<T>(value: T, since: number, near: Near, confirm: (value: T) => Promise<T>): Promise<T> {
  let [last, begun] = [value, since]
  for (let count = 0; ; count++) {
    await near.catchUp()
    if (near.holds([RIGHTS], begun)) return last
    if (count === MAX_CONFIRMATIONS) throw unavailable(new Error('Rights ended again and again.'))
    begun = near.now()
    last = await confirm(last)
  }
}
