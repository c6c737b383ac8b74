/** Everything that the program does by itself: the kinds of its jobs, and the worker of a server. */
import type { Clock } from '../lib/clock.ts'
import { unseal } from '../lib/secret.ts'
import type { Store } from '../store/db.ts'
import type { Post } from '../vocabulary/outside.ts'
import { type Delivering, deliver, type Notify, redeliver } from './deliver.ts'
import { notice } from './notice.ts'
import { createWorker, type Worker } from './worker.ts'

export interface JobsOptions {
  store: Store
  clock: Clock
  /** The key of the installation. */
  key: string
  post: Post
  log(line: Record<string, unknown>): void
  /** How people are told what happened to what is theirs; a line of the log when not given. */
  notify?: Notify
  /** No other process works on the store. */
  alone?: boolean
}

/** The worker of a server, not yet started. */
export function createJobs({ store, clock, key, post, log, notify, alone }: JobsOptions): Worker {
  const noted: Notify = async (user, subject, text) => log({ level: 'info', user: String(user), subject, text })
  const delivering: Delivering = {
    ...{ store, clock, post, unseal: sealed => unseal(key, sealed), notify: notify ?? noted },
  }
  const kinds = {
    notice: notice(delivering),
    deliver: deliver(delivering),
    redeliver: redeliver(delivering),
  }
  return createWorker({ store, clock, kinds, log, alone })
}
