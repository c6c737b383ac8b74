/** What the program does by itself, for whoever administers the installation. */
import { useQuery } from '@tanstack/react-query'
import { jobs, often } from '../api/queries.ts'
import type { Job } from '../api/types.ts'
import { Moment } from '../parts/moment.tsx'
import { Page, Row, Section } from '../parts/page.tsx'
import { Empty, Loaded, Said } from '../parts/states.tsx'

const STATES = [
  ['failed', 'Failed', 'They are tried again by themselves.'],
  ['running', 'Running', undefined],
  ['waiting', 'Waiting', undefined],
] as const

export function Jobs() {
  const query = useQuery({ ...jobs, ...often })
  return (
    <Page title="Jobs" lead="What the server does by itself. At most 500 are shown, those first that are due first.">
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            STATES.map(([state, title, lead]) => (
              <State key={state} title={title} lead={lead} jobs={list.filter(job => job.state === state)} />
            ))
          ) : (
            <Empty title="No jobs">The server has nothing to do.</Empty>
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
  notice: 'See which webhooks have something to tell',
  deliver: 'Deliver to a webhook',
  redeliver: 'Make one delivery again',
  expire: 'Forget what has ended',
  empty_trash: 'Empty the trash',
  forget_changes: 'Forget old changes',
  forget_audit: 'Forget old lines of the audit log',
}

function JobRow({ job: { kind, subject, state, run_at, attempts, last_error } }: { job: Job }) {
  return (
    <Row
      title={KINDS[kind] ?? kind}
      about={[
        subject === '0' ? null : `of ${subject}`,
        <span key="due">
          {state === 'running' ? 'until' : 'due'} <Moment at={run_at} />
        </span>,
        attempts > 0 ? `attempt ${attempts}` : null,
      ]}
    >
      <Said text={last_error} />
    </Row>
  )
}
