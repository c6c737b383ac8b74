/** Applications: those that I allowed to act for me, and those that I registered. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { applications } from '../api/queries.ts'
import type { Application, ApplicationSecret } from '../api/types.ts'
import { Button } from '../components/button.tsx'
import { Confirm } from '../components/dialog.tsx'
import { useNotice } from '../components/notices.tsx'
import { Page, Row, Section } from '../components/page.tsx'
import { SecretDialog } from '../components/secret.tsx'
import { Empty, Loaded } from '../components/states.tsx'
import { ApplicationDialog } from './application_form.tsx'
import { GrantedAccess } from './granted_access.tsx'

type OpenApplicationDialog =
  | { kind: 'new' }
  | { kind: 'made'; made: ApplicationSecret }
  | { kind: 'edit' | 'secret' | 'delete'; application: Application }

export function Applications() {
  return (
    <Page title="Applications" lead="Applications act for people who allow it, by OAuth 2.0.">
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
      New application
    </Button>
  )
  return (
    <Section
      title="Registered by you"
      lead="For developers: OAuth applications of your own that other people can allow."
      actions={add}
    >
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.map(one => (
                <ApplicationRow key={one.gid} application={one} onOpen={setOpen} />
              ))}
            </ul>
          ) : (
            <Empty title="No applications yet">
              Register one to get a client ID and a client secret. A script of your own only needs an access token.
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
          {button('secret', 'New secret')}
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
  const say = useNotice()
  const close = () => onOpen(null)
  const changed = () => client.invalidateQueries(applications)
  const show = async (made: ApplicationSecret) => {
    await changed()
    onOpen({ kind: 'made', made })
  }
  const done = (text: string) => async () => {
    await changed()
    say(text)
    close()
  }
  switch (open?.kind) {
    case 'new':
      return <ApplicationDialog onClose={close} onMade={show} onChanged={done('The application is updated.')} />
    case 'edit':
      return (
        <ApplicationDialog
          application={open.application}
          onClose={close}
          onMade={show}
          onChanged={done('The application is updated.')}
        />
      )
    case 'made':
      return <ApplicationSecrets made={open.made} onClose={close} />
    case 'secret':
      return <NewSecret application={open.application} onClose={close} onDone={show} />
    case 'delete':
      return <Delete application={open.application} onClose={close} onDone={done('The application is deleted.')} />
    default:
      return null
  }
}

function ApplicationSecrets({ made, onClose }: { made: ApplicationSecret; onClose(): void }) {
  const secrets = [
    ['Client ID', made.gid],
    ['Client secret', made.client_secret],
  ] as const
  return <SecretDialog title="Credentials for your application" secrets={secrets} onClose={onClose} />
}

interface ApplicationDialogProps<T> {
  application: Application
  onClose(): void
  onDone(result: T): void
}

function NewSecret({ application: { gid, name }, ...rest }: ApplicationDialogProps<ApplicationSecret>) {
  const renew = () => call<ApplicationSecret>('POST', `/-/applications/${gid}/secret`)
  return (
    <Confirm title="Create a new client secret?" act="Create secret" run={renew} {...rest}>
      <p>
        The old secret of <strong>{name}</strong> stops working immediately.
      </p>
    </Confirm>
  )
}

function Delete({ application: { gid, name }, ...rest }: ApplicationDialogProps<unknown>) {
  return (
    <Confirm
      title="Delete this application?"
      act="Delete"
      run={() => call('DELETE', `/-/applications/${gid}`)}
      {...rest}
    >
      <p>
        <strong>{name}</strong> immediately loses access to the account of everyone who allowed it.
      </p>
    </Confirm>
  )
}
