/** Background jobs, for administrators of the installation. */
import { useQuery } from '@tanstack/react-query'
import { jobs } from '../api/queries.ts'
import type { Job } from '../api/types.ts'
import { DateTime } from '../components/date_time.tsx'
import { Page, Row, Section } from '../components/page.tsx'
import { Empty, Loaded, Message } from '../components/states.tsx'

const STATES = [
  ['failed', 'Failed', 'They are retried automatically.'],
  ['running', 'Running', undefined],
  ['waiting', 'Waiting', undefined],
] as const

export function Jobs() {
  const query = useQuery(jobs)
  return (
    <Page title="Jobs" lead="Background work of the server: up to 500 jobs, in the order in which they are due.">
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            STATES.map(([state, title, lead]) => (
              <State key={state} title={title} lead={lead} jobs={list.filter(job => job.state === state)} />
            ))
          ) : (
            <Empty title="No jobs">Nothing is waiting, running or failed.</Empty>
          )
        }
      </Loaded>
    </Page>
  )
}

function State({ title, lead, jobs: list }: { title: string; lead: string | undefined; jobs: Job[] }) {
  if (list.length === 0) return null
  return (
    <Section title={`${title}: ${list.length.toLocaleString('en')}`} lead={lead}>
      <ul className="rows">
        {list.map(job => (
          <JobRow key={job.gid} job={job} />
        ))}
      </ul>
    </Section>
  )
}

const KINDS: Record<string, string> = {
  schedule_deliveries: 'Schedule webhook deliveries',
  deliver: 'Deliver to a webhook',
  redeliver: 'Redeliver to a webhook',
  expire: 'Clean up expired records',
  empty_trash: 'Empty the trash',
  prune_changes: 'Clean up old changes',
  prune_audit: 'Clean up old audit log events',
}

function JobRow({ job: { kind, subject, state, run_at, attempts, last_error } }: { job: Job }) {
  return (
    <Row
      title={KINDS[kind] ?? kind}
      about={[
        subject === '0' ? null : `subject ${subject}`,
        <span key="due">
          {state === 'running' ? 'until' : 'due'} <DateTime at={run_at} />
        </span>,
        attempts > 0 ? `attempt ${attempts}` : null,
      ]}
    >
      <Message text={last_error} />
    </Row>
  )
}
