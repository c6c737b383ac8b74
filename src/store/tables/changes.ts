/** The log of changes, and what is made of it: streams, webhooks, the audit log; and the queue of jobs. */
import type { Flag, Gid, Moment } from './column.ts'

export interface ChangesTables {
  changes: ChangeTable
  /** What is heard at an object: its own changes, and those of what is below it. */
  streams: { resource: Gid; change: number }
  webhooks: WebhookTable
  /**
   * One row for each attempt to deliver changes; `status` is null when the target did not answer. `body` is what was sent,
   * `response` what a target that took it answered: both are kept of the last deliveries of a webhook only.
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
    started_at: Moment
    finished_at: Moment
    signature: string | null
    body: string | null
    response: string | null
  }
  audit_log_events: AuditTable
  /** What is to be done at `run_at`: at most one job of a kind for each subject. */
  jobs: {
    gid: Gid
    kind: string
    subject: Gid
    run_at: Moment
    attempts: number
    leased_until: Moment | null
    lease: string | null
    last_error: string | null
    created_at: Moment
  }
}

/**
 * One thing that happened. `gid` counts changes in the order of their commits. `action` is `added`, `removed`,
 * `changed`, `deleted` or `undeleted`; only `changed` has a `field` and a `change_action`. A value that is an object
 * stands in `value_type` and `value`; other values are JSON. `streams` is a JSON list of the streams that hold it.
 */
interface ChangeTable {
  gid: number
  workspace: Gid
  at: Moment
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
}

/**
 * `application` is 0 for what a person made without one; `token` is the personal or service token that it was made
 * with. `secret` is sealed, `filters` is JSON. What came before the change `cursor`, and that change, is delivered.
 * `heartbeat_at` is when the target is next told that nothing happened.
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
  created_at: Moment
  last_success_at: Moment | null
  last_failure_at: Moment | null
  last_failure_content: string | null
  delivery_retry_count: number
  next_attempt_after: Moment | null
  failure_deletion_timestamp: Moment | null
  heartbeat_at: Moment
}

/** `details` and `context` are JSON. Names are kept as they were. */
interface AuditTable {
  cursor: number
  gid: Gid
  workspace: Gid
  created_at: Moment
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
