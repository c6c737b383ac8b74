/**
 * Connections to PostgreSQL by `pg`.
 *
 * Invariants:
 * - numbers, booleans and JSON have the same types as in the embedded store;
 * - statements are prepared once per connection and text;
 * - an error of the server or of the network becomes `serviceUnavailable`, so that clients retry.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { ApiError, serviceUnavailable } from '../../lib/errors.ts'
import type { Connection } from '../db.ts'
import { pipelineOf, poolSender, type SendStatement, type WireAnswer } from './pipeline.ts'
import { readSender } from './read_sender.ts'

type Parse = (text: string) => unknown

const asText: Parse = text => text

/** By type OID: int8, numeric, bool, json, jsonb. */
const parsers = new Map<number, Parse>([
  [20, Number],
  [1700, Number],
  [16, text => (text === 't' ? 1 : 0)],
  [114, asText],
  [3802, asText],
])

const types = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    parsers.get(type) ?? pg.types.getTypeParser(type as never, format as never),
} as pg.CustomTypesConfig

/**
 * Timeouts of a connection attempt, a statement, a lock, and an idle session in a transaction. An instance that hangs or is cut
 * off blocks the others for at most that long.
 */
const TIMEOUTS_MS = { connect: 5_000, statement: 30_000, lock: 10_000, idle: 10_000 }

/** The configuration of every connection. A dead socket is found by its missing answers. */
export const clientConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  types,
  application_name: 'workloom',
  connectionTimeoutMillis: TIMEOUTS_MS.connect,
  statement_timeout: TIMEOUTS_MS.statement,
  query_timeout: TIMEOUTS_MS.statement + TIMEOUTS_MS.connect,
  lock_timeout: TIMEOUTS_MS.lock,
  idle_in_transaction_session_timeout: TIMEOUTS_MS.idle,
  keepAlive: true,
})

/** For commands, which may take longer than any request. */
export const withoutTimeouts = {
  statement_timeout: 0,
  lock_timeout: 0,
  query_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}

/**
 * The settings of each session. The statements are few and large: planning or compiling one, or starting workers for it,
 * takes longer than running it.
 * Each reads few rows by an index, mostly from memory, so a sequential scan is never cheaper. A vanished client is detected
 * within a minute.
 */
export const SESSION_SETTINGS = `set plan_cache_mode = force_generic_plan; set jit = off; set random_page_cost = 1.1;
  set max_parallel_workers_per_gather = 0; set default_transaction_isolation = 'read committed'; set timezone = 'UTC';
  set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3`

/** What statements outside of a transaction may do: `reads` refuses writes. */
export type PoolUse = 'all' | 'reads'

const USES: Readonly<Record<PoolUse, string>> = { all: '', reads: '; set default_transaction_read_only = on' }

/** Prepares a session. Throws when the server is a standby, whose answers may be outdated. */
async function prepareSession(client: pg.ClientBase, use: PoolUse): Promise<void> {
  const answers = await client.query(`${SESSION_SETTINGS}${USES[use]}; select pg_is_in_recovery() as follows`)
  // Several statements have several answers; the types know of one.
  const { rows } = (answers as unknown as pg.QueryResult[]).at(-1) ?? {}
  if (rows?.[0]?.follows === 1) throw serviceUnavailable(new Error('The database is a standby: it can only be read.'))
}

/**
 * A pool of at most `max` connections, opened on demand. Idle ones do not keep the process alive. Statements on a connection
 * may be pipelined.
 */
export function createPool(url: string, max: number, use: PoolUse = 'all'): pg.Pool {
  const hooks = { allowExitOnIdle: true, onConnect: (client: pg.ClientBase) => prepareSession(client, use) }
  const pool = new pg.Pool({ ...clientConfig(url), max, pipeline: true, ...hooks } as pg.PoolConfig)
  // An idle connection that dies is replaced on demand; the user of one in use gets the error from its statement.
  pool.on('error', () => undefined).on('connect', client => client.on('error', () => undefined))
  return pool
}

interface Prepared {
  name: string | undefined
  text: string
}

const prepared = new Map<string, Prepared>()
/** A connection keeps its prepared statements. Texts after the first thousand are planned at each run. */
const MAX_PREPARED = 1000
/** PostgreSQL cuts longer names off. Texts are ASCII. */
const MAX_NAME_CHARACTERS = 63

/** Texts of `change.ts` have question marks, those of the query builder numbered placeholders. */
function preparedFor(sql: string): Prepared {
  const known = prepared.get(sql)
  if (known) return known
  let count = 0
  const text = sql.replaceAll('?', () => `$${++count}`)
  const fresh = { name: prepared.size < MAX_PREPARED ? nameOf(text) : undefined, text }
  if (prepared.size < MAX_PREPARED) prepared.set(sql, fresh)
  return fresh
}

/** A short text, such as `commit`, is its own name, so that traces of the protocol show it. */
const nameOf = (text: string): string =>
  text.length <= MAX_NAME_CHARACTERS ? text : createHash('sha1').update(text).digest('base64url')

/** PostgreSQL refuses NUL in texts. No stored text has one, so a search for one must find nothing instead of failing. */
const withoutNul = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text)

