/** The plan of an organization, what it allows, and how much of the limits is used right now. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { often, organizationUse, ownUse } from '../api/queries.ts'
import type { Balance, Organization, Use } from '../api/types.ts'
import { Amount } from '../parts/amount.tsx'
import { Section } from '../parts/page.tsx'
import { useSession } from '../parts/session.ts'
import { Empty, Loaded } from '../parts/states.tsx'
import { useOrganization } from './organization.tsx'

export function Limits() {
  const { gid, query } = useOrganization()
  if (!query.data) return null
  return (
    <>
      <PlanOf organization={query.data} />
      <Own />
      {query.data.is_admin ? <Others gid={gid} /> : null}
    </>
  )
}

function Own() {
  const query = useQuery({ ...ownUse, ...often })
  return <UseList title="Your tokens, now" query={query} />
}

function Others({ gid }: { gid: string }) {
  const query = useQuery({ ...organizationUse(gid), ...often })
  return <UseList title="The organization's busiest, now" query={query} />
}

const FEATURES: Record<string, string> = {
  custom_fields: 'Custom fields',
  dependencies: 'Dependencies of tasks',
  service_accounts: 'Service accounts',
  scim: 'People and teams from an identity provider (SCIM)',
}

const LEAD = (
  <>
    Whoever runs the server changes it, with <code>workloom setup --plan</code>.
  </>
)

function PlanOf({ organization: { plan, email_domains, people, features } }: { organization: Organization }) {
  const facts = [
    ['Plan', plan.charAt(0).toUpperCase() + plan.slice(1)],
    ['Requests a minute, each token', features.minute?.toLocaleString('en') ?? 'not limited'],
    ['E-mail domains', email_domains.join(', ') || 'none'],
    ['Members', people.members.toLocaleString('en')],
    ['Guests', people.guests.toLocaleString('en')],
    ['Service accounts', people.service_accounts.toLocaleString('en')],
  ] as const
  return (
    <Section title="Plan" lead={LEAD}>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="features">
        {Object.entries(FEATURES).map(([name, label]) => (
          <li key={name} data-has={features[name] === true}>
            {label}
            {features[name] ? null : <span> (not in this plan)</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface UseListProps {
  title: string
  query: UseQueryResult<Use[]>
}

function UseList({ title, query }: UseListProps) {
  return (
    <Section title={title}>
      <Loaded query={query} rows={2}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.map(one => (
                <UseRow key={one.token.gid} use={one} />
              ))}
            </ul>
          ) : (
            <Empty title="Nothing in use">Tokens appear here while they are used.</Empty>
          )
        }
      </Loaded>
    </Section>
  )
}

const spent = (balance: Balance | null) => balance && { limit: balance.limit, used: balance.limit - balance.remaining }

const KINDS: Record<string, string> = {
  personal: 'access token',
  session: 'browser',
  application: 'application',
  service: 'service account',
}

function UseRow({ use: { token, user, minute, search, cost, reads, writes, jobs } }: { use: Use }) {
  const me = useSession().user.gid
  const amounts = [
    ['Requests this minute', spent(minute)],
    ['Cost this minute', spent(cost)],
    ['Searches this minute', spent(search)],
    ['Reads under way', reads],
    ['Writes under way', writes],
    ['Jobs under way', jobs],
  ] as const
  return (
    <li className="row use">
      <div className="row-title">
        {token.name}
        <span className="badge">
          {user && user.gid !== me && user.name !== token.name ? user.name : KINDS[token.kind]}
        </span>
      </div>
      <div className="amounts">
        {amounts.map(([label, amount]) => (amount ? <Amount key={label} label={label} {...amount} /> : null))}
      </div>
      {amounts.some(([, amount]) => amount) ? null : <p className="hint">Nothing is limited on this server.</p>}
    </li>
  )
}
