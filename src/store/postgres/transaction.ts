/**
 * A transaction of PostgreSQL with pipelined statements: a statement is sent before earlier ones are answered.
 *
 * Invariants:
 * - writes happen only in a transaction;
 * - a failed statement fails the transaction, and its error rejects every later statement and the commit;
 * - nothing is committed before the service lock is confirmed: the data is not being moved.
 */
import type pg from 'pg'
import { serviceUnavailable } from '../../lib/errors.ts'
import type { Connection } from '../db.ts'
import { requireKnownVersion } from '../migrate.ts'
import { detached } from '../tracking/row_writes.ts'
import { connectionBy, isTranslated, runOn, translated } from './connection.ts'
import { LOCKS } from './dialect.ts'
import { StoreIsMoved } from './notifications.ts'

/** Sessions are read-only by default. When this statement fails, every write sent after it fails too. */
const BEGIN = 'begin read write'
const COMMIT = 'commit'

/**
 * Takes the shared service lock in the round trip of `BEGIN`. A serving instance also holds that lock on its LISTEN
 * connection, but that connection can drop, and commands have none.
 */
const SERVICE_LOCK = `select pg_try_advisory_xact_lock_shared(${LOCKS.service}) as is_locked`

/** The same without a lock on another connection. A newer version of the program may have migrated the schema. */
const SERVICE_LOCK_AND_VERSION = `${SERVICE_LOCK}, (select max(version) from schema_versions) as version`

interface ServiceLockRow {
  is_locked: number
  version?: number
}

export interface Transaction {
  connection: Connection
  /** Resolves when everything is durable. Throws the error of the first statement that failed. */
  commit(): Promise<void>
}

interface OpenTransaction extends Transaction {
  rollback(): Promise<void>
  /** Rejects further statements. */
  end(): void
  /** Resolves to the error of the first failed statement when all statements are answered. */
  failure(): Promise<unknown>
}

/**
 * Ends a connection at once. A statement that timed out on this side may never have been sent. Then the commit after it must
 * not be sent either.
 */
function destroySocket(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}

/** Tracks the answers of a transaction. After the first error, every answer is rejected with that error. */
function trackFailure(client: pg.PoolClient) {
  let failed: unknown
  let last: Promise<unknown> = Promise.resolve()
  // Answers come in the order of the statements: the first error is that of the statement that failed by itself.
  const fail = (error: unknown): never => {
    if (failed === undefined && isTranslated(error)) destroySocket(client)
    failed ??= error
    throw failed
  }
  return {
    track<T>(answer: Promise<T>): Promise<T> {
      const tracked = detached(answer.then(value => (failed === undefined ? value : fail(failed)), fail))
      last = tracked
      return tracked
    },
    /** The first error so far. */
    failed: () => failed,
    /** The first error when all statements are answered. */
    failure: () => last.catch(() => undefined).then(() => failed),
  }
}

/** Begins a transaction with its first statement. `isServiceLocked`: the schema cannot change. */
function beginTransaction(client: pg.PoolClient, isServiceLocked: boolean): OpenTransaction {
  const run = runOn(client)
  const direct = connectionBy(run)
  const { track, failed, failure } = trackFailure(client)
  let isOver = false
  let serviceLock: Promise<void> | undefined
  const lock = isServiceLocked ? SERVICE_LOCK : SERVICE_LOCK_AND_VERSION
  const begin = () => {
    void track(run(BEGIN, []))
    return track(run(lock, []).then(({ rows }) => requireServiceLock(rows[0] as ServiceLockRow)))
  }
  const send = <T>(statement: () => Promise<T>): Promise<T> => {
    if (isOver) return rejectEnded()
    serviceLock ??= begin()
    return track(statement())
  }
  return {
    connection: {
      all: (sql, values) => send(() => direct.all(sql, values)),
      tuples: (sql, values) => send(() => direct.tuples(sql, values)),
      first: (sql, values) => send(() => direct.first(sql, values)),
      execute: (sql, values) => send(() => direct.execute(sql, values)),
    },
    end() {
      isOver = true
    },
    failure,
    async commit() {
      serviceLock ??= begin()
      await serviceLock
      const committed = send(() => run(COMMIT, []))
      isOver = true
      const { tag } = await committed
      // For the engine, a commit without a transaction and a commit of a failed one are not errors.
      if (failed() !== undefined) throw failed()
      if (tag !== 'COMMIT') throw new Error('The transaction was rolled back: a statement had failed.')
    },
    rollback: async () => void (serviceLock && (await run('rollback', []))),
  }
}

/** After the end, the connection belongs to another transaction. */
const rejectEnded = () => Promise.reject(new Error('The transaction has ended.'))

function requireServiceLock({ is_locked, version = 0 }: ServiceLockRow): void {
  if (is_locked !== 1) throw serviceUnavailable(new StoreIsMoved('The data is being moved or restored.'))
  try {
    requireKnownVersion(version)
  } catch (error) {
    throw serviceUnavailable(error)
  }
}

/** Runs `work` in a transaction, which `work` must commit. */
export async function withTransaction<T>(
  pool: pg.Pool,
  isServiceLocked: boolean,
  work: (own: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch(error => {
    throw translated(error)
  })
  const own = beginTransaction(client, isServiceLocked)
  let broken: Error | undefined
  try {
    return await work(own)
  } catch (error) {
    own.end()
    // An earlier statement may be the cause of the error, and its answer may arrive later.
    const cause = isTranslated(error) ? error : ((await own.failure()) ?? error)
    // A connection that is lost or cannot roll back must not be reused. The server rolls back.
    if (isTranslated(cause)) broken = cause as Error
    else await own.rollback().catch(failure => (broken = failure))
    throw cause
  } finally {
    client.release(broken)
  }
}
