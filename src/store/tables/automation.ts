/** Rules: their triggers, their runs, and the requests that they send. */
import type { Flag, Gid, Timestamp } from './column.ts'

export interface AutomationTables {
  rules: RuleTable
  /** The triggers that requests from outside run. */
  rule_triggers: { gid: Gid; rule: Gid; project: Gid; workspace: Gid }
  rule_runs: RuleRunTable
  /** The dates of tasks that started a run of a rule already; a row is of no use after `expires_at`. */
  rule_dates: { rule: Gid; task: Gid; date: string; expires_at: Timestamp }
  /** Requests that wait to be sent, the oldest of each rule first. `attempts` have failed; the next one is at `send_at`. */
  rule_requests: {
    gid: Gid
    rule: Gid
    url: string
    body: string
    attempts: number
    send_at: Timestamp
    created_at: Timestamp
  }
}

/**
 * `definition` is JSON of the trigger, the conditions and the actions; `trigger_kind` is that of its trigger. Changes up
 * to `since` do not start it. `failures` counts failed runs since the last success; `paused_reason` is null unless the
 * program paused it.
 */
interface RuleTable {
  gid: Gid
  workspace: Gid
  project: Gid
  owner: Gid
  name: string
  trigger_kind: string
  definition: string
  active: Flag
  paused_reason: string | null
  since: number
  failures: number
  last_error: string | null
  last_run_at: Timestamp | null
  created_at: Timestamp
  modified_at: Timestamp
}

/**
 * `change` is the change that started it; null for a request or a date. `depth` is its place in a chain of rules, from 1.
 * `payload` is JSON of the values that the request sent. `state` is `waiting`, `done`, `skipped` or `failed`;
 * `reason` says why it was skipped or failed. The changes of the workspace from `first_change` to `last_change` are those that it made.
 */
interface RuleRunTable {
  gid: Gid
  rule: Gid
  project: Gid
  workspace: Gid
  task: Gid
  change: number | null
  depth: number
  payload: string
  state: string
  reason: string
  created_at: Timestamp
  finished_at: Timestamp | null
  first_change: number | null
  last_change: number | null
}
