/**
 * Stands between the program and its engine, whichever that is, so that a test sees the statements that run, and can
 * make one fail. Begin, commit and the like are not among them.
 */
import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { isPostgres } from './engine.ts'

export interface Between {
  /** Called with each text before it runs, and with the connection where it goes to a server. */
  before?(text: string, at: pg.Client | undefined): void
  /** Called next: an error that it answers comes instead of rows. */
  instead?(text: string): Error | undefined
  /** Called with the number of rows of each answer. */
  after?(rows: number): void
}

/** What surrounds statements, and what copies of the program tell each other. */
const FRAMES = /^\s*(?:begin|commit|rollback|savepoint|release|set|listen|select pg_notify|select pg_try)\b/i

/** For every store of this process, from now on; answers how to stop. Who came last must stop first. */
export const stand = (between: Between): (() => void) => (isPostgres ? beforePostgres(between) : beforeSqlite(between))

type Done = (error: Error | undefined, result?: pg.QueryResult) => void
type Query = (...all: unknown[]) => Promise<pg.QueryResult> | undefined

function beforePostgres({ before, instead, after }: Between) {
  const query = pg.Client.prototype.query as unknown as Query
  const between = function (this: pg.Client, ...all: unknown[]) {
    const [asked] = all as [string | { text: string }]
    const text = typeof asked === 'string' ? asked : asked.text
    if (FRAMES.test(text)) return query.apply(this, all)
    before?.(text, this)
    const fault = instead?.(text)
    const heard = (result?: pg.QueryResult) => after?.(result?.rows?.length ?? 0)
    const done = all.at(-1)
    // The pool waits for a call, whoever holds a connection for a promise.
    if (typeof done !== 'function') {
      if (fault) return Promise.reject(fault)
      return query.apply(this, all)?.then(result => {
        heard(result)
        return result
      })
    }
    if (fault) return void setImmediate(done as Done, fault)
    const call: Done = (error, result) => {
      heard(result)
      ;(done as Done)(error, result)
    }
    return query.apply(this, [...all.slice(0, -1), call])
  }
  Object.assign(pg.Client.prototype, { query: between })
  return () => void Object.assign(pg.Client.prototype, { query })
}

const verbs = ['all', 'get', 'run', 'iterate'] as const

function beforeSqlite({ before, instead, after }: Between) {
  const kept = verbs.map(verb => StatementSync.prototype[verb] as (...values: never[]) => never)
  for (const [index, verb] of verbs.entries()) {
    StatementSync.prototype[verb] = function (this: StatementSync, ...values: never[]): never {
      const text = this.sourceSQL
      const run = () => (kept[index] as (...values: never[]) => never).apply(this, values)
      if (FRAMES.test(text)) return run()
      before?.(text, undefined)
      const fault = instead?.(text)
      if (fault) throw fault
      const answer = run()
      after?.(Array.isArray(answer) ? (answer as unknown[]).length : 1)
      return answer
    }
  }
  return () => {
    for (const [index, verb] of verbs.entries()) StatementSync.prototype[verb] = kept[index] as never
  }
}
