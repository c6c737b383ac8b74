/**
 * A bucket: so much may be used in a minute, and it comes back continuously. It remembers what is used and not what is
 * left, so its size may change at any time, and an unused one is equal to none.
 *
 * One request, or one unit of cost, is counted as 60,000 parts: then a millisecond gives back exactly `size` parts, and
 * all arithmetic is in whole numbers.
 */

const WHOLE = 60_000

/** Refusals count until this many times the size is used, which is minus one bucket. */
const DEPTH = 2

export interface Bucket {
  /** In parts. More than the size means that the balance is negative. */
  used: number
  /** When `used` was true, in milliseconds since the Unix epoch. */
  at: number
}

export const emptyBucket = (now: number): Bucket => ({ used: 0, at: now })

/** A clock that was set back gives nothing and takes nothing. */
function refill(bucket: Bucket, size: number, now: number): void {
  if (now > bucket.at) bucket.used = Math.max(0, bucket.used - (now - bucket.at) * size)
  bucket.at = now
}

/**
 * Milliseconds until `count` may be taken one after the other, each finding a positive balance; 0 for now. More than
 * there ever is may be taken from a full bucket.
 */
export function waitOf(bucket: Bucket, size: number | null, count: number, now: number): number {
  if (size === null || count === 0) return 0
  refill(bucket, size, now)
  const room = (size - Math.min(count, size) + 1) * WHOLE
  return bucket.used < room ? 0 : Math.ceil((bucket.used - room + 1) / size)
}

/** Takes `count`, and answers whether that was allowed. What is refused counts too, down to minus one bucket. */
export function take(bucket: Bucket, size: number | null, count: number, now: number): boolean {
  const isAllowed = waitOf(bucket, size, count, now) === 0
  if (size !== null) bucket.used = Math.min(bucket.used + count * WHOLE, DEPTH * size * WHOLE)
  return isAllowed
}

/** Takes `count` whatever is left. */
export function charge(bucket: Bucket, size: number | null, count: number, now: number): void {
  if (size === null) return
  refill(bucket, size, now)
  bucket.used += count * WHOLE
}

/** Milliseconds until all of it is there again; 0 for now. */
export const restOf = (bucket: Bucket, size: number | null, now: number): number =>
  size === null ? 0 : Math.max(0, Math.ceil(bucket.used / size) - Math.max(0, now - bucket.at))

/** What is left of something that is given back by the minute. */
export interface Quota {
  limit: number
  /** How many more would be allowed now. */
  remaining: number
  /** Whole seconds until all of it is there again. */
  reset: number
}

/** What is left of a bucket; null for one that is off. */
export function quotaOf(bucket: Bucket, size: number | null, now: number): Quota | null {
  if (size === null) return null
  refill(bucket, size, now)
  const remaining = Math.max(0, Math.ceil((size * WHOLE - bucket.used) / WHOLE))
  return { limit: size, remaining, reset: Math.ceil(bucket.used / size / 1000) }
}
