/** The page of personal access tokens: create, reset and revoke them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { DateTime, LastUsed } from '../../components/date_time.tsx'
import { Confirm, Dialog } from '../../components/dialog.tsx'
import { Choice, Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { useNotice } from '../../components/notices.tsx'
import { Page, Row } from '../../components/page.tsx'
import { SecretDialog } from '../../components/secret.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { call } from '../../data/call.ts'
import { tokens } from '../../data/queries.ts'
import type { AccessToken, Secret } from '../../data/types.ts'

type OpenTokenDialog =
  | { kind: 'new' }
  | { kind: 'created'; secret: string }
  | { kind: 'reset' | 'revoke'; token: AccessToken }

export function Tokens() {
  const query = useQuery(tokens)
  const [open, setOpen] = useState<OpenTokenDialog | null>(null)
  const add = (
    <Button kind="primary" onPress={() => setOpen({ kind: 'new' })}>
      Create token
    </Button>
  )
  return (
    <Page
      title="Access tokens"
      lead="A token lets a script or an integration act as you. Treat it like a password."
      actions={add}
    >
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.map(token => (
                <TokenRow key={token.gid} token={token} onOpen={setOpen} />
              ))}
            </ul>
          ) : (
            <Empty title="No tokens yet">Create an access token for your first script or integration.</Empty>
          )
        }
      </Loaded>
      <OpenDialog open={open} onOpen={setOpen} />
    </Page>
  )
}

function TokenRow({ token, onOpen }: { token: AccessToken; onOpen(open: OpenTokenDialog): void }) {
  const { name, created_at, last_used_at, expires_at } = token
  return (
    <Row
      title={name}
      about={[
        <span key="created">
          created <DateTime at={created_at} />
        </span>,
        <LastUsed key="used" at={last_used_at} />,
        expires_at ? (
          <span key="expires">
            {new Date(expires_at) < new Date() ? 'expired' : 'expires'} <DateTime at={expires_at} />
          </span>
        ) : null,
      ]}
      actions={
        <>
          <Button label={`Reset ${name}`} onPress={() => onOpen({ kind: 'reset', token })}>
            Reset
          </Button>
          <Button kind="danger" label={`Revoke ${name}`} onPress={() => onOpen({ kind: 'revoke', token })}>
            Revoke
          </Button>
        </>
      }
    />
  )
}

function OpenDialog({ open, onOpen }: { open: OpenTokenDialog | null; onOpen(open: OpenTokenDialog | null): void }) {
  const client = useQueryClient()
  const notify = useNotice()
  const close = () => onOpen(null)
  const changed = () => client.invalidateQueries(tokens)
  const show = async ({ token }: Secret) => {
    await changed()
    onOpen({ kind: 'created', secret: token })
  }
  const revoked = async () => {
    await changed()
    notify('The token is revoked.')
    close()
  }
  switch (open?.kind) {
    case 'new':
      return <NewToken onClose={close} onDone={show} />
    case 'created':
      return <TokenSecret secret={open.secret} onClose={close} />
    case 'reset':
      return <ResetToken token={open.token} onClose={close} onDone={show} />
    case 'revoke':
      return <RevokeToken token={open.token} onClose={close} onDone={revoked} />
    default:
      return null
  }
}

interface TokenDialogProps<T> {
  token: AccessToken
  onClose(): void
  onDone(result: T): void
}

function ResetToken({ token: { gid, name }, ...rest }: TokenDialogProps<Secret>) {
  const reset = () => call<Secret>('POST', `/-/tokens/${gid}/reset`)
  return (
    <Confirm title="Reset this token?" action="Reset" run={reset} {...rest}>
      <p>
        <strong>{name}</strong> gets a new secret. The current secret stops working immediately.
      </p>
    </Confirm>
  )
}

function RevokeToken({ token: { gid, name }, ...rest }: TokenDialogProps<unknown>) {
  const revoke = () => call('DELETE', `/-/tokens/${gid}`)
  return (
    <Confirm title="Revoke this token?" action="Revoke" run={revoke} {...rest}>
      <p>
        Scripts and integrations that use <strong>{name}</strong> stop working immediately.
      </p>
    </Confirm>
  )
}

const DAY_MS = 86_400_000
const LIFETIMES = [
  ['', 'Never'],
  ['7', 'In 7 days'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In 1 year'],
] as const

function NewToken({ onClose, onDone }: { onClose(): void; onDone(secret: Secret): void }) {
  const create = (values: FormData) => {
    const days = Number(text(values, 'lifetime_days') ?? 0)
    const expires_at = days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : undefined
    return call<Secret>('POST', '/-/tokens', { name: text(values, 'name'), expires_at })
  }
  return (
    <Dialog title="Create an access token" onClose={onClose}>
      <Form
        submit="Create"
        fields={['name']}
        run={create}
        onDone={onDone}
        actions={<Button onPress={onClose}>Cancel</Button>}
      >
        <Field name="name" label="Name" hint="What the token is for, such as “nightly report”." required autoFocus />
        <Choice name="lifetime_days" label="Expires" options={LIFETIMES} />
      </Form>
    </Dialog>
  )
}

function TokenSecret({ secret, onClose }: { secret: string; onClose(): void }) {
  const request = `curl -H "Authorization: Bearer ${secret}" ${window.location.origin}/api/1.0/users/me`
  return (
    <SecretDialog
      title="Your access token"
      secrets={[
        ['Token', secret],
        ['Try it', request],
      ]}
      onClose={onClose}
    />
  )
}
