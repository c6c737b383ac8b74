/** My own account: the name, the password, where I am signed in, how the pages look. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { session, sessions } from '../api/queries.ts'
import type { OpenSession } from '../api/types.ts'
import { Button } from '../components/button.tsx'
import { DateTime, LastUsed } from '../components/date_time.tsx'
import { useFocusAfter } from '../components/focus.ts'
import { useNotice } from '../components/notices.tsx'
import { Page, Row, Section } from '../components/page.tsx'
import { useSession } from '../components/session.ts'
import { Loaded, Problem } from '../components/states.tsx'
import { ThemeChoice } from '../components/theme.tsx'
import { NewPassword } from './new_password.tsx'
import { Profile } from './profile.tsx'

export function Account() {
  const { sign_in } = useSession()
  return (
    <Page title="Account">
      <Profile />
      {sign_in.password ? <Password /> : null}
      <Sessions />
      <Section title="Appearance" lead="Stored in this browser.">
        <ThemeChoice />
      </Section>
    </Page>
  )
}

function Password() {
  const { user, has_password } = useSession()
  const client = useQueryClient()
  const say = useNotice()
  const kept = async () => {
    await Promise.all([client.invalidateQueries(session), client.invalidateQueries(sessions)])
    say('Your password is saved. All other sessions are signed out.')
  }
  const lead = has_password
    ? 'Changing it signs out all other sessions.'
    : 'You have no password yet, and sign in by link.'
  return (
    <Section title="Password" lead={lead}>
      <NewPassword
        key={String(has_password)}
        email={user.email}
        submit={has_password ? 'Change password' : 'Save password'}
        asksCurrent={has_password}
        onDone={kept}
      />
    </Section>
  )
}

function Sessions() {
  const query = useQuery(sessions)
  const client = useQueryClient()
  const say = useNotice()
  const end = useMutation({
    mutationFn: (gid: string | null) => call('DELETE', gid ? `/-/sessions/${gid}` : '/-/sessions'),
    onSuccess: async (_answer, gid) => {
      await client.invalidateQueries(sessions)
      say(gid ? 'The session is signed out.' : 'All other sessions are signed out.')
    },
  })
  const others = query.data?.some(one => !one.is_current)
  return (
    <Section
      title="Sessions"
      lead="The browsers in which you are signed in."
      actions={others ? <Button onPress={() => end.mutate(null)}>Sign out all others</Button> : null}
    >
      {end.error ? <Problem error={end.error} /> : null}
      <Loaded query={query} rows={1}>
        {list => (
          <ul className="rows">
            {list.map(one => (
              <SessionRow key={one.gid} session={one} onEnd={() => end.mutate(one.gid)} />
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

/** Browser and system: enough to recognize a browser of one's own. */
function nameOf(agent: string): string {
  const browser = BROWSERS.find(([mark]) => agent.includes(mark))?.[1] ?? 'Unknown browser'
  const system = SYSTEMS.find(([mark]) => agent.includes(mark))?.[1]
  return system ? `${browser} on ${system}` : browser
}

function SessionRow({
  session: { is_current, agent, address, created_at, last_used_at },
  onEnd,
}: {
  session: OpenSession
  onEnd(): void
}) {
  useFocusAfter()
  const name = nameOf(agent)
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
          <Button label={`Sign out ${name}`} onPress={onEnd}>
            Sign out
          </Button>
        )
      }
    />
  )
}
