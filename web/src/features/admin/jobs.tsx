/** The page of background jobs, for administrators of the installation. */
import { useQuery } from '@tanstack/react-query'
import { DateTime } from '../../components/date_time.tsx'
import { Page, Row, Section } from '../../components/page.tsx'
import { Empty, Loaded, Message } from '../../components/states.tsx'
import { jobs } from '../../data/queries.ts'
import type { Job } from '../../data/types.ts'

const STATES = [
  ['failed', 'Failed', 'The server retries them automatically.'],
  ['running', 'Running', undefined],
  ['waiting', 'Waiting', undefined],
] as const

export function Jobs() {
  const query = useQuery(jobs)
  return (
    <Page
      title="Jobs"
      lead="Background jobs of the server, in the order in which they are due. The list has at most 500 jobs."
    >
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            STATES.map(([state, title, lead]) => (
              <JobGroup key={state} title={title} lead={lead} jobs={list.filter(job => job.state === state)} />
            ))
          ) : (
            <Empty title="No jobs">No job is waiting, running or failed.</Empty>
          )
        }
      </Loaded>
    </Page>
  )
}

function JobGroup({ title, lead, jobs: list }: { title: string; lead: string | undefined; jobs: Job[] }) {
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
  expire: 'Delete expired records',
  empty_trash: 'Purge the trash',
  prune_changes: 'Delete old changes',
  prune_audit: 'Delete old audit log entries',
  requested_job: 'Duplicate, or use a template',
  announce_access_request: 'Announce a request for access',
  run_export: 'Write an export',
  expire_exports: 'Delete expired exports',
  remove_files: 'Delete files without an attachment',
  start_rules: 'Start rules',
  start_dated_rules: 'Start rules for due dates',
  run_rules: 'Run rules',
  send_rule_requests: 'Send the requests of rules',
  record_uses: 'Count what people use',
  record_notifications: 'Fill inboxes',
  notify_due: 'Notify people of due dates',
  trim_inboxes: 'Delete old notifications',
  send_notifications: 'Send e-mail about notifications',
  extend_time_periods: 'Add time periods for goals',
}

function JobRow({ job: { kind, subject, state, run_at, attempts, last_error } }: { job: Job }) {
  return (
    <Row
      title={KINDS[kind] ?? kind}
      about={[
        subject === '0' ? null : `object ${subject}`,
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
