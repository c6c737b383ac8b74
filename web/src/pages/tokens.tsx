/** My access tokens: create one, see its secret once, reset it, revoke it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { tokens } from '../api/queries.ts'
import type { Secret, Token } from '../api/types.ts'
import { Button } from '../components/button.tsx'
import { DateTime, LastUsed } from '../components/date_time.tsx'
import { Confirm, Dialog } from '../components/dialog.tsx'
import { Choice, Field } from '../components/field.tsx'
import { Form, text } from '../components/form.tsx'
import { useNotice } from '../components/notices.tsx'
import { Page, Row } from '../components/page.tsx'
import { SecretDialog } from '../components/secret.tsx'
import { Empty, Loaded } from '../components/states.tsx'

type OpenTokenDialog = { kind: 'new' } | { kind: 'made'; secret: string } | { kind: 'reset' | 'revoke'; token: Token }

export function Tokens() {
  const query = useQuery(tokens)
  const [open, setOpen] = useState<OpenTokenDialog | null>(null)
  const add = (
    <Button kind="primary" onPress={() => setOpen({ kind: 'new' })}>
      New token
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
            <Empty title="No tokens yet">Create one for your first script or integration.</Empty>
          )
        }
      </Loaded>
      <OpenDialog open={open} onOpen={setOpen} />
    </Page>
  )
}

function TokenRow({ token, onOpen }: { token: Token; onOpen(open: OpenTokenDialog): void }) {
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
  const say = useNotice()
  const close = () => onOpen(null)
  const changed = () => client.invalidateQueries(tokens)
  const show = async ({ token }: Secret) => {
    await changed()
    onOpen({ kind: 'made', secret: token })
  }
  const revoked = async () => {
    await changed()
    say('The token is revoked.')
    close()
  }
  switch (open?.kind) {
    case 'new':
      return <NewToken onClose={close} onDone={show} />
    case 'made':
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
  token: Token
  onClose(): void
  onDone(result: T): void
}

function ResetToken({ token: { gid, name }, ...rest }: TokenDialogProps<Secret>) {
  const reset = () => call<Secret>('POST', `/-/tokens/${gid}/reset`)
  return (
    <Confirm title="Reset this token?" act="Reset" run={reset} {...rest}>
      <p>
        <strong>{name}</strong> gets a new secret, and the old one stops working immediately.
      </p>
    </Confirm>
  )
}

function RevokeToken({ token: { gid, name }, ...rest }: TokenDialogProps<unknown>) {
  const revoke = () => call('DELETE', `/-/tokens/${gid}`)
  return (
    <Confirm title="Revoke this token?" act="Revoke" run={revoke} {...rest}>
      <p>
        Scripts and integrations that use <strong>{name}</strong> stop working immediately.
      </p>
    </Confirm>
  )
}

const DAY = 86_400_000
const LIFETIMES = [
  ['', 'Never'],
  ['7', '7 days from now'],
  ['30', '30 days from now'],
  ['90', '90 days from now'],
  ['365', 'A year from now'],
] as const

function NewToken({ onClose, onDone }: { onClose(): void; onDone(made: Secret): void }) {
  const make = (values: FormData) => {
    const days = Number(text(values, 'life') ?? 0)
    const expires_at = days > 0 ? new Date(Date.now() + days * DAY).toISOString() : undefined
    return call<Secret>('POST', '/-/tokens', { name: text(values, 'name'), expires_at })
  }
  return (
    <Dialog title="New token" onClose={onClose}>
      <Form
        submit="Create token"
        fields={['name']}
        run={make}
        onDone={onDone}
        beside={<Button onPress={onClose}>Cancel</Button>}
      >
        <Field name="name" label="Name" hint="What it is for, such as “nightly report”." required autoFocus />
        <Choice name="life" label="Expires" options={LIFETIMES} />
      </Form>
    </Dialog>
  )
}

function TokenSecret({ secret, onClose }: { secret: string; onClose(): void }) {
  const request = `curl -H "Authorization: Bearer ${secret}" ${window.location.origin}/api/1.0/users/me`
  return (
    <SecretDialog
      title="Your new token"
      secrets={[
        ['Token', secret],
        ['Try it', request],
      ]}
      onClose={onClose}
    />
  )
}
