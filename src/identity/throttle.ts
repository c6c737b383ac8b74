/**
 * How often something may be tried, by key: an account, an address. A key has `burst` attempts, and one comes back
 * every `every` milliseconds. Memory is bounded: the keys that have been quiet for longest are forgotten first.
 *
 * All that is kept of a key is the moment at which all its attempts will be back.
 */
import type { Clock } from '../lib/clock.ts'
import { tooMany } from '../lib/errors.ts'

export interface Throttle {
  /** Takes one attempt. Throws 429, which takes nothing, when none is left. */
  take(key: string): void
  /** Gives back an attempt that was none: it succeeded. */
  giveBack(key: string): void
  /** How many keys are remembered. */
  readonly size: number
}

export interface ThrottleTerms {
  clock: Clock
  burst: number
  /** Milliseconds. */
  every: number
  /** How many keys are remembered at most. */
  most?: number
}

export function createThrottle({ clock, burst, every, most = 10_000 }: ThrottleTerms): Throttle {
  /** In the order of their last attempt. */
  const whole = new Map<string, number>()
  const remember = (key: string, moment: number) => {
    whole.delete(key)
    whole.set(key, moment)
    const [oldest] = whole.keys()
    if (whole.size > most && oldest !== undefined) whole.delete(oldest)
  }
  return {
    take(key) {
      const now = clock()
      const next = Math.max(now, whole.get(key) ?? now) + every
      const wait = next - now - burst * every
      if (wait > 0) throw tooMany(Math.ceil(wait / 1000))
      remember(key, next)
    },
    giveBack(key) {
      const moment = whole.get(key)
      if (moment !== undefined) whole.set(key, moment - every)
    },
    get size() {
      return whole.size
    },
  }
}

/** What counts as one client: an address, or with IPv6 the network of a subscriber, who has all addresses in it. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [left = [], right] = address.split('::').map(part => part.split(':').filter(Boolean))
  const zeros = right ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  return [...left, ...zeros, ...(right ?? [])].slice(0, 4).join(':')
}
