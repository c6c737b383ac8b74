/** Lines of the audit log that are older than the operator wants are forgotten, a few at a time: others write as well. */
import type { Clock } from '../lib/clock.ts'
import type { Store } from '../store/db.ts'
import { pruneAudit } from '../store/queries/events/audit.ts'
import type { Kind } from './worker.ts'

const [HOUR, DAY] = [60 * 60 * 1000, 24 * 60 * 60 * 1000]

// wire: resource-behaviours 3: 90 days from capture
export const USUAL_DAYS = 90

/** How many lines one transaction forgets. */
const STEP = 1000

/** Runs every hour, and forgets what is older than `days`. */
export const forgetAudit = ({ store, clock }: { store: Store; clock: Clock }, days: number): Kind => ({
  every: HOUR,
  async run() {
    const before = clock() - days * DAY
    while ((await store.write(tx => pruneAudit(tx, before, STEP))) === STEP);
    return undefined
  },
})
