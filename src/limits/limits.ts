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
import { acquire, type CountedRequest, type RequestWeight, release, type Usage, usageOf } from './counting.ts'
import { createSharedTallies } from './shared_tallies.ts'
import { byPlan, type Sizes, type SizesByPlan, scaledSizes, sizesPerInstance } from './sizes.ts'
import { releaseOneSlot } from './slots.ts'
import { createTallies, isFresh, sizesFor, type Tally } from './tallies.ts'

/** The admission of a request, until it is released. */
export interface Permit extends CountedRequest {
  token: number
  /** Whether the user of the token belongs to a paid domain, as far as known. */
  isPaid: boolean
  /** The permit of the same request under the limits of the person. */
  person?: Permit
  /** Whether it was counted in the counter store. */
  isShared: boolean
}

export interface Limits {
  sizes: Sizes
  /** Admits a request of a token; its user determines the plan. Throws 429 with the seconds after which it is admitted. */
  acquire(token: number, user: number, ask: RequestWeight): Permit | Promise<Permit>
  /** Releases a permit. `cost` is what the graph counted; undefined when the request failed and so started no job. */
  release(pass: Permit, cost: number | undefined): void
  /** Releases the slot of one job of a token. Jobs outlive their request, so their runner must call this. */
  releaseJob(token: number): void
  usage(token: number, user: number): Usage | Promise<Usage>
  /** Waits until the counter store has all releases. */
  settled(): Promise<unknown>
  /** The tokens with recent use that this instance knows. */
  knownTokens(): number[]
}

interface LimitsOptions {
  clock: Clock
  sizes: Sizes
  /** Whether a user, or service account, belongs to a domain with a plan other than `free`. */
  isPaid(user: number): Promise<boolean>
  /** The shared counters; without them, this process counts alone. */
  sharing?: Sharing | null
}

/** Creates the limits. The plan of a token is loaded at most once a second. */
export function createLimits(parts: LimitsOptions): Limits {
  const { person, ...sizes } = parts.sizes
  if (Object.values(sizes).every(size => size === null)) return unlimited(parts.sizes)
  const tokens = createCountedLimits(parts, 'token')
  if (person === null) return tokens
  const people = (minute: number | null) =>
    createCountedLimits({ ...parts, sizes: scaledSizes(parts.sizes, minute, person) }, 'person')
  return withPersonLimits(tokens, { free: people(sizes.free), paid: people(sizes.paid) })
}

function createCountedLimits({ sharing = null, ...parts }: LimitsOptions, kind: string): Limits {
  const { clock, sizes } = parts
  const whole = byPlan(sizes)
  if (!sharing) return createLocalLimits({ ...parts, holding: () => whole })
  const own = createLocalLimits({ ...parts, holding: () => byPlan(sizesPerInstance(sizes, sharing.instanceCount())) })
  return createSharedLimits(own, whole, createSharedTallies(sharing.counters, clock, whole, kind))
}

interface LocalLimits extends Limits {
  /** Calls `use` with the local tally of a token, after its plan is loaded. */
  withPlan<T>(token: number, user: number, use: (tally: Tally, now: number) => T): T | Promise<T>
  /** The local tally of a token, whose plan may not be loaded. */
  tallyOf(token: number): Tally
  /** Returns whether there was one. */
  releaseJob(token: number): boolean
}

/** Counts in the memory of this process. `holding` returns the current sizes. */
function createLocalLimits({ clock, sizes, isPaid, holding }: LimitsOptions & { holding(): SizesByPlan }): LocalLimits {
  const tallies = createTallies(holding)
  const planned: LocalLimits['withPlan'] = (token, user, use) => {
    const now = clock()
    const tally = tallies.of(token, now)
    const { plan } = tally
    if (sizes.free === sizes.paid || isFresh(plan, now)) return use(tally, now)
    plan.pending ??= isPaid(user)
      .then(answer => void Object.assign(plan, { isPaid: answer, loadedAt: now }))
      .finally(() => {
        plan.pending = null
      })
    return plan.pending.then(() => use(tally, clock()))
  }
  return {
    sizes,
    withPlan: planned,
    tallyOf: token => tallies.of(token, clock()),
    acquire: (token, user, ask) =>
      planned(token, user, (tally, now) => {
        acquire(sizesFor(holding(), tally), tally, ask, now)
        return { token, isPaid: tally.plan.isPaid, weight: ask, acquiredAt: now, isShared: false }
      }),
    release(pass, cost) {
      const now = clock()
      const tally = tallies.of(pass.token, now)
      release(sizesFor(holding(), tally), tally, pass, cost, now)
    },
    releaseJob: token => releaseOneSlot(tallies.of(token, clock()).jobs),
    usage: (token, user) => planned(token, user, (tally, now) => usageOf(sizesFor(holding(), tally), tally, now)),
    settled: async () => undefined,
    knownTokens: tallies.tokens,
  }
}

