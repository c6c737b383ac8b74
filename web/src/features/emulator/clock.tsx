/** The clock of a world: hold it, move it, and see the jobs that depend on it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { formatExactTime } from '../../components/date_time.tsx'
import { Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { Page, Row, Section } from '../../components/page.tsx'
import { Empty, Loaded, Problem } from '../../components/states.tsx'
import { control, type TimedJob, type WorldClock, worldClock } from '../../data/emulator.ts'

/** Moves the clock, and shows its new state at once: the jobs that ran are in this response only. */
function useMove() {
  const client = useQueryClient()
  return async (body: object) => {
    const state = await control<WorldClock>('POST', '/clock', body)
    await client.cancelQueries({ queryKey: worldClock.queryKey })
    client.setQueryData(worldClock.queryKey, state)
    return state
  }
}

export function ClockPage() {
  const query = useQuery(worldClock)
  return (
    <Page title="Clock" lead="The clock of this world: timestamps, limits, and the times of all jobs follow it.">
      <Loaded query={query}>{clock => <ClockState clock={clock} />}</Loaded>
    </Page>
  )
}

function ClockState({ clock }: { clock: WorldClock }) {
  const move = useMove()
  const { mutate, data: moved, error, isPending } = useMutation({ mutationFn: move })
  const isHeld = clock.mode === 'held'
  return (
    <>
      <dl className="facts">
        <div>
          <dt>Now</dt>
          <dd>
            <time dateTime={clock.now}>{clock.now}</time>
          </dd>
        </div>
        <div>
          <dt>State</dt>
          <dd>{isHeld ? 'Held' : 'Running'}</dd>
        </div>
        <div>
          <dt>Step after a write</dt>
          <dd>{clock.tick_ms.toLocaleString('en')} ms</dd>
        </div>
      </dl>
      <div className="actions">
        {isHeld ? (
          <Button pending={isPending} onPress={() => mutate({ real: true })}>
            Let it run
          </Button>
        ) : (
          <Button pending={isPending} onPress={() => mutate({ freeze: true })}>
            Hold
          </Button>
        )}
      </div>
      {error ? <Problem error={error} /> : null}
      <Section title="Advance" lead="Runs each job that becomes due, at its own time.">
        <Form
          submit="Advance"
          fields={['advance']}
          run={async values => mutate({ advance: text(values, 'advance') })}
          onDone={() => {}}
        >
          <Field name="advance" label="Duration" hint="Such as 10s, 5m, 8h or 2d." required initial="1h" />
        </Form>
      </Section>
      <Section title="Set" lead="Moves a held clock to a later time.">
        <Form
          submit="Set"
          fields={['set']}
          run={async values => mutate({ set: text(values, 'set') })}
          onDone={() => {}}
        >
          <Field name="set" label="Time" hint="Such as 2030-01-05T09:00:00Z." required />
        </Form>
      </Section>
      {moved && moved.ran.length > 0 ? <Jobs title="Jobs that ran" jobs={moved.ran} /> : null}
      <Jobs title="Next jobs" jobs={clock.next} />
    </>
  )
}

function Jobs({ title, jobs }: { title: string; jobs: TimedJob[] }) {
  return (
    <Section title={title}>
      {jobs.length > 0 ? (
        <ul className="rows" aria-label={title}>
          {jobs.map(({ at, kind, subject, outcome }, index) => (
            <Row
              key={`${at} ${kind} ${subject} ${String(index)}`}
              title={kind.replaceAll('_', ' ')}
              about={[formatExactTime(at), subject === null ? null : `object ${subject}`, outcome]}
            />
          ))}
        </ul>
      ) : (
        <Empty title="No jobs">Nothing is due later.</Empty>
      )}
    </Section>
  )
}
