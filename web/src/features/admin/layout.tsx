/** The frame of the administration, with the links to the pages that the person has access to. */
import { Outlet } from '@tanstack/react-router'
import Activity from 'lucide-react/icons/activity'
import AppWindow from 'lucide-react/icons/app-window'
import Bot from 'lucide-react/icons/bot'
import Download from 'lucide-react/icons/download'
import Gauge from 'lucide-react/icons/gauge'
import LogIn from 'lucide-react/icons/log-in'
import TagShape from 'lucide-react/icons/tag'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import TrashShape from 'lucide-react/icons/trash-2'
import UserRound from 'lucide-react/icons/user-round'
import UsersRound from 'lucide-react/icons/users-round'
import { NotFoundPage } from '../../components/not_found.tsx'
import { useSession } from '../../components/session.ts'
import { SideNavigation } from '../../components/side_navigation/side_navigation.tsx'
import { useWorkspace } from './use_organization.ts'

function useGroups() {
  const gid = useWorkspace()
  const { organizations, administers_installation } = useSession()
  const own = organizations.find(organization => organization.gid === gid)
  const page = (path: string, label: string, icon: typeof Bot) => ({ to: `/admin/${gid}/${path}`, label, icon })
  const people = page('people', 'People', UserRound)
  const limits = page('limits', 'Plan and limits', Gauge)
  const libraries = [
    page('teams', 'Teams', UsersRound),
    page('fields', 'Custom fields', TextCursorInput),
    page('tags', 'Tags', TagShape),
  ]
  const programs = [
    page('service_accounts', 'Service accounts', Bot),
    page('applications', 'Applications', AppWindow),
    page('export', 'Export', Download),
    page('trash', 'Trash', TrashShape),
  ]
  const installation = [page('sign_in', 'Sign-in', LogIn), { to: '/admin/jobs', label: 'Jobs', icon: Activity }]
  return {
    isKnown: own !== undefined,
    groups: [
      ...(own ? [{ title: own.name, links: [people, ...libraries, ...(own.is_admin ? programs : []), limits] }] : []),
      ...(administers_installation ? [{ title: 'Installation', links: installation }] : []),
    ],
  }
}

/** Invariant: the page is the same for an organization that does not exist and for one without access. */
export function AdminLayout() {
  const { isKnown, groups } = useGroups()
  return isKnown ? (
    <SideNavigation label="Administration" groups={groups}>
      <Outlet />
    </SideNavigation>
  ) : (
    <NotFoundPage />
  )
}

/** The frame of the pages of the installation, for a person without an organization too. */
export const InstallationLayout = () => (
  <SideNavigation label="Administration" groups={useGroups().groups}>
    <Outlet />
  </SideNavigation>
)
