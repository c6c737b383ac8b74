/** Captures every statement that this process sends to PostgreSQL, including begin and commit. */
import { hookSent } from './stores/sent_statements.ts'

/**
 * A statement and its round trip: statements that are sent before the response to an earlier one share its round trip.
 */
export interface CapturedStatement {
  text: string
  roundTrip: number
  /** The SQLSTATE of the error that answered it. */
  errorCode?: string
}

/** Captures the statements of all connections from now on. Returns a function that takes those since its last call. */
export function captureSql(): () => CapturedStatement[] {
  const all: CapturedStatement[] = []
  let answeredRoundTrip = 0
  hookSent(({ text, answered }) => {
    const captured: CapturedStatement = { text, roundTrip: answeredRoundTrip + 1 }
    all.push(captured)
    answered(error => {
      answeredRoundTrip = Math.max(answeredRoundTrip, captured.roundTrip)
      if (error) captured.errorCode = String((error as { code?: unknown }).code)
    })
  })
  return () => {
    answeredRoundTrip = 0
    return all.splice(0)
  }
}
