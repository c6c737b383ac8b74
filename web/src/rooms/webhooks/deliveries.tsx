/** What was delivered to a webhook, and having it delivered once more. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { deliveries, webhooks } from '../../api/queries.ts'
import type { Delivery, Webhook } from '../../api/types.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form, typed } from '../../parts/form.tsx'
import { exactly } from '../../parts/moment.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { Row, Section } from '../../parts/page.tsx'
import { Empty, Loaded, Problem, Said } from '../../parts/states.tsx'

/** So many are shown at first, and more with each press. */
const STEP = 50

export function Deliveries({ webhook: { gid } }: { webhook: Webhook }) {
  const query = useQuery(deliveries(gid))
  const [most, setMost] = useState(STEP)
  const [isTelling, setTelling] = useState(false)
  const client = useQueryClient()
  const say = useNotice()
  const again = useMutation({
    mutationFn: (delivery: string) => call('POST', `/-/webhooks/${gid}/deliveries/${delivery}/redeliver`),
    onSuccess: async () => {
      await client.invalidateQueries(webhooks)
      say('It will be delivered again in a moment.')
    },
  })
  const since = <Button onPress={() => setTelling(true)}>Tell again since …</Button>
  return (
    <Section title="Deliveries" lead="Those of the last seven days, the newest first." actions={since}>
      {again.error ? <Problem error={again.error} /> : null}
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.slice(0, most).map(one => (
                <DeliveryRow key={one.gid} delivery={one} onAgain={() => again.mutate(one.gid)} />
              ))}
            </ul>
          ) : (
            <Empty title="Nothing delivered yet">What happens to the object appears here.</Empty>
          )
        }
      </Loaded>
      {(query.data?.length ?? 0) > most ? <Button onPress={() => setMost(most + STEP)}>Show more</Button> : null}
      {isTelling ? <TellAgain gid={gid} onClose={() => setTelling(false)} /> : null}
    </Section>
  )
}

function DeliveryRow({ delivery, onAgain }: { delivery: Delivery; onAgain(): void }) {
  const { events, attempt, status, error, started_at, finished_at } = delivery
  const took = new Date(finished_at).getTime() - new Date(started_at).getTime()
  const time = exactly(started_at)
  return (
    <Row
      title={
        <>
          <time dateTime={started_at}>{time}</time>
          <span className={error === null ? 'badge' : 'badge failed'}>{status ?? 'no answer'}</span>
        </>
      }
      about={[events === 1 ? '1 event' : `${events} events`, `attempt ${attempt}`, `${took.toLocaleString('en')} ms`]}
      actions={
        <Button label={`Redeliver what was sent at ${time}`} onPress={onAgain}>
          Redeliver
        </Button>
      }
    >
      <Said text={error} />
    </Row>
  )
}

const HOUR = 3_600_000

/** An hour ago, as the browser's own field has it: on the clock of the person, to the minute. */
function hourAgo(): string {
  const then = new Date(Date.now() - HOUR)
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function TellAgain({ gid, onClose }: { gid: string; onClose(): void }) {
  const client = useQueryClient()
  const say = useNotice()
  const tell = (values: FormData) => {
    const since = new Date(typed(values, 'since')).toISOString()
    return call('POST', `/-/webhooks/${gid}/redeliver`, { since })
  }
  const told = async () => {
    await client.invalidateQueries(webhooks)
    say('Everything since then is told again.')
    onClose()
  }
  return (
    <Dialog title="Tell again" onClose={onClose}>
      <p>The target hears of everything once more that happened since this moment, in order.</p>
      <Form
        submit="Tell again"
        fields={['since']}
        run={tell}
        onDone={told}
        beside={<Button onPress={onClose}>Cancel</Button>}
      >
        <Field
          name="since"
          type="datetime-local"
          label="Since"
          hint="On your clock; seven days back at most."
          required
          initial={hourAgo()}
          autoFocus
        />
      </Form>
    </Dialog>
  )
}
