/**
 * Counts the requests of one token, in memory or in the counter store.
 * Invariants:
 * - a request is admitted as a whole or not at all;
 * - a refused request holds no slot;
 * - every admitted request is released.
 */
import { tooMany } from '../lib/errors.ts'
import { type Bucket, charge, emptyBucket, type Quota, quotaOf, take, waitOf } from './bucket.ts'
import type { TokenSizes } from './sizes.ts'
import { freeSlots, giveBack, hold, inUse, type Room, roomOf, type Slots, slotWait } from './slots.ts'

/** What a request counts: itself, or the actions of a batch, which are admitted or refused as a whole. */
export interface Ask {
  reads: number
  writes: number
  /** The number of searches among them. */
  searches: number
  /** The number of them that start a job. */
  jobs: number
  /** Whether the response is charged by its cost. */
  costs: boolean
}

/** An admitted request and its time. It holds its slots until it ends; the jobs that it started keep theirs. */
export interface Entered {
  ask: Ask
  at: number
}

/** What a token has used. */
export interface Counts {
  minute: Bucket
  search: Bucket
  cost: Bucket
  reads: Slots
  writes: Slots
  jobs: Slots
}

/** The remaining part of each limit; null where the limit is off. */
export interface Usage {
  minute: Quota | null
  search: Quota | null
  cost: Quota | null
  reads: Room | null
  writes: Room | null
  jobs: Room | null
}

/** The maximum time for which a request, or a job, holds a slot. */
export const LEASE = 30_000
export const JOB_LEASE = 6 * 60 * 60 * 1000

/** The wait in a refusal by the limit of jobs, because the end of a job is unknown. */
const JOB_WAIT = 30_000

export const noCounts = (now: number): Counts => ({
  minute: emptyBucket(now),
  search: emptyBucket(now),
  cost: emptyBucket(now),
  reads: freeSlots(),
  writes: freeSlots(),
  jobs: freeSlots(),
})

/** Admits a request. Throws 429 with the seconds after which it would be admitted. */
export function begin(sizes: TokenSizes, counts: Counts, ask: Ask, now: number): void {
  if (!isAllowed(sizes, counts, ask, now)) throw tooMany(Math.ceil(longestWait(sizes, counts, ask, now) / 1000))
  hold(counts.reads, ask.reads, now + LEASE)
  hold(counts.writes, ask.writes, now + LEASE)
  hold(counts.jobs, ask.jobs, now + JOB_LEASE)
}

/** Releases a request. `cost` is undefined when the request failed and so started no job. */
export function end(
  sizes: TokenSizes,
  counts: Counts,
  { ask, at }: Entered,
  cost: number | undefined,
  now: number,
): void {
  giveBack(counts.reads, ask.reads, at + LEASE)
  giveBack(counts.writes, ask.writes, at + LEASE)
  if (cost === undefined) giveBack(counts.jobs, ask.jobs, at + JOB_LEASE)
  if (ask.costs) charge(counts.cost, sizes.cost, Math.max(1, cost ?? 0), now)
}

/** Stops at the first limit that refuses: the limits after it are not charged. */
function isAllowed(sizes: TokenSizes, counts: Counts, ask: Ask, now: number): boolean {
  return (
    slotsWait(sizes, counts, ask, now) === 0 &&
    take(counts.minute, sizes.minute, ask.reads + ask.writes, now) &&
    take(counts.search, sizes.search, ask.searches, now) &&
    waitOf(counts.cost, sizes.cost, ask.costs ? 1 : 0, now) === 0
  )
}

/** Milliseconds until every limit would admit the request: a wait for one alone could end in a refusal by the next. */
function longestWait(sizes: TokenSizes, counts: Counts, ask: Ask, now: number): number {
  return Math.max(
    slotsWait(sizes, counts, ask, now),
    waitOf(counts.minute, sizes.minute, ask.reads + ask.writes, now),
    waitOf(counts.search, sizes.search, ask.searches, now),
    waitOf(counts.cost, sizes.cost, ask.costs ? 1 : 0, now),
  )
}

function slotsWait(sizes: TokenSizes, { reads, writes, jobs }: Counts, ask: Ask, now: number): number {
  return Math.max(
    slotWait(reads, sizes.reads, ask.reads, now),
    slotWait(writes, sizes.writes, ask.writes, now),
    slotWait(jobs, sizes.jobs, ask.jobs, now) > 0 ? JOB_WAIT : 0,
  )
}

export function usageOf(sizes: TokenSizes, counts: Counts, now: number): Usage {
  return {
    minute: quotaOf(counts.minute, sizes.minute, now),
    search: quotaOf(counts.search, sizes.search, now),
    cost: quotaOf(counts.cost, sizes.cost, now),
    reads: roomOf(sizes.reads, inUse(counts.reads, now)),
    writes: roomOf(sizes.writes, inUse(counts.writes, now)),
    jobs: roomOf(sizes.jobs, inUse(counts.jobs, now)),
  }
}
