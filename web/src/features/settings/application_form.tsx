/** The dialog that registers or updates an application. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checks, Field } from '../../components/field.tsx'
import { Form, lines, text } from '../../components/form.tsx'
import { Loaded } from '../../components/states.tsx'
import { call } from '../../data/call.ts'
import { scopes } from '../../data/queries.ts'
import type { Application, ApplicationSecret } from '../../data/types.ts'

interface Props {
  /** The application to update; undefined to register one. */
  application?: Application
  onClose(): void
  onCreated(secret: ApplicationSecret): void
  onUpdated(): void
}

const FULL_SCOPE = 'default'

export function ApplicationDialog({ application, onClose, onCreated, onUpdated }: Props) {
  const save = async (values: FormData) => {
    const chosen = values.get('permissions') === 'some' ? values.getAll('scopes') : [FULL_SCOPE]
    const data = { name: text(values, 'name'), redirect_uris: lines(values, 'redirect_uris'), scopes: chosen }
    if (!application) return onCreated(await call<ApplicationSecret>('POST', '/-/applications', data))
    await call('PUT', `/-/applications/${application.gid}`, data)
    return onUpdated()
  }
  return (
    <Dialog title={application ? 'Edit application' : 'Register an application'} onClose={onClose}>
      <Form
        submit={application ? 'Save' : 'Register'}
        fields={['name', 'redirect_uris']}
        run={save}
        onDone={() => {}}
        actions={<Button onPress={onClose}>Cancel</Button>}
      >
        <Field
          name="name"
          label="Name"
          hint="Shown to people when the application requests access."
          required
          autoFocus
          initial={application?.name}
        />
        <Field
          name="redirect_uris"
          label="Redirect URIs"
          hint="One per line. Use https, or http on localhost. Without a web server, use urn:ietf:wg:oauth:2.0:oob"
          required
          lines={3}
          isCode
          initial={application?.redirect_uris.join('\n')}
        />
        <Permissions initial={application?.scopes ?? [FULL_SCOPE]} />
      </Form>
    </Dialog>
  )
}

function Permissions({ initial }: { initial: string[] }) {
  const [isFull, setFull] = useState(initial.includes(FULL_SCOPE))
  return (
    <>
      <fieldset className="field checks">
        <legend>Permissions</legend>
        <label className="check">
          <input type="radio" name="permissions" value="all" checked={isFull} onChange={() => setFull(true)} />
          Full permissions: everything that the person can do
        </label>
        <label className="check">
          <input type="radio" name="permissions" value="some" checked={!isFull} onChange={() => setFull(false)} />
          Selected scopes
        </label>
      </fieldset>
      {isFull ? null : <Scopes initial={initial} />}
    </>
  )
}

function Scopes({ initial }: { initial: string[] }) {
  return (
    <Loaded query={useQuery(scopes)} rows={2}>
      {options => <Checks name="scopes" label="Scopes" options={options} initial={initial} />}
    </Loaded>
  )
}
