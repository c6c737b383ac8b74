/** Registers an application, or changes one. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { scopes } from '../api/queries.ts'
import type { Application, ApplicationSecret } from '../api/types.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Checks, Field } from '../components/field.tsx'
import { Form, lines, text } from '../components/form.tsx'
import { Loaded } from '../components/states.tsx'

interface Props {
  /** The one that is changed; none for a new one. */
  application?: Application
  onClose(): void
  onMade(made: ApplicationSecret): void
  onChanged(): void
}

const ALL = 'default'

export function ApplicationDialog({ application, onClose, onMade, onChanged }: Props) {
  const save = async (values: FormData) => {
    const chosen = values.get('permissions') === 'some' ? values.getAll('scopes') : [ALL]
    const data = { name: text(values, 'name'), redirect_uris: lines(values, 'redirect_uris'), scopes: chosen }
    if (!application) return onMade(await call<ApplicationSecret>('POST', '/-/applications', data))
    await call('PUT', `/-/applications/${application.gid}`, data)
    return onChanged()
  }
  return (
    <Dialog title={application ? 'Edit application' : 'New application'} onClose={onClose}>
      <Form
        submit={application ? 'Save' : 'Register'}
        fields={['name', 'redirect_uris']}
        run={save}
        onDone={() => {}}
        beside={<Button onPress={onClose}>Cancel</Button>}
      >
        <Field
          name="name"
          label="Name"
          hint="Shown to people when they are asked to allow the application."
          required
          autoFocus
          initial={application?.name}
        />
        <Field
          name="redirect_uris"
          label="Redirect URIs"
          hint="One per line: https, or http on localhost. For an application without a server: urn:ietf:wg:oauth:2.0:oob"
          required
          lines={3}
          initial={application?.redirect_uris.join('\n')}
        />
        <Permissions initial={application?.scopes ?? [ALL]} />
      </Form>
    </Dialog>
  )
}

function Permissions({ initial }: { initial: string[] }) {
  const [isFull, setFull] = useState(initial.includes(ALL))
  return (
    <>
      <fieldset className="field checks">
        <legend>Permissions</legend>
        <label className="check">
          <input type="radio" name="permissions" value="all" checked={isFull} onChange={() => setFull(true)} />
          Full permissions: everything that the person may do
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
      {known => <Checks name="scopes" label="Scopes" options={known} initial={initial} />}
    </Loaded>
  )
}
