/** The log of deliveries to a webhook, and redelivery. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { deliveries, webhooks } from '../../api/queries.ts'
import type { Delivery, Webhook } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { exactly } from '../../components/date_time.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Form, typed } from '../../components/form.tsx'
import { useNotice } from '../../components/notices.tsx'
import { Row, Section } from '../../components/page.tsx'
import { Empty, Loaded, Message, Problem } from '../../components/states.tsx'
import { Contents } from './contents.tsx'

/** How many are shown at first, and how many more with each press. */
const STEP = 50

export function Deliveries({ webhook: { gid } }: { webhook: Webhook }) {
  const query = useQuery(deliveries(gid))
  const [most, setMost] = useState(STEP)
  const [isRedelivering, setRedelivering] = useState(false)
  const client = useQueryClient()
  const say = useNotice()
  const again = useMutation({
    mutationFn: (delivery: string) => call('POST', `/-/webhooks/${gid}/deliveries/${delivery}/redeliver`),
    onSuccess: async () => {
      await client.invalidateQueries(webhooks)
      say('The delivery is being repeated.')
    },
  })
  const since = <Button onPress={() => setRedelivering(true)}>Redeliver since …</Button>
  return (
    <Section title="Deliveries" lead="The last seven days, newest first." actions={since}>
      {again.error ? <Problem error={again.error} /> : null}
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.slice(0, most).map(one => (
                <DeliveryRow key={one.gid} webhook={gid} delivery={one} onAgain={() => again.mutate(one.gid)} />
              ))}
            </ul>
          ) : (
            <Empty title="No deliveries yet">Deliveries appear here when something changes in the object.</Empty>
          )
        }
      </Loaded>
      {(query.data?.length ?? 0) > most ? <Button onPress={() => setMost(most + STEP)}>Show more</Button> : null}
      {isRedelivering ? <RedeliverSince gid={gid} onClose={() => setRedelivering(false)} /> : null}
    </Section>
  )
}

function DeliveryRow({ webhook, delivery, onAgain }: { webhook: string; delivery: Delivery; onAgain(): void }) {
  const { gid, events, attempt, status, error, started_at, finished_at } = delivery
  const took = new Date(finished_at).getTime() - new Date(started_at).getTime()
  const time = exactly(started_at)
  const [isOpen, setOpen] = useState(false)
  return (
    <Row
      title={
        <>
          <time dateTime={started_at}>{time}</time>
          <span className={error === null ? 'badge' : 'badge failed'}>{status ?? 'no response'}</span>
        </>
      }
      about={[events === 1 ? '1 event' : `${events} events`, `attempt ${attempt}`, `${took.toLocaleString('en')} ms`]}
      actions={
        <Button label={`Redeliver what was sent at ${time}`} onPress={onAgain}>
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

const HOUR = 3_600_000

/** An hour ago, as the browser's own field has it: on the clock of the person, to the minute. */
function hourAgo(): string {
  const then = new Date(Date.now() - HOUR)
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function RedeliverSince({ gid, onClose }: { gid: string; onClose(): void }) {
  const client = useQueryClient()
  const say = useNotice()
  const redeliver = (values: FormData) => {
    const since = new Date(typed(values, 'since')).toISOString()
    return call('POST', `/-/webhooks/${gid}/redeliver`, { since })
  }
  const redelivered = async () => {
    await client.invalidateQueries(webhooks)
    say('The events are being redelivered.')
    onClose()
  }
  return (
    <Dialog title="Redeliver events" onClose={onClose}>
      <p>Sends every event since this moment to the target again, in order.</p>
      <Form
        submit="Redeliver"
        fields={['since']}
        run={redeliver}
        onDone={redelivered}
        beside={<Button onPress={onClose}>Cancel</Button>}
      >
        <Field
          name="since"
          type="datetime-local"
          label="Since"
          hint="In your time zone, at most seven days ago."
          required
          initial={hourAgo()}
          autoFocus
        />
      </Form>
    </Dialog>
  )
}
