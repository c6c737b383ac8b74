/**
 * The use of each token at all instances together, and its text in the counter store.
 * Invariant: a text that this program did not write is ignored, or at worst is a tally that expires soon.
 */
import type { Clock } from '../lib/clock.ts'
import type { CounterStore } from '../store/counters/counter_store.ts'
import { createSharedValues, type SharedValues } from '../store/counters/shared_values.ts'
import type { Bucket } from './bucket.ts'
import { REQUEST_LEASE_MS } from './counting.ts'
import type { SizesByPlan } from './sizes.ts'
import { acquireSlots, emptySlots, type Slots } from './slots.ts'
import { msUntilIdle, newTally, sizesFor, type Tally } from './tallies.ts'

/** `kind` separates tokens from persons. Plans are not shared: each instance loads them. */
export const createSharedTallies = (
  counters: CounterStore,
  clock: Clock,
  sizes: SizesByPlan,
  kind: string,
): SharedValues<Tally> =>
  createSharedValues<Tally>({
    ...{ counters, clock, kind },
    format: {
      fresh: newTally,
      parse,
      print,
      remainingMs: (tally, now) => msUntilIdle(sizesFor(sizes, tally), tally, now),
    },
  })

function print({ minute, search, cost, sessionCost, reads, writes }: Tally): string {
  const texts = ({ used, at }: Bucket) => [used, at]
  return JSON.stringify([
    ...[minute, search, cost].map(texts),
    ...[reads, writes].map(({ leases }) => leases.flatMap(({ endsAt, count }) => [endsAt, count])),
    // The last one, because versions before it read the others by their places.
    texts(sessionCost),
  ])
}

function parse(text: string, now: number): Tally | undefined {
  const lists: unknown = JSON.parse(text)
  if (!isLists(lists)) return undefined
  const [minute, search, cost, reads, writes, sessionCost = [0, now]] = lists
  if (!minute || !search || !cost || !reads || !writes) return undefined
  const slots = { reads: slotsOf(reads, now + REQUEST_LEASE_MS), writes: slotsOf(writes, now + REQUEST_LEASE_MS) }
  const costs = { cost: bucketOf(cost), sessionCost: bucketOf(sessionCost) }
  return { ...newTally(now), minute: bucketOf(minute), search: bucketOf(search), ...costs, ...slots }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

const isLists = (value: unknown): value is number[][] =>
  Array.isArray(value) && value.every(list => Array.isArray(list) && list.every(isCount))

const bucketOf = ([used = 0, at = 0]: number[]): Bucket => ({ used, at })

/** No lease ends later than one that begins now, so a clock that was set back does not prolong any. */
function slotsOf(list: number[], latest: number): Slots {
  const slots = emptySlots()
  for (let index = 0; index + 1 < list.length; index += 2) {
    const [endsAt = 0, count = 0] = list.slice(index, index + 2)
    acquireSlots(slots, count, Math.min(endsAt, latest))
  }
  return slots
}
