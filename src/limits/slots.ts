/**
 * Slots: a limit of what is in flight at once. A lease holds a slot and expires, so that a lost request or a dead instance
 * does not hold it for ever. Leases with the same expiry are interchangeable.
 */

interface SlotLease {
  count: number
  /** In milliseconds since the Unix epoch. */
  endsAt: number
}

export interface Slots {
  taken: number
  /** In the order of their acquisition, which is that of their expiry; leases with the same expiry are merged. */
  leases: SlotLease[]
}

export const emptySlots = (): Slots => ({ taken: 0, leases: [] })

function expire(slots: Slots, now: number): void {
  for (let [first] = slots.leases; first && first.endsAt <= now; [first] = slots.leases) {
    slots.leases.shift()
    slots.taken -= first.count
  }
}

/** Milliseconds until `count` slots are free at the latest; 0 if they are free now. A larger count needs all slots. */
export function slotWaitMs(slots: Slots, size: number | null, count: number, now: number): number {
  if (size === null || count === 0) return 0
  const maxTaken = size - Math.min(count, size)
  if (slots.taken <= maxTaken) return 0
  expire(slots, now)
  let { taken } = slots
  let until = now
  for (const lease of slots.leases) {
    if (taken <= maxTaken) break
    taken -= lease.count
    until = lease.endsAt
  }
  return until - now
}

/** Acquires `count` slots, which expire at `endsAt`. */
export function acquireSlots(slots: Slots, count: number, endsAt: number): void {
  if (count === 0) return
  const last = slots.leases.at(-1)
  if (last?.endsAt === endsAt) last.count += count
  else slots.leases.push({ count, endsAt })
  slots.taken += count
}

/** Releases slots that expire at `endsAt`; expired ones are released already. */
export function releaseSlots(slots: Slots, count: number, endsAt: number): void {
  if (count === 0) return
  const index = slots.leases.findIndex(lease => lease.endsAt === endsAt)
  const lease = slots.leases[index]
  if (lease === undefined) return
  const released = Math.min(lease.count, count)
  slots.taken -= released
  lease.count -= released
  if (lease.count === 0) slots.leases.splice(index, 1)
}

/** The number of slots in use. */
export function inUse(slots: Slots, now: number): number {
  expire(slots, now)
  return slots.taken
}

/** The expiry of the last lease, in milliseconds since the Unix epoch. */
export const lastEnd = ({ leases }: Slots): number => Math.max(0, ...leases.map(lease => lease.endsAt))

/** The state of a limit of slots. */
export interface SlotQuota {
  limit: number
  remaining: number
}

/** The quota of slots; null if the limit is off. */
export const slotQuotaOf = (limit: number | null, taken: number): SlotQuota | null =>
  limit === null ? null : { limit, remaining: Math.max(0, limit - taken) }
