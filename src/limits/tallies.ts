/**
 * What each token has used. A token that has nothing in use and whose buckets are full again is forgotten: with the first
 * request of the next minute, so that no timer is needed.
 */
import { type Bucket, emptyBucket, isEmpty } from './bucket.ts'
import type { Sizes } from './sizes.ts'
import { freeSlots, inUse, type Slots } from './slots.ts'

const SWEEP = 60_000

/** How long it is known whether a token's domain is paid, in milliseconds. */
const PLAN_LIFE = 1000

/** Whether a domain of the token's user is paid for. */
export interface PlanKnown {
  isPaid: boolean
  askedAt: number
  asking: Promise<void> | null
}

export interface Tally {
  minute: Bucket
  search: Bucket
  cost: Bucket
  reads: Slots
  writes: Slots
  /** How many run. */
  jobs: number
  plan: PlanKnown
}

export interface Tallies {
  /** The tally of a token, a new one when it was not known. */
  of(token: number, now: number): Tally
  tokens(): number[]
}

const newTally = (now: number): Tally => ({
  minute: emptyBucket(now),
  search: emptyBucket(now),
  cost: emptyBucket(now),
  reads: freeSlots(),
  writes: freeSlots(),
  jobs: 0,
  plan: { isPaid: false, askedAt: Number.NEGATIVE_INFINITY, asking: null },
})

export const isFresh = ({ askedAt }: PlanKnown, now: number): boolean => now >= askedAt && now - askedAt <= PLAN_LIFE

/** The size of the bucket of a minute, as far as the plan is known. */
export const minuteOf = (sizes: Sizes, { plan }: Tally): number | null => (plan.isPaid ? sizes.paid : sizes.free)

function isIdle(sizes: Sizes, tally: Tally, now: number): boolean {
  const { minute, search, cost, reads, writes, jobs, plan } = tally
  if (jobs > 0 || plan.asking || isFresh(plan, now)) return false
  if (inUse(reads, now) + inUse(writes, now) > 0) return false
  return (
    isEmpty(minute, minuteOf(sizes, tally), now) && isEmpty(search, sizes.search, now) && isEmpty(cost, sizes.cost, now)
  )
}

export function createTallies(sizes: Sizes): Tallies {
  const known = new Map<number, Tally>()
  let sweptAt = Number.NEGATIVE_INFINITY
  const sweep = (now: number) => {
    sweptAt = now
    for (const [token, tally] of known) if (isIdle(sizes, tally, now)) known.delete(token)
  }
  return {
    of(token, now) {
      if (now < sweptAt || now - sweptAt >= SWEEP) sweep(now)
      const tally = known.get(token)
      if (tally) return tally
      const fresh = newTally(now)
      known.set(token, fresh)
      return fresh
    },
    tokens: () => [...known.keys()],
  }
}
