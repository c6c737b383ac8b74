/**
 * How often somebody may try to come in. Accounts are counted as they are typed, whether they exist or not, so that a
 * refusal says nothing. What succeeds is given back to the account and to the network, and nothing more is.
 */
import type { Clock } from '../lib/clock.ts'
import { createThrottle, networkOf, type Throttle } from './throttle.ts'

const [SECOND, MINUTE] = [1000, 60_000]

/** Takes one attempt of an account, when one is named, and of the network of an address. Throws 429. */
export type Attempt = (address: string, email?: string) => Success

/** Gives the attempt back. */
export type Success = () => void

export interface Attempts {
  /** Guesses: of a password, of a link. */
  guess: Attempt
  /** Letters asked for. They are not given back: each one reaches somebody. */
  letter: Attempt
}

export function createAttempts(clock: Clock): Attempts {
  return {
    guess: attempt(
      createThrottle({ clock, burst: 10, every: MINUTE }),
      createThrottle({ clock, burst: 60, every: 10 * SECOND }),
    ),
    letter: attempt(
      createThrottle({ clock, burst: 3, every: 10 * MINUTE }),
      createThrottle({ clock, burst: 20, every: MINUTE }),
    ),
  }
}

const attempt =
  (accounts: Throttle, networks: Throttle): Attempt =>
  (address, email) => {
    const network = networkOf(address)
    networks.take(network)
    const account = email?.toLowerCase()
    if (account !== undefined) accounts.take(account)
    return () => {
      networks.giveBack(network)
      if (account !== undefined) accounts.giveBack(account)
    }
  }
