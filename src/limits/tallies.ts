/**
 * What this process knows of each token: its plan, and what it has used here. A token that has nothing in use and whose
 * buckets are full again is forgotten: with the first request of the next minute, so that no timer is needed.
 */
import { restOf } from './bucket.ts'
import { type Counts, noCounts } from './counting.ts'
import type { SizesByPlan, TokenSizes } from './sizes.ts'
import { endOf } from './slots.ts'

const SWEEP = 60_000

/** How long it is known whether a token's domain is paid, in milliseconds. */
const PLAN_LIFE = 1000

/** Whether a domain of the token's user is paid for. */
interface Plan {
  isPaid: boolean
  askedAt: number
  asking: Promise<void> | null
}

export interface Tally extends Counts {
  plan: Plan
}

export interface Tallies {
  /** The tally of a token, a new one when it was not known. */
  of(token: number, now: number): Tally
  tokens(): number[]
}

/** A plan that nobody has asked for. */
const unasked = (): Plan => ({ isPaid: false, askedAt: Number.NEGATIVE_INFINITY, asking: null })

export const newTally = (now: number): Tally => ({ ...noCounts(now), plan: unasked() })

export const isFresh = ({ askedAt }: Plan, now: number): boolean => now >= askedAt && now - askedAt <= PLAN_LIFE

/** The sizes that hold for a token, as far as its plan is known. */
export const sizesFor = (sizes: SizesByPlan, { plan }: Tally): TokenSizes => (plan.isPaid ? sizes.paid : sizes.free)

/** Milliseconds until a token is as if it had never come; 0 for now. */
export function restOfAll(sizes: TokenSizes, counts: Counts, now: number): number {
  const { minute, search, cost, reads, writes, jobs } = counts
  return Math.max(
    restOf(minute, sizes.minute, now),
    restOf(search, sizes.search, now),
    restOf(cost, sizes.cost, now),
    ...[reads, writes, jobs].map(slots => endOf(slots) - now),
    0,
  )
}

const isIdle = (sizes: SizesByPlan, tally: Tally, now: number): boolean =>
  !tally.plan.asking && !isFresh(tally.plan, now) && restOfAll(sizesFor(sizes, tally), tally, now) === 0

/** `sizes` answers what holds now. */
export function createTallies(sizes: () => SizesByPlan): Tallies {
  const known = new Map<number, Tally>()
  let sweptAt = Number.NEGATIVE_INFINITY
  const sweep = (now: number) => {
    sweptAt = now
    const holding = sizes()
    for (const [token, tally] of known) if (isIdle(holding, tally, now)) known.delete(token)
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
