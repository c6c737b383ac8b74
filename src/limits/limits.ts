/**
 * The limiters: requests and searches a minute, requests in flight, jobs that run, and what the answers cost. Each
 * token is counted for itself, and all tokens of a person together. Who enters leaves again, whatever
 * became of the request.
 *
 * Where nothing is shared the counts are in the memory of this process, and an answer is a promise only when the store
 * must be asked for a plan. Instances count together, on a counter store; while it is down each counts by itself,
 * within its part of the limits.
 */
import type { Clock } from '../lib/clock.ts'
import { CounterStoreUnavailable, type Sharing } from '../store/counters/counter_store.ts'
import { type Ask, begin, type Entered, end, type Usage, usageOf } from './counting.ts'
import { createSharedTallies } from './shared_tallies.ts'
import { byPlan, partOf, type Sizes, type SizesByPlan, timesOf } from './sizes.ts'
import { giveOneBack } from './slots.ts'
import { createTallies, isFresh, sizesFor, type Tally } from './tallies.ts'

/** What a request holds while it is answered. */
export interface Pass extends Entered {
  token: number
  /** Whether the token's user is paid for, as far as is known. */
  isPaid: boolean
  /** The same request, as one of the person behind the token. */
  person?: Pass
  /** Whether it was counted with the other instances. */
  isShared: boolean
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
  /** Waits for what requests that have ended still tell the other instances. */
  settled(): Promise<unknown>
  /** The tokens that have something in use, or had in the last minutes, as far as this instance has to do with them. */
  remembered(): number[]
}

interface Parts {
  clock: Clock
  sizes: Sizes
  /** Whether a user, or service account, belongs to a domain with a plan other than `free`. */
  isPaid(user: number): Promise<boolean>
  /** With whom is counted; with nobody when it is not given. */
  sharing?: Sharing | null
}

/** The limiters. The store is asked for the plan of a token at most once a second. */
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
  /** Calls `use` with what is known here of a token, once its plan is. */
  planned<T>(token: number, user: number, use: (tally: Tally, now: number) => T): T | Promise<T>
  /** The same, without the plan when nobody has asked for it. */
  known(token: number): Tally
  /** Answers whether there was one. */
  release(token: number): boolean
}

/** Counts in the memory of this process. `holding` answers the sizes that hold now. */
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

/** Acts on the counts of all instances, or alone when they are out of reach. */
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

/** Counts with the other instances, and by itself while that is not possible. */
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
      // What it holds there ends by itself; what it cost is not given away.
      const alone = () => own.leave({ ...pass, ask: { ...pass.ask, reads: 0, writes: 0, jobs: 0 } }, cost)
      tell(use(pass.token, 'change', leave, alone))
    },
    release(token) {
      // What was begun here while nothing was shared is ended here.
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

/** When every limit is off nothing is counted. */
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
 * Counts persons beside tokens: whoever has many tokens, or gets a new one every hour, may use some times as much as one
 * and not more. A request that one of the two refuses holds nothing of the other.
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
