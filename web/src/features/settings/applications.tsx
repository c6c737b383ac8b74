/** The applications page: applications with access to the account, and applications that the person registered. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { useNotice } from '../../components/notices.tsx'
import { Page, Row, Section } from '../../components/page.tsx'
import { SecretDialog } from '../../components/secret.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { call } from '../../data/call.ts'
import { applications } from '../../data/queries.ts'
import type { Application, ApplicationSecret } from '../../data/types.ts'
import { ApplicationDialog } from './application_form.tsx'
import { GrantedAccess } from './granted_access.tsx'

type OpenApplicationDialog =
  | { kind: 'new' }
  | { kind: 'created'; secret: ApplicationSecret }
  | { kind: 'edit' | 'secret' | 'delete'; application: Application }

export function Applications() {
  return (
    <Page title="Applications" lead="OAuth 2.0 applications act for the people who allow them.">
      <GrantedAccess />
      <OwnApplications />
    </Page>
  )
}

function OwnApplications() {
  const query = useQuery(applications)
  const [open, setOpen] = useState<OpenApplicationDialog | null>(null)
  const add = (
    <Button kind="primary" onPress={() => setOpen({ kind: 'new' })}>
      Register application
    </Button>
  )
  return (
    <Section
      title="Registered by you"
      lead="For developers: your own OAuth applications, which other people can allow."
      actions={add}
    >
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.map(application => (
                <ApplicationRow key={application.gid} application={application} onOpen={setOpen} />
              ))}
            </ul>
          ) : (
            <Empty title="No applications yet">
              Register one to get a client ID and a client secret. Your own scripts only need an access token.
            </Empty>
          )
        }
      </Loaded>
      <OpenDialog open={open} onOpen={setOpen} />
    </Section>
  )
}

function ApplicationRow({
  application,
  onOpen,
}: {
  application: Application
  onOpen(open: OpenApplicationDialog): void
}) {
  const { name, gid, redirect_uris, scopes } = application
  const button = (kind: 'edit' | 'secret' | 'delete', text: string) => (
    <Button
      kind={kind === 'delete' ? 'danger' : 'plain'}
      label={`${text}: ${name}`}
      onPress={() => onOpen({ kind, application })}
    >
      {text}
    </Button>
  )
  return (
    <Row
      title={name}
      about={[`client ID ${gid}`, scopes.includes('default') ? 'full permissions' : scopes.join(', ')]}
      actions={
        <>
          {button('edit', 'Edit')}
          {button('secret', 'Reset secret')}
          {button('delete', 'Delete')}
        </>
      }
    >
      <ul className="addresses">
        {redirect_uris.map(uri => (
          <li key={uri}>{uri}</li>
        ))}
      </ul>
    </Row>
  )
}

function OpenDialog({
  open,
  onOpen,
}: {
  open: OpenApplicationDialog | null
  onOpen(open: OpenApplicationDialog | null): void
}) {
  const client = useQueryClient()
  const notify = useNotice()
  const close = () => onOpen(null)
  const changed = () => client.invalidateQueries(applications)
  const show = async (secret: ApplicationSecret) => {
    await changed()
    onOpen({ kind: 'created', secret })
  }
  const done = (text: string) => async () => {
    await changed()
    notify(text)
    close()
  }
  switch (open?.kind) {
    case 'new':
      return <ApplicationDialog onClose={close} onCreated={show} onUpdated={changed} />
    case 'edit':
      return (
        <ApplicationDialog
          application={open.application}
          onClose={close}
          onCreated={show}
          onUpdated={done('The application is updated.')}
        />
      )
    case 'created':
      return <ApplicationSecrets secret={open.secret} onClose={close} />
    case 'secret':
      return <NewSecret application={open.application} onClose={close} onDone={show} />
    case 'delete':
      return <Delete application={open.application} onClose={close} onDone={done('The application is deleted.')} />
    default:
      return null
  }
}

function ApplicationSecrets({ secret, onClose }: { secret: ApplicationSecret; onClose(): void }) {
  const secrets = [
    ['Client ID', secret.gid],
    ['Client secret', secret.client_secret],
  ] as const
  return <SecretDialog title="Credentials for your application" secrets={secrets} onClose={onClose} />
}

interface ApplicationDialogProps<T> {
  application: Application
  onClose(): void
  onDone(result: T): void
}

function NewSecret({ application: { gid, name }, ...rest }: ApplicationDialogProps<ApplicationSecret>) {
  const reset = () => call<ApplicationSecret>('POST', `/-/applications/${gid}/secret`)
  return (
    <Confirm title="Reset the client secret?" action="Reset secret" run={reset} {...rest}>
      <p>
        <strong>{name}</strong> gets a new client secret. The current secret stops working immediately.
      </p>
    </Confirm>
  )
}

function Delete({ application: { gid, name }, ...rest }: ApplicationDialogProps<unknown>) {
  return (
    <Confirm
      title="Delete this application?"
      action="Delete"
      run={() => call('DELETE', `/-/applications/${gid}`)}
      {...rest}
    >
      <p>
        <strong>{name}</strong> immediately loses access to the account of everyone who allowed it.
      </p>
    </Confirm>
  )
}
