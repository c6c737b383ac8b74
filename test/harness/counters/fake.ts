/** A counter store in the memory of a test, which can be slow, broken, or told in which order its swaps arrive. */
import type { Clock } from '../../../src/lib/clock.ts'
import type { CounterEntry, CounterStore } from '../../../src/store/counters/counter_store.ts'

export interface FakeCounterStore extends CounterStore {
  rows: Map<string, CounterEntry & { until: number }>
  /** How many swaps have arrived. */
  swaps: number
  /** What every swap does before it arrives, and again before its answer is heard: nothing, wait, or throw. */
  journey(): Promise<void>
}

export function fakeCounterStore(clock: Clock): FakeCounterStore {
  const counters: FakeCounterStore = {
    rows: new Map(),
    swaps: 0,
    journey: async () => undefined,
    async compareAndSwap(name, version, text, keep) {
      await counters.journey()
      counters.swaps++
      const row = counters.rows.get(name)
      const found = row && row.until > clock() && row.version !== version ? row : null
      if (!found) counters.rows.set(name, { version: version + 1, text, until: clock() + keep })
      await counters.journey()
      return found && { version: found.version, text: found.text }
    },
  }
  return counters
}

/** Lets everything happen that waits for nothing outside. */
export const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
