/** The dialog that creates or updates a service account. */
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checks, Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { call } from '../../data/call.ts'
import type { Secret, ServiceAccount } from '../../data/types.ts'

const FULL_SCOPE = 'all'

const SCIM_SCOPES = [
  ['users:read', 'Read people'],
  ['users:write', 'Create, update and delete people'],
  ['teams:read', 'Read teams'],
  ['teams:write', 'Create, update and delete teams'],
] as const

interface Props {
  gid: string
  /** The service account to update; undefined to create one. */
  account?: ServiceAccount
  onClose(): void
  onCreated(secret: Secret): void
  onUpdated(): void
}

export function ServiceAccountDialog({ gid, account, onClose, onCreated, onUpdated }: Props) {
  const path = `/-/organizations/${gid}/service_accounts`
  const save = async (values: FormData) => {
    const scopes = values.get('permissions') === 'scim' ? values.getAll('scopes') : [FULL_SCOPE]
    const data = { name: text(values, 'name'), scopes }
    if (!account) return onCreated(await call<Secret>('POST', path, data))
    await call('PUT', `${path}/${account.gid}`, data)
    return onUpdated()
  }
  return (
    <Dialog title={account ? 'Edit service account' : 'Create a service account'} onClose={onClose}>
      <Form
        submit={account ? 'Save' : 'Create'}
        fields={['name']}
        run={save}
        onDone={() => {}}
        actions={<Button onPress={onClose}>Cancel</Button>}
      >
        <Field
          name="name"
          label="Name"
          hint="Shown next to the changes that the account makes."
          required
          autoFocus
          initial={account?.name}
        />
        <Permissions initial={account?.scopes ?? [FULL_SCOPE]} />
      </Form>
    </Dialog>
  )
}

function Permissions({ initial }: { initial: string[] }) {
  const [isFull, setFull] = useState(initial.includes(FULL_SCOPE))
  const selected = isFull ? SCIM_SCOPES.map(([name]) => name) : initial
  return (
    <>
      <fieldset className="field checks">
        <legend>Permissions</legend>
        <label className="check">
          <input type="radio" name="permissions" value={FULL_SCOPE} checked={isFull} onChange={() => setFull(true)} />
          Full permissions: everything in the organization, through the API and SCIM
        </label>
        <label className="check">
          <input type="radio" name="permissions" value="scim" checked={!isFull} onChange={() => setFull(false)} />
          SCIM only, for an identity provider
        </label>
      </fieldset>
      {isFull ? null : <Checks name="scopes" label="SCIM scopes" options={SCIM_SCOPES} initial={selected} />}
    </>
  )
}
