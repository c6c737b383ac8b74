/**
 * The store that several copies of the program share: PostgreSQL by `pg`.
 *
 * What must always hold: an acknowledged write is committed there; a transaction sees what is committed (read committed)
 * and holds what it must be alone with (`hold` of `change.ts`, and unique indexes); one that was in another's way runs
 * again, so `work` may run several times and only the last one counts. Nothing above this folder knows that it is here.
 */
import { PostgresAdapter, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { atMost, type Clock } from '../lib/clock.ts'
import { unavailable } from '../lib/errors.ts'
import { type Gids, gids } from '../lib/gid.ts'
import type { Builder, Origin, Reader, Store, Telling, Writer } from './db.ts'
import { keepingGrants, settleGrants } from './grants.ts'
import { migrate, mustBeKnown, NoStore } from './migrate.ts'
import {
  connectionOf,
  createPool,
  isClash,
  isTranslated,
  patient,
  terms as termsOf,
  translated,
} from './postgres/connection.ts'
import { LOCKS, postgresDialect } from './postgres/dialect.ts'
import { createKept, type Kept } from './postgres/kept.ts'
import { openNews, StoreIsMoved } from './postgres/news.ts'
import { takeNode } from './postgres/node.ts'
import { builderFor, type Engine, readerOf } from './reader.ts'
import { itself, silence } from './write_queue.ts'

export interface PostgresOptions {
  url: string
  /** What is to be told of writes; nothing when not given. */
  telling?: Telling
  /** How many connections are open at most, beside the one that listens. */
  connections?: number
  /** Whether this copy serves, so that nobody may move the data away meanwhile. */
  serving?: boolean
  /** Throw NoStore where there is none, and make nothing. */
  existing?: boolean
  /** Only for tests: the time, instead of that of the database. Such a copy is alone. */
  clock?: Clock
}

/** Opens the store, brings its schema up to date. Throws NewerSchema, NoStore, StoreIsServed, TooManyCopies, StoreIsMoved. */
export async function openPostgres({ url, connections = 10, existing, ...options }: PostgresOptions): Promise<Store> {
  await bringUpToDate(url, existing)
  const pool = createPool(url, connections)
  const small = createPool(url, BESIDE)
  const end = () => Promise.all([pool.end(), small.end()])
  try {
    const beside = connectionOf(small)
    const store = await joined(pool, { url, ...options })
    let closed: Promise<unknown> | undefined
    const close = async () => {
      closed ??= atMost(PARTING, store.close().then(end), undefined)
      await closed
    }
    return { ...store, beside: readerOf(store.read.db, beside), close }
  } catch (error) {
    await end()
    throw error
  }
}

/**
 * Milliseconds for which a store that is closed waits for a database that does not answer. Who does not hear that we leave
 * finds out by itself: leases end, and so do connections.
 */
const PARTING = 500

/** Thrown when the schema must change, and copies that serve the store do not know the new one. */
export class StoreIsServed extends Error {}

/** Migrates, however long that takes, and waits for another copy that does. Throws NewerSchema, NoStore, StoreIsServed. */
async function bringUpToDate(url: string, existing = false): Promise<void> {
  const client = new pg.Client({ ...termsOf(url), ...patient })
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

/** Connections for what must not wait for those that work. */
const BESIDE = 2

/** Becomes one of the copies that share the store. */
async function joined(
  pool: pg.Pool,
  { url, telling = silence, serving = false, clock }: PostgresOptions,
): Promise<Omit<Store, 'beside'>> {
  const far = connectionOf(pool)
  const db = builderFor(postgresEngine, far)
  const plain = readerOf(db, far)
  const node = clock ? lonely(clock) : await takeNode(plain, serving)
  const kept = createKept(node.clock)
  const ears = listeners()
  const heard = (words: readonly string[]) => {
    kept.forget(words)
    if (words.includes(TOLD)) ears.call()
  }
  const notify = (channel: string, text: string) => pool.query('select pg_notify($1, $2)', [channel, text])
  let isHeld = false
  const heed = (isHeard: boolean) => {
    isHeld = serving && isHeard
    kept.heed(isHeard)
  }
  const news = await openNews({ url, notify, serving, hear: heard, heed }).catch(async error => {
    await node.end()
    throw error
  })
  const ended = (words: Set<string>) => {
    if (words.size === 0) return
    heard([...words])
    news.tell(words)
  }
  return {
    read: near(plain, kept),
    ...{ clock: node.clock, copies: node.copies, announce: node.announce },
    write: (work, by = itself) => transacted(pool, { db, telling, node, by, isHeld: () => isHeld }, work, ended),
    listen: ears.listen,
    async close() {
      await Promise.all([news.close(), node.end()])
    },
  }
}

/** What the query builder knows of PostgreSQL. */
export const postgresEngine: Engine = {
  dialect: postgresDialect,
  adapter: () => new PostgresAdapter(),
  compiler: () => new PostgresQueryCompiler(),
}

/** The word for: something was told. No table has that name. */
const TOLD = 'told'

const lonely = (clock: Clock) => ({
  ...{ clock, gid: gids(clock), copies: () => 1 },
  ...{ announce: async () => {}, end: async () => {} },
})

/** Reads what statements allow to keep from near. */
const near = (plain: Reader, kept: Kept): Reader => ({
  ...plain,
  first: (statement, values) => {
    const ask = () => plain.first(statement, values)
    return statement.kept ? kept.first(statement, values, ask) : ask()
  },
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

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(error => {
    throw translated(error)
  })
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    // A connection that cannot even end its transaction is not given to the next one; where the server does not answer,
    // that is not asked: it ends what a connection has begun that is gone.
    if (isTranslated(error)) broken = error as Error
    else await client.query('rollback').catch(cause => (broken = cause))
    throw error
  } finally {
    client.release(broken)
  }
}

interface Terms {
  db: Builder
  telling: Telling
  node: { gid: Gids; clock: Clock }
  by: Origin
  /** Whether this copy holds the data: then its schema does not change. */
  isHeld(): boolean
}

type Work<T> = (tx: Writer) => Promise<T>

/** Who is in the way of others so often is told to come back later. */
const MOST_TRIES = 6

async function transacted<T>(
  pool: pg.Pool,
  terms: Terms,
  work: Work<T>,
  ended: (words: Set<string>) => void,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await withClient(pool, client => once(client, terms, work, ended))
    } catch (error) {
      if (!isClash(error)) throw error
      if (tries === MOST_TRIES) throw unavailable(error)
      await new Promise(resolve => setTimeout(resolve, 2 ** tries))
    }
  }
}

