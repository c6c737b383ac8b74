/**
 * Limits attempts by key, such as an account or an address. A key has `burst` attempts, and regains one every `every`
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
  /** Milliseconds. */
  every: number
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

export function createThrottle({ name, sharing, ...terms }: ThrottleOptions): Throttle {
  return sharing ? createSharedThrottle(name, sharing, terms) : createLocalThrottle(terms)
}

/** The time at which the key is full again if one more attempt is taken now. Throws 429 if none is left. */
function takeAttempt(whole: number, now: number, { burst, every }: Rate): number {
  const moment = Math.max(now, whole) + every
  const wait = moment - now - burst * every
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
  const whole = new Map<string, number>()
  const part = (): Rate => {
    const burst = Math.max(1, Math.floor(rate.burst / instances()))
    return { burst, every: rate.every * instances() }
  }
  const remember = (key: string, moment: number) => {
    whole.set(key, moment)
    if (whole.size > maxKeys) prune(whole, clock(), Math.floor(maxKeys * PRUNE_FRACTION))
  }
  return {
    take: key => remember(key, takeAttempt(whole.get(key) ?? 0, clock(), part())),
    giveBack(key) {
      const moment = whole.get(key)
      if (moment !== undefined) whole.set(key, moment - part().every)
    },
    get size() {
      return whole.size
    },
  }
}

/** The part of the maximum that remains after pruning, so that not every new key scans all of them. */
const PRUNE_FRACTION = 0.9

function prune(whole: Map<string, number>, now: number, left: number): void {
  for (const [key, moment] of whole) if (moment <= now) whole.delete(key)
  if (whole.size <= left) return
  const soonest = [...whole].sort(([, a], [, b]) => a - b).slice(0, whole.size - left)
  for (const [key] of soonest) whole.delete(key)
}

interface ThrottleState {
  refilledAt: number
}

/** A time that is too far ahead was not written by this program, or the clock was set back. */
const formatOf = ({ burst, every }: Rate): ValueFormat<ThrottleState> => ({
  fresh: () => ({ refilledAt: 0 }),
  parse: (text, now) =>
    /^\d{1,15}$/.test(text) ? { refilledAt: Math.min(Number(text), now + burst * every) } : undefined,
  print: ({ refilledAt }) => String(refilledAt),
  lasts: ({ refilledAt }, now) => Math.max(0, refilledAt - now),
})

function createSharedThrottle(
  name: string,
  { counters, instanceCount: instances }: Sharing,
  terms: LocalThrottleOptions,
): Throttle {
  const own = createLocalThrottle(terms, instances)
  const shared = createSharedValues({ counters, clock: terms.clock, kind: `try:${name}`, format: formatOf(terms) })
  const change = (key: string, act: (whole: ThrottleState, now: number) => void, alone: (key: string) => void) =>
    // Keys are IP and e-mail addresses of any length, so the counter store has only their digests.
    shared.change(digest(key), act).catch((error: unknown) => {
      if (!(error instanceof CounterStoreUnavailable)) throw error
      alone(key)
    })
  return {
    take(key) {
      const take = (whole: ThrottleState, now: number) => {
        whole.refilledAt = takeAttempt(whole.refilledAt, now, terms)
      }
      return change(key, take, own.take)
    },
    giveBack(key) {
      const giveBack = (whole: ThrottleState) => {
        whole.refilledAt = Math.max(0, whole.refilledAt - terms.every)
      }
      void change(key, giveBack, own.giveBack)
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
