/** Everything that PostgreSQL is asked by this process, with the beginnings and the ends of transactions. */
import pg from 'pg'

/** A text that was asked, and on which journey it went: what was sent before the answers to others had come went with them. */
export interface Asked {
  text: string
  journey: number
  /** The code of the error that it was answered by. */
  failed?: string
}

type Done = (...all: unknown[]) => void

/** Notes from now on what any connection is asked; answers how to take it since the last time. */
export function asked(): () => Asked[] {
  const all: Asked[] = []
  let answered = 0
  const query = pg.Client.prototype.query as (...all: unknown[]) => Promise<unknown> | undefined
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      const [one] = given as [string | { text: string }]
      const journey = answered + 1
      const asked: Asked = { text: typeof one === 'string' ? one : one.text, journey }
      all.push(asked)
      const heard = () => {
        answered = Math.max(answered, journey)
      }
      const failed = (error: unknown) => {
        heard()
        asked.failed = String((error as { code?: unknown }).code)
      }
      const done = given.at(-1)
      // The pool waits for a call, whoever holds a connection for a promise.
      if (typeof done !== 'function') {
        const answer = query.apply(this, given)
        answer?.then(heard, failed)
        return answer
      }
      const call: Done = (...result) => {
        if (result[0]) failed(result[0])
        else heard()
        ;(done as Done)(...result)
      }
      return query.apply(this, [...given.slice(0, -1), call])
    },
  })
  return () => {
    answered = 0
    return all.splice(0)
  }
}
