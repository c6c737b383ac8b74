/** The background jobs of a world: its workers, and the client with which they call webhook targets. */
import { createOperationRunner } from '../../http/operations.ts'
import { createMailer } from '../../identity/mail.ts'
import { createJobs } from '../../jobs/kinds.ts'
import { notifyByEmail } from '../../jobs/notify_by_email.ts'
import { createWebhookClient } from '../../jobs/webhook_client.ts'
import type { Worker } from '../../jobs/worker.ts'
import { REQUESTED_JOB } from '../../resources/platform/rules/request_job.ts'
import type { Store } from '../../store/db.ts'
import type { SqliteStore } from '../../store/sqlite.ts'
import type { HttpPost } from '../../vocabulary/outbound.ts'
import type { EmulatorOptions, SharedParts } from '../options.ts'
import { inBackground } from './background.ts'
import type { WorldClock } from './clock.ts'
import type { ExchangeableStore } from './exchangeable.ts'
import type { Mailbox } from './mail.ts'
import type { JobRuns } from './runs.ts'
import type { WorldSettings } from './settings.ts'

/** The client of webhooks, with the patience of the settings. Its results are the outcomes of the runs. */
export function webhookClient(
  { allowsNetwork, log }: EmulatorOptions,
  settings: () => WorldSettings,
  runs: JobRuns,
): HttpPost {
  const reach = { allowPrivate: true, allowPublic: allowsNetwork, log }
  return async (target, headers, body) => {
    const post = createWebhookClient({ ...reach, timeoutMs: settings().webhook_patience_ms })
    const reply = await post(target, headers, body)
    const run = runs.current()
    if (run) run.outcome = reply.status === null ? (reply.error ?? 'failed') : String(reply.status)
    return reply
  }
}

interface WorkerParts {
  clock: WorldClock
  store: ExchangeableStore
  mail: Mailbox
  runs: JobRuns
  post: HttpPost
  settings(): WorldSettings
}

/** Returns a function that creates a worker for the present contents of a world. */
export function createWorkers({ options, catalog, files }: SharedParts, parts: WorkerParts): () => Worker {
  const { clock, store, mail, runs, post, settings } = parts
  const { key, log } = options
  const operations = createOperationRunner({ key, clock: clock.now, catalog })
  const mailer = createMailer({ mail: mail.transport, announce() {}, log })
  const stores = new WeakMap<SqliteStore, Store>()
  const delayed = new WeakMap<SqliteStore, Set<number>>()
  return () => {
    const { engine } = store
    const own = stores.get(engine) ?? inBackground(engine)
    stores.set(engine, own)
    const begun = delayed.get(engine) ?? new Set()
    delayed.set(engine, begun)
    // What fails because the world was reset is no error.
    const logOwn: EmulatorOptions['log'] = line => void (store.engine === engine && log(line))
    const notify = notifyByEmail(own.read, mailer, logOwn)
    const around: JobRuns['around'] = (kind, work, subject) => {
      const delayMs = settings().job_delay
      if (delayMs === 0 || kind !== REQUESTED_JOB || begun.has(subject)) return runs.around(kind, work, subject)
      begun.add(subject)
      // A job returns the time at which it runs again.
      return runs.around(kind, async () => (clock.now() + delayMs) as Awaited<ReturnType<typeof work>>, subject)
    }
    return createJobs({
      ...{ store: own, files, clock: clock.now, key, post, log: logOwn, notify, operations },
      ...{ catalog, exclusive: true, isNew: true, around },
    })
  }
}
