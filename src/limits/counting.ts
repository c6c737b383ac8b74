/**
 * How requests of one token are counted, wherever the counts stand. What must always hold: a request is let in as a
 * whole or not at all, nothing of one that was refused is held, and whoever begins ends.
 */
import { tooMany } from '../lib/errors.ts'
import { type Bucket, charge, emptyBucket, type Quota, quotaOf, take, waitOf } from './bucket.ts'
import type { TokenSizes } from './sizes.ts'
import { freeSlots, giveBack, hold, inUse, type Room, roomOf, type Slots, slotWait } from './slots.ts'

/** What a request stands for: itself, or the actions inside it, which are refused or let in as a whole. */
export interface Ask {
  reads: number
  writes: number
  /** How many of them search. */
  searches: number
  /** How many of them start a job. */
  jobs: number
  /** Whether the answer is charged for what it shows. */
  costs: boolean
}

/** A request that was let in, and when: until it ends it holds what it asked for, and the jobs that it starts go on. */
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

/** What is left of each limit; null where it is off. */
export interface Usage {
  minute: Quota | null
  search: Quota | null
  cost: Quota | null
  reads: Room | null
  writes: Room | null
  jobs: Room | null
}

/** How long a request may hold a slot, and a job its place, in milliseconds. */
export const LEASE = 30_000
export const JOB_LEASE = 6 * 60 * 60 * 1000

/** Nobody knows when a job ends: who finds all places taken is told to come back after so many milliseconds. */
const JOB_WAIT = 30_000

export const noCounts = (now: number): Counts => ({
  minute: emptyBucket(now),
  search: emptyBucket(now),
  cost: emptyBucket(now),
  reads: freeSlots(),
  writes: freeSlots(),
  jobs: freeSlots(),
})

/** Lets a request in. Throws 429 with the seconds after which it would be. */
export function begin(sizes: TokenSizes, counts: Counts, ask: Ask, now: number): void {
  if (!isAllowed(sizes, counts, ask, now)) throw tooMany(Math.ceil(longestWait(sizes, counts, ask, now) / 1000))
  hold(counts.reads, ask.reads, now + LEASE)
  hold(counts.writes, ask.writes, now + LEASE)
  hold(counts.jobs, ask.jobs, now + JOB_LEASE)
}

/** Ends a request. `cost` is undefined when it failed, and has started no job. */
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

/** The first limit that refuses ends it: the ones after it are not charged. */
function isAllowed(sizes: TokenSizes, counts: Counts, ask: Ask, now: number): boolean {
  return (
    slotsWait(sizes, counts, ask, now) === 0 &&
    take(counts.minute, sizes.minute, ask.reads + ask.writes, now) &&
    take(counts.search, sizes.search, ask.searches, now) &&
    waitOf(counts.cost, sizes.cost, ask.costs ? 1 : 0, now) === 0
  )
}

/** Milliseconds until no limit would refuse the same again: a wait for one of them alone would end at the next. */
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
