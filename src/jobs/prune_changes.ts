/**
 * The job that prunes the log of changes, in small transactions, because other writers wait for each.
 * Invariant: every change after the position of a valid sync token is kept.
 */
import type { Clock } from '../lib/clock.ts'
import type { Store } from '../store/db.ts'
import { pruneChanges } from '../store/queries/events/prune.ts'
import type { JobKind } from './worker.ts'

const HOUR_MS = 60 * 60 * 1000

/** Changes per transaction. */
const BATCH_ROWS = 1000

/** Deletes changes that are an hour older than any sync token can be, which is valid for `hours`; every hour. */
export const pruneChangesJob = ({ store, clock }: { store: Store; clock: Clock }, hours: number): JobKind => ({
  intervalMs: HOUR_MS,
  async perform() {
    const before = clock() - (hours + 1) * HOUR_MS
    while ((await store.write(tx => pruneChanges(tx, before, BATCH_ROWS))) === BATCH_ROWS);
    return undefined
  },
})
