/**
 * Slots: a limit of what is in flight at once. A lease holds a slot and expires, so that a lost request or a dead instance
 * does not hold it for ever. Leases with the same expiry are interchangeable.
 */

interface Lease {
  count: number
  /** In milliseconds since the Unix epoch. */
  ends: number
}

export interface Slots {
  taken: number
  /** In the order of their acquisition, which is that of their expiry; leases with the same expiry are merged. */
  leases: Lease[]
}

export const freeSlots = (): Slots => ({ taken: 0, leases: [] })

function expire(slots: Slots, now: number): void {
  for (let [first] = slots.leases; first && first.ends <= now; [first] = slots.leases) {
    slots.leases.shift()
    slots.taken -= first.count
  }
}

/** Milliseconds until `count` slots are free at the latest; 0 if they are free now. A larger count needs all slots. */
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

/** Acquires `count` slots, which expire at `ends`. */
export function hold(slots: Slots, count: number, ends: number): void {
  if (count === 0) return
  const last = slots.leases.at(-1)
  if (last?.ends === ends) last.count += count
  else slots.leases.push({ count, ends })
  slots.taken += count
}

/** Releases slots that expire at `ends`; expired ones are released already. */
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

/** Releases one slot, of those that expire first; returns whether there was one. */
export function giveOneBack(slots: Slots): boolean {
  const [first] = slots.leases
  if (first === undefined) return false
  giveBack(slots, 1, first.ends)
  return true
}

/** The number of slots in use. */
export function inUse(slots: Slots, now: number): number {
  expire(slots, now)
  return slots.taken
}

/** The expiry of the last lease, in milliseconds since the Unix epoch. */
export const endOf = ({ leases }: Slots): number => Math.max(0, ...leases.map(lease => lease.ends))

/** The state of a limit of slots. */
export interface Room {
  limit: number
  remaining: number
}

/** The quota of slots; null if the limit is off. */
export const roomOf = (limit: number | null, taken: number): Room | null =>
  limit === null ? null : { limit, remaining: Math.max(0, limit - taken) }
