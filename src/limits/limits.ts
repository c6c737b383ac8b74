/**
 * The limiters: requests and searches a minute, requests in flight, jobs that run, and what the answers cost. Each
 * token is counted for itself. Who enters leaves again, whatever became of the request.
 *
 * This one keeps its counts in the memory of the process. An answer may be a promise, so that counts can also be kept
 * where several processes share them; here it is one only when the store must be asked for a plan.
 */
import type { Clock } from '../lib/clock.ts'
import { tooMany } from '../lib/errors.ts'
import { charge, type Quota, quotaOf, take, waitOf } from './bucket.ts'
import type { Sizes } from './sizes.ts'
import { giveBack, hold, inUse, type Lease, type Room, roomOf, slotWait } from './slots.ts'
import { createTallies, isFresh, minuteOf, type Tally } from './tallies.ts'

/** What a request stands for: itself, or the actions inside it, which are refused or let in as a whole. */
export interface Ask {
  reads: number
  writes: number
  /** How many of them search. */
  searches: number
  /** How many of them start a job. */
  jobs: number
  /** Whether the answer is charged for what it shows. */
  costs: boolean
}

/** What a request holds while it is answered. */
export interface Pass {
  token: number
  ask: Ask
  reads: Lease | null
  writes: Lease | null
}

/** What is left of each limit; null where it is off. */
export interface Usage {
  minute: Quota | null
  search: Quota | null
  cost: Quota | null
  reads: Room | null
  writes: Room | null
  jobs: Room | null
}

export interface Limits {
  sizes: Sizes
  /** Lets a request of a token in, whose user decides on the plan. Throws 429 with the seconds after which it would be. */
  enter(token: number, user: number, ask: Ask): Pass | Promise<Pass>
  /** Ends what `enter` began. `cost` is what the graph counted; undefined when the request failed, and started no job. */
  leave(pass: Pass, cost: number | undefined): void
  /** Ends one job of a token: jobs outlive their request, so whoever runs one says when it is over. */
  release(token: number): void
  usage(token: number, user: number): Usage | Promise<Usage>
  /** The tokens that have something in use, or had in the last minutes. */
  remembered(): number[]
}

interface Parts {
  clock: Clock
  sizes: Sizes
  /** Whether a user, or service account, belongs to a domain with a plan other than `free`. */
  isPaid(user: number): Promise<boolean>
}

/** The limiters in the memory of this process. The store is asked for the plan of a token at most once a second. */
export function createLimits({ clock, sizes, isPaid }: Parts): Limits {
  if (Object.values(sizes).every(size => size === null)) return unlimited(sizes)
  const tallies = createTallies(sizes)
  const planned = <T>(token: number, user: number, use: (tally: Tally, now: number) => T): T | Promise<T> => {
    const now = clock()
    const tally = tallies.of(token, now)
    const { plan } = tally
    if (sizes.free === sizes.paid || isFresh(plan, now)) return use(tally, now)
    plan.asking ??= isPaid(user)
      .then(answer => void Object.assign(plan, { isPaid: answer, askedAt: now }))
      .finally(() => {
        plan.asking = null
      })
    return plan.asking.then(() => use(tally, clock()))
  }
  return {
    sizes,
    enter: (token, user, ask) => planned(token, user, (tally, now) => enter(sizes, tally, token, ask, now)),
    leave({ token, ask, reads, writes }, cost) {
      const now = clock()
      const tally = tallies.of(token, now)
      giveBack(tally.reads, reads)
      giveBack(tally.writes, writes)
      if (cost === undefined) tally.jobs = Math.max(0, tally.jobs - ask.jobs)
      if (ask.costs) charge(tally.cost, sizes.cost, Math.max(1, cost ?? 0), now)
    },
    release(token) {
      const tally = tallies.of(token, clock())
      tally.jobs = Math.max(0, tally.jobs - 1)
    },
    usage: (token, user) => planned(token, user, (tally, now) => usageOf(sizes, tally, now)),
    remembered: tallies.tokens,
  }
}

function enter(sizes: Sizes, tally: Tally, token: number, ask: Ask, now: number): Pass {
  if (!isAllowed(sizes, tally, ask, now)) throw tooMany(Math.ceil(longestWait(sizes, tally, ask, now) / 1000))
  tally.jobs += ask.jobs
  return { token, ask, reads: hold(tally.reads, ask.reads, now), writes: hold(tally.writes, ask.writes, now) }
}

/** The first limit that refuses ends it: the ones after it are not charged. */
function isAllowed(sizes: Sizes, tally: Tally, ask: Ask, now: number): boolean {
  return (
    slotsWait(sizes, tally, ask, now) === 0 &&
    take(tally.minute, minuteOf(sizes, tally), ask.reads + ask.writes, now) &&
    take(tally.search, sizes.search, ask.searches, now) &&
    waitOf(tally.cost, sizes.cost, ask.costs ? 1 : 0, now) === 0
  )
}

/** Milliseconds until no limit would refuse the same again: a wait for one of them alone would end at the next. */
function longestWait(sizes: Sizes, tally: Tally, ask: Ask, now: number): number {
  return Math.max(
    slotsWait(sizes, tally, ask, now),
    waitOf(tally.minute, minuteOf(sizes, tally), ask.reads + ask.writes, now),
    waitOf(tally.search, sizes.search, ask.searches, now),
    waitOf(tally.cost, sizes.cost, ask.costs ? 1 : 0, now),
  )
}

/** Nobody knows when a job ends: who finds all places taken is told to come back after so many milliseconds. */
const JOB_WAIT = 30_000

function slotsWait({ reads, writes, jobs }: Sizes, tally: Tally, ask: Ask, now: number): number {
  const isFull = jobs !== null && ask.jobs > 0 && tally.jobs + Math.min(ask.jobs, jobs) > jobs
  return Math.max(
    slotWait(tally.reads, reads, ask.reads, now),
    slotWait(tally.writes, writes, ask.writes, now),
    isFull ? JOB_WAIT : 0,
  )
}

function usageOf(sizes: Sizes, tally: Tally, now: number): Usage {
  return {
    minute: quotaOf(tally.minute, minuteOf(sizes, tally), now),
    search: quotaOf(tally.search, sizes.search, now),
    cost: quotaOf(tally.cost, sizes.cost, now),
    reads: roomOf(sizes.reads, inUse(tally.reads, now)),
    writes: roomOf(sizes.writes, inUse(tally.writes, now)),
    jobs: roomOf(sizes.jobs, tally.jobs),
  }
}

/** When every limit is off nothing is counted. */
const unlimited = (sizes: Sizes): Limits => ({
  sizes,
  enter: (token, _user, ask) => ({ token, ask, reads: null, writes: null }),
  leave() {},
  release() {},
  usage: () => ({ minute: null, search: null, cost: null, reads: null, writes: null, jobs: null }),
  remembered: () => [],
})
