/** The log of deliveries to a webhook, and redelivery. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { formatExactTime } from '../../../components/date_time.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field } from '../../../components/field.tsx'
import { Form, rawText } from '../../../components/form.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { Row, Section } from '../../../components/page.tsx'
import { Empty, Loaded, Message, Problem } from '../../../components/states.tsx'
import { call } from '../../../data/call.ts'
import { deliveries, webhooks } from '../../../data/queries.ts'
import type { Delivery, Webhook } from '../../../data/types.ts'
import { Contents } from './contents.tsx'

/** The number of deliveries that are shown at first, and added by "Show more". */
const DELIVERIES_PER_STEP = 50

export function Deliveries({ webhook: { gid } }: { webhook: Webhook }) {
  const query = useQuery(deliveries(gid))
  const [shownCount, setShownCount] = useState(DELIVERIES_PER_STEP)
  const [isRedelivering, setRedelivering] = useState(false)
  const client = useQueryClient()
  const notify = useNotice()
  const redeliver = useMutation({
    mutationFn: (delivery: string) => call('POST', `/-/webhooks/${gid}/deliveries/${delivery}/redeliver`),
    onSuccess: async () => {
      await client.invalidateQueries(webhooks)
      notify('The events are being redelivered.')
    },
  })
  const redeliverSince = <Button onPress={() => setRedelivering(true)}>Redeliver events…</Button>
  return (
    <Section title="Deliveries" lead="Deliveries of the last 7 days, newest first." actions={redeliverSince}>
      {redeliver.error ? <Problem error={redeliver.error} /> : null}
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.slice(0, shownCount).map(delivery => (
                <DeliveryRow
                  key={delivery.gid}
                  webhook={gid}
                  delivery={delivery}
                  onRedeliver={() => redeliver.mutate(delivery.gid)}
                />
              ))}
            </ul>
          ) : (
            <Empty title="No deliveries yet">Deliveries appear here when the object changes.</Empty>
          )
        }
      </Loaded>
      {(query.data?.length ?? 0) > shownCount ? (
        <Button onPress={() => setShownCount(shownCount + DELIVERIES_PER_STEP)}>Show more</Button>
      ) : null}
      {isRedelivering ? <RedeliverSince gid={gid} onClose={() => setRedelivering(false)} /> : null}
    </Section>
  )
}

function DeliveryRow({ webhook, delivery, onRedeliver }: { webhook: string; delivery: Delivery; onRedeliver(): void }) {
  const { gid, events, attempt, status, error, started_at, finished_at } = delivery
  const durationMs = new Date(finished_at).getTime() - new Date(started_at).getTime()
  const time = formatExactTime(started_at)
  const [isOpen, setOpen] = useState(false)
  return (
    <Row
      title={
        <>
          <time dateTime={started_at}>{time}</time>
          <span className={error === null ? 'badge' : 'badge failed'}>{status ?? 'no response'}</span>
        </>
      }
      about={[
        events === 1 ? '1 event' : `${events} events`,
        `attempt ${attempt}`,
        `${durationMs.toLocaleString('en')} ms`,
      ]}
      actions={
        <Button label={`Redeliver events of ${time}`} onPress={onRedeliver}>
          Redeliver
        </Button>
      }
    >
      {isOpen ? null : <Message text={error} />}
      {error?.includes('private address') ? (
        <p className="hint">
          Start the server with <code>--allow-private-targets</code> to deliver to this machine or a private network.
        </p>
      ) : null}
      <details className="unfold" onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>
          Request and response<span className="visually-hidden"> of {time}</span>
        </summary>
        {isOpen ? <Contents webhook={webhook} gid={gid} error={error} /> : null}
      </details>
    </Row>
  )
}

const HOUR_MS = 3_600_000

/** One hour ago as the value of a datetime-local input: local time, to the minute. */
function hourAgo(): string {
  const then = new Date(Date.now() - HOUR_MS)
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function RedeliverSince({ gid, onClose }: { gid: string; onClose(): void }) {
  const client = useQueryClient()
  const notify = useNotice()
  const redeliver = (values: FormData) => {
    const since = new Date(rawText(values, 'since')).toISOString()
    return call('POST', `/-/webhooks/${gid}/redeliver`, { since })
  }
  const redelivered = async () => {
    await client.invalidateQueries(webhooks)
    notify('The events are being redelivered.')
    onClose()
  }
  return (
    <Dialog title="Redeliver events" onClose={onClose}>
      <p>The server sends all events since this time to the target again, in order.</p>
      <Form
        submit="Redeliver"
        fields={['since']}
        run={redeliver}
        onDone={redelivered}
        actions={<Button onPress={onClose}>Cancel</Button>}
      >
        <Field
          name="since"
          type="datetime-local"
          label="Since"
          hint="In your time zone, at most 7 days ago."
          required
          initial={hourAgo()}
          autoFocus
        />
      </Form>
    </Dialog>
  )
}
