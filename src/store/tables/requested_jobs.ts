/** Jobs that users requested, and the objects that they copied. */
import type { Gid, Timestamp } from './column.ts'

export interface RequestedJobTables {
  requested_jobs: RequestedJobTable
  /** The copy that a job made of each object, in the order of `position`. Deleted when the job ends. */
  job_copies: { job: Gid; position: number; source: Gid; copy: Gid }
}

/**
 * `user`, `token` and the columns up to `agent` are those of the request: each step writes as that user. `input` and
 * `cursor` are JSON; `cursor` is what the next step gets, null before the first. `attempts` counts the consecutive
 * failures of a step. The members `new_…` are the objects that the job makes.
 */
export interface RequestedJobTable {
  gid: Gid
  workspace: Gid
  user: Gid
  token: Gid
  token_kind: string | null
  application: Gid | null
  address: string
  agent: string
  resource_subtype: string
  status: string
  source: Gid | null
  new_task: Gid | null
  new_project: Gid | null
  new_portfolio: Gid | null
  new_project_template: Gid | null
  new_task_template: Gid | null
  new_graph_export: Gid | null
  new_resource_export: Gid | null
  input: string
  cursor: string | null
  attempts: number
  error: string | null
  created_at: Timestamp
  ended_at: Timestamp | null
}
