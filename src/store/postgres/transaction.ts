/**
 * A transaction of PostgreSQL with pipelined statements: a statement is sent before earlier ones are answered.
 *
 * Invariants:
 * - writes happen only in a transaction;
 * - a failed statement fails the transaction, and its error rejects every later statement and the commit;
 * - nothing is committed without the service lock: the data is not being moved.
 */
import type pg from 'pg'
import { serviceUnavailable } from '../../lib/errors.ts'
import type { Connection } from '../db.ts'
import { requireKnownVersion } from '../migrate.ts'
import { detached } from '../tracking/row_writes.ts'
import { codeOf, connectionBy, isTranslated, type Run, runOn, translated } from './connection.ts'
import { LOCKS } from './dialect.ts'
import { StoreIsMoved } from './notifications.ts'

/** Sessions are read-only by default. When this statement fails, every write sent after it fails too. */
const BEGIN = 'begin read write'
const COMMIT = 'commit'

const SERVICE_LOCK = `pg_try_advisory_xact_lock_shared(${LOCKS.service})`

/**
 * Takes the shared service lock after `BEGIN`. A serving instance also holds that lock on its LISTEN connection, but that
 * connection can drop, and commands have none. Without the lock the division fails, and with it all that follows, so the
 * commit can be sent before the answer.
 */
const REQUIRE_SERVICE_LOCK = `select 1 / ${SERVICE_LOCK}::integer`
const DIVISION_BY_ZERO = '22012'

/** Without a lock on another connection, a newer version of the program may have migrated the schema. */
const SERVICE_LOCK_AND_VERSION = `select ${SERVICE_LOCK} as is_locked, (select max(version) from schema_versions) as version`

interface ServiceLockRow {
  is_locked: number
  version: number
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

/** Runs the statements of a transaction. After the first error, every statement is rejected with that error. */
function runUntilFailure(client: pg.PoolClient) {
  let failed: unknown
  let last: Promise<unknown> = Promise.resolve()
  const run = runOn(client, {
    accept() {
      if (failed !== undefined) throw failed
    },
    // Answers come in the order of the statements: the first error is that of the statement that failed by itself.
    explain(error, sql) {
      if (failed === undefined && isTranslated(error)) destroySocket(client)
      failed ??= sql === REQUIRE_SERVICE_LOCK && codeOf(error) === DIVISION_BY_ZERO ? moveError() : error
      return failed
    },
  })
  return {
    run: ((...statement) => {
      const answer = detached(run(...statement))
      last = answer
      return answer
    }) as Run,
    /** The first error so far. */
    failed: () => failed,
    /** The first error when all statements are answered. */
    failure: () => last.catch(() => undefined).then(() => failed),
  }
}

/** Begins a transaction with its first statement. `isServiceLocked`: the schema cannot change. */
function beginTransaction(client: pg.PoolClient, isServiceLocked: boolean): OpenTransaction {
  const { run, failed, failure } = runUntilFailure(client)
  let isOver = false
  let serviceLock: Promise<void> | undefined
  const begin = () => {
    void run(BEGIN, [], ignore)
    if (isServiceLocked) return run(REQUIRE_SERVICE_LOCK, [], ignore)
    return run(SERVICE_LOCK_AND_VERSION, [], ({ rows }) => requireLockAndVersion(rows[0] as ServiceLockRow))
  }
  const send: Run = (...statement) => {
    if (isOver) return rejectEnded()
    serviceLock ??= begin()
    return run(...statement)
  }
  return {
    connection: connectionBy(send),
    end() {
      isOver = true
    },
    failure,
    async commit() {
      serviceLock ??= begin()
      if (!isServiceLocked) await serviceLock
      const committed = send(COMMIT, [], ({ tag }) => tag)
      isOver = true
      const tag = await committed
      // For the engine, a commit without a transaction and a commit of a failed one are not errors.
      if (failed() !== undefined) throw failed()
      if (tag !== 'COMMIT') throw new Error('The transaction was rolled back: a statement had failed.')
    },
    rollback: async () => void (serviceLock && (await runOn(client)('rollback', [], ignore))),
  }
}

const ignore = () => undefined

/** After the end, the connection belongs to another transaction. A write does not wait for its statement: see `Writer.pipelined`. */
const rejectEnded = () => detached(Promise.reject(new Error('The transaction has ended.')))

const moveError = () => serviceUnavailable(new StoreIsMoved('The data is being moved or restored.'))

function requireLockAndVersion({ is_locked, version }: ServiceLockRow): void {
  if (is_locked !== 1) throw moveError()
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
