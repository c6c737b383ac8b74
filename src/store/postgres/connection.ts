/**
 * Connections to PostgreSQL by `pg`. What must always hold: numbers, flags and JSON come back as the embedded store
 * gives them; statements are prepared once per connection and text; whatever blames the server or the way to it becomes
 * `unavailable`, so that clients try again.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { ApiError, unavailable } from '../../lib/errors.ts'
import type { Connection } from '../db.ts'

type Parse = (text: string) => unknown

const asText: Parse = text => text

/** By the number of the type: int8, numeric, bool, json, jsonb. */
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
 * Milliseconds that a client waits for a connection, a statement for its end and for what others hold, and a session in
 * a transaction for its next word: an instance that stands still, or is cut off, keeps the others waiting for so long.
 */
const PATIENCE = { connect: 5_000, statement: 30_000, lock: 10_000, idle: 10_000 }

/** How every connection is made. A socket that is dead without capture is found by the answers that do not come. */
export const terms = (url: string): pg.ClientConfig => ({
  connectionString: url,
  types,
  application_name: 'workloom',
  connectionTimeoutMillis: PATIENCE.connect,
  statement_timeout: PATIENCE.statement,
  query_timeout: PATIENCE.statement + PATIENCE.connect,
  lock_timeout: PATIENCE.lock,
  idle_in_transaction_session_timeout: PATIENCE.idle,
  keepAlive: true,
})

/** For work that takes longer than any request may. */
export const patient = {
  statement_timeout: 0,
  lock_timeout: 0,
  query_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}

/**
 * What each connection is told first. The statements are few and large: planning one anew, or compiling it, takes longer
 * than running it. Each asks for few rows, by an index, and what is asked for often is in memory: reading a table from end
 * to end is never cheaper. A client that is gone without a word is missed within a minute.
 */
export const MANNERS = `set plan_cache_mode = force_generic_plan; set jit = off; set random_page_cost = 1.1;
  set default_transaction_isolation = 'read committed'; set timezone = 'UTC';
  set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3`

/** What a statement outside of a transaction can do: `reads` refuses those that write. */
export type Use = 'all' | 'reads'

const USES: Readonly<Record<Use, string>> = { all: '', reads: '; set default_transaction_read_only = on' }

/** A standby that has the address of the database would answer with what was so a while ago. */
async function leads(client: pg.ClientBase, use: Use): Promise<void> {
  const answers = await client.query(`${MANNERS}${USES[use]}; select pg_is_in_recovery() as follows`)
  // Several statements have several answers; the types know of one.
  const { rows } = (answers as unknown as pg.QueryResult[]).at(-1) ?? {}
  if (rows?.[0]?.follows === 1) throw unavailable(new Error('The database is a standby: it can only be read.'))
}

/**
 * Connections, at most so many, each made when it is needed. No process waits for the end of one that is not used. Who
 * holds one may send a statement before the answers to those before it have come.
 */
export function createPool(url: string, most: number, use: Use = 'all'): pg.Pool {
  const manners = { allowExitOnIdle: true, onConnect: (client: pg.ClientBase) => leads(client, use) }
  const pool = new pg.Pool({ ...terms(url), max: most, pipeline: true, ...manners } as pg.PoolConfig)
  // A connection that dies while nobody uses it is replaced when the next one is needed; whoever uses it hears by itself.
  pool.on('error', () => undefined).on('connect', client => client.on('error', () => undefined))
  return pool
}

interface Prepared {
  name: string | undefined
  text: string
}

const prepared = new Map<string, Prepared>()
/** Each connection keeps what it has prepared: what comes after so many texts is planned whenever it runs. */
const MOST_NAMES = 1000

/** The texts of `change.ts` have question marks, those of the query builder are numbered already. */
function preparedFor(sql: string): Prepared {
  const known = prepared.get(sql)
  if (known) return known
  let count = 0
  const text = sql.replaceAll('?', () => `$${++count}`)
  const name = createHash('sha1').update(text).digest('base64url')
  const fresh = { name: prepared.size < MOST_NAMES ? name : undefined, text }
  if (prepared.size < MOST_NAMES) prepared.set(sql, fresh)
  return fresh
}

/** PostgreSQL has no text with a NUL. None is ever stored, so whoever looks for one must find nothing, not an error. */
const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : Array.isArray(value) ? value.map(withoutNul) : value

/** Whoever runs statements: a connection that somebody holds, or the pool, which takes one for each. */
export type Runner = Pick<pg.ClientBase, 'query'>

export function connectionOf(runner: Runner): Connection {
  const run = async (sql: string, given: unknown[], shape: { rowMode?: 'array' } = {}) => {
    const { name, text } = preparedFor(sql)
    const values = given.map(withoutNul)
    try {
      return await runner.query({ ...shape, ...(name === undefined ? { text, values } : { name, text, values }) })
    } catch (error) {
      throw translated(error)
    }
  }
  return {
    all: async (sql, values) => (await run(sql, values)).rows,
    tuples: async (sql, values) => (await run(sql, values, { rowMode: 'array' })).rows,
    first: async (sql, values) => (await run(sql, values)).rows[0],
    run: async (sql, values) => ({ changes: (await run(sql, values)).rowCount ?? 0 }),
  }
}

/** The code of an error of the database; empty where it has none. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

/**
 * Codes, or the classes they begin with: 08 the connection, 28 and 3D000 the way in, 53 resources of the server, 57 an
 * operator or the server stops it, 58 and XX the machine or the server itself, 25006 a server that only reads, 25P03 a
 * session that was idle for too long, 55P03 a lock; those of the system begin with an E, those of certificates are words.
 */
const OUTAGES = /^(?:08|28|3D000|53|57|58|XX|25006|25P03|55P03|E(?!RR_INVALID|RR_ASSERT)|(?!ERR_)[A-Z]+_)/

/** Errors that `pg` itself makes have no code. */
const LOST =
  /^(?:Connection terminated|timeout e|Query read timeout|Client has encountered|Client was closed|Cannot use a pool after|SASL|The server does not support SSL|There was an error establishing an SSL)/

/** A connection goes on with what it has prepared for a schema that was brought up to date meanwhile. */
const STALE = 'RevalidateCachedQuery'

const isOutage = (error: unknown): boolean => {
  const { message = '', routine } = error as { message?: string; routine?: string }
  return OUTAGES.test(codeOf(error)) || LOST.test(message) || routine === STALE
}

/** Whether this is what `translated` makes of an outage: then the connection is of no use any more. */
export const isTranslated = (error: unknown): boolean =>
  error instanceof ApiError && error.cause !== undefined && isOutage(error.cause)

/** What clients are told: an outage is not their fault, and may be over when they try again. */
export const translated = (error: unknown): unknown => (isOutage(error) ? unavailable(error) : error)

/**
 * Two transactions were in each other's way: a deadlock, or a row that one has made or removed since the other looked.
 * The one that lost finds the world as the other has left it when it runs again.
 */
export const isClash = (error: unknown): boolean => ['40001', '40P01', '23503', '23505'].includes(codeOf(error))
