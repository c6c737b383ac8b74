/**
 * Slots: so many may be in flight at once. A slot is held by a lease that ends by itself, so that a request which
 * never comes back, or an instance that dies, does not hold it for ever. Leases that end at one moment are
 * alike: it does not matter which of them is given back.
 */

interface Lease {
  count: number
  /** In milliseconds since the Unix epoch. */
  ends: number
}

export interface Slots {
  taken: number
  /** In the order in which they were taken, which is that of their ends; those of one moment are one. */
  leases: Lease[]
}

export const freeSlots = (): Slots => ({ taken: 0, leases: [] })

function expire(slots: Slots, now: number): void {
  for (let [first] = slots.leases; first && first.ends <= now; [first] = slots.leases) {
    slots.leases.shift()
    slots.taken -= first.count
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

/** Holds `count` slots, until the moment `ends` at the latest. */
export function hold(slots: Slots, count: number, ends: number): void {
  if (count === 0) return
  const last = slots.leases.at(-1)
  if (last?.ends === ends) last.count += count
  else slots.leases.push({ count, ends })
  slots.taken += count
}

/** Gives slots back that were held until the moment `ends`; those that have ended have been given back already. */
export function giveBack(slots: Slots, count: number, ends: number): void {
  if (count === 0) return
  const index = slots.leases.findIndex(lease => lease.ends === ends)
  const lease = slots.leases[index]
  if (lease === undefined) return
  const given = Math.min(lease.count, count)
  slots.taken -= given
  lease.count -= given
  if (lease.count === 0) slots.leases.splice(index, 1)
}

/** Gives one slot back, of those that end first; answers whether there was one. */
export function giveOneBack(slots: Slots): boolean {
  const [first] = slots.leases
  if (first === undefined) return false
  giveBack(slots, 1, first.ends)
  return true
}

/** How many are held. */
export function inUse(slots: Slots, now: number): number {
  expire(slots, now)
  return slots.taken
}

/** When the last one is free at the latest, in milliseconds since the Unix epoch. */
export const endOf = ({ leases }: Slots): number => Math.max(0, ...leases.map(lease => lease.ends))

/** What is free of something that is held. */
export interface Room {
  limit: number
  remaining: number
}

/** What is free of a number of slots; null when they are off. */
export const roomOf = (limit: number | null, taken: number): Room | null =>
  limit === null ? null : { limit, remaining: Math.max(0, limit - taken) }
