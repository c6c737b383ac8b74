/** The layout of an organization: the tabs that the person has access to. */
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router'
import { organization } from '../api/queries.ts'
import { Page } from '../components/page.tsx'
import { useSession } from '../components/session.ts'
import { Loaded } from '../components/states.tsx'

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

export function useOrganization() {
  const { organization: gid } = useParams({ from: '/signed/shell/organizations/$organization' })
  return { gid, query: useQuery(organization(gid)) }
}

const HOME = '/organizations/$organization'

export function OrganizationLayout() {
  const { gid, query } = useOrganization()
  const { organizations, administers_installation } = useSession()
  const { pathname } = useLocation()
  const membership = organizations.find(organization => organization.gid === gid)
  const tabs = [
    { to: HOME, label: 'People', isVisible: true },
    { to: `${HOME}/service_accounts`, label: 'Service accounts', isVisible: membership?.is_admin },
    { to: `${HOME}/applications`, label: 'Applications', isVisible: membership?.is_admin },
    { to: `${HOME}/limits`, label: 'Plan and limits', isVisible: true },
    { to: `${HOME}/trash`, label: 'Trash', isVisible: membership?.is_admin },
    { to: `${HOME}/sign_in`, label: 'Sign-in', isVisible: administers_installation },
  ] as const
  const name = membership?.name ?? query.data?.name ?? 'Organization'
  const tab = tabs.find(({ to }) => to.replace('$organization', gid) === pathname.replace(/\/$/, ''))
  const people = query.data?.people
  const lead = people
    ? `${count(people.members, 'member', 'members')}, ${count(people.guests, 'guest', 'guests')}`
    : undefined
  return (
    <Page title={name} part={tab?.label} lead={lead}>
      <nav aria-label={name} className="tabs">
        {tabs.map(({ to, label, isVisible }) =>
          isVisible ? (
            <Link key={to} to={to} params={{ organization: gid }} activeOptions={{ exact: true }}>
              {label}
            </Link>
          ) : null,
        )}
      </nav>
      <Loaded query={query}>{() => <Outlet />}</Loaded>
    </Page>
  )
}
