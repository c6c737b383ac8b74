/** A counter store in the memory of a test, which can be slow or broken, or order the swaps. */
import type { Clock } from '../../../src/lib/clock.ts'
import type { CounterEntry, CounterStore } from '../../../src/store/counters/counter_store.ts'

export interface FakeCounterStore extends CounterStore {
  rows: Map<string, CounterEntry & { until: number }>
  /** The number of swaps that have arrived. */
  swaps: number
  /** Runs before each swap arrives, and again before its result returns: it does nothing, waits, or throws. */
  roundTrip(): Promise<void>
}

export function fakeCounterStore(clock: Clock): FakeCounterStore {
  const counters: FakeCounterStore = {
    rows: new Map(),
    swaps: 0,
    roundTrip: async () => undefined,
    async compareAndSwap(name, version, text, keep) {
      await counters.roundTrip()
      counters.swaps++
      const row = counters.rows.get(name)
      const found = row && row.until > clock() && row.version !== version ? row : null
      if (!found) counters.rows.set(name, { version: version + 1, text, until: clock() + keep })
      await counters.roundTrip()
      return found && { version: found.version, text: found.text }
    },
  }
  return counters
}

/** Runs all pending work of the process that does not wait for I/O. */
export const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
