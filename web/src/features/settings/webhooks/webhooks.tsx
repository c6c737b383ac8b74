/** The list of webhooks of the person: target, watched object and health. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CopyableText } from '../../../components/copy.tsx'
import { DateTime } from '../../../components/date_time.tsx'
import { Page, Row } from '../../../components/page.tsx'
import { Empty, Loaded, Message } from '../../../components/states.tsx'
import { webhooks } from '../../../data/queries.ts'
import type { Webhook } from '../../../data/types.ts'
import { Health, useWatchedObject } from './health.tsx'

export function Webhooks() {
  const query = useQuery(webhooks)
  return (
    <Page title="Webhooks" lead="A webhook sends events to your URL when a project, a task or another object changes.">
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.map(webhook => (
                <WebhookRow key={webhook.gid} webhook={webhook} />
              ))}
            </ul>
          ) : (
            <NoWebhooks />
          )
        }
      </Loaded>
    </Page>
  )
}

function NoWebhooks() {
  const command = [
    'curl -H "Authorization: Bearer TOKEN"',
    '-d resource=PROJECT -d target=https://example.com/hook',
    `${window.location.origin}/api/1.0/webhooks`,
  ]
  return (
    <>
      <Empty title="No webhooks yet">
        To create one, replace TOKEN with an access token, PROJECT with the gid of a project, and the target with your
        URL.
      </Empty>
      <CopyableText label="In a terminal" text={command.join(' ')} />
      <PrivateTargets />
    </>
  )
}

/** A hint for developers with a target on their own machine. */
const PrivateTargets = () => (
  <p className="hint">
    The server refuses targets on this machine or in a private network, unless it runs with{' '}
    <code>--allow-private-targets</code>.
  </p>
)

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { gid, target, is_failing, last_success_at, last_failure_at } = webhook
  const { name } = useWatchedObject(webhook)
  return (
    <Row
      title={
        <>
          <Link to="/settings/webhooks/$webhook" params={{ webhook: gid }}>
            {target}
          </Link>
          <Health webhook={webhook} />
        </>
      }
      about={[
        name,
        last_success_at ? (
          <span key="success">
            last success <DateTime at={last_success_at} />
          </span>
        ) : (
          'no success yet'
        ),
        last_failure_at ? (
          <span key="failure">
            last failure <DateTime at={last_failure_at} />
          </span>
        ) : null,
      ]}
    >
      {is_failing ? <Failing webhook={webhook} /> : null}
    </Row>
  )
}

function Failing({
  webhook: { last_failure_content, next_attempt_after, failure_deletion_timestamp },
}: {
  webhook: Webhook
}) {
  return (
    <>
      <div className="row-about">
        {next_attempt_after ? (
          <span>
            next attempt <DateTime at={next_attempt_after} />
          </span>
        ) : null}
        {failure_deletion_timestamp ? (
          <span>
            deleted <DateTime at={failure_deletion_timestamp} /> unless a delivery succeeds
          </span>
        ) : null}
      </div>
      <Message text={last_failure_content} />
    </>
  )
}