/** The text of a value in the protocol; null is no text. */
function wireText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return withoutNul(value)
  return Array.isArray(value) ? `{${value.map(elementText).join()}}` : String(value)
}

/** Most elements have none of these, and a search takes less time than a replacement. */
const ESCAPED = /["\\]/

/** The text of an element of an array. */
function elementText(value: unknown): string {
  const text = wireText(value)
  if (text === null) return 'NULL'
  if (typeof value !== 'string') return text
  return `"${ESCAPED.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text}"`
}

const parserOf = (type: number) => types.getTypeParser(type, 'text') as Parse

/** Runs a statement, and returns what `read` takes from its answer. Throws a translated error. */
export type Run = <T>(sql: string, values: unknown[], read: (answer: WireAnswer) => T, isTuples?: boolean) => Promise<T>

/** Decides what becomes of the statements of a connection when they are answered. */
export interface AnswerFilter {
  /** Called with an answer. Throws the error to reject with instead. */
  accept(): void
  /** Returns the error to reject with instead of one. */
  explain(error: unknown, sql: string): unknown
}

const acceptAll: AnswerFilter = { accept: () => undefined, explain: error => error }

/** Runs statements on one connection; those that do not wait for each other share a round trip. */
export const runOn = (client: pg.ClientBase, filter?: AnswerFilter): Run => runBy(pipelineOf(client, parserOf), filter)

/** One promise for each statement: a write sends a dozen, and a promise costs as much as the values of a statement. */
function runBy(send: SendStatement, { accept, explain } = acceptAll): Run {
  return (sql, given, read, isTuples = false) =>
    new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(explain(translated(error), sql))
      const take = (answer: WireAnswer) => {
        try {
          accept()
          resolve(read(answer))
        } catch (error) {
          fail(error)
        }
      }
      const { name, text } = preparedFor(sql)
      send({ name, text, values: given.map(wireText), isTuples, resolve: take, reject: fail })
    })
}

const rowsOf = ({ rows }: WireAnswer): unknown[] => rows

export const connectionBy = (run: Run): Connection => ({
  all: (sql, values) => run(sql, values, rowsOf),
  tuples: (sql, values) => run(sql, values, rowsOf as (answer: WireAnswer) => unknown[][], true),
  first: (sql, values) => run(sql, values, ({ rows }) => rows[0]),
  execute: (sql, values) => run(sql, values, answer => ({ changes: changesOf(answer) })),
})

export const connectionOf = (client: pg.ClientBase): Connection => connectionBy(runOn(client))

/** A synchronization of the memory cache, which a round trip performs as its last statement. */
export interface Synchronization {
  sql: string
  values: unknown[]
  /** Updates the cache by the answer. */
  apply(answer: WireAnswer): void
}

/** Runs reads on connections of a pool: see `read_sender.ts`. */
export function synchronizedConnection(pool: pg.Pool, begin: () => Synchronization, max = 1): Connection {
  const synchronization = () => {
    const { sql, values, apply } = begin()
    return { ...preparedFor(sql), values: values.map(wireText), isTuples: false, apply }
  }
  return connectionBy(runBy(readSender(pool, { parserOf, synchronization, isOutage, max })))
}

/** Runs each statement on a connection of a pool. */
export const pooledConnection = (pool: pg.Pool): Connection => connectionBy(runBy(poolSender(pool, parserOf)))

/** The number of rows that a statement changed. */
const changesOf = ({ tag }: WireAnswer): number => Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0

/** The code of an error of the database; empty where it has none. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

/**
 * Error codes of outages, or their classes: 08 connection; 28 and 3D000 authentication and database name; 53 resources; 57
 * operator intervention; 58 and XX system and internal errors; 25006 read-only server; 25P03 idle timeout; 55P03 lock not
 * available. System errors begin with E; those of certificates are words.
 */
const OUTAGES = /^(?:08|28|3D000|53|57|58|XX|25006|25P03|55P03|E(?!RR_INVALID|RR_ASSERT)|(?!ERR_)[A-Z]+_)/

/** Errors of `pg` itself have no code. */
const CONNECTION_LOST =
  /^(?:Connection terminated|timeout e|Query read timeout|Client has encountered|Client was closed|Cannot use a pool after|SASL|The server does not support SSL|There was an error establishing an SSL)/

/** A connection uses a statement that it prepared before a migration of the schema. */
const STALE_PLAN = 'RevalidateCachedQuery'

const isOutage = (error: unknown): boolean => {
  const { message = '', routine } = error as { message?: string; routine?: string }
  return OUTAGES.test(codeOf(error)) || CONNECTION_LOST.test(message) || routine === STALE_PLAN
}

/** Whether `translated` made this error from an outage. Then the connection must not be reused. */
export const isTranslated = (error: unknown): boolean =>
  error instanceof ApiError && error.cause !== undefined && isOutage(error.cause)

/** The error for clients: an outage becomes 503, so that they retry. */
export const translated = (error: unknown): unknown => (isOutage(error) ? serviceUnavailable(error) : error)

/**
 * Whether two transactions conflicted: a deadlock, a serialization failure, or a row that the other inserted or deleted
 * meanwhile. The transaction that lost can run again on the new state.
 */
export const isConflict = (error: unknown): boolean => ['40001', '40P01', '23503', '23505'].includes(codeOf(error))
