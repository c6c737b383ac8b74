/** Everything that the program does by itself: the kinds of its jobs, and the worker of a server. */
import { USUAL_HOURS } from '../graph/sync.ts'
import type { Clock } from '../lib/clock.ts'
import { unseal } from '../lib/secret.ts'
import type { Store } from '../store/db.ts'
import type { Post } from '../vocabulary/outside.ts'
import { type Delivering, deliver, redeliver } from './deliver.ts'
import { forgetAudit, USUAL_DAYS } from './forget_audit.ts'
import { forgetChanges } from './forget_changes.ts'
import { notice } from './notice.ts'
import type { Notify } from './notify.ts'
import { emptyTrash, expire, remembered } from './tidy.ts'
import { createWorker, type Worker, type WorkerOptions } from './worker.ts'

export interface JobsOptions {
  store: Store
  clock: Clock
  /** The key of the installation. */
  key: string
  post: Post
  log(line: Record<string, unknown>): void
  notify: Notify
  /** How long streams of events can be followed from where they were left, in hours. */
  eventsHours?: number
  /** How long lines of the audit log are kept. */
  auditDays?: number
  /** No other process works on the store. */
  alone?: boolean
  around?: WorkerOptions['around']
}

/** The worker of a server, not yet started. */
export function createJobs({
  store,
  clock,
  key,
  post,
  log,
  notify,
  eventsHours = USUAL_HOURS,
  auditDays = USUAL_DAYS,
  alone,
  around,
}: JobsOptions): Worker {
  const delivering: Delivering = {
    ...{ store, clock, post, unseal: sealed => unseal(key, sealed), notify },
  }
  const kinds = {
    notice: notice(delivering),
    deliver: deliver(delivering),
    redeliver: redeliver(delivering),
    expire: expire(delivering),
    empty_trash: emptyTrash(delivering),
    // What was delivered can be told again for as long as the deliveries are remembered.
    forget_changes: forgetChanges(delivering, Math.max(eventsHours, remembered.deliveries * 24)),
    forget_audit: forgetAudit({ store, clock }, auditDays),
  }
  return createWorker({ store, clock, kinds, log, alone, around })
}
