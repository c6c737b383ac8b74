/** The page of a webhook: health, deliveries and deletion. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { DateTime } from '../../../components/date_time.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { Page, Section } from '../../../components/page.tsx'
import { Empty, Loaded, Message } from '../../../components/states.tsx'
import { call } from '../../../data/call.ts'
import { webhooks } from '../../../data/queries.ts'
import type { Webhook } from '../../../data/types.ts'
import { Deliveries } from './deliveries.tsx'
import { Health, useWatchedObject } from './health.tsx'

const back = (
  <Link to="/settings/webhooks" className="button quiet">
    All webhooks
  </Link>
)

export function WebhookPage() {
  const { webhook: gid = '' } = useParams({ strict: false }) as { webhook?: string }
  const query = useQuery(webhooks)
  const webhook = query.data?.find(webhook => webhook.gid === gid)
  if (webhook) return <WebhookDetails key={gid} webhook={webhook} />
  return (
    <Page title="Webhook" actions={back}>
      <Loaded query={query}>
        {() => <Empty title="Webhook not found">This webhook was deleted, or another person created it.</Empty>}
      </Loaded>
    </Page>
  )
}

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { name, isOfApplication } = useWatchedObject(webhook)
  const [isDeleting, setDeleting] = useState(false)
  const deleteButton = (
    <Button kind="danger" onPress={() => setDeleting(true)}>
      Delete
    </Button>
  )
  return (
    <Page
      title="Webhook"
      part={new URL(webhook.target).host}
      lead={webhook.target}
      actions={
        <>
          {back}
          {isOfApplication ? null : deleteButton}
        </>
      }
    >
      <HealthSection webhook={webhook} objectName={name} />
      {isOfApplication ? (
        <p className="hint">
          An application created this webhook. It is deleted when you revoke the access of that application.
        </p>
      ) : null}
      <Deliveries webhook={webhook} />
      {isDeleting ? <Delete webhook={webhook} onClose={() => setDeleting(false)} /> : null}
    </Page>
  )
}

const when = (at: string | null, none: string): ReactNode => (at ? <DateTime at={at} /> : none)

function HealthSection({ webhook, objectName }: { webhook: Webhook; objectName: string }) {
  const { last_failure_content, next_attempt_after, failure_deletion_timestamp } = webhook
  const facts: [string, ReactNode][] = [
    ['Object', objectName],
    ['State', <Health key="state" webhook={webhook} />],
    ['Created', <DateTime key="created" at={webhook.created_at} />],
    ['Last success', when(webhook.last_success_at, 'none yet')],
    ['Last failure', when(webhook.last_failure_at, 'none')],
  ]
  if (webhook.is_failing) {
    facts.push(['Consecutive failures', webhook.delivery_retry_count.toLocaleString('en')])
    facts.push(['Next attempt', when(next_attempt_after, 'now')])
    facts.push(['Deleted unless a delivery succeeds', when(failure_deletion_timestamp, 'never')])
  }
  return (
    <Section title="Health">
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {last_failure_content ? (
          <div>
            <dt>Last error</dt>
            <dd>
              <Message text={last_failure_content} />
            </dd>
          </div>
        ) : null}
      </dl>
    </Section>
  )
}

function Delete({ webhook: { gid, target }, onClose }: { webhook: Webhook; onClose(): void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const notify = useNotice()
  const deleted = async () => {
    await navigate({ to: '/settings/webhooks' })
    notify('The webhook is deleted.')
    await client.invalidateQueries(webhooks)
  }
  return (
    <Confirm
      title="Delete this webhook?"
      action="Delete"
      run={() => call('DELETE', `/api/1.0/webhooks/${gid}`)}
      onDone={deleted}
      onClose={onClose}
    >
      <p>
        <strong>{target}</strong> receives no more events. The log of its deliveries is also deleted.
      </p>
    </Confirm>
  )
}
