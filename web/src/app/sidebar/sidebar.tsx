/** The navigation on the left: screens, favorites and projects of the workspace, and the account. */

import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import House from 'lucide-react/icons/house'
import InboxShape from 'lucide-react/icons/inbox'
import SearchShape from 'lucide-react/icons/search'
import Trash from 'lucide-react/icons/trash-2'
import UserPlus from 'lucide-react/icons/user-plus'
import UsersShape from 'lucide-react/icons/users'
import { useContext } from 'react'
import { runCommand } from '../../components/commands.ts'
import { Icon, type IconShape } from '../../components/icon/icon.tsx'
import { unreadText, useUnread } from '../../components/inbox/use_inbox.ts'
import { useSession } from '../../components/session.ts'
import { homePath, inboxPath, myTasksPath, peoplePath, searchPath, trashPath } from '../../data/addresses.ts'
import { CacheContext, useCache } from '../../data/hooks.ts'
import { savedViews } from '../../data/queries.ts'
import { AccountMenu } from '../shell/account_menu.tsx'
import { ConnectionStatus } from '../shell/connection.tsx'
import { PartWidth } from '../shell/part_width.tsx'
import { Favorites } from './favorites.tsx'
import { Group } from './group.tsx'
import { Projects } from './projects.tsx'
import { WorkspaceMenu } from './workspace_menu.tsx'

export function Sidebar({ isDrawer }: { isDrawer: boolean }) {
  const hasWorkspace = useContext(CacheContext) !== undefined
  return (
    <div className="sidebar">
      <WorkspaceMenu />
      <nav aria-label="Main" className="sidebar-main">
        {hasWorkspace ? <WorkspaceLinks /> : null}
        {isDrawer ? null : <PartWidth part="sidebar" />}
      </nav>
      <div className="sidebar-end">
        {hasWorkspace ? <ConnectionStatus /> : null}
        <AccountMenu />
      </div>
    </div>
  )
}

/** The links to the screens of a workspace, also shown in the menu of narrow windows. */
export function WorkspaceLinks() {
  const { workspace } = useCache()
  const { organizations } = useSession()
  const canInvite = organizations.find(({ gid }) => gid === workspace)?.is_admin === true
  return (
    <>
      <ul className="sidebar-list">
        <Screen to={homePath(workspace)} icon={House} label="Home" />
        <Screen to={myTasksPath(workspace)} icon={CircleCheck} label="My tasks" />
        <InboxLink />
      </ul>
      <Favorites />
      <Searches />
      <Projects />
      <ul className="sidebar-list">
        <Screen to={peoplePath(workspace)} icon={UsersShape} label="People" />
        {canInvite ? (
          <li>
            <button type="button" className="sidebar-link" onClick={() => runCommand('invite')}>
              <Icon of={UserPlus} />
              <span className="sidebar-name">Invite</span>
            </button>
          </li>
        ) : null}
        <Screen to={trashPath(workspace)} icon={Trash} label="Trash" />
      </ul>
    </>
  )
}

interface ScreenProps {
  to: string
  icon: IconShape
  label: string
  unread?: number
}

function InboxLink() {
  const { workspace } = useCache()
  return <Screen to={inboxPath(workspace)} icon={InboxShape} label="Inbox" unread={useUnread()} />
}

function Screen({ to, icon, label, unread = 0 }: ScreenProps) {
  return (
    <li>
      <Link to={to} className="sidebar-link" {...(unread > 0 && { 'aria-label': `${label}, ${unread} unread` })}>
        <Icon of={icon} />
        <span className="sidebar-name">{label}</span>
        {unread > 0 ? <span className="sidebar-count" data-count={unreadText(unread)} /> : null}
      </Link>
    </li>
  )
}

/** The searches that were saved: views of the workspace. */
function Searches() {
  const { workspace } = useCache()
  const { data = [] } = useQuery(savedViews(workspace))
  const { pathname, searchStr } = useLocation()
  if (data.length === 0) return null
  const path = searchPath(workspace)
  const shown = pathname.startsWith(path) ? new URLSearchParams(searchStr).get('view') : null
  return (
    <Group id="searches" title="Searches">
      <ul className="sidebar-list" aria-labelledby="searches">
        {data.map(({ gid, name }) => (
          <li key={gid}>
            <Link
              to={path}
              search={{ query: `?view=${gid}` }}
              className="sidebar-link"
              activeProps={{ className: '', 'aria-current': undefined }}
              {...(shown === gid && { 'aria-current': 'page', 'data-status': 'active' })}
            >
              <Icon of={SearchShape} />
              <span className="sidebar-name">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Group>
  )
}
