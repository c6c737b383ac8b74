/**
 * Changes that nobody can ask for any more are forgotten, a few at a time: others write as well. What must always hold:
 * what a token that is still good stands before is there.
 */
import type { Clock } from '../lib/clock.ts'
import type { Store } from '../store/db.ts'
import { pruneChanges } from '../store/queries/events/forget.ts'
import type { Kind } from './worker.ts'

const HOUR = 60 * 60 * 1000

/** How many changes one transaction forgets. */
const STEP = 1000

/** Runs every hour, and forgets what is an hour older than any token that is good for `hours`. */
export const forgetChanges = ({ store, clock }: { store: Store; clock: Clock }, hours: number): Kind => ({
  every: HOUR,
  async run() {
    const before = clock() - (hours + 1) * HOUR
    while ((await store.write(tx => pruneChanges(tx, before, STEP))) === STEP);
    return undefined
  },
})
