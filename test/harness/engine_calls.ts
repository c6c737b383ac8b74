/**
 * Hooks between the program and its engine, by which a test observes each statement and can make one fail. Statements
 * of transaction control are not among them.
 */
import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { isPostgres } from './engine.ts'

export interface Between {
  /** Called with each statement before it runs, and with the connection if the engine is a server. */
  before?(text: string, at: pg.Client | undefined): void
  /** Called next: an error that it returns replaces the result. */
  instead?(text: string): Error | undefined
  /** Called with the number of rows of each result. */
  after?(rows: number): void
}

/** Transaction control, notifications, and the periodic deletion of old commits. */
const FRAMES =
  /^\s*(?:begin|commit|rollback|savepoint|release|set|listen|select pg_notify|select pg_try_advisory_xact_lock_shared|select 1$|with gone as \(delete from commits)\b/i

const standing = new Set<Between>()
let isBetween = false

/** Adds hooks for every store of this process. Returns a function that removes them. */
export function stand(between: Between): () => void {
  if (!isBetween) isPostgres ? stepBeforePostgres() : stepBeforeSqlite()
  isBetween = true
  standing.add(between)
  return () => void standing.delete(between)
}

/** Calls the hooks before a statement. Returns the error that replaces its result. */
function told(text: string, at?: pg.Client): Error | undefined {
  for (const { before } of standing) before?.(text, at)
  return [...standing].map(({ instead }) => instead?.(text)).find(fault => fault !== undefined)
}

function answered(rows: number): void {
  for (const { after } of standing) after?.(rows)
}

type Done = (error: Error | undefined, result?: pg.QueryResult) => void
type Query = (...all: unknown[]) => Promise<pg.QueryResult> | undefined

/** A statement that fails aborts its transaction, also for statements that were sent after it. */
const FAILING = 'select 1 / 0'

function stepBeforePostgres(): void {
  const query = pg.Client.prototype.query as unknown as Query
  const between = function (this: pg.Client, ...all: unknown[]) {
    const [asked] = all as [string | { text: string }]
    const text = typeof asked === 'string' ? asked : asked.text
    if (FRAMES.test(text)) return query.apply(this, all)
    const fault = told(text, this)
    const heard = (result?: pg.QueryResult) => answered(result?.rows?.length ?? 0)
    const done = all.at(-1)
    // The pool passes a callback; other callers await the promise.
    if (typeof done !== 'function') {
      if (fault)
        return query.call(this, FAILING)?.then(
          () => Promise.reject(fault),
          () => Promise.reject(fault),
        )
      return query.apply(this, all)?.then(result => {
        heard(result)
        return result
      })
    }
    if (fault) return query.call(this, FAILING, () => (done as Done)(fault))
    const call: Done = (error, result) => {
      heard(result)
      ;(done as Done)(error, result)
    }
    return query.apply(this, [...all.slice(0, -1), call])
  }
  Object.assign(pg.Client.prototype, { query: between })
}

function stepBeforeSqlite(): void {
  for (const verb of ['all', 'get', 'run', 'iterate'] as const) {
    const ask = StatementSync.prototype[verb] as (...values: never[]) => never
    StatementSync.prototype[verb] = function (this: StatementSync, ...values: never[]): never {
      const text = this.sourceSQL
      if (FRAMES.test(text)) return ask.apply(this, values)
      const fault = told(text)
      if (fault) throw fault
      const answer = ask.apply(this, values)
      answered(Array.isArray(answer) ? (answer as unknown[]).length : 1)
      return answer
    }
  }
}
