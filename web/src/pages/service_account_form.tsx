/** Makes a service account, or changes one. */
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Secret, ServiceAccount } from '../api/types.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Checks, Field } from '../components/field.tsx'
import { Form, text } from '../components/form.tsx'

const ALL = 'all'

const SCIM = [
  ['users:read', 'See people'],
  ['users:write', 'Add, change and remove people'],
  ['teams:read', 'See teams'],
  ['teams:write', 'Add, change and remove teams'],
] as const

interface Props {
  gid: string
  /** The one that is changed; none for a new one. */
  account?: ServiceAccount
  onClose(): void
  onMade(made: Secret): void
  onChanged(): void
}

export function ServiceAccountDialog({ gid, account, onClose, onMade, onChanged }: Props) {
  const path = `/-/organizations/${gid}/service_accounts`
  const save = async (values: FormData) => {
    const scopes = values.get('permissions') === 'scim' ? values.getAll('scopes') : [ALL]
    const data = { name: text(values, 'name'), scopes }
    if (!account) return onMade(await call<Secret>('POST', path, data))
    await call('PUT', `${path}/${account.gid}`, data)
    return onChanged()
  }
  return (
    <Dialog title={account ? 'Edit service account' : 'New service account'} onClose={onClose}>
      <Form
        submit={account ? 'Save' : 'Create account'}
        fields={['name']}
        run={save}
        onDone={() => {}}
        beside={<Button onPress={onClose}>Cancel</Button>}
      >
        <Field
          name="name"
          label="Name"
          hint="Shown next to everything that the account does."
          required
          autoFocus
          initial={account?.name}
        />
        <Permissions initial={account?.scopes ?? [ALL]} />
      </Form>
    </Dialog>
  )
}

function Permissions({ initial }: { initial: string[] }) {
  const [isFull, setFull] = useState(initial.includes(ALL))
  const some = isFull ? SCIM.map(([name]) => name) : initial
  return (
    <>
      <fieldset className="field checks">
        <legend>Permissions</legend>
        <label className="check">
          <input type="radio" name="permissions" value={ALL} checked={isFull} onChange={() => setFull(true)} />
          Full permissions: everything in the organization, through the API and SCIM
        </label>
        <label className="check">
          <input type="radio" name="permissions" value="scim" checked={!isFull} onChange={() => setFull(false)} />
          SCIM only, for an identity provider
        </label>
      </fieldset>
      {isFull ? null : <Checks name="scopes" label="SCIM scopes" options={SCIM} initial={some} />}
    </>
  )
}
