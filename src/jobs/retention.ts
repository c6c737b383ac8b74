/** Jobs that delete what has expired and empty the trash, in small transactions, so that other writers never wait long. */
import type { Clock } from '../lib/clock.ts'
import type { Store, Writer } from '../store/db.ts'
import { crowdedInboxes, trimInbox } from '../store/queries/inbox/recipients.ts'
import { deleteExpired, type Expiring } from '../store/queries/jobs/expiry.ts'
import { detach, expired, purge, TRASH_TABLES } from '../store/queries/jobs/trash.ts'
import { TRASH_RETENTION_MS } from '../store/queries/trash/entries.ts'
import type { JobKind } from './worker.ts'

interface RetentionOptions {
  store: Store
  clock: Clock
}

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Rows per transaction. */
const BATCH_ROWS = 1000
/** Objects per transaction: each takes its parts with it. */
const BATCH_OBJECTS = 50

/** Days for which an expired row is kept, so that a caller who still uses it gets an exact error. */
export const RETENTION_DAYS: Record<Expiring, number> = {
  deliveries: 7,
  invitations: 0,
  links: 30,
  codes: 1,
  tokens: 30,
  idempotent_responses: 1,
  shared_counters: 0,
  requested_jobs: 30,
  rule_runs: 7,
  rule_dates: 0,
  notifications: 90,
  due_notices: 0,
}

/** Deletes expired deliveries, invitations, links, codes, tokens, responses, counters, runs of rules and notifications, every hour. */
export const expire = ({ store, clock }: RetentionOptions): JobKind => ({
  intervalMs: HOUR_MS,
  async perform() {
    for (const [what, days] of Object.entries(RETENTION_DAYS) as [Expiring, number][]) {
      const before = clock() - days * DAY_MS
      while ((await store.write(tx => deleteExpired(tx, what, before, BATCH_ROWS))) >= BATCH_ROWS);
    }
    return undefined
  },
})

/** The open notifications of a person in a workspace that are kept; of others the newest are. */
const MAX_NOTIFICATIONS = 10_000

/** Deletes the notifications that a person never archived, beyond the newest, every hour. */
export const trimInboxes = ({ store }: RetentionOptions): JobKind => ({
  intervalMs: HOUR_MS,
  async perform() {
    // Selected and deleted in one statement: a notification that is shown again meanwhile stays.
    for (const inbox of await crowdedInboxes(store.read, MAX_NOTIFICATIONS))
      while ((await store.write(tx => trimInbox(tx, inbox, MAX_NOTIFICATIONS, BATCH_ROWS))) > 0);
    return undefined
  },
})

/**
 * Objects are purged this long after the time until which they can be restored. Then no restore is under way: one that began
 * in time, or on an instance whose clock is slower, would find an object that lost some of its parts.
 */
const RESTORE_GRACE_MS = HOUR_MS

/** Purges objects that have been in the trash for longer than `TRASH_RETENTION_MS`, every hour. */
export const emptyTrash = ({ store, clock }: RetentionOptions): JobKind => ({
  intervalMs: HOUR_MS,
  async perform() {
    const before = clock() - TRASH_RETENTION_MS - RESTORE_GRACE_MS
    while (await store.write(tx => detach(tx, before, BATCH_ROWS)));
    for (const table of TRASH_TABLES) {
      // Selected and deleted in one transaction: an object that is restored meanwhile stays.
      const some = async (tx: Writer) => {
        const gids = await expired(tx, table, before, BATCH_OBJECTS)
        if (gids.length > 0) await purge(tx, table, gids)
        return gids.length
      }
      while ((await store.write(some)) > 0);
    }
    return undefined
  },
})
