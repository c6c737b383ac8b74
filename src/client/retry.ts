/**
 * When a failed request is sent again.
 *
 * - 429 after `Retry-After`, for every method, because nothing was executed.
 * - 5xx and lost connections after 1, 2, 4 … seconds, for methods that can be repeated; POST only on request, because the
 *   first one may have been executed.
 */
import type { WorkloomError } from './failure.ts'

/** A request that is about to be sent again. */
export interface RetryNotice {
  /** The number of the failed attempt, from 1. */
  attempt: number
  /** Milliseconds until the next one. */
  delay: number
  error: WorkloomError
  operation: string
}

export interface RetryOptions {
  /** The maximum number of further attempts; 5 by default, 0 for none. */
  retries?: number | undefined
  /** Repeats a POST too after a 5xx or a lost connection: what it creates may then exist twice. */
  retryPosts?: boolean | undefined
  /** Called before each wait. The request fails at once if it returns false. */
  onRetry?(notice: RetryNotice): unknown
  /** Waits; a test can replace it. */
  sleep?(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** A number from 0 to 1 that spreads the attempts of many clients; a test can replace it. */
  random?(): number
}

const DEFAULT_WAIT_MS = 30_000
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 60_000
/** Longer timers fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Milliseconds until the next attempt; null if there is none. */
export function delayBefore(
  { status, retryAfter }: WorkloomError,
  method: string,
  attempt: number,
  { retries = 5, retryPosts = false, random = Math.random }: RetryOptions,
): number | null {
  if (attempt > retries) return null
  if (status === 429) return retryAfter === null ? DEFAULT_WAIT_MS : retryAfter * 1000
  if ((status > 0 && status < 500) || (method === 'POST' && !retryPosts)) return null
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS)
  return Math.max(delay + (random() * delay) / 2, (retryAfter ?? 0) * 1000)
}

/** Resolves after a time; rejects with the reason of the signal. */
export function sleepFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      },
      Math.min(milliseconds, MAX_TIMER_MS),
    )
    signal?.addEventListener('abort', abort, { once: true })
  })
}
