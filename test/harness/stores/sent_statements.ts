/** Hooks into `pg`, called with each statement that this process sends to PostgreSQL, also those that share a round trip. */
import pg from 'pg'
import { RoundTrip, type SentStatement, type WireAnswer } from '../../../src/store/postgres/pipeline.ts'

export interface HookedStatement {
  text: string
  client: pg.Client
  /** Sends another text instead, and rejects with this error. */
  failAs(text: string, fault: Error): void
  /** Calls `listener` when the statement is answered, with its error, or the number of its rows. */
  answered(listener: (error: unknown, rows: number) => void): void
}

type QueryMethod = (...all: unknown[]) => Promise<pg.QueryResult> | undefined

const hooks = new Set<(statement: HookedStatement) => void>()

/** Adds a hook for all connections. */
export function hookSent(hook: (statement: HookedStatement) => void): void {
  if (hooks.size === 0) patch()
  hooks.add(hook)
}

function patch(): void {
  const query = pg.Client.prototype.query as unknown as QueryMethod
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      const [one] = given as [string | { text: string }]
      if (one instanceof RoundTrip) {
        for (const statement of one.statements) for (const hook of hooks) hook(hookedOf(statement, this))
        return query.apply(this, given)
      }
      // A statement of its own, such as the settings of a session.
      const listeners: ((error: unknown, rows: number) => void)[] = []
      const text = typeof one === 'string' ? one : one.text
      const failAs = () => assertNever(text)
      for (const hook of hooks)
        hook({ text, client: this, failAs, answered: listener => void listeners.push(listener) })
      const answer = query.apply(this, given)
      const end = (error: unknown, rows: number) => {
        for (const listener of listeners) listener(error, rows)
      }
      answer?.then(
        result => end(undefined, result.rows?.length ?? 0),
        error => end(error, 0),
      )
      return answer
    },
  })
}

function assertNever(text: string): never {
  throw new Error(`Only statements of a store can fail: ${text}`)
}

function hookedOf(statement: SentStatement, client: pg.Client): HookedStatement {
  const { text } = statement
  return {
    text,
    client,
    failAs(other, fault) {
      const { reject } = statement
      Object.assign(statement, { name: undefined, text: other, values: [], reject: () => reject(fault) })
    },
    answered(listener) {
      const { resolve, reject } = statement
      statement.resolve = (answer: WireAnswer) => {
        listener(undefined, answer.rows.length)
        resolve(answer)
      }
      statement.reject = (error: unknown) => {
        listener(error, 0)
        reject(error)
      }
    },
  }
}
