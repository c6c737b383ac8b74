/**
 * The rate limits: requests and searches a minute, requests in flight, running jobs, and the cost of responses. They
 * apply to each token, and to all tokens of a person together.
 * Invariant: every permit is released, whether the request succeeded or failed.
 *
 * Without a counter store the counts are in the memory of this process, and a function returns a promise only when it has
 * to load a plan. Instances share their counts in a counter store; while it is unavailable, each instance enforces its
 * part of the limits.
 */
import type { Clock } from '../lib/clock.ts'
import { CounterStoreUnavailable, type Sharing } from '../store/counters/counter_store.ts'
import { type Ask, begin, type Entered, end, type Usage, usageOf } from './counting.ts'
import { createSharedTallies } from './shared_tallies.ts'
import { byPlan, partOf, type Sizes, type SizesByPlan, timesOf } from './sizes.ts'
import { giveOneBack } from './slots.ts'
import { createTallies, isFresh, sizesFor, type Tally } from './tallies.ts'

/** The admission of a request, until it is released. */
export interface Pass extends Entered {
  token: number
  /** Whether the user of the token belongs to a paid domain, as far as known. */
  isPaid: boolean
  /** The permit of the same request under the limits of the person. */
  person?: Pass
  /** Whether it was counted in the counter store. */
  isShared: boolean
}

export interface Limits {
  sizes: Sizes
  /** Admits a request of a token; its user determines the plan. Throws 429 with the seconds after which it is admitted. */
  enter(token: number, user: number, ask: Ask): Pass | Promise<Pass>
  /** Releases a permit. `cost` is what the graph counted; undefined when the request failed and so started no job. */
  leave(pass: Pass, cost: number | undefined): void
  /** Releases the slot of one job of a token. Jobs outlive their request, so their runner must call this. */
  release(token: number): void
  usage(token: number, user: number): Usage | Promise<Usage>
  /** Waits until the counter store has all releases. */
  settled(): Promise<unknown>
  /** The tokens with recent use that this instance knows. */
  remembered(): number[]
}

interface Parts {
  clock: Clock
  sizes: Sizes
  /** Whether a user, or service account, belongs to a domain with a plan other than `free`. */
  isPaid(user: number): Promise<boolean>
  /** The shared counters; without them, this process counts alone. */
  sharing?: Sharing | null
}

/** Creates the limits. The plan of a token is loaded at most once a second. */
export function createLimits(parts: Parts): Limits {
  const { person, ...sizes } = parts.sizes
  if (Object.values(sizes).every(size => size === null)) return unlimited(parts.sizes)
  const tokens = createCounted(parts, 'token')
  if (person === null) return tokens
  const people = (minute: number | null) =>
    createCounted({ ...parts, sizes: timesOf(parts.sizes, minute, person) }, 'person')
  return withPeople(tokens, { free: people(sizes.free), paid: people(sizes.paid) })
}

function createCounted({ sharing = null, ...parts }: Parts, kind: string): Limits {
  const { clock, sizes } = parts
  const whole = byPlan(sizes)
  if (!sharing) return createOwn({ ...parts, holding: () => whole })
  const own = createOwn({ ...parts, holding: () => byPlan(partOf(sizes, sharing.instanceCount())) })
  return createShared(own, whole, createSharedTallies(sharing.counters, clock, whole, kind))
}

interface Own extends Limits {
  /** Calls `use` with the local tally of a token, after its plan is loaded. */
  planned<T>(token: number, user: number, use: (tally: Tally, now: number) => T): T | Promise<T>
  /** The local tally of a token, whose plan may not be loaded. */
  known(token: number): Tally
  /** Returns whether there was one. */
  release(token: number): boolean
}

/** Counts in the memory of this process. `holding` returns the current sizes. */
function createOwn({ clock, sizes, isPaid, holding }: Parts & { holding(): SizesByPlan }): Own {
  const tallies = createTallies(holding)
  const planned: Own['planned'] = (token, user, use) => {
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
    planned,
    known: token => tallies.of(token, clock()),
    enter: (token, user, ask) =>
      planned(token, user, (tally, now) => {
        begin(sizesFor(holding(), tally), tally, ask, now)
        return { token, isPaid: tally.plan.isPaid, ask, at: now, isShared: false }
      }),
    leave(pass, cost) {
      const now = clock()
      const tally = tallies.of(pass.token, now)
      end(sizesFor(holding(), tally), tally, pass, cost, now)
    },
    release: token => giveOneBack(tallies.of(token, clock()).jobs),
    usage: (token, user) => planned(token, user, (tally, now) => usageOf(sizesFor(holding(), tally), tally, now)),
    settled: async () => undefined,
    remembered: tallies.tokens,
  }
}

