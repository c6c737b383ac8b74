/**
 * The counter store: small values that several instances change together, such as what a token has used.
 * Invariants:
 * - a compare-and-swap is atomic;
 * - no caller waits longer than a bound for a store that does not answer;
 * - nothing in it is durable, so every caller works without it.
 */
import { type Clock, withTimeout } from '../../lib/clock.ts'
import { reason } from '../../lib/errors.ts'

export interface CounterStore {
  /**
   * Replaces the value that has this `version` by `text`, which expires after `ttlMs`. The new value has `version + 1`. A
   * name without a value has version 0; an expired one matches every version. Returns null on success, otherwise the
   * current entry. Rejects when the store fails.
   */
  compareAndSwap(name: string, version: number, text: string, ttlMs: number): Promise<CounterEntry | null>
}

/** A stored value; version 0 is none. */
export interface CounterEntry {
  version: number
  text: string
}

/** What instances need to count together. */
export interface Sharing {
  counters: CounterStore
  /** The number of instances, as far as known. Each is entitled to that part of a limit that they cannot share. */
  instanceCount(): number
}

/** The counter store failed, or did not answer in time. */
export class CounterStoreUnavailable extends Error {}

/** How long a caller waits for the store. */
const SWAP_TIMEOUT_MS = 500
/** The interval at which an open circuit probes the store. */
const PROBE_INTERVAL_MS = 1000

interface BreakerOptions {
  clock: Clock
  log(line: Record<string, unknown>): void
  /** How long a caller waits for the store, where it differs from the default. */
  timeoutMs?: number | undefined
}

/**
 * A counter store with a circuit breaker. The first failure opens the circuit: from then on each call throws
 * `CounterStoreUnavailable` at once, and at most one call per `PROBE_INTERVAL_MS` probes the store. A successful probe closes
 * it. Both transitions are logged.
 */
export function withCircuitBreaker(
  store: CounterStore,
  { clock, log, timeoutMs = SWAP_TIMEOUT_MS }: BreakerOptions,
): CounterStore {
  /** The time of the last probe; null while the circuit is closed. */
  let probedAt: number | null = null
  const open = (cause: unknown) => {
    if (probedAt === null) {
      const message = 'Sharing limits failed: each instance enforces its part of them until the counter store answers.'
      log({ level: 'error', message, cause: reason(cause) })
    }
    probedAt = clock()
  }
  const close = () => {
    if (probedAt !== null) log({ level: 'notice', message: 'Sharing limits recovered.' })
    probedAt = null
  }
  const probe = (last: number) => {
    const now = clock()
    if (now >= last && now - last < PROBE_INTERVAL_MS) return
    probedAt = now
    inTime(timeoutMs, () => store.compareAndSwap('try', 0, '', PROBE_INTERVAL_MS)).then(close, () => undefined)
  }
  return {
    async compareAndSwap(name, version, text, ttlMs) {
      if (probedAt !== null) {
        probe(probedAt)
        throw new CounterStoreUnavailable()
      }
      try {
        return await inTime(timeoutMs, () => store.compareAndSwap(name, version, text, ttlMs))
      } catch (cause) {
        open(cause)
        throw new CounterStoreUnavailable(undefined, { cause })
      }
    },
  }
}

const LATE = Symbol('late')

async function inTime<T>(timeoutMs: number, run: () => Promise<T>): Promise<T> {
  const answer = await withTimeout(timeoutMs, run(), LATE)
  if (answer === LATE) throw new Error(`The counter store did not answer within ${timeoutMs} ms.`)
  return answer
}
