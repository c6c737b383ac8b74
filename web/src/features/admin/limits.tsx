/** The plan of an organization, its features, and the use of limits by token. An idle token takes one line. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Amount } from '../../components/amount.tsx'
import { Page, Section } from '../../components/page.tsx'
import { useSession } from '../../components/session.ts'
import { Empty, Loaded } from '../../components/states.tsx'
import { organizationUsage, ownUsage, polled } from '../../data/queries.ts'
import type { Balance, Organization, TokenUsage } from '../../data/types.ts'
import { useOrganization } from './use_organization.ts'

export function Limits() {
  const { gid, query } = useOrganization()
  return (
    <Page title="Plan and limits">
      <Loaded query={query}>
        {organization => (
          <>
            <PlanSection organization={organization} />
            <OwnLimits />
            {organization.is_admin ? <OrganizationLimits gid={gid} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function OwnLimits() {
  const query = useQuery({ ...ownUsage, ...polled })
  return <UsageList title="Your tokens" query={query} />
}

function OrganizationLimits({ gid }: { gid: string }) {
  const query = useQuery({ ...organizationUsage(gid), ...polled })
  return <UsageList title="Busiest tokens of the organization" query={query} />
}

const FEATURES: Record<string, string> = {
  custom_fields: 'Custom fields',
  dependencies: 'Task dependencies',
  service_accounts: 'Service accounts',
  scim: 'Provisioning by an identity provider (SCIM)',
}

const LEAD = (
  <>
    To change the plan, the operator of the server runs <code>workloom setup --plan</code>.
  </>
)

function PlanSection({ organization: { plan, email_domains, people, features } }: { organization: Organization }) {
  const facts = [
    ['Plan', plan.charAt(0).toUpperCase() + plan.slice(1)],
    ['Requests per minute and token', features.minute?.toLocaleString('en') ?? 'unlimited'],
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

interface UsageListProps {
  title: string
  query: UseQueryResult<TokenUsage[]>
}

function UsageList({ title, query }: UsageListProps) {
  return (
    <Section title={title} lead="The current use of each limit.">
      <Loaded query={query} rows={2}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list
                .toSorted((a, b) => Number(isBusy(b)) - Number(isBusy(a)))
                .map(usage => (
                  <UsageRow key={usage.token.gid} usage={usage} />
                ))}
            </ul>
          ) : (
            <Empty title="No activity">Tokens appear here while they are in use.</Empty>
          )
        }
      </Loaded>
    </Section>
  )
}

const usedOf = (balance: Balance | null) => balance && { limit: balance.limit, used: balance.limit - balance.remaining }

const KINDS: Record<string, string> = {
  personal: 'access token',
  session: 'browser',
  application: 'application',
  service: 'service account',
}

/** The limits of which something is in use. */
const amountsOf = ({ minute, search, cost, reads, writes, jobs }: TokenUsage) =>
  (
    [
      ['Requests per minute', usedOf(minute)],
      ['Cost per minute', usedOf(cost)],
      ['Searches per minute', usedOf(search)],
      ['Concurrent reads', reads],
      ['Concurrent writes', writes],
      ['Running jobs', jobs],
    ] as const
  ).flatMap(([label, amount]) => (amount && amount.used > 0 ? [{ label, ...amount }] : []))

const isBusy = (usage: TokenUsage): boolean => amountsOf(usage).length > 0

function UsageRow({ usage }: { usage: TokenUsage }) {
  const me = useSession().user.gid
  const { token, user } = usage
  const amounts = amountsOf(usage)
  return (
    <li className={amounts.length > 0 ? 'row use' : 'row idle'}>
      <div className="row-title">
        {token.name}
        <span className="badge">
          {user && user.gid !== me && user.name !== token.name ? user.name : KINDS[token.kind]}
        </span>
      </div>
      {amounts.length > 0 ? (
        <div className="amounts">
          {amounts.map(amount => (
            <Amount key={amount.label} {...amount} />
          ))}
        </div>
      ) : (
        <span className="hint">Idle</span>
      )}
    </li>
  )
}
