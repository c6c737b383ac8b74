/** The plan of an organization, what it allows, and how much of the limits is used right now. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { organizationUse, ownUse } from '../api/queries.ts'
import type { Balance, Organization, Use } from '../api/types.ts'
import { Amount } from '../parts/amount.tsx'
import { Section } from '../parts/page.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { useOrganization } from './organization.tsx'

const OFTEN = { refetchInterval: 5000 }

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
  const query = useQuery({ ...ownUse, ...OFTEN })
  return <UseList title="Your tokens, now" query={query} />
}

function Others({ gid }: { gid: string }) {
  const query = useQuery({ ...organizationUse(gid), ...OFTEN })
  return <UseList title="The organization's busiest, now" query={query} />
}

const FEATURES: Record<string, string> = {
  custom_fields: 'Custom fields',
  custom_field_settings: 'Custom fields of projects',
  dependencies: 'Dependencies of tasks',
  service_accounts: 'Service accounts',
  scim: 'Identity providers (SCIM)',
  minute: 'Requests a minute for each token',
}

const worth = (value: boolean | number) =>
  typeof value === 'number' ? value.toLocaleString('en') : value ? 'included' : 'not included'

function PlanOf({ organization: { plan, email_domains, people, features } }: { organization: Organization }) {
  const facts: [string, string][] = [
    ['Plan', plan.charAt(0).toUpperCase() + plan.slice(1)],
    ['Members', people.members.toLocaleString('en')],
    ['Guests', people.guests.toLocaleString('en')],
    ['Service accounts in use', people.service_accounts.toLocaleString('en')],
    ['E-mail domains', email_domains.join(', ') || 'none'],
    ...Object.entries(features).map(([name, value]): [string, string] => [FEATURES[name] ?? name, worth(value)]),
  ]
  return (
    <Section title="Plan" lead="Whoever runs the server changes it, with the command workloom setup.">
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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

function UseRow({ use: { token, user, minute, search, cost, reads, writes, jobs } }: { use: Use }) {
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
        <span className="badge">{user ? user.name : token.kind}</span>
      </div>
      <div className="amounts">
        {amounts.map(([label, amount]) => (amount ? <Amount key={label} label={label} {...amount} /> : null))}
      </div>
      {amounts.some(([, amount]) => amount) ? null : <p className="hint">Nothing is limited on this server.</p>}
    </li>
  )
}
