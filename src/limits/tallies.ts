/**
 * The tallies of this process: the plan of each token and its use here. Idle tokens, which have nothing in use and full
 * buckets, are pruned with the first request of the next minute, without a timer.
 */
import { refillMs } from './bucket.ts'
import { type Counts, emptyCounts } from './counting.ts'
import type { SizesByPlan, TokenSizes } from './sizes.ts'
import { lastEnd } from './slots.ts'

const SWEEP_INTERVAL_MS = 60_000

/** The time for which a plan is cached. */
const PLAN_TTL_MS = 1000

/** Whether the user of a token belongs to a paid domain. */
interface CachedPlan {
  isPaid: boolean
  loadedAt: number
  pending: Promise<void> | null
}

export interface Tally extends Counts {
  plan: CachedPlan
}

export interface Tallies {
  /** The tally of a token, which is created if necessary. */
  of(token: number, now: number): Tally
  tokens(): number[]
}

/** A plan that was never loaded. */
const unknownPlan = (): CachedPlan => ({ isPaid: false, loadedAt: Number.NEGATIVE_INFINITY, pending: null })

export const newTally = (now: number): Tally => ({ ...emptyCounts(now), plan: unknownPlan() })

export const isFresh = ({ loadedAt }: CachedPlan, now: number): boolean =>
  now >= loadedAt && now - loadedAt <= PLAN_TTL_MS

/** The sizes for a token by its plan, as far as known. */
export const sizesFor = (sizes: SizesByPlan, { plan }: Tally): TokenSizes => (plan.isPaid ? sizes.paid : sizes.free)

/** Milliseconds until a token is idle; 0 if it is idle. */
export function msUntilIdle(sizes: TokenSizes, counts: Counts, now: number): number {
  const { minute, search, cost, sessionCost, reads, writes } = counts
  return Math.max(
    refillMs(minute, sizes.minute, now),
    refillMs(search, sizes.search, now),
    refillMs(cost, sizes.cost, now),
    refillMs(sessionCost, sizes.sessionCost, now),
    ...[reads, writes].map(slots => lastEnd(slots) - now),
    0,
  )
}

const isIdle = (sizes: SizesByPlan, tally: Tally, now: number): boolean =>
  !tally.plan.pending && !isFresh(tally.plan, now) && msUntilIdle(sizesFor(sizes, tally), tally, now) === 0

/** `sizes` returns the current sizes. */
export function createTallies(sizes: () => SizesByPlan): Tallies {
  const tallies = new Map<number, Tally>()
  let sweptAt = Number.NEGATIVE_INFINITY
  const sweep = (now: number) => {
    sweptAt = now
    const current = sizes()
    for (const [token, tally] of tallies) if (isIdle(current, tally, now)) tallies.delete(token)
  }
  return {
    of(token, now) {
      if (now < sweptAt || now - sweptAt >= SWEEP_INTERVAL_MS) sweep(now)
      const tally = tallies.get(token)
      if (tally) return tally
      const created = newTally(now)
      tallies.set(token, created)
      return created
    },
    tokens: () => [...tallies.keys()],
  }
}
