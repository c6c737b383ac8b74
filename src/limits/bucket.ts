/**
 * A bucket that refills continuously within a minute. It stores what is used, not what is left: its size may change at
 * any time, and an unused bucket equals a new one.
 *
 * One request, or one unit of cost, is 60,000 parts: a millisecond refills exactly `size` parts, and all arithmetic is in
 * whole numbers.
 */

const PARTS_PER_UNIT = 60_000

/** Refused requests count until this many times the size is used: a balance of minus one bucket. */
const MAX_USE_FACTOR = 2

export interface Bucket {
  /** In parts. More than the size means that the balance is negative. */
  used: number
  /** The time of `used`, in milliseconds since the Unix epoch. */
  at: number
}

export const emptyBucket = (now: number): Bucket => ({ used: 0, at: now })

/** A clock that was set back does not change the balance. */
function refill(bucket: Bucket, size: number, now: number): void {
  if (now > bucket.at) bucket.used = Math.max(0, bucket.used - (now - bucket.at) * size)
  bucket.at = now
}

/**
 * Milliseconds until `count` units can be taken one after the other, each from a positive balance; 0 if they can be taken
 * now. A full bucket allows a count that is larger than its size.
 */
export function waitMs(bucket: Bucket, size: number | null, count: number, now: number): number {
  if (size === null || count === 0) return 0
  refill(bucket, size, now)
  const room = (size - Math.min(count, size) + 1) * PARTS_PER_UNIT
  return bucket.used < room ? 0 : Math.ceil((bucket.used - room + 1) / size)
}

/** Takes `count` and returns whether that was allowed. A refused count is taken too, down to minus one bucket. */
export function take(bucket: Bucket, size: number | null, count: number, now: number): boolean {
  const isAllowed = waitMs(bucket, size, count, now) === 0
  if (size !== null)
    bucket.used = Math.min(bucket.used + count * PARTS_PER_UNIT, MAX_USE_FACTOR * size * PARTS_PER_UNIT)
  return isAllowed
}

/** Takes `count`, also below a balance of 0. */
export function charge(bucket: Bucket, size: number | null, count: number, now: number): void {
  if (size === null) return
  refill(bucket, size, now)
  bucket.used += count * PARTS_PER_UNIT
}

/** Milliseconds until the bucket is full again; 0 if it is full. */
export const refillMs = (bucket: Bucket, size: number | null, now: number): number =>
  size === null ? 0 : Math.max(0, Math.ceil(bucket.used / size) - Math.max(0, now - bucket.at))

/** The state of a limit per minute. */
export interface Quota {
  limit: number
  /** How many more are allowed now. */
  remaining: number
  /** Whole seconds until the bucket is full again. */
  reset: number
}

/** The quota of a bucket; null if the limit is off. */
export function quotaOf(bucket: Bucket, size: number | null, now: number): Quota | null {
  if (size === null) return null
  refill(bucket, size, now)
  const remaining = Math.max(0, Math.ceil((size * PARTS_PER_UNIT - bucket.used) / PARTS_PER_UNIT))
  return { limit: size, remaining, reset: Math.ceil(bucket.used / size / 1000) }
}
