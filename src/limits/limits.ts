/**
 * The rate limits: requests and searches a minute, requests in flight, and the cost of responses. They apply to each
 * token, and to all tokens of a person together. Running jobs are counted in the store: see `http/rate_limit.ts`.
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
  acquire(token: number, user: number, weight: RequestWeight): Permit | Promise<Permit>
  /** Releases a permit. `cost` is what the graph counted; undefined when the request failed. */
  release(permit: Permit, cost: number | undefined): void
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
export function createLimits(options: LimitsOptions): Limits {
  const { person, ...sizes } = options.sizes
  if (Object.values(sizes).every(size => size === null)) return unlimited(options.sizes)
  const tokens = createCountedLimits(options, 'token')
  if (person === null) return tokens
  const people = (minute: number | null) =>
    createCountedLimits({ ...options, sizes: scaledSizes(options.sizes, minute, person) }, 'person')
  return withPersonLimits(tokens, { free: people(sizes.free), paid: people(sizes.paid) })
}

function createCountedLimits({ sharing = null, ...options }: LimitsOptions, kind: string): Limits {
  const { clock, sizes } = options
  const sizesByPlan = byPlan(sizes)
  if (!sharing) return createLocalLimits({ ...options, currentSizes: () => sizesByPlan })
  const local = createLocalLimits({
    ...options,
    currentSizes: () => byPlan(sizesPerInstance(sizes, sharing.instanceCount())),
  })
  return createSharedLimits(local, sizesByPlan, createSharedTallies(sharing.counters, clock, sizesByPlan, kind))
}

interface LocalLimits extends Limits {
  /** Calls `use` with the local tally of a token, after its plan is loaded. */
  withPlan<T>(token: number, user: number, use: (tally: Tally, now: number) => T): T | Promise<T>
  /** The local tally of a token, whose plan may not be loaded. */
  tallyOf(token: number): Tally
}

/** Counts in the memory of this process. `currentSizes` returns the sizes that apply now. */
function createLocalLimits({
  clock,
  sizes,
  isPaid,
  currentSizes,
}: LimitsOptions & { currentSizes(): SizesByPlan }): LocalLimits {
  const tallies = createTallies(currentSizes)
  const withPlan: LocalLimits['withPlan'] = (token, user, use) => {
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
    withPlan,
    tallyOf: token => tallies.of(token, clock()),
    acquire: (token, user, weight) =>
      withPlan(token, user, (tally, now) => {
        acquire(sizesFor(currentSizes(), tally), tally, weight, now)
        return { token, isPaid: tally.plan.isPaid, weight, acquiredAt: now, isShared: false }
      }),
    release(permit, cost) {
      const now = clock()
      const tally = tallies.of(permit.token, now)
      release(sizesFor(currentSizes(), tally), tally, permit, cost, now)
    },
    usage: (token, user) => withPlan(token, user, (tally, now) => usageOf(sizesFor(currentSizes(), tally), tally, now)),
    settled: async () => undefined,
    knownTokens: tallies.tokens,
  }
}

type SharedTallies = ReturnType<typeof createSharedTallies>

/** Runs `act` on the shared tally of a token, or `alone` when the counter store is unavailable. */
const withTallies =
  (local: LocalLimits, tallies: SharedTallies) =>
  async <T, U>(token: number, how: 'change' | 'read', act: TallyFunction<T>, locally: () => U) => {
    const { plan } = local.tallyOf(token)
    try {
      return await tallies[how](String(token), (tally, now) => act(Object.assign(tally, { plan }), now))
    } catch (error) {
      if (error instanceof CounterStoreUnavailable) return locally()
      throw error
    }
  }

type TallyFunction<T> = (tally: Tally, now: number) => T

/** Counts in the counter store, and locally while it is unavailable. */
function createSharedLimits(local: LocalLimits, sizes: SizesByPlan, tallies: SharedTallies): Limits {
  const use = withTallies(local, tallies)
  const pending = new Set<Promise<unknown>>()
  const track = (change: Promise<unknown>) => {
    pending.add(change)
    void change.finally(() => pending.delete(change))
  }
  return {
    sizes: local.sizes,
    async acquire(token, user, weight) {
      await local.withPlan(token, user, () => undefined)
      const admit = (tally: Tally, now: number): Permit => {
        acquire(sizesFor(sizes, tally), tally, weight, now)
        return { token, isPaid: tally.plan.isPaid, weight, acquiredAt: now, isShared: true }
      }
      return use(token, 'change', admit, () => local.acquire(token, user, weight))
    },
    release(permit, cost) {
      if (!permit.isShared) return local.release(permit, cost)
      const free = (tally: Tally, now: number) => release(sizesFor(sizes, tally), tally, permit, cost, now)
      // The shared slots expire by themselves; the cost is charged locally.
      const locally = () => local.release({ ...permit, weight: { ...permit.weight, reads: 0, writes: 0 } }, cost)
      track(use(permit.token, 'change', free, locally))
    },
    async usage(token, user) {
      await local.withPlan(token, user, () => undefined)
      const read = (tally: Tally, now: number) => usageOf(sizesFor(sizes, tally), tally, now)
      return use(token, 'read', read, () => local.usage(token, user))
    },
    settled: () => Promise.allSettled(pending),
    knownTokens: () => [...new Set([...local.knownTokens(), ...tallies.names().map(Number)])],
  }
}

/** The limits when all of them are off: nothing is counted. */
const unlimited = (sizes: Sizes): Limits => ({
  sizes,
  acquire: (token, _user, weight) => ({ token, isPaid: false, weight, acquiredAt: 0, isShared: false }),
  release() {},
  usage: () => ({ minute: null, search: null, cost: null, sessionCost: null, reads: null, writes: null }),
  settled: async () => undefined,
  knownTokens: () => [],
})

/**
 * Counts persons in addition to tokens. A person with many tokens, or with a new one every hour, gets at most a fixed
 * multiple of the limits of one token. A request that one of the two refuses holds nothing of the other.
 */
function withPersonLimits(tokens: Limits, people: Record<'free' | 'paid', Limits>): Limits {
  const of = ({ isPaid }: Permit) => (isPaid ? people.paid : people.free)
  const join = (permit: Permit, person: Permit): Permit => {
    permit.person = person
    return permit
  }
  const releaseToken = (permit: Permit): void =>
    tokens.release({ ...permit, weight: { ...permit.weight, costs: null } }, undefined)
  const acquirePerson = (permit: Permit, user: number): Permit | Promise<Permit> => {
    const refuse = (error: unknown): never => {
      releaseToken(permit)
      throw error
    }
    try {
      const person = of(permit).acquire(user, user, permit.weight)
      return person instanceof Promise ? person.then(one => join(permit, one), refuse) : join(permit, person)
    } catch (error) {
      return refuse(error)
    }
  }
  return {
    ...tokens,
    acquire(token, user, weight) {
      const permit = tokens.acquire(token, user, weight)
      return permit instanceof Promise ? permit.then(one => acquirePerson(one, user)) : acquirePerson(permit, user)
    },
    release(permit, cost) {
      tokens.release(permit, cost)
      if (permit.person) of(permit).release(permit.person, cost)
    },
    settled: () => Promise.all([tokens, people.free, people.paid].map(one => one.settled())),
  }
}
