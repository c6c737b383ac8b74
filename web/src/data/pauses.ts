/** When the outbox waits: after an answer that says nothing about a call, and while there is no session. */
import { HTTP } from './batching.ts'
import type { Answer } from './outbox.ts'

const MAX_RETRY_DELAY_MS = 30_000

export interface Pauses {
  isPaused(): boolean
  /** Whether the last call found no server, and whether calls wait because the server limits them. */
  state(): { readonly isOffline: boolean; readonly isLimited: boolean }
  /** Notes how a request ended; `transient` is an answer after which it is sent again, later each time. */
  note(transient: Answer | undefined): void
  /** Waits until `end`. */
  begin(): void
  end(): void
}

/** `resume` is called after each pause that ends by itself. */
export function createPauses(delay: (run: () => void, ms: number) => void, resume: () => void): Pauses {
  let failures = 0
  let isPaused = false
  let isLimited = false
  return {
    isPaused: () => isPaused,
    state: () => ({ isOffline: failures > 0 && !isLimited, isLimited }),
    note: transient => {
      isLimited = transient?.status === HTTP.tooMany
      if (!transient) failures = 0
      else {
        const ms = Math.min(MAX_RETRY_DELAY_MS, 1000 * 2 ** failures++)
        isPaused = true
        delay(
          () => {
            isPaused = false
            resume()
          },
          transient.retryAfterSeconds ? transient.retryAfterSeconds * 1000 : ms,
        )
      }
    },
    begin: () => {
      isPaused = true
    },
    end: () => {
      isPaused = false
      failures = 0
    },
  }
}
