/** My own account: the password, where I am signed in, how the pages look. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { session, sessions } from '../api/queries.ts'
import type { OpenSession } from '../api/types.ts'
import { Button } from '../parts/button.tsx'
import { LastUsed, Moment } from '../parts/moment.tsx'
import { useNotice } from '../parts/notices.tsx'
import { Page, Row, Section } from '../parts/page.tsx'
import { useSession } from '../parts/session.ts'
import { Loaded, Problem } from '../parts/states.tsx'
import { ThemeChoice } from '../parts/theme.tsx'
import { NewPassword } from './new_password.tsx'

export function Account() {
  const { user, sign_in } = useSession()
  return (
    <Page title="Account" lead={`${user.name}, ${user.email}`}>
      {sign_in.password ? <Password /> : null}
      <Sessions />
      <Section title="Appearance" lead="Kept in this browser.">
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
    say('Your password is saved. All other sessions have ended.')
  }
  const lead = has_password ? 'Changing it ends all other sessions.' : 'You have none yet, and sign in by links.'
  return (
    <Section title="Password" lead={lead}>
      <NewPassword
        key={String(has_password)}
        email={user.email}
        submit={has_password ? 'Change the password' : 'Save this password'}
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
      say(gid ? 'The session has ended.' : 'All other sessions have ended.')
    },
  })
  const others = query.data?.some(one => !one.is_current)
  return (
    <Section
      title="Where you are signed in"
      actions={others ? <Button onPress={() => end.mutate(null)}>End all others</Button> : null}
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

/** Which browser on which system: good enough to know one's own again. */
function nameOf(agent: string): string {
  const browser = BROWSERS.find(([mark]) => agent.includes(mark))?.[1] ?? 'A program'
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
  const name = nameOf(agent)
  return (
    <Row
      title={name}
      about={[
        address,
        <span key="in">
          signed in <Moment at={created_at} />
        </span>,
        is_current ? null : <LastUsed key="used" at={last_used_at} />,
      ]}
      actions={
        is_current ? (
          <span className="badge">This one</span>
        ) : (
          <Button label={`End the session of ${name}`} onPress={onEnd}>
            End
          </Button>
        )
      }
    />
  )
}
