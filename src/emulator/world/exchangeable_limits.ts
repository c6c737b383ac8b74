/** Limits that a world replaces: rate limits with other sizes, and both kinds without the uses that were counted. */
import { type Attempts, createAttempts } from '../../identity/attempts.ts'
import type { Clock } from '../../lib/clock.ts'
import { createLimits, type Limits, type Permit } from '../../limits/limits.ts'
import { type LimitOverrides, sizesOf } from '../../limits/sizes.ts'
import type { Store } from '../../store/db.ts'
import { isPaid } from '../../store/queries/identity/plan.ts'

export interface ExchangeableLimits extends Limits {
  /** Begins to count anew, with these sizes. */
  renew(sizes: LimitOverrides): void
}

export function exchangeableLimits({ read }: Pick<Store, 'read'>, clock: Clock): ExchangeableLimits {
  const create = (sizes: LimitOverrides) =>
    createLimits({ clock, sizes: sizesOf(sizes), isPaid: user => isPaid(read, user) })
  let current = create({})
  const owners = new WeakMap<Permit, Limits>()
  return {
    get sizes() {
      return current.sizes
    },
    async acquire(token, user, weight) {
      const owner = current
      const permit = await owner.acquire(token, user, weight)
      owners.set(permit, owner)
      return permit
    },
    release: (permit, cost) => owners.get(permit)?.release(permit, cost),
    usage: (token, user) => current.usage(token, user),
    settled: () => current.settled(),
    knownTokens: () => current.knownTokens(),
    renew(sizes) {
      current = create(sizes)
    },
  }
}

export interface ExchangeableAttempts extends Attempts {
  renew(): void
}

export function exchangeableAttempts(clock: Clock): ExchangeableAttempts {
  let current = createAttempts(clock, null)
  return {
    guess: (address, email) => current.guess(address, email),
    email: (address, email) => current.email(address, email),
    renew() {
      current = createAttempts(clock, null)
    },
  }
}
