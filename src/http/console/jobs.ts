/** Waiting, running and failed jobs, for administrators of the installation. */
import { formatTimestamp } from '../../lib/date.ts'
import { type ListedJob, listJobs } from '../../store/queries/jobs/queue.ts'
import { type ConsoleRoute, sessionRoute } from './route.ts'
import { mustAdministerInstallation } from './session.ts'

/** Jobs in the list: the first by due time. */
const MAX_LISTED_JOBS = 500

/** The state of a job. A failed job waits for its next attempt. */
function stateOf({ leased_until: until, last_error: error }: ListedJob, now: number): string {
  if (until !== null && until > now) return 'running'
  return error === null ? 'waiting' : 'failed'
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/jobs', {
    doc: 'The waiting, running and failed jobs of the installation, for its administrators.',
    async execute(call) {
      const { store, clock } = call.console
      await mustAdministerInstallation(store.read, call)
      const data = (await listJobs(store.read, MAX_LISTED_JOBS)).map(job => ({
        gid: String(job.gid),
        kind: job.kind,
        subject: String(job.subject),
        state: stateOf(job, clock()),
        run_at: formatTimestamp(job.run_at),
        attempts: job.attempts,
        last_error: job.last_error,
        created_at: formatTimestamp(job.created_at),
      }))
      return { data }
    },
  }),
]
