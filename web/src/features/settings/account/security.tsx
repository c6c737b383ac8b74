/** The password and the sessions of the person. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { DateTime, LastUsed } from '../../../components/date_time.tsx'
import { useFocusAfter } from '../../../components/focus.ts'
import { NewPassword } from '../../../components/new_password.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { Page, Row, Section } from '../../../components/page.tsx'
import { useSession } from '../../../components/session.ts'
import { Loaded, Problem } from '../../../components/states.tsx'
import { call } from '../../../data/call.ts'
import { session, sessions } from '../../../data/queries.ts'
import type { SessionEntry } from '../../../data/types.ts'

export function SecurityPage() {
  const { sign_in } = useSession()
  return (
    <Page title="Security">
      {sign_in.password ? <Password /> : null}
      <Sessions />
    </Page>
  )
}

function Password() {
  const { user, has_password } = useSession()
  const client = useQueryClient()
  const notify = useNotice()
  const passwordSaved = async () => {
    await Promise.all([client.invalidateQueries(session), client.invalidateQueries(sessions)])
    notify('Your password is saved. All other sessions are signed out.')
  }
  const lead = has_password
    ? 'Changing the password signs out all other sessions.'
    : 'You have no password yet and sign in by link.'
  return (
    <Section title="Password" lead={lead}>
      <NewPassword
        key={String(has_password)}
        email={user.email}
        submit={has_password ? 'Change password' : 'Save password'}
        asksCurrent={has_password}
        onDone={passwordSaved}
      />
    </Section>
  )
}

function Sessions() {
  const query = useQuery(sessions)
  const client = useQueryClient()
  const notify = useNotice()
  const signOut = useMutation({
    mutationFn: (gid: string | null) => call('DELETE', gid ? `/-/sessions/${gid}` : '/-/sessions'),
    onSuccess: async (_answer, gid) => {
      await client.invalidateQueries(sessions)
      notify(gid ? 'The session is signed out.' : 'All other sessions are signed out.')
    },
  })
  const others = query.data?.some(entry => !entry.is_current)
  return (
    <Section
      title="Sessions"
      lead="Browsers where you are signed in."
      actions={others ? <Button onPress={() => signOut.mutate(null)}>Sign out all others</Button> : null}
    >
      {signOut.error ? <Problem error={signOut.error} /> : null}
      <Loaded query={query} rows={1}>
        {list => (
          <ul className="rows">
            {list.map(entry => (
              <SessionRow key={entry.gid} session={entry} onSignOut={() => signOut.mutate(entry.gid)} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** The browser and the operating system, so that people recognize their own. */
function browserName(agent: string): string {
  const browser = BROWSERS.find(([mark]) => agent.includes(mark))?.[1] ?? 'Unknown browser'
  const system = SYSTEMS.find(([mark]) => agent.includes(mark))?.[1]
  return system ? `${browser} on ${system}` : browser
}

function SessionRow({
  session: { is_current, agent, address, created_at, last_used_at },
  onSignOut,
}: {
  session: SessionEntry
  onSignOut(): void
}) {
  useFocusAfter()
  const name = browserName(agent)
  return (
    <Row
      title={name}
      about={[
        address,
        <span key="in">
          signed in <DateTime at={created_at} />
        </span>,
        is_current ? null : <LastUsed key="used" at={last_used_at} />,
      ]}
      actions={
        is_current ? (
          <span className="badge">This browser</span>
        ) : (
          <Button label={`Sign out ${name}`} onPress={onSignOut}>
            Sign out
          </Button>
        )
      }
    />
  )
}
