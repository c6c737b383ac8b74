/** Starts a job: records it and puts it into the queue, in the transaction of the request. */
import { insert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { schedule } from '../../../store/queries/jobs/queue.ts'
import type { RequestedJob } from '../../../store/queries/jobs/requested.ts'
import type { WriteCall } from '../../../vocabulary/operation.ts'

/** The kinds of requested jobs. Each has its steps in `jobs/requested_job.ts`. */
export const jobSubtypes = [
  ...(['duplicate_task', 'duplicate_project', 'duplicate_portfolio'] as const),
  ...(['instantiate_project', 'instantiate_task', 'save_project_as_template'] as const),
] as const

/** The kinds that one job of the queue does, without steps: an export is a file, which no transaction writes. */
type ExportSubtype = 'graph_export_request' | 'export_request'

export type JobSubtype = (typeof jobSubtypes)[number]

const isInSteps = (subtype: string): subtype is JobSubtype => (jobSubtypes as readonly string[]).includes(subtype)

/** The kind of requested jobs in the queue. Its subject is the requested job. */
export const REQUESTED_JOB = 'requested_job'

/** The object that the job makes, named by its field of the resource. */
type NewObject = Partial<
  Pick<
    RequestedJob,
    | ('new_task' | 'new_project' | 'new_portfolio' | 'new_project_template' | 'new_task_template')
    | ('new_graph_export' | 'new_resource_export')
  >
>

interface JobRequest {
  workspace: number
  subtype: JobSubtype | ExportSubtype
  /** The object that the job reads. */
  source: number | null
  created: NewObject
  /** Parsed input, which the steps get; it must be serializable as JSON. */
  input: object
  /** Whether there is nothing to do. */
  hasEnded?: boolean
  /** What the first step gets; null if the request has not begun the work. */
  cursor?: object
}

const NO_OBJECT: Required<NewObject> = {
  ...{ new_task: null, new_project: null, new_portfolio: null, new_project_template: null, new_task_template: null },
  ...{ new_graph_export: null, new_resource_export: null },
}

/** Records a job and schedules it. Returns its gid. */
export async function requestJob(
  { tx, actor }: Pick<WriteCall, 'tx' | 'actor'>,
  { workspace, subtype, source, created, input, cursor, hasEnded = false }: JobRequest,
): Promise<number> {
  const gid = tx.gid()
  const { kind: token_kind, application, address, agent } = tx.origin
  await insert(tx, 'requested_jobs', {
    ...{ gid, workspace, user: actor.gid, token: actor.token, token_kind, application, address, agent },
    ...{ resource_subtype: subtype, status: hasEnded ? 'succeeded' : 'not_started', source, ...NO_OBJECT, ...created },
    ...{ input: JSON.stringify(input), cursor: cursor === undefined ? null : JSON.stringify(cursor), attempts: 0 },
    ...{ error: null, created_at: tx.now, ended_at: hasEnded ? tx.now : null },
  })
  if (isInSteps(subtype)) await schedule(tx, REQUESTED_JOB, gid, tx.now)
  return gid
}

/** Sets what the first step gets, if the request has begun the work after it started the job. */
export const setCursor = (tx: Writer, job: number, cursor: object): Promise<void> =>
  update(tx, 'requested_jobs', { gid: job }, { cursor: JSON.stringify(cursor) })
