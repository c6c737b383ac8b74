/**
 * The tallies of this process: the plan of each token and its use here. Idle tokens, which have nothing in use and full
 * buckets, are pruned with the first request of the next minute, without a timer.
 */
import { restOf } from './bucket.ts'
import { type Counts, noCounts } from './counting.ts'
import type { SizesByPlan, TokenSizes } from './sizes.ts'
import { endOf } from './slots.ts'

const SWEEP = 60_000

/** The time for which a plan is cached. */
const PLAN_LIFE = 1000

/** Whether the user of a token belongs to a paid domain. */
interface Plan {
  isPaid: boolean
  askedAt: number
  asking: Promise<void> | null
}

export interface Tally extends Counts {
  plan: Plan
}

export interface Tallies {
  /** The tally of a token, which is created if necessary. */
  of(token: number, now: number): Tally
  tokens(): number[]
}

/** A plan that was never loaded. */
const unasked = (): Plan => ({ isPaid: false, askedAt: Number.NEGATIVE_INFINITY, asking: null })

export const newTally = (now: number): Tally => ({ ...noCounts(now), plan: unasked() })

export const isFresh = ({ askedAt }: Plan, now: number): boolean => now >= askedAt && now - askedAt <= PLAN_LIFE

/** The sizes for a token by its plan, as far as known. */
export const sizesFor = (sizes: SizesByPlan, { plan }: Tally): TokenSizes => (plan.isPaid ? sizes.paid : sizes.free)

/** Milliseconds until a token is idle; 0 if it is idle. */
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

/** `sizes` returns the current sizes. */
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
