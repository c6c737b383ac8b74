/** All kinds of jobs, and the worker that runs them. */
import { type Catalog, createCatalog } from '../catalog/catalog.ts'
import type { Files } from '../files/files.ts'
import { createDownloadLinks } from '../files/links.ts'
import { createGraph } from '../graph/graph.ts'
import { DEFAULT_SYNC_TOKEN_HOURS } from '../graph/sync_tokens.ts'
import type { Clock } from '../lib/clock.ts'
import { derive, unseal } from '../lib/secret.ts'
import { START_DATED_RULES } from '../resources/automation/rules/dated.ts'
import { RUN_RULES } from '../resources/automation/rules/start_runs.ts'
import { RUN_EXPORT } from '../resources/exports/rules/create_export.ts'
import { SEND_NOTIFICATIONS } from '../resources/personal/rules/notify.ts'
import { REQUESTED_JOB } from '../resources/platform/rules/request_job.ts'
import { ACCESS_REQUEST_JOB } from '../resources/sharing/rules/access_request_job.ts'
import type { Store } from '../store/db.ts'
import type { HttpPost } from '../vocabulary/outbound.ts'
import type { OperationRunner } from './automation/operations.ts'
import { runRules } from './automation/run_rules.ts'
import { SEND_REQUESTS, sendRequests } from './automation/send_requests.ts'
import { startDatedRules } from './automation/start_dated_rules.ts'
import { startRules } from './automation/start_rules.ts'
import { type DeliveryOptions, deliver, redeliver } from './deliver.ts'
import { expireExports } from './exports/expire_exports.ts'
import { runExport } from './exports/run_export.ts'
import { extendTimePeriodsJob } from './goals/extend_time_periods.ts'
import { announceAccessRequest } from './inbox/announce_access_request.ts'
import { notifyDue } from './inbox/notify_due.ts'
import { recordNotifications } from './inbox/record_notifications.ts'
import { type Letters, sendNotifications } from './inbox/send_notifications.ts'
import type { Notifier } from './notify_by_email.ts'
import { DEFAULT_AUDIT_DAYS, pruneAuditJob } from './prune_audit.ts'
import { pruneChangesJob } from './prune_changes.ts'
import { recordUses } from './record_uses.ts'
import { removeFiles } from './remove_files.ts'
import { runRequestedJob } from './requested_job.ts'
import { emptyTrash, expire, RETENTION_DAYS, trimInboxes } from './retention.ts'
import { scheduleDeliveries } from './schedule_deliveries.ts'
import { createWorker, type Worker, type WorkerOptions } from './worker.ts'

export interface JobsOptions {
  store: Store
  /** The contents of files. */
  files: Files
  clock: Clock
  /** The key of the installation. */
  key: string
  post: HttpPost
  log(line: Record<string, unknown>): void
  notify: Notifier
  /** Sends e-mail about notifications; null, the default, for a server without mail. */
  letters?: Letters | null
  /** Performs the actions of rules. */
  operations: OperationRunner
  /** Hours for which a sync token of an event stream stays valid. */
  eventsHours?: number
  /** Days for which entries of the audit log are kept. */
  auditDays?: number
  /** No other process runs jobs of this store. */
  exclusive?: boolean
  isNew?: WorkerOptions['isNew']
  around?: WorkerOptions['around']
  catalog?: Catalog
}

/** The jobs that derive what one person sees, and those of their inboxes. */
function personalJobs(options: { store: Store; clock: Clock; key: string; letters: Letters | null }) {
  const sendsMail = options.letters !== null
  return {
    ...{ record_uses: recordUses(options), record_notifications: recordNotifications({ ...options, sendsMail }) },
    ...{ notify_due: notifyDue({ ...options, sendsMail }), trim_inboxes: trimInboxes(options) },
    [SEND_NOTIFICATIONS]: sendNotifications(options),
  }
}

/** Creates the worker of a server, without starting it. */
export function createJobs({
  store,
  files,
  clock,
  key,
  post,
  log,
  notify,
  letters = null,
  operations,
  eventsHours = DEFAULT_SYNC_TOKEN_HOURS,
  auditDays = DEFAULT_AUDIT_DAYS,
  catalog = createCatalog(),
  ...rest
}: JobsOptions): Worker {
  const options: DeliveryOptions = {
    ...{ store, clock, post, unseal: sealed => unseal(key, sealed), notify },
  }
  const downloads = createDownloadLinks(derive(key, 'downloads'), clock)
  const graph = createGraph(catalog)
  const kinds = {
    schedule_deliveries: scheduleDeliveries(options),
    deliver: deliver(options),
    redeliver: redeliver(options),
    [REQUESTED_JOB]: runRequestedJob(options),
    [ACCESS_REQUEST_JOB]: announceAccessRequest(options),
    [RUN_EXPORT]: runExport({ store, clock, log, files, graph, downloads }),
    expire_exports: expireExports({ store, clock, files }),
    ...{ expire: expire(options), empty_trash: emptyTrash(options) },
    remove_files: removeFiles({ store, clock, files }),
    // Events can be redelivered for as long as their deliveries are in the log.
    prune_changes: pruneChangesJob(options, Math.max(eventsHours, RETENTION_DAYS.deliveries * 24)),
    prune_audit: pruneAuditJob({ store, clock }, auditDays),
    ...{ start_rules: startRules(options), [START_DATED_RULES]: startDatedRules(options) },
    [RUN_RULES]: runRules({ ...options, operations, log }),
    [SEND_REQUESTS]: sendRequests(options),
    ...{ ...personalJobs({ store, clock, key, letters }), extend_time_periods: extendTimePeriodsJob(options) },
  }
  return createWorker({ store, clock, kinds, log, ...rest })
}
