/** The job that prunes the audit log, in small transactions, because other writers wait for each. */
import type { Clock } from '../lib/clock.ts'
import type { Store } from '../store/db.ts'
import { pruneAudit } from '../store/queries/events/audit.ts'
import type { JobKind } from './worker.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

// wire: resource-behaviours 3: 90 days from capture
export const DEFAULT_AUDIT_DAYS = 90

/** Entries per transaction. */
const BATCH_ROWS = 1000

/** Deletes entries older than `days`, every hour. */
export const pruneAuditJob = ({ store, clock }: { store: Store; clock: Clock }, days: number): JobKind => ({
  intervalMs: HOUR_MS,
  async perform() {
    const before = clock() - days * DAY_MS
    while ((await store.write(tx => pruneAudit(tx, before, BATCH_ROWS))) === BATCH_ROWS);
    return undefined
  },
})
