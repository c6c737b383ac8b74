/** The state of a world: reset, snapshots; and the other worlds of the emulator. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { formatExactTime } from '../../components/date_time.tsx'
import { Confirm, Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { Page, Row, Section } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { emulatedWorld } from '../../data/call.ts'
import { control, type EmulatedWorld, emulatorQueries, type Snapshot, snapshots, worlds } from '../../data/emulator.ts'

interface Confirmation {
  title: string
  action: string
  text: ReactNode
  path: string
  method: 'POST' | 'DELETE'
  body?: object
  /** Whether it replaces all objects, and perhaps the session. */
  replacesAll?: boolean
}

type Open = { kind: 'confirm'; of: Confirmation } | { kind: 'snapshot' | 'world' }

const RESET: Confirmation = {
  ...{ title: 'Reset this world?', action: 'Reset', method: 'POST', path: '/reset', body: {}, replacesAll: true },
  text: 'All objects, faults, recorded requests and sessions are replaced by those of the seed. You sign in again.',
}

export function Worlds() {
  const [open, setOpen] = useState<Open | null>(null)
  const client = useQueryClient()
  const close = () => setOpen(null)
  const confirm = (of: Confirmation) => setOpen({ kind: 'confirm', of })
  const done = async () => {
    await client.invalidateQueries(emulatorQueries)
    close()
  }
  return (
    <Page
      title="Worlds"
      lead="Each world is a server of its own, in which nothing of the others is visible."
      actions={
        <>
          <Button onPress={() => setOpen({ kind: 'snapshot' })}>Take snapshot</Button>
          <Button kind="danger" onPress={() => confirm(RESET)}>
            Reset
          </Button>
        </>
      }
    >
      <Snapshots onConfirm={confirm} />
      <OtherWorlds onConfirm={confirm} onCreate={() => setOpen({ kind: 'world' })} />
      {open?.kind === 'confirm' ? <ConfirmOf of={open.of} onDone={done} onClose={close} /> : null}
      {open?.kind === 'snapshot' ? (
        <NameDialog title="Take a snapshot" path="/snapshot" submit="Take snapshot" onDone={done} onClose={close} />
      ) : null}
      {open?.kind === 'world' ? (
        <NameDialog title="Create a world" path="/worlds" submit="Create" onDone={done} onClose={close} />
      ) : null}
    </Page>
  )
}

interface ClosableProps {
  onDone(): void
  onClose(): void
}

function ConfirmOf({ of, onDone, onClose }: ClosableProps & { of: Confirmation }) {
  const run = () => control(of.method, of.path, of.body)
  // What this app has loaded is of the former contents.
  const finish = of.replacesAll ? () => location.reload() : onDone
  return (
    <Confirm title={of.title} action={of.action} run={run} onDone={finish} onClose={onClose}>
      <p>{of.text}</p>
    </Confirm>
  )
}

function NameDialog({
  title,
  path,
  submit,
  onDone,
  onClose,
}: ClosableProps & { title: string; path: string; submit: string }) {
  const create = (values: FormData) => control('POST', path, { name: text(values, 'name') })
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submit={submit} fields={['name']} run={create} onDone={onDone}>
        <Field name="name" label="Name" hint="Without one it gets a number." autoFocus />
      </Form>
    </Dialog>
  )
}

function Snapshots({ onConfirm }: { onConfirm(of: Confirmation): void }) {
  const query = useQuery(snapshots)
  const actions = (name: string) => (
    <>
      <Button
        label={`Restore: ${name}`}
        onPress={() =>
          onConfirm({
            ...{ title: 'Restore this snapshot?', action: 'Restore', method: 'POST', path: '/restore', body: { name } },
            text: `All objects, sessions and the clock return to what they were at the snapshot ${name}.`,
            replacesAll: true,
          })
        }
      >
        Restore
      </Button>
      <Button
        kind="danger"
        label={`Delete: ${name}`}
        onPress={() =>
          onConfirm({
            ...{ title: 'Delete this snapshot?', action: 'Delete', method: 'DELETE' },
            path: `/snapshots/${encodeURIComponent(name)}`,
            text: `The snapshot ${name} cannot be restored after that.`,
          })
        }
      >
        Delete
      </Button>
    </>
  )
  return (
    <Section title="Snapshots" lead="Stored states of this world.">
      <Loaded query={query} rows={1}>
        {list =>
          list.length > 0 ? (
            <ul className="rows" aria-label="Snapshots">
              {list.map(({ name, bytes, clock }: Snapshot) => (
                <Row
                  key={name}
                  title={name}
                  about={[`${(bytes / 1_000_000).toFixed(1)} MB`, `clock at ${formatExactTime(clock)}`]}
                  actions={actions(name)}
                />
              ))}
            </ul>
          ) : (
            <Empty title="No snapshots">Take one before a change that you want to repeat.</Empty>
          )
        }
      </Loaded>
    </Section>
  )
}

/** The address of a world in this app: its pages need a host of their own. */
function addressOf({ name }: EmulatedWorld): string {
  const host = name === 'default' ? 'localhost' : `${name}.localhost`
  return `${location.protocol}//${host}${location.port ? `:${location.port}` : ''}/`
}

function OtherWorlds({ onConfirm, onCreate }: { onConfirm(of: Confirmation): void; onCreate(): void }) {
  const query = useQuery(worlds)
  const own = emulatedWorld()
  return (
    <Section title="All worlds" actions={<Button onPress={onCreate}>Create world</Button>}>
      <Loaded query={query}>
        {list => (
          <ul className="rows" aria-label="All worlds">
            {list.map(world => (
              <Row
                key={world.name}
                title={
                  world.name === own ? (
                    <>
                      {world.name}
                      <span className="badge">this one</span>
                    </>
                  ) : (
                    <a href={addressOf(world)}>{world.name}</a>
                  )
                }
                about={[world.api, `tokens ${Object.keys(world.tokens).join(', ') || 'none'}`]}
                actions={
                  world.name === 'default' || world.name === own ? null : (
                    <Button
                      kind="danger"
                      label={`Delete: ${world.name}`}
                      onPress={() =>
                        onConfirm({
                          ...{ title: 'Delete this world?', action: 'Delete', method: 'DELETE' },
                          path: `/worlds/${world.name}`,
                          text: `The world ${world.name} ends with everything in it. Its next use creates it anew.`,
                        })
                      }
                    >
                      Delete
                    </Button>
                  )
                }
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}
