/**
 * Hooks between the program and its engine, by which a test observes each statement and can make one fail. Statements
 * of transaction control are not among them.
 */
import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { isPostgres } from './engine.ts'

export interface StatementHooks {
  /** Called with each statement before it runs, and with the connection if the engine is a server. */
  before?(text: string, at: pg.Client | undefined): void
  /** Called next: an error that it returns replaces the result. */
  instead?(text: string): Error | undefined
  /** Called with the number of rows of each result. */
  after?(rows: number): void
}

/** Transaction control, notifications, and the periodic deletion of old commits. */
const IGNORED_STATEMENTS =
  /^\s*(?:begin|commit|rollback|savepoint|release|set|listen|select pg_notify|select pg_try_advisory_xact_lock_shared|select 1$|with deleted as \(delete from commits)\b/i

const activeHooks = new Set<StatementHooks>()
let isPatched = false

/** Adds hooks for every store of this process. Returns a function that removes them. */
export function hookStatements(between: StatementHooks): () => void {
  if (!isPatched) isPostgres ? patchPostgres() : patchSqlite()
  isPatched = true
  activeHooks.add(between)
  return () => void activeHooks.delete(between)
}

/** Calls the hooks before a statement. Returns the error that replaces its result. */
function beforeStatement(text: string, at?: pg.Client): Error | undefined {
  for (const { before } of activeHooks) before?.(text, at)
  return [...activeHooks].map(({ instead }) => instead?.(text)).find(fault => fault !== undefined)
}

function afterStatement(rows: number): void {
  for (const { after } of activeHooks) after?.(rows)
}

type QueryCallback = (error: Error | undefined, result?: pg.QueryResult) => void
type QueryMethod = (...all: unknown[]) => Promise<pg.QueryResult> | undefined

/** A statement that fails aborts its transaction, also for statements that were sent after it. */
const FAILING_STATEMENT = 'select 1 / 0'

function patchPostgres(): void {
  const query = pg.Client.prototype.query as unknown as QueryMethod
  const between = function (this: pg.Client, ...all: unknown[]) {
    const [statement] = all as [string | { text: string }]
    const text = typeof statement === 'string' ? statement : statement.text
    if (IGNORED_STATEMENTS.test(text)) return query.apply(this, all)
    const fault = beforeStatement(text, this)
    const onResult = (result?: pg.QueryResult) => afterStatement(result?.rows?.length ?? 0)
    const done = all.at(-1)
    // The pool passes a callback; other callers await the promise.
    if (typeof done !== 'function') {
      if (fault)
        return query.call(this, FAILING_STATEMENT)?.then(
          () => Promise.reject(fault),
          () => Promise.reject(fault),
        )
      return query.apply(this, all)?.then(result => {
        onResult(result)
        return result
      })
    }
    if (fault) return query.call(this, FAILING_STATEMENT, () => (done as QueryCallback)(fault))
    const call: QueryCallback = (error, result) => {
      onResult(result)
      ;(done as QueryCallback)(error, result)
    }
    return query.apply(this, [...all.slice(0, -1), call])
  }
  Object.assign(pg.Client.prototype, { query: between })
}

function patchSqlite(): void {
  for (const verb of ['all', 'get', 'run', 'iterate'] as const) {
    const ask = StatementSync.prototype[verb] as (...values: never[]) => never
    StatementSync.prototype[verb] = function (this: StatementSync, ...values: never[]): never {
      const text = this.sourceSQL
      if (IGNORED_STATEMENTS.test(text)) return ask.apply(this, values)
      const fault = beforeStatement(text)
      if (fault) throw fault
      const answer = ask.apply(this, values)
      afterStatement(Array.isArray(answer) ? (answer as unknown[]).length : 1)
      return answer
    }
  }
}
