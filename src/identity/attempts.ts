/**
 * Limits for sign-in attempts. Accounts are counted as typed, whether they exist or not, so that a refusal reveals
 * nothing. A success gives back its own attempt, to the account and to the networks, and no other one.
 */
import type { Clock } from '../lib/clock.ts'
import type { Sharing } from '../store/counters/counter_store.ts'
import { createThrottle, networksOf, type Throttle, type ThrottleOptions } from './throttle.ts'

const [SECOND, MINUTE] = [1000, 60_000]

/** Takes one attempt of the network of an address, and of an account if there is one. Throws 429. */
export type Attempt = (address: string, email?: string) => Promise<Success>

/** Gives the attempt back, after a success. */
export type Success = () => void

export interface Attempts {
  /** Guesses: of a password, of a link. */
  guess: Attempt
  /** Requested e-mails. They are not given back, because each one reaches somebody. */
  email: Attempt
}

/** Creates the limits, for this process alone or shared between instances. */
export function createAttempts(clock: Clock, sharing: Sharing | null): Attempts {
  const throttle = (name: string, rate: Pick<ThrottleOptions, 'burst' | 'every'>) =>
    createThrottle({ clock, sharing, name, ...rate })
  // The wider a network of IPv6, the more people may be in it, and the more of them one attacker may have.
  const networks = (name: string, { burst, every }: Pick<ThrottleOptions, 'burst' | 'every'>) =>
    [1, 2, 4].map(times => throttle(`${name}:network${times}`, { burst: burst * times, every: every / times }))
  return {
    guess: attempt(
      throttle('guess:account', { burst: 10, every: MINUTE }),
      networks('guess', { burst: 60, every: 10 * SECOND }),
    ),
    email: attempt(
      throttle('email:account', { burst: 3, every: 10 * MINUTE }),
      networks('email', { burst: 20, every: MINUTE }),
    ),
  }
}

const attempt =
  (accounts: Throttle, networks: readonly Throttle[]): Attempt =>
  async (address, email) => {
    const taken = await takeAll(networks, networksOf(address))
    const account = email?.toLowerCase()
    if (account !== undefined) await accounts.take(account)
    return () => {
      taken()
      if (account !== undefined) accounts.giveBack(account)
    }
  }

/** Takes one attempt of each network, or of none; returns the function that gives all of them back. */
async function takeAll(throttles: readonly Throttle[], keys: readonly string[]): Promise<() => void> {
  const taken: (() => void)[] = []
  const giveBack = () => {
    for (const give of taken) give()
  }
  try {
    for (const [index, key] of keys.entries()) {
      const throttle = throttles[index]
      await throttle?.take(key)
      taken.push(() => throttle?.giveBack(key))
    }
  } catch (error) {
    giveBack()
    throw error
  }
  return giveBack
}
