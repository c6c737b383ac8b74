/** The change log, its streams, webhooks and deliveries, the audit log, and the job queue. */
import type { Flag, Gid, Timestamp } from './column.ts'

export interface ChangesTables {
  changes: ChangeTable
  /** The stream of an object: its own changes, and those of the objects below it. */
  streams: { resource: Gid; change: number }
  webhooks: WebhookTable
  /**
   * One row for each attempt to deliver changes; `status` is null when the target did not respond. `body` is the
   * request, `response` that of a target which accepted it. Both are stored only for the last deliveries of a webhook.
   */
  webhook_deliveries: {
    gid: Gid
    webhook: Gid
    first_change: number | null
    last_change: number | null
    events: number
    attempt: number
    status: number | null
    error: string | null
    started_at: Timestamp
    finished_at: Timestamp
    signature: string | null
    body: string | null
    response: string | null
  }
  audit_log_events: AuditTable
  /** Jobs that are due at `run_at`: at most one of a kind for each subject. */
  jobs: {
    gid: Gid
    kind: string
    subject: Gid
    run_at: Timestamp
    attempts: number
    leased_until: Timestamp | null
    lease: string | null
    last_error: string | null
    created_at: Timestamp
  }
}

/**
 * One change. `gid` numbers changes in the order of their commits. `action` is `added`, `removed`, `changed`,
 * `deleted`, `undeleted` or `order`; only `changed` has a `field` and a `change_action`. A value that is an object is in
 * `value_type` and `value`; other values are JSON. `streams` is a JSON array of the streams that contain it; a new position
 * (`order`) and a change that only `owner` sees are in none. `page` is the page of the web app that wrote it.
 */
interface ChangeTable {
  gid: number
  workspace: Gid
  at: Timestamp
  user: Gid | null
  resource_type: string
  resource: Gid
  resource_subtype: string | null
  action: string
  parent_type: string | null
  parent: Gid | null
  field: string | null
  change_action: string | null
  value_type: string | null
  value: Gid | null
  old_value: string | null
  new_value: string | null
  streams: string
  page: string | null
  owner: Gid | null
}

/**
 * `application` is 0 if no application created the webhook; `token` is the personal or service token that created it.
 * `secret` is sealed, `filters` is JSON. All changes up to and including `cursor` are delivered. `heartbeat_at` is the
 * time of the next heartbeat if no change is delivered before.
 */
interface WebhookTable {
  gid: Gid
  workspace: Gid
  user: Gid
  application: Gid
  token: Gid | null
  resource_type: string
  resource: Gid
  target: string
  secret: string
  filters: string
  active: Flag
  cursor: number
  created_at: Timestamp
  last_success_at: Timestamp | null
  last_failure_at: Timestamp | null
  last_failure_content: string | null
  delivery_retry_count: number
  next_attempt_after: Timestamp | null
  failure_deletion_timestamp: Timestamp | null
  heartbeat_at: Timestamp
}

/** `details` and `context` are JSON. Names are those at the time of the event. */
interface AuditTable {
  cursor: number
  gid: Gid
  workspace: Gid
  created_at: Timestamp
  event_type: string
  event_category: string
  actor_type: string
  actor: Gid | null
  actor_name: string | null
  actor_email: string | null
  resource_type: string
  resource: Gid | null
  resource_subtype: string | null
  resource_name: string | null
  resource_email: string | null
  details: string
  context: string
}
