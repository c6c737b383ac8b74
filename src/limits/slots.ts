/**
 * Slots: so many may be in flight at once. A slot is held by a lease that ends by itself, so that a request which
 * never comes back does not hold it for ever.
 */

/** How long a request may hold a slot, in milliseconds. */
const LEASE = 30_000

export interface Lease {
  count: number
  /** In milliseconds since the Unix epoch. */
  ends: number
}

export interface Slots {
  taken: number
  /** In the order in which they end. */
  leases: Set<Lease>
}

export const freeSlots = (): Slots => ({ taken: 0, leases: new Set() })

function expire(slots: Slots, now: number): void {
  for (const lease of slots.leases) {
    if (lease.ends > now) return
    giveBack(slots, lease)
  }
}

/** Milliseconds until `count` slots are free at the latest; 0 for now. Who wants more than there are gets them all. */
export function slotWait(slots: Slots, size: number | null, count: number, now: number): number {
  if (size === null || count === 0) return 0
  const most = size - Math.min(count, size)
  if (slots.taken <= most) return 0
  expire(slots, now)
  let { taken } = slots
  let until = now
  for (const lease of slots.leases) {
    if (taken <= most) break
    taken -= lease.count
    until = lease.ends
  }
  return until - now
}

/** Holds `count` slots from now on; null for none. */
export function hold(slots: Slots, count: number, now: number): Lease | null {
  if (count === 0) return null
  const lease = { count, ends: now + LEASE }
  slots.leases.add(lease)
  slots.taken += count
  return lease
}

/** Gives slots back; a lease that has ended already has given its own back. */
export function giveBack(slots: Slots, lease: Lease | null): void {
  if (lease && slots.leases.delete(lease)) slots.taken -= lease.count
}

/** How many are held. */
export function inUse(slots: Slots, now: number): number {
  expire(slots, now)
  return slots.taken
}

/** What is free of something that is held. */
export interface Room {
  limit: number
  remaining: number
}

/** What is free of a number of slots; null when they are off. */
export const roomOf = (limit: number | null, taken: number): Room | null =>
  limit === null ? null : { limit, remaining: Math.max(0, limit - taken) }
