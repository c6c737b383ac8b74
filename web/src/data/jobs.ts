/** Jobs that a person started: the server works on after its answer. */
import { call } from './call.ts'
import type { Gid } from './records.ts'
import type { NamedObject } from './types.ts'

export interface RequestedJob {
  readonly gid: Gid
  readonly status: 'not_started' | 'in_progress' | 'succeeded' | 'failed'
  /** What it makes exists from the beginning, and is complete when the job succeeded. */
  readonly new_task?: NamedObject | null
  readonly new_project?: NamedObject | null
  readonly new_project_template?: NamedObject | null
}

const FIRST_POLL_MS = 200
const MAX_POLL_MS = 3000
const BACKOFF = 1.5

const hasEnded = ({ status }: RequestedJob): boolean => status === 'succeeded' || status === 'failed'

/** Waits for the end of a job, or until `signal` is aborted. Returns what is known of it then. */
export async function endOf(job: RequestedJob, signal: AbortSignal): Promise<RequestedJob> {
  let known = job
  for (let wait = FIRST_POLL_MS; !hasEnded(known) && !signal.aborted; wait = Math.min(MAX_POLL_MS, wait * BACKOFF)) {
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, wait)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
    if (!signal.aborted) known = await call<RequestedJob>('GET', `/api/1.0/jobs/${job.gid}`)
  }
  return known
}
