/** What the program does by itself: waiting, running and failed jobs, for whoever administers the installation. */
import type { Actor } from '../../identity/actor.ts'
import { formatTimestamp } from '../../lib/date.ts'
import { notAllowed } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import type { Reader } from '../../store/db.ts'
import { workspacesHere } from '../../store/queries/events/audited.ts'
import { jobsListed, type ListedJob } from '../../store/queries/jobs/queue.ts'
import { personal, type Route } from './route.ts'

/** How many are shown, those that are due first. */
const MOST = 500

/** Throws 403 unless the caller administers what was set up first. */
async function mustAdministerInstallation(reader: Reader, { gid }: Actor): Promise<void> {
  const [first = 0] = await workspacesHere(reader)
  const held = (await rights(reader, gid, 'workspace', [first])).get(first)
  if (!allows(held, 'admin')) {
    throw notAllowed('Only administrators of the organization that was set up first may do this.')
  }
}

/** A job that failed waits for its next try. */
function stateOf({ leased_until: until, last_error: error }: ListedJob, now: number): string {
  if (until !== null && until > now) return 'running'
  return error === null ? 'waiting' : 'failed'
}

export const routes: Route[] = [
  personal('GET', '/jobs', {
    doc: 'The jobs of the installation: waiting, running and failed ones.',
    async run({ console: { store, clock }, actor }) {
      await mustAdministerInstallation(store.read, actor)
      const data = (await jobsListed(store.read, MOST)).map(job => ({
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
