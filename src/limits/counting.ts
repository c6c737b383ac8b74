/**
 * Counts the requests of one token, in memory or in the counter store.
 * Invariants:
 * - a request is admitted as a whole or not at all;
 * - a refused request holds no slot;
 * - every admitted request is released.
 */
import { tooMany } from '../lib/errors.ts'
import { type Bucket, charge, emptyBucket, type Quota, quotaOf, take, waitMs } from './bucket.ts'
import type { TokenSizes } from './sizes.ts'
import {
  acquireSlots,
  emptySlots,
  inUse,
  releaseSlots,
  type SlotQuota,
  type Slots,
  slotQuotaOf,
  slotWaitMs,
} from './slots.ts'

/** Responses to sessions of a browser have a limit of their own. */
export type CostLimit = 'cost' | 'sessionCost'

/** What a request counts: itself, or the actions of a batch, which are admitted or refused as a whole. */
export interface RequestWeight {
  reads: number
  writes: number
  /** The number of searches among them. */
  searches: number
  /** The limit to which the response is charged by its cost; null if it has none. */
  costs: CostLimit | null
}

/** An admitted request and its time. It holds its slots until it ends. */
export interface CountedRequest {
  weight: RequestWeight
  acquiredAt: number
}

/** What a token has used. */
export interface Counts {
  minute: Bucket
  search: Bucket
  cost: Bucket
  sessionCost: Bucket
  reads: Slots
  writes: Slots
}

/** The remaining part of each limit; null where the limit is off. */
export interface Usage {
  minute: Quota | null
  search: Quota | null
  cost: Quota | null
  sessionCost: Quota | null
  reads: SlotQuota | null
  writes: SlotQuota | null
}

/** The maximum time for which a request holds a slot. */
export const REQUEST_LEASE_MS = 30_000

export const emptyCounts = (now: number): Counts => ({
  minute: emptyBucket(now),
  search: emptyBucket(now),
  cost: emptyBucket(now),
  sessionCost: emptyBucket(now),
  reads: emptySlots(),
  writes: emptySlots(),
})

/** Admits a request. Throws 429 with the seconds after which it would be admitted. */
export function acquire(sizes: TokenSizes, counts: Counts, weight: RequestWeight, now: number): void {
  if (!isAllowed(sizes, counts, weight, now)) throw tooMany(Math.ceil(longestWait(sizes, counts, weight, now) / 1000))
  acquireSlots(counts.reads, weight.reads, now + REQUEST_LEASE_MS)
  acquireSlots(counts.writes, weight.writes, now + REQUEST_LEASE_MS)
}

/** Releases a request. `cost` is undefined when the request failed. */
export function release(
  sizes: TokenSizes,
  counts: Counts,
  { weight, acquiredAt }: CountedRequest,
  cost: number | undefined,
  now: number,
): void {
  releaseSlots(counts.reads, weight.reads, acquiredAt + REQUEST_LEASE_MS)
  releaseSlots(counts.writes, weight.writes, acquiredAt + REQUEST_LEASE_MS)
  if (weight.costs) charge(counts[weight.costs], sizes[weight.costs], Math.max(1, cost ?? 0), now)
}

/** Stops at the first limit that refuses: the limits after it are not charged. */
function isAllowed(sizes: TokenSizes, counts: Counts, weight: RequestWeight, now: number): boolean {
  return (
    slotsWait(sizes, counts, weight, now) === 0 &&
    take(counts.minute, sizes.minute, weight.reads + weight.writes, now) &&
    take(counts.search, sizes.search, weight.searches, now) &&
    costWait(sizes, counts, weight, now) === 0
  )
}

/** Milliseconds until every limit would admit the request: a wait for one alone could end in a refusal by the next. */
function longestWait(sizes: TokenSizes, counts: Counts, weight: RequestWeight, now: number): number {
  return Math.max(
    slotsWait(sizes, counts, weight, now),
    waitMs(counts.minute, sizes.minute, weight.reads + weight.writes, now),
    waitMs(counts.search, sizes.search, weight.searches, now),
    costWait(sizes, counts, weight, now),
  )
}

function slotsWait(sizes: TokenSizes, { reads, writes }: Counts, weight: RequestWeight, now: number): number {
  return Math.max(
    slotWaitMs(reads, sizes.reads, weight.reads, now),
    slotWaitMs(writes, sizes.writes, weight.writes, now),
  )
}

const costWait = (sizes: TokenSizes, counts: Counts, { costs }: RequestWeight, now: number): number =>
  costs ? waitMs(counts[costs], sizes[costs], 1, now) : 0

export function usageOf(sizes: TokenSizes, counts: Counts, now: number): Usage {
  return {
    minute: quotaOf(counts.minute, sizes.minute, now),
    search: quotaOf(counts.search, sizes.search, now),
    cost: quotaOf(counts.cost, sizes.cost, now),
    sessionCost: quotaOf(counts.sessionCost, sizes.sessionCost, now),
    reads: slotQuotaOf(sizes.reads, inUse(counts.reads, now)),
    writes: slotQuotaOf(sizes.writes, inUse(counts.writes, now)),
  }
}
