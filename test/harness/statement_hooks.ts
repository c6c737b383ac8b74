/**
 * Hooks between the program and its engine, by which a test observes each statement and can make one fail. Statements
 * of transaction control are not among them.
 */
import { StatementSync } from 'node:sqlite'
import type pg from 'pg'
import { isPostgres } from './engine.ts'
import { hookSent } from './stores/sent_statements.ts'

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
  /^\s*(?:begin|commit|rollback|savepoint|release|set|listen|select pg_notify|select (?:1 \/ )?pg_try_advisory_xact_lock_shared|select 1$|with deleted as \(delete from commits)\b/i

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

/** A statement that fails aborts its transaction, also for statements that were sent after it. */
const FAILING_STATEMENT = 'select 1 / 0'

function patchPostgres(): void {
  hookSent(({ text, client, failAs, answered }) => {
    if (IGNORED_STATEMENTS.test(text)) return
    const fault = beforeStatement(text, client)
    if (fault) failAs(FAILING_STATEMENT, fault)
    else answered((_error, rows) => afterStatement(rows))
  })
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