async function once<T>(
  client: pg.PoolClient,
  { db, telling, node, by, isHeld }: Terms,
  work: Work<T>,
  ended: (words: Set<string>) => void,
): Promise<T> {
  const connection = connectionOf(client)
  const tx = keepingGrants({
    ...{ ...readerOf(db, connection), connection, telling, by, gid: node.gid, now: node.clock() },
    ...{ touched: [], reported: [], stale: new Map(), ended: new Set<string>() },
  })
  await begin(client, isHeld())
  const value = await work(tx)
  await settleGrants(tx)
  if (tx.touched.length + tx.reported.length > 0) {
    await telling.tell(tx)
    tx.ended.add(TOLD)
  }
  // When the answer is lost, nobody knows whether it was committed.
  await commit(client).finally(() => ended(tx.ended))
  return value
}

/**
 * In one journey with the beginning, what is written holds the data where it is: the connection that listens, which holds
 * it for a serving copy, may be lost, and commands have none.
 */
const BEGIN = `begin; select pg_try_advisory_xact_lock_shared(${LOCKS.service}) as held`

/** The same where nothing has kept a newer version of the program away until now. */
const LOOK = `${BEGIN}, (select max(version) from schema_versions) as version`

async function begin(client: pg.PoolClient, isHeld: boolean): Promise<void> {
  const answers = await client.query(isHeld ? BEGIN : LOOK).catch(error => {
    throw translated(error)
  })
  // Two statements, two answers; the types know of one.
  const [, { rows }] = answers as unknown as [unknown, pg.QueryResult]
  const [{ held, version = 0 }] = rows as [{ held: number; version?: number }]
  if (held !== 1) throw unavailable(new StoreIsMoved('The data is being moved or restored.'))
  try {
    mustBeKnown(version)
  } catch (error) {
    throw unavailable(error)
  }
}

/** A transaction in which a statement has failed is undone by its commit, and that is no error to the engine. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch(error => {
    throw translated(error)
  })
  if (command !== 'COMMIT') throw new Error('The transaction was undone: one of its statements had failed.')
}
