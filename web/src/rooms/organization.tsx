/** An organization: its rooms, as far as the person may enter them. */
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { organization } from '../api/queries.ts'
import { Page } from '../parts/page.tsx'
import { useSession } from '../parts/session.ts'
import { Loaded } from '../parts/states.tsx'

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

export function useOrganization() {
  const { organization: gid } = useParams({ from: '/signed/shell/organizations/$organization' })
  return { gid, query: useQuery(organization(gid)) }
}

export function OrganizationRoom() {
  const { gid, query } = useOrganization()
  const known = useSession().organizations.find(one => one.gid === gid)
  const people = query.data?.people
  const lead = people
    ? `${count(people.members, 'member', 'members')}, ${count(people.guests, 'guest', 'guests')}`
    : undefined
  return (
    <Page title={known?.name ?? query.data?.name ?? 'Organization'} lead={lead}>
      <Tabs gid={gid} isAdmin={known?.is_admin ?? false} />
      <Loaded query={query}>{() => <Outlet />}</Loaded>
    </Page>
  )
}

function Tabs({ gid, isAdmin }: { gid: string; isAdmin: boolean }) {
  const { administers_installation } = useSession()
  const params = { organization: gid }
  return (
    <nav aria-label="Organization" className="tabs">
      <Link to="/organizations/$organization" params={params} activeOptions={{ exact: true }}>
        People
      </Link>
      {isAdmin ? (
        <Link to="/organizations/$organization/service_accounts" params={params}>
          Service accounts
        </Link>
      ) : null}
      <Link to="/organizations/$organization/limits" params={params}>
        Plan and limits
      </Link>
      {administers_installation ? (
        <Link to="/organizations/$organization/sign_in" params={params}>
          Sign-in
        </Link>
      ) : null}
    </nav>
  )
}