type SharedTallies = ReturnType<typeof createSharedTallies>

/** Runs `act` on the shared tally of a token, or `alone` when the counter store is unavailable. */
const withTallies =
  (own: LocalLimits, tallies: SharedTallies) =>
  async <T, U>(token: number, how: 'change' | 'look', act: TallyFunction<T>, alone: () => U) => {
    const { plan } = own.tallyOf(token)
    try {
      return await tallies[how](String(token), (tally, now) => act(Object.assign(tally, { plan }), now))
    } catch (error) {
      if (error instanceof CounterStoreUnavailable) return alone()
      throw error
    }
  }

type TallyFunction<T> = (tally: Tally, now: number) => T

/** Counts in the counter store, and locally while it is unavailable. */
function createSharedLimits(own: LocalLimits, sizes: SizesByPlan, tallies: SharedTallies): Limits {
  const use = withTallies(own, tallies)
  const underWay = new Set<Promise<unknown>>()
  const tell = (change: Promise<unknown>) => {
    underWay.add(change)
    void change.finally(() => underWay.delete(change))
  }
  return {
    sizes: own.sizes,
    async acquire(token, user, ask) {
      await own.withPlan(token, user, () => undefined)
      const enter = (tally: Tally, now: number): Permit => {
        acquire(sizesFor(sizes, tally), tally, ask, now)
        return { token, isPaid: tally.plan.isPaid, weight: ask, acquiredAt: now, isShared: true }
      }
      return use(token, 'change', enter, () => own.acquire(token, user, ask))
    },
    release(pass, cost) {
      if (!pass.isShared) return own.release(pass, cost)
      const leave = (tally: Tally, now: number) => release(sizesFor(sizes, tally), tally, pass, cost, now)
      // The shared slots expire by themselves; the cost is charged locally.
      const alone = () => own.release({ ...pass, weight: { ...pass.weight, reads: 0, writes: 0, jobs: 0 } }, cost)
      tell(use(pass.token, 'change', leave, alone))
    },
    releaseJob(token) {
      // A job that was counted locally is released locally.
      if (own.releaseJob(token)) return
      const release = ({ jobs }: Tally) => releaseOneSlot(jobs)
      tell(use(token, 'change', release, () => false))
    },
    async usage(token, user) {
      await own.withPlan(token, user, () => undefined)
      const find = (tally: Tally, now: number) => usageOf(sizesFor(sizes, tally), tally, now)
      return use(token, 'look', find, () => own.usage(token, user))
    },
    settled: () => Promise.allSettled(underWay),
    knownTokens: () => [...new Set([...own.knownTokens(), ...tallies.names().map(Number)])],
  }
}

/** The limits when all of them are off: nothing is counted. */
const unlimited = (sizes: Sizes): Limits => ({
  sizes,
  acquire: (token, _user, ask) => ({ token, isPaid: false, weight: ask, acquiredAt: 0, isShared: false }),
  release() {},
  releaseJob() {},
  usage: () => ({ minute: null, search: null, cost: null, reads: null, writes: null, jobs: null }),
  settled: async () => undefined,
  knownTokens: () => [],
})

/**
 * Counts persons in addition to tokens. A person with many tokens, or with a new one every hour, gets at most a fixed
 * multiple of the limits of one token. A request that one of the two refuses holds nothing of the other.
 */
function withPersonLimits(tokens: Limits, people: Record<'free' | 'paid', Limits>): Limits {
  const of = ({ isPaid }: Permit) => (isPaid ? people.paid : people.free)
  const join = (pass: Permit, person: Permit): Permit => {
    pass.person = person
    return pass
  }
  const undo = (pass: Permit): void => tokens.release({ ...pass, weight: { ...pass.weight, costs: false } }, undefined)
  const enterToo = (pass: Permit, user: number): Permit | Promise<Permit> => {
    const ask = pass.weight.jobs > 0 ? { ...pass.weight, jobs: 0 } : pass.weight
    const refuse = (error: unknown): never => {
      undo(pass)
      throw error
    }
    try {
      const entered = of(pass).acquire(user, user, ask)
      return entered instanceof Promise ? entered.then(person => join(pass, person), refuse) : join(pass, entered)
    } catch (error) {
      return refuse(error)
    }
  }
  return {
    ...tokens,
    acquire(token, user, ask) {
      const entered = tokens.acquire(token, user, ask)
      return entered instanceof Promise ? entered.then(pass => enterToo(pass, user)) : enterToo(entered, user)
    },
    release(pass, cost) {
      tokens.release(pass, cost)
      if (pass.person) of(pass).release(pass.person, cost)
    },
    settled: () => Promise.all([tokens, people.free, people.paid].map(one => one.settled())),
  }
}
