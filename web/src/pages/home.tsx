/** The home page: the first request to try, and where to go. */
import { Link } from '@tanstack/react-router'
import { CopyableText } from '../components/copy.tsx'
import { Page, Section } from '../components/page.tsx'
import { useSession } from '../components/session.ts'
import { Invitations } from './invitations.tsx'

export function Home() {
  const { user, organizations, has_password } = useSession()
  const { origin } = window.location
  return (
    <Page
      title={`Hello, ${user.name}`}
      lead="This server speaks the Asana API. Give a client its address and an access token."
    >
      {has_password ? null : (
        <p className="tip">
          You have no password yet, so you need a new link for your next sign-in.{' '}
          <Link to="/account">Choose a password</Link>
        </p>
      )}
      <Invitations />
      <Section title="First request" lead="Create an access token, replace TOKEN with it, and run:">
        <CopyableText label="In a terminal" text={`curl -H "Authorization: Bearer TOKEN" ${origin}/api/1.0/users/me`} />
        <CopyableText label="Base URL for clients" text={`${origin}/api/1.0`} />
      </Section>
      <Section title="Manage">
        <ul className="doors">
          <li>
            <Link to="/tokens">Access tokens</Link>
            <p>For scripts and integrations that act as you.</p>
          </li>
          <li>
            <Link to="/applications">Applications</Link>
            <p>Register OAuth applications, and revoke access that you granted.</p>
          </li>
          <li>
            <Link to="/webhooks">Webhooks</Link>
            <p>See their health and deliveries, and redeliver events.</p>
          </li>
          {organizations.map(({ gid, name, is_admin }) => (
            <li key={gid}>
              <Link to="/organizations/$organization" params={{ organization: gid }}>
                {name}
              </Link>
              <p>{is_admin ? 'Invite people, manage service accounts, see limits.' : 'The people you work with.'}</p>
            </li>
          ))}
          <li>
            <a href="/docs">API reference</a>
            <p>Every operation and field, with examples to run.</p>
          </li>
        </ul>
      </Section>
    </Page>
  )
}
