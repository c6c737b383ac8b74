/**
 * Limits attempts by key, such as an account or an address. A key has `burst` attempts, and regains one every `refillMs`
 * milliseconds. Memory is bounded: full keys are dropped, then those that would be full soonest. So other keys cannot
 * displace an exhausted one.
 *
 * The only state of a key is the time at which it is full again. Instances share it in a counter store; while that is
 * unavailable, each instance enforces its part of the attempts.
 */
import type { Clock } from '../lib/clock.ts'
import { tooMany } from '../lib/errors.ts'
import { digest } from '../lib/secret.ts'
import { CounterStoreUnavailable, type Sharing } from '../store/counters/counter_store.ts'
import { createSharedValues, type ValueFormat } from '../store/counters/shared_values.ts'

export interface Throttle {
  /** Takes one attempt. Throws 429, without taking one, if none is left. Returns a promise only with a counter store. */
  take(key: string): void | Promise<void>
  /** Gives an attempt back, after a success. */
  giveBack(key: string): void
}

interface Rate {
  burst: number
  /** The time after which one attempt comes back. */
  refillMs: number
}

interface LocalThrottleOptions extends Rate {
  clock: Clock
  /** The maximum number of keys in memory. */
  maxKeys?: number
}

export interface ThrottleOptions extends LocalThrottleOptions {
  /** Its name in the counter store. */
  name: string
  sharing: Sharing | null
}

export function createThrottle({ name, sharing, ...options }: ThrottleOptions): Throttle {
  return sharing ? createSharedThrottle(name, sharing, options) : createLocalThrottle(options)
}

/** The time at which the key is full again if one more attempt is taken now. Throws 429 if none is left. */
function takeAttempt(refilledAt: number, now: number, { burst, refillMs }: Rate): number {
  const moment = Math.max(now, refilledAt) + refillMs
  const wait = moment - now - burst * refillMs
  if (wait > 0) throw tooMany(Math.ceil(wait / 1000))
  return moment
}

interface LocalThrottle extends Throttle {
  take(key: string): void
  /** The number of keys in memory. */
  readonly size: number
}

/** A throttle of this process alone. `instances` returns the number of instances that divide the attempts. */
export function createLocalThrottle(
  { clock, maxKeys = 10_000, ...rate }: LocalThrottleOptions,
  instances = () => 1,
): LocalThrottle {
  const times = new Map<string, number>()
  const localRate = (): Rate => {
    const burst = Math.max(1, Math.floor(rate.burst / instances()))
    return { burst, refillMs: rate.refillMs * instances() }
  }
  const set = (key: string, moment: number) => {
    times.set(key, moment)
    if (times.size > maxKeys) prune(times, clock(), Math.floor(maxKeys * REMAINING_RATIO))
  }
  return {
    take: key => set(key, takeAttempt(times.get(key) ?? 0, clock(), localRate())),
    giveBack(key) {
      const moment = times.get(key)
      if (moment !== undefined) times.set(key, moment - localRate().refillMs)
    },
    get size() {
      return times.size
    },
  }
}

/** The part of the maximum that remains after pruning, so that not every new key scans all of them. */
const REMAINING_RATIO = 0.9

function prune(times: Map<string, number>, now: number, remaining: number): void {
  for (const [key, moment] of times) if (moment <= now) times.delete(key)
  if (times.size <= remaining) return
  const expendable = [...times].sort(([, a], [, b]) => a - b).slice(0, times.size - remaining)
  for (const [key] of expendable) times.delete(key)
}

interface ThrottleState {
  refilledAt: number
}

/** A time that is too far ahead was not written by this program, or the clock was set back. */
const formatOf = ({ burst, refillMs }: Rate): ValueFormat<ThrottleState> => ({
  fresh: () => ({ refilledAt: 0 }),
  parse: (text, now) =>
    /^\d{1,15}$/.test(text) ? { refilledAt: Math.min(Number(text), now + burst * refillMs) } : undefined,
  print: ({ refilledAt }) => String(refilledAt),
  remainingMs: ({ refilledAt }, now) => Math.max(0, refilledAt - now),
})

function createSharedThrottle(
  name: string,
  { counters, instanceCount: instances }: Sharing,
  options: LocalThrottleOptions,
): Throttle {
  const local = createLocalThrottle(options, instances)
  const shared = createSharedValues({ counters, clock: options.clock, kind: `try:${name}`, format: formatOf(options) })
  const change = (key: string, act: (state: ThrottleState, now: number) => void, locally: (key: string) => void) =>
    // Keys are IP and e-mail addresses of any length, so the counter store has only their digests.
    shared.change(digest(key), act).catch((error: unknown) => {
      if (!(error instanceof CounterStoreUnavailable)) throw error
      locally(key)
    })
  return {
    take(key) {
      const take = (state: ThrottleState, now: number) => {
        state.refilledAt = takeAttempt(state.refilledAt, now, options)
      }
      return change(key, take, local.take)
    },
    giveBack(key) {
      const giveBack = (state: ThrottleState) => {
        state.refilledAt = Math.max(0, state.refilledAt - options.refillMs)
      }
      void change(key, giveBack, local.giveBack)
    },
  }
}

/** An IPv4 address in IPv6 notation, as some systems report it. */
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * The networks that count as one client, the narrowest first: one IPv4 address, or the IPv6 networks of 64, 56 and 48
 * bits. A subscriber has at least all addresses of a network of 64 bits, and some have a wider one.
 */
export function networksOf(address: string): string[] {
  const mapped = MAPPED_IPV4.exec(address)?.[1]
  if (mapped || !address.includes(':')) return [mapped ?? address]
  const [left = [], right] = address.split('::').map(part => part.split(':').filter(Boolean))
  const zeros = right ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  const [a = '', b = '', c = '', d = ''] = [...left, ...zeros, ...(right ?? [])].map(group =>
    group.replace(/^0+(?=.)/, ''),
  )
  const site = `${a}:${b}:${c}`
  return [`${site}:${d}`, `${site}:${d.padStart(4, '0').slice(0, 2)}/56`, `${site}/48`]
}
