/** The first page: where to go, and the first request to try. */
import { Link } from '@tanstack/react-router'
import { Copyable } from '../parts/copy.tsx'
import { Page, Section } from '../parts/page.tsx'
import { useSession } from '../parts/session.ts'
import { Asked } from './asked.tsx'

export function Home() {
  const { user, organizations, has_password } = useSession()
  const { origin } = window.location
  return (
    <Page
      title={`Hello, ${user.name}`}
      lead="Your server speaks the Asana API. Give a client this address and a token."
    >
      {has_password ? null : (
        <p className="tip">
          You have no password yet, so the next sign-in needs a new link. <Link to="/account">Choose a password</Link>
        </p>
      )}
      <Asked />
      <Section title="First request" lead="Make an access token, put it in the place of TOKEN, and try:">
        <Copyable label="In a terminal" text={`curl -H "Authorization: Bearer TOKEN" ${origin}/api/1.0/users/me`} />
        <Copyable label="The address for clients" text={`${origin}/api/1.0`} />
      </Section>
      <Section title="Where to go">
        <ul className="doors">
          <li>
            <Link to="/tokens">Access tokens</Link>
            <p>Let a script or an integration act as you.</p>
          </li>
          <li>
            <Link to="/applications">Applications</Link>
            <p>Register an OAuth application, or take back what you allowed one.</p>
          </li>
          <li>
            <Link to="/webhooks">Webhooks</Link>
            <p>See how they do, and have deliveries made again.</p>
          </li>
          {organizations.map(({ gid, name, is_admin }) => (
            <li key={gid}>
              <Link to="/organizations/$organization" params={{ organization: gid }}>
                {name}
              </Link>
              <p>{is_admin ? 'Invite people, add service accounts, see limits.' : 'The people you work with.'}</p>
            </li>
          ))}
          <li>
            <a href="/api/1.0/openapi.json">The API, described</a>
            <p>Every operation and field, as an OpenAPI document.</p>
          </li>
        </ul>
      </Section>
    </Page>
  )
}
