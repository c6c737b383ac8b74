/** Captures every statement that this process sends to PostgreSQL, including begin and commit. */
import pg from 'pg'

/**
 * A statement and its round trip: statements that are sent before the response to an earlier one share its round trip.
 */
export interface CapturedStatement {
  text: string
  roundTrip: number
  /** The SQLSTATE of the error that answered it. */
  errorCode?: string
}

type QueryCallback = (...all: unknown[]) => void

/** Captures the statements of all connections from now on. Returns a function that takes those since its last call. */
export function captureSql(): () => CapturedStatement[] {
  const all: CapturedStatement[] = []
  let answeredRoundTrip = 0
  const query = pg.Client.prototype.query as (...all: unknown[]) => Promise<unknown> | undefined
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      const [one] = given as [string | { text: string }]
      const roundTrip = answeredRoundTrip + 1
      const captured: CapturedStatement = { text: typeof one === 'string' ? one : one.text, roundTrip }
      all.push(captured)
      const onAnswer = () => {
        answeredRoundTrip = Math.max(answeredRoundTrip, roundTrip)
      }
      const failed = (error: unknown) => {
        onAnswer()
        captured.errorCode = String((error as { code?: unknown }).code)
      }
      const done = given.at(-1)
      // The pool passes a callback; other callers await the promise.
      if (typeof done !== 'function') {
        const answer = query.apply(this, given)
        answer?.then(onAnswer, failed)
        return answer
      }
      const call: QueryCallback = (...result) => {
        if (result[0]) failed(result[0])
        else onAnswer()
        ;(done as QueryCallback)(...result)
      }
      return query.apply(this, [...given.slice(0, -1), call])
    },
  })
  return () => {
    answeredRoundTrip = 0
    return all.splice(0)
  }
}
