/** The fault rules of a world. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Choice, Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { useNotice } from '../../components/notices.tsx'
import { Page, Row } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { control, type FaultRule, faultRules } from '../../data/emulator.ts'

/** The faults with a name, and what a program sees of them. */
const USES = [
  ['rate_limited', 'Rate limited (429)'],
  ['server_error', 'Server error (500)'],
  ['lost_answer', 'Lost answer (500 after the write)'],
  ['unavailable', 'Unavailable (503)'],
  ['bad_gateway', 'Bad gateway (502)'],
  ['gateway_timeout', 'Gateway timeout (504)'],
  ['slow', 'Slow (2 s)'],
  ['hang', 'Hang (no response)'],
  ['reset', 'Connection reset'],
  ['lost_reset', 'Connection reset after the write'],
  ['truncated', 'Truncated response'],
  ['expired_sync', 'Expired sync token (412)'],
  ['expired_offset', 'Expired offset (400)'],
  ['token_revoked', 'Token revoked (401)'],
  ['token_expired', 'Token expired (401)'],
  ['payment_required', 'Payment required (402)'],
  ['forbidden', 'Forbidden (403)'],
  ['gone', 'Gone (404)'],
] as const

const LABELS: ReadonlyMap<string, string> = new Map(USES)

export function Faults() {
  const query = useQuery(faultRules)
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title="Faults"
      lead="Rules that make requests fail. The first rule that fires answers."
      actions={
        <Button kind="primary" onPress={() => setAdding(true)}>
          Add fault
        </Button>
      }
    >
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            <ul className="rows" aria-label="Faults">
              {list.map(rule => (
                <RuleRow key={rule.id} rule={rule} />
              ))}
            </ul>
          ) : (
            <Empty title="No faults">Add one to see how a program copes with it.</Empty>
          )
        }
      </Loaded>
      {isAdding ? <AddFault onClose={() => setAdding(false)} /> : null}
    </Page>
  )
}

const nameOf = ({ use, on, do: what }: FaultRule): string =>
  use === undefined ? [on, what].filter(Boolean).join(': ') || 'Fault' : (LABELS.get(use) ?? use)

function RuleRow({ rule }: { rule: FaultRule }) {
  const client = useQueryClient()
  const notify = useNotice()
  const remove = () =>
    control('DELETE', `/faults/${encodeURIComponent(rule.id)}`)
      .catch((error: Error) => notify(error.message))
      .finally(() => client.invalidateQueries(faultRules))
  const match = Object.entries(rule.match ?? {}).map(([name, value]) => `${name} ${[value].flat().join(', ')}`)
  return (
    <Row
      title={nameOf(rule)}
      about={[
        match.join(' · ') || 'every request',
        `${rule.hits.toLocaleString('en')} so far`,
        rule.left === null ? 'without end' : `${rule.left.toLocaleString('en')} left`,
        rule.id,
      ]}
      actions={
        <Button kind="danger" label={`Remove: ${nameOf(rule)} ${rule.id}`} onPress={() => void remove()}>
          Remove
        </Button>
      }
    />
  )
}

function AddFault({ onClose }: { onClose(): void }) {
  const client = useQueryClient()
  const add = (values: FormData) => {
    const [operation, times] = [text(values, 'operation'), text(values, 'times')]
    return control('POST', '/faults', {
      use: text(values, 'use'),
      times: times === undefined ? null : Number(times),
      ...(operation !== undefined && { match: { operation } }),
    })
  }
  const done = async () => {
    await client.invalidateQueries(faultRules)
    onClose()
  }
  return (
    <Dialog title="Add a fault" onClose={onClose}>
      <Form submit="Add" fields={['operation', 'times', 'use']} run={add} onDone={done}>
        <Choice name="use" label="Fault" options={USES} />
        <Field name="operation" label="Operation" hint="Such as createTask. Every request of the API without one." />
        <Field name="times" label="Times" initial="1" hint="Empty is without end." validate={wholeNumber} />
      </Form>
    </Dialog>
  )
}

const wholeNumber = (value: string): string | null =>
  value.trim() === '' || /^\s*[1-9]\d{0,8}\s*$/.test(value) ? null : 'Enter a whole number from 1'