type SharedTallies = ReturnType<typeof createSharedTallies>

/** Runs `act` on the shared tally of a token, or `alone` when the counter store is unavailable. */
const together =
  (own: Own, tallies: SharedTallies) =>
  async <T, U>(token: number, how: 'change' | 'look', act: Act<T>, alone: () => U) => {
    const { plan } = own.known(token)
    try {
      return await tallies[how](String(token), (tally, now) => act(Object.assign(tally, { plan }), now))
    } catch (error) {
      if (error instanceof CounterStoreUnavailable) return alone()
      throw error
    }
  }

type Act<T> = (tally: Tally, now: number) => T

/** Counts in the counter store, and locally while it is unavailable. */
function createShared(own: Own, sizes: SizesByPlan, tallies: SharedTallies): Limits {
  const use = together(own, tallies)
  const underWay = new Set<Promise<unknown>>()
  const tell = (change: Promise<unknown>) => {
    underWay.add(change)
    void change.finally(() => underWay.delete(change))
  }
  return {
    sizes: own.sizes,
    async enter(token, user, ask) {
      await own.planned(token, user, () => undefined)
      const enter = (tally: Tally, now: number): Pass => {
        begin(sizesFor(sizes, tally), tally, ask, now)
        return { token, isPaid: tally.plan.isPaid, ask, at: now, isShared: true }
      }
      return use(token, 'change', enter, () => own.enter(token, user, ask))
    },
    leave(pass, cost) {
      if (!pass.isShared) return own.leave(pass, cost)
      const leave = (tally: Tally, now: number) => end(sizesFor(sizes, tally), tally, pass, cost, now)
      // The shared slots expire by themselves; the cost is charged locally.
      const alone = () => own.leave({ ...pass, ask: { ...pass.ask, reads: 0, writes: 0, jobs: 0 } }, cost)
      tell(use(pass.token, 'change', leave, alone))
    },
    release(token) {
      // A job that was counted locally is released locally.
      if (own.release(token)) return
      const release = ({ jobs }: Tally) => giveOneBack(jobs)
      tell(use(token, 'change', release, () => false))
    },
    async usage(token, user) {
      await own.planned(token, user, () => undefined)
      const find = (tally: Tally, now: number) => usageOf(sizesFor(sizes, tally), tally, now)
      return use(token, 'look', find, () => own.usage(token, user))
    },
    settled: () => Promise.allSettled(underWay),
    remembered: () => [...new Set([...own.remembered(), ...tallies.names().map(Number)])],
  }
}

/** The limits when all of them are off: nothing is counted. */
const unlimited = (sizes: Sizes): Limits => ({
  sizes,
  enter: (token, _user, ask) => ({ token, isPaid: false, ask, at: 0, isShared: false }),
  leave() {},
  release() {},
  usage: () => ({ minute: null, search: null, cost: null, reads: null, writes: null, jobs: null }),
  settled: async () => undefined,
  remembered: () => [],
})

/**
 * Counts persons in addition to tokens. A person with many tokens, or with a new one every hour, gets at most a fixed
 * multiple of the limits of one token. A request that one of the two refuses holds nothing of the other.
 */
function withPeople(tokens: Limits, people: Record<'free' | 'paid', Limits>): Limits {
  const of = ({ isPaid }: Pass) => (isPaid ? people.paid : people.free)
  const join = (pass: Pass, person: Pass): Pass => {
    pass.person = person
    return pass
  }
  const undo = (pass: Pass): void => tokens.leave({ ...pass, ask: { ...pass.ask, costs: false } }, undefined)
  const enterToo = (pass: Pass, user: number): Pass | Promise<Pass> => {
    const ask = pass.ask.jobs > 0 ? { ...pass.ask, jobs: 0 } : pass.ask
    const refuse = (error: unknown): never => {
      undo(pass)
      throw error
    }
    try {
      const entered = of(pass).enter(user, user, ask)
      return entered instanceof Promise ? entered.then(person => join(pass, person), refuse) : join(pass, entered)
    } catch (error) {
      return refuse(error)
    }
  }
  return {
    ...tokens,
    enter(token, user, ask) {
      const entered = tokens.enter(token, user, ask)
      return entered instanceof Promise ? entered.then(pass => enterToo(pass, user)) : enterToo(entered, user)
    },
    leave(pass, cost) {
      tokens.leave(pass, cost)
      if (pass.person) of(pass).leave(pass.person, cost)
    },
    settled: () => Promise.all([tokens, people.free, people.paid].map(one => one.settled())),
  }
}
