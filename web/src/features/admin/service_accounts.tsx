/** The service accounts of an organization, for programs that act on its behalf. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { DateTime, LastUsed } from '../../components/date_time.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { useNotice } from '../../components/notices.tsx'
import { Page, Row } from '../../components/page.tsx'
import { SecretDialog } from '../../components/secret.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { call } from '../../data/call.ts'
import { serviceAccounts } from '../../data/queries.ts'
import type { Secret, ServiceAccount } from '../../data/types.ts'
import { ServiceAccountDialog } from './service_account_form.tsx'
import { useOrganization } from './use_organization.ts'

type OpenAccountDialog =
  | { kind: 'new' }
  | { kind: 'created'; secret: string }
  | { kind: 'edit' | 'reset' | 'delete'; account: ServiceAccount }

export function ServiceAccounts() {
  const { gid } = useOrganization()
  const query = useQuery(serviceAccounts(gid))
  const [open, setOpen] = useState<OpenAccountDialog | null>(null)
  const add = (
    <Button kind="primary" onPress={() => setOpen({ kind: 'new' })}>
      Create service account
    </Button>
  )
  return (
    <Page
      title="Service accounts"
      lead="For programs that act for the whole organization. They can access everything in it, and do not belong to a person."
      actions={add}
    >
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.map(account => (
                <AccountRow key={account.gid} account={account} onOpen={setOpen} />
              ))}
            </ul>
          ) : (
            <Empty title="No service accounts yet">
              Create one for an export, a backup, or an identity provider that manages people through SCIM.
            </Empty>
          )
        }
      </Loaded>
      <OpenDialog gid={gid} open={open} onOpen={setOpen} />
    </Page>
  )
}

function AccountRow({ account, onOpen }: { account: ServiceAccount; onOpen(open: OpenAccountDialog): void }) {
  const { name, scopes, created_at, created_by, last_used_at } = account
  const button = (kind: 'edit' | 'reset' | 'delete', text: string) => (
    <Button
      kind={kind === 'delete' ? 'danger' : 'plain'}
      label={`${text}: ${name}`}
      onPress={() => onOpen({ kind, account })}
    >
      {text}
    </Button>
  )
  return (
    <Row
      title={name}
      about={[
        scopes.includes('all') ? 'full permissions' : `SCIM: ${scopes.join(', ')}`,
        <span key="created">
          created <DateTime at={created_at} />
          {created_by ? ` by ${created_by.name}` : null}
        </span>,
        <LastUsed key="used" at={last_used_at} />,
      ]}
      actions={
        <>
          {button('edit', 'Edit')}
          {button('reset', 'Reset token')}
          {button('delete', 'Delete')}
        </>
      }
    />
  )
}

interface OpenDialogProps {
  gid: string
  open: OpenAccountDialog | null
  onOpen(open: OpenAccountDialog | null): void
}

function OpenDialog({ gid, open, onOpen }: OpenDialogProps) {
  const client = useQueryClient()
  const notify = useNotice()
  const close = () => onOpen(null)
  const changed = () => client.invalidateQueries(serviceAccounts(gid))
  const show = async ({ token }: Secret) => {
    await changed()
    onOpen({ kind: 'created', secret: token })
  }
  const done = (text: string) => async () => {
    await changed()
    notify(text)
    close()
  }
  const common = { gid, onClose: close, onCreated: show, onUpdated: done('The service account is updated.') }
  switch (open?.kind) {
    case 'new':
      return <ServiceAccountDialog {...common} />
    case 'edit':
      return <ServiceAccountDialog {...common} account={open.account} />
    case 'created':
      return <SecretDialog title="Service account token" secrets={[['Token', open.secret]]} onClose={close} />
    case 'reset':
      return <Reset gid={gid} account={open.account} onClose={close} onDone={show} />
    case 'delete':
      return (
        <Delete gid={gid} account={open.account} onClose={close} onDone={done('The service account is deleted.')} />
      )
    default:
      return null
  }
}

interface AccountDialogProps<T> {
  gid: string
  account: ServiceAccount
  onClose(): void
  onDone(result: T): void
}

function Reset({ gid, account, ...rest }: AccountDialogProps<Secret>) {
  const reset = () => call<Secret>('POST', `/-/organizations/${gid}/service_accounts/${account.gid}/reset`)
  return (
    <Confirm title="Reset this token?" action="Reset token" run={reset} {...rest}>
      <p>
        <strong>{account.name}</strong> gets a new token. The current token stops working immediately.
      </p>
    </Confirm>
  )
}

function Delete({ gid, account, ...rest }: AccountDialogProps<unknown>) {
  const remove = () => call('DELETE', `/-/organizations/${gid}/service_accounts/${account.gid}`)
  return (
    <Confirm title="Delete this service account?" action="Delete" run={remove} {...rest}>
      <p>
        Programs that use the token of <strong>{account.name}</strong> stop working immediately. Objects that it created
        remain.
      </p>
    </Confirm>
  )
}
