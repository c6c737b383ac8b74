/**
 * Limits for sign-in attempts. Accounts are counted as typed, whether they exist or not, so that a refusal reveals
 * nothing. A success gives back its own attempt, to the account and to the networks, and no other one.
 */
import type { Clock } from '../lib/clock.ts'
import type { Sharing } from '../store/counters/counter_store.ts'
import { createThrottle, networksOf, type Throttle, type ThrottleOptions } from './throttle.ts'

const [SECOND_MS, MINUTE_MS] = [1000, 60_000]

/** Takes one attempt of the network of an address, and of an account if there is one. Throws 429. */
export type Attempt = (address: string, email?: string) => Promise<Success>

/** Gives the attempt back, after a success. */
export type Success = () => void

export interface Attempts {
  /** Guesses: of a password, of a link. */
  guess: Attempt
  /** Requested e-mails. They are not given back, because each one reaches a person. */
  email: Attempt
}

/** Creates the limits, for this process alone or shared between instances. */
export function createAttempts(clock: Clock, sharing: Sharing | null): Attempts {
  const throttle = (name: string, rate: Pick<ThrottleOptions, 'burst' | 'refillMs'>) =>
    createThrottle({ clock, sharing, name, ...rate })
  // The wider a network of IPv6, the more people may be in it, and the more of them one attacker may have.
  const networks = (name: string, { burst, refillMs }: Pick<ThrottleOptions, 'burst' | 'refillMs'>) =>
    [1, 2, 4].map(times => throttle(`${name}:network${times}`, { burst: burst * times, refillMs: refillMs / times }))
  return {
    guess: attempt(
      throttle('guess:account', { burst: 10, refillMs: MINUTE_MS }),
      networks('guess', { burst: 60, refillMs: 10 * SECOND_MS }),
    ),
    email: attempt(
      throttle('email:account', { burst: 3, refillMs: 10 * MINUTE_MS }),
      networks('email', { burst: 20, refillMs: MINUTE_MS }),
    ),
  }
}

const attempt =
  (accounts: Throttle, networks: readonly Throttle[]): Attempt =>
  async (address, email) => {
    const undo = await takeAll(networks, networksOf(address))
    const account = email?.toLowerCase()
    if (account !== undefined) await accounts.take(account)
    return () => {
      undo()
      if (account !== undefined) accounts.giveBack(account)
    }
  }

/** Takes one attempt of each network, or of none; returns the function that gives all of them back. */
async function takeAll(throttles: readonly Throttle[], keys: readonly string[]): Promise<() => void> {
  const undo: (() => void)[] = []
  const giveBack = () => {
    for (const giveOneBack of undo) giveOneBack()
  }
  try {
    for (const [index, key] of keys.entries()) {
      const throttle = throttles[index]
      await throttle?.take(key)
      undo.push(() => throttle?.giveBack(key))
    }
  } catch (error) {
    giveBack()
    throw error
  }
  return giveBack
}
