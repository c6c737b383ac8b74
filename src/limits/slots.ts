/**
 * Slots: so many may be in flight at once. A slot is held by a lease that ends by itself, so that a request which
 * never comes back, or a copy of the program that dies, does not hold it for ever. Leases that end at one moment are
 * alike: it does not matter which of them is given back.
 */

export interface Lease {
  count: number
  /** In milliseconds since the Unix epoch. */
  ends: number
}

export interface Slots {
  taken: number
  /** How many end at which moment, in this order. */
  leases: Map<number, number>
}

export const freeSlots = (): Slots => ({ taken: 0, leases: new Map() })

function expire(slots: Slots, now: number): void {
  for (const [ends, count] of slots.leases) {
    if (ends > now) return
    slots.leases.delete(ends)
    slots.taken -= count
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
  for (const [ends, held] of slots.leases) {
    if (taken <= most) break
    taken -= held
    until = ends
  }
  return until - now
}

/** Holds `count` slots from now on, for so many milliseconds at most; null for none. */
export function hold(slots: Slots, count: number, now: number, life: number): Lease | null {
  if (count === 0) return null
  const ends = now + life
  slots.leases.set(ends, (slots.leases.get(ends) ?? 0) + count)
  slots.taken += count
  return { count, ends }
}

/** Gives slots back; a lease that has ended already has given its own back. */
export function giveBack(slots: Slots, lease: Lease | null): void {
  if (!lease) return
  const held = slots.leases.get(lease.ends) ?? 0
  const count = Math.min(held, lease.count)
  slots.taken -= count
  if (held > count) slots.leases.set(lease.ends, held - count)
  else slots.leases.delete(lease.ends)
}

/** Gives one slot back, of those that end first; answers whether there was one. */
export function giveOneBack(slots: Slots): boolean {
  const [ends] = slots.leases.keys()
  if (ends === undefined) return false
  giveBack(slots, { ends, count: 1 })
  return true
}

/** How many are held. */
export function inUse(slots: Slots, now: number): number {
  expire(slots, now)
  return slots.taken
}

/** When the last one is free at the latest, in milliseconds since the Unix epoch. */
export const endOf = ({ leases }: Slots): number => Math.max(0, ...leases.keys())

/** What is free of something that is held. */
export interface Room {
  limit: number
  remaining: number
}

/** What is free of a number of slots; null when they are off. */
export const roomOf = (limit: number | null, taken: number): Room | null =>
  limit === null ? null : { limit, remaining: Math.max(0, limit - taken) }
