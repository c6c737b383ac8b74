/**
 * Connections to PostgreSQL by `pg`. What must always hold: numbers, flags and JSON come back as the embedded store
 * gives them; statements are prepared once per connection and text; whatever blames the server or the way to it becomes
 * `unavailable`, so that clients try again.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { unavailable } from '../../lib/errors.ts'
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

/** How long a client waits for a connection, a statement for its end, a session in a transaction for its next word. */
const PATIENCE = { connect: 5_000, statement: 30_000, idle: 30_000 }

/** How every connection is made. A socket that is dead without telling is found by the answers that do not come. */
export const terms = (url: string): pg.ClientConfig => ({
  connectionString: url,
  types,
  application_name: 'workloom',
  connectionTimeoutMillis: PATIENCE.connect,
  statement_timeout: PATIENCE.statement,
  query_timeout: PATIENCE.statement + PATIENCE.connect,
  idle_in_transaction_session_timeout: PATIENCE.idle,
  keepAlive: true,
})

/**
 * What each connection is told first. The statements are few and large: planning one anew, or compiling it, takes longer
 * than running it.
 */
const MANNERS = `set plan_cache_mode = force_generic_plan; set jit = off;
  set default_transaction_isolation = 'read committed'; set timezone = 'UTC'`

/** Connections, at most so many, each made when it is needed. */
export function createPool(url: string, most: number): pg.Pool {
  const pool = new pg.Pool({ ...terms(url), max: most, onConnect: client => client.query(MANNERS) })
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
  const run = async (sql: string, given: unknown[]) => {
    const { name, text } = preparedFor(sql)
    const values = given.map(withoutNul)
    try {
      return await runner.query(name === undefined ? { text, values } : { name, text, values })
    } catch (error) {
      throw translated(error)
    }
  }
  return {
    all: async (sql, values) => (await run(sql, values)).rows,
    first: async (sql, values) => (await run(sql, values)).rows[0],
    run: async (sql, values) => ({ changes: (await run(sql, values)).rowCount ?? 0 }),
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

/**
 * Codes, or the classes they begin with: 08 the connection, 53 resources of the server, 57 an operator or the server
 * stops it, 58 and XX the machine or the server itself, 25006 a server that only reads, 25P03 a session that was idle
 * for too long, 55P03 a lock.
 */
const OUTAGES = /^(?:08|53|57|58|XX|25006|25P03|55P03)/

/** Errors that `pg` itself makes have no code. */
const LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered|Client was closed|Cannot use a pool after)/

const isOutage = (error: unknown): boolean => {
  const { syscall, message = '' } = error as { syscall?: string; message?: string }
  return OUTAGES.test(codeOf(error)) || syscall !== undefined || LOST.test(message)
}

/** What clients are told: an outage is not their fault, and may be over when they try again. */
export const translated = (error: unknown): unknown => (isOutage(error) ? unavailable(error) : error)

/**
 * Two transactions were in each other's way: a deadlock, or a row that one has made or removed since the other looked.
 * The one that lost finds the world as the other has left it when it runs again.
 */
export const isClash = (error: unknown): boolean => ['40001', '40P01', '23503', '23505'].includes(codeOf(error))
