/** A shelf in the memory of a test, which can be slow, broken, or told in which order its swaps arrive. */
import type { Clock } from '../../../src/lib/clock.ts'
import type { Found, Shelf } from '../../../src/store/shelf.ts'

export interface FakeShelf extends Shelf {
  rows: Map<string, Found & { until: number }>
  /** How many swaps have arrived. */
  swaps: number
  /** What every swap does before it arrives, and again before its answer is heard: nothing, wait, or throw. */
  journey(): Promise<void>
}

export function fakeShelf(clock: Clock): FakeShelf {
  const shelf: FakeShelf = {
    rows: new Map(),
    swaps: 0,
    journey: async () => undefined,
    async swap(name, version, text, keep) {
      await shelf.journey()
      shelf.swaps++
      const row = shelf.rows.get(name)
      const found = row && row.until > clock() && row.version !== version ? row : null
      if (!found) shelf.rows.set(name, { version: version + 1, text, until: clock() + keep })
      await shelf.journey()
      return found && { version: found.version, text: found.text }
    },
  }
  return shelf
}

/** Lets everything happen that waits for nothing outside. */
export const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
