/** All kinds of jobs, and the worker that runs them. */
import { createCatalog } from '../catalog/catalog.ts'
import type { Files } from '../files/files.ts'
import { createDownloadLinks } from '../files/links.ts'
import { createGraph } from '../graph/graph.ts'
import { DEFAULT_SYNC_TOKEN_HOURS } from '../graph/sync_tokens.ts'
import type { Clock } from '../lib/clock.ts'
import { derive, unseal } from '../lib/secret.ts'
import { RUN_RULES } from '../resources/automation/rules/start_runs.ts'
import { RUN_EXPORT } from '../resources/exports/rules/create_export.ts'
import { REQUESTED_JOB } from '../resources/platform/rules/request_job.ts'
import { ACCESS_REQUEST_JOB } from '../resources/sharing/rules/access_request_job.ts'
import type { Store } from '../store/db.ts'
import type { HttpPost } from '../vocabulary/outbound.ts'
import { announceAccessRequest } from './announce_access_request.ts'
import type { OperationRunner } from './automation/operations.ts'
import { runRules } from './automation/run_rules.ts'
import { SEND_REQUESTS, sendRequests } from './automation/send_requests.ts'
import { startDatedRules } from './automation/start_dated_rules.ts'
import { startRules } from './automation/start_rules.ts'
import { type DeliveryOptions, deliver, redeliver } from './deliver.ts'
import { expireExports } from './exports/expire_exports.ts'
import { runExport } from './exports/run_export.ts'
import { extendTimePeriodsJob } from './goals/extend_time_periods.ts'
import type { Notifier } from './notify_by_email.ts'
import { DEFAULT_AUDIT_DAYS, pruneAuditJob } from './prune_audit.ts'
import { pruneChangesJob } from './prune_changes.ts'
import { recordUses } from './record_uses.ts'
import { removeFiles } from './remove_files.ts'
import { runRequestedJob } from './requested_job.ts'
import { emptyTrash, expire, RETENTION_DAYS } from './retention.ts'
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
  /** Performs the actions of rules. */
  operations: OperationRunner
  /** Hours for which a sync token of an event stream stays valid. */
  eventsHours?: number
  /** Days for which entries of the audit log are kept. */
  auditDays?: number
  /** No other process runs jobs of this store. */
  exclusive?: boolean
  around?: WorkerOptions['around']
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
  operations,
  eventsHours = DEFAULT_SYNC_TOKEN_HOURS,
  auditDays = DEFAULT_AUDIT_DAYS,
  exclusive,
  around,
}: JobsOptions): Worker {
  const options: DeliveryOptions = {
    ...{ store, clock, post, unseal: sealed => unseal(key, sealed), notify },
  }
  const downloads = createDownloadLinks(derive(key, 'downloads'), clock)
  const graph = createGraph(createCatalog())
  const kinds = {
    schedule_deliveries: scheduleDeliveries(options),
    deliver: deliver(options),
    redeliver: redeliver(options),
    [REQUESTED_JOB]: runRequestedJob(options),
    [ACCESS_REQUEST_JOB]: announceAccessRequest(options),
    [RUN_EXPORT]: runExport({ store, clock, log, files, graph, downloads }),
    expire_exports: expireExports({ store, clock, files }),
    expire: expire(options),
    empty_trash: emptyTrash(options),
    remove_files: removeFiles({ store, clock, files }),
    // Events can be redelivered for as long as their deliveries are in the log.
    prune_changes: pruneChangesJob(options, Math.max(eventsHours, RETENTION_DAYS.deliveries * 24)),
    prune_audit: pruneAuditJob({ store, clock }, auditDays),
    ...{ start_rules: startRules(options), start_dated_rules: startDatedRules(options) },
    [RUN_RULES]: runRules({ ...options, operations, log }),
    [SEND_REQUESTS]: sendRequests(options),
    ...{ record_uses: recordUses(options), extend_time_periods: extendTimePeriodsJob(options) },
  }
  return createWorker({ store, clock, kinds, log, exclusive, around })
}
