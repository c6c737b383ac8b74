/** My webhooks: what each watches, its target, and its health. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { webhooks } from '../../api/queries.ts'
import type { Webhook } from '../../api/types.ts'
import { CopyableText } from '../../components/copy.tsx'
import { DateTime } from '../../components/date_time.tsx'
import { Page, Row } from '../../components/page.tsx'
import { Empty, Loaded, Message } from '../../components/states.tsx'
import { Health, useWatchedNames } from './health.tsx'

export function Webhooks() {
  const query = useQuery(webhooks)
  return (
    <Page
      title="Webhooks"
      lead="A webhook notifies a URL of yours when something changes in a project, a task or another object."
    >
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.map(one => (
                <WebhookRow key={one.gid} webhook={one} />
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
  const parts = [
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
      <CopyableText label="In a terminal" text={parts.join(' ')} />
      <PrivateTargets />
    </>
  )
}

/** The first thing that developers on their own machine meet. */
const PrivateTargets = () => (
  <p className="hint">
    Targets on this machine or in a private network are refused, unless the server runs with{' '}
    <code>--allow-private-targets</code>.
  </p>
)

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { gid, target, is_failing, last_success_at, last_failure_at } = webhook
  const { what } = useWatchedNames(webhook)
  return (
    <Row
      title={
        <>
          <Link to="/webhooks/$webhook" params={{ webhook: gid }}>
            {target}
          </Link>
          <Health webhook={webhook} />
        </>
      }
      about={[
        what,
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
