/**
 * A transaction of PostgreSQL whose statements are sent ahead of the answers to those before them. What must always hold:
 * nothing is written outside of one; a statement that fails fails the transaction, and its error is the one that comes
 * up, wherever somebody waits next; nothing is committed before it is known that the data is not being moved.
 */
import type pg from 'pg'
import { unavailable } from '../../lib/errors.ts'
import type { Connection } from '../db.ts'
import { mustBeKnown } from '../migrate.ts'
import { later } from '../written/write.ts'
import { connectionOf, isTranslated, translated } from './connection.ts'
import { LOCKS } from './dialect.ts'
import { StoreIsMoved } from './notifications.ts'

/** Sessions only read, but for this: when it fails, so does every write that was sent behind it. */
const BEGIN = { name: 'begin', text: 'begin read write' }
const COMMIT = { name: 'commit', text: 'commit' }

/**
 * In one journey with the beginning, what is written holds the data where it is: the connection that listens, which holds
 * it for a serving instance, may be lost, and commands have none.
 */
const HELD = { name: 'held', text: `select pg_try_advisory_xact_lock_shared(${LOCKS.service}) as held` }

/** The same where nothing has kept a newer version of the program away until now. */
const LOOK = { name: 'look', text: `${HELD.text}, (select max(version) from schema_versions) as version` }

interface Look {
  held: number
  version?: number
}

export interface Transaction {
  connection: Connection
  /** Resolves when everything is durable. Throws the error of the first statement that failed. */
  commit(): Promise<void>
}

interface Begun extends Transaction {
  /** Takes no more statements. */
  end(): void
  /** The error of the first statement that failed, when the answers to all have come. */
  failure(): Promise<unknown>
}

/**
 * Ends a connection at once. A statement that was given up on this side may never have been sent: then the commit that
 * waits behind it must not be sent either.
 */
function cut(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}

/** Hears the answers of a transaction: from the first that is an error on, every answer is that error. */
function hearing(client: pg.PoolClient) {
  let failed: unknown
  let last: Promise<unknown> = Promise.resolve()
  // Answers come in the order of the statements: the first error is that of the statement that failed by itself.
  const fail = (error: unknown): never => {
    if (failed === undefined && isTranslated(error)) cut(client)
    failed ??= error
    throw failed
  }
  return {
    fail,
    heard<T>(answer: Promise<T>): Promise<T> {
      const told = later(answer.then(value => (failed === undefined ? value : fail(failed)), fail))
      last = told
      return told
    },
    /** The error, of those whose answers have come. */
    failed: () => failed,
    /** The error, when all answers have come. */
    failure: () => last.catch(() => undefined).then(() => failed),
  }
}

/** Begins one; answers at once. `isHeld` says that this instance holds the data, so that its schema does not change. */
function begun(client: pg.PoolClient, isHeld: boolean): Begun {
  const far = connectionOf(client)
  const { fail, heard, failed, failure } = hearing(client)
  let isOver = false
  const ask = <T>(question: () => Promise<T>): Promise<T> => (isOver ? ended() : heard(question()))
  const frame = <T>(query: pg.QueryConfig, heed: (answer: pg.QueryResult) => T) =>
    later(
      client
        .query(query)
        .then(heed)
        .catch(error => fail(translated(error))),
    )
  void frame(BEGIN, () => undefined)
  const looked = frame(isHeld ? HELD : LOOK, ({ rows }) => mustBeOurs(rows[0]))
  return {
    connection: {
      all: (sql, values) => ask(() => far.all(sql, values)),
      tuples: (sql, values) => ask(() => far.tuples(sql, values)),
      first: (sql, values) => ask(() => far.first(sql, values)),
      run: (sql, values) => ask(() => far.run(sql, values)),
    },
    end() {
      isOver = true
    },
    failure,
    async commit() {
      await looked
      isOver = true
      const command = await frame(COMMIT, answer => answer.command)
      // What has not begun can be committed, and what has failed is undone by its commit: neither is an error to the engine.
      if (failed() !== undefined) throw failed()
      if (command !== 'COMMIT') throw new Error('The transaction was undone: one of its statements had failed.')
    },
  }
}

/** The next transaction of the connection is somebody else's. */
const ended = () => Promise.reject(new Error('The transaction has ended.'))

function mustBeOurs({ held, version = 0 }: Look): void {
  if (held !== 1) throw unavailable(new StoreIsMoved('The data is being moved or restored.'))
  try {
    mustBeKnown(version)
  } catch (error) {
    throw unavailable(error)
  }
}

/** Runs `work` in a transaction of its own, which it has to commit. */
export async function within<T>(pool: pg.Pool, isHeld: boolean, work: (own: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(error => {
    throw translated(error)
  })
  const own = begun(client, isHeld)
  let broken: Error | undefined
  try {
    return await work(own)
  } catch (error) {
    own.end()
    // A statement that failed may be why the work, or the commit, failed in another way. Its answer may come after that one.
    const cause = isTranslated(error) ? error : ((await own.failure()) ?? error)
    // A connection that is lost, or cannot roll back, must not be reused: the server ends what it has begun.
    if (isTranslated(cause)) broken = cause as Error
    else await client.query('rollback').catch(failure => (broken = failure))
    throw cause
  } finally {
    client.release(broken)
  }
}
