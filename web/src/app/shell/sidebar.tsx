/** The navigation on the left: screens, favorites and projects of the workspace, and the account. */

import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import House from 'lucide-react/icons/house'
import InboxShape from 'lucide-react/icons/inbox'
import Plus from 'lucide-react/icons/plus'
import SearchShape from 'lucide-react/icons/search'
import Trash from 'lucide-react/icons/trash-2'
import UsersShape from 'lucide-react/icons/users'
import { useContext } from 'react'
import { IconButton } from '../../components/control/icon_button.tsx'
import { Icon, type IconShape } from '../../components/icon/icon.tsx'
import { ProjectIcon } from '../../components/icon/project_icon.tsx'
import { unreadText, useUnread } from '../../components/inbox/use_inbox.ts'
import { pictureOf } from '../../components/object_picture.tsx'
import {
  homePath,
  inboxPath,
  myTasksPath,
  objectPath,
  peoplePath,
  projectPath,
  searchPath,
  trashPath,
} from '../../data/addresses.ts'
import { CacheContext, useCache, useRecord } from '../../data/hooks.ts'
import { type Favorite, favoritesQuery, projectsQuery } from '../../data/projects.ts'
import { savedViews } from '../../data/queries.ts'
import type { Gid } from '../../data/records.ts'
import { openDialog } from '../dialogs.ts'
import { AccountMenu } from './account_menu.tsx'
import { ConnectionStatus } from './connection.tsx'
import { PartWidth } from './part_width.tsx'
import { WorkspaceMenu } from './workspace_menu.tsx'

/** The size of the pictures of favorites, as of the icons of the other links. */
const PICTURE_PX = 16

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

function Favorites() {
  const { workspace } = useCache()
  const { data = [] } = useQuery(favoritesQuery(workspace))
  if (data.length === 0) return null
  return (
    <section className="sidebar-group">
      <h2 id="favorites">Favorites</h2>
      <ul className="sidebar-list" aria-labelledby="favorites">
        {data.map(favorite => (
          <FavoriteLink key={favorite.gid} favorite={favorite} workspace={workspace} />
        ))}
      </ul>
    </section>
  )
}

function FavoriteLink({ favorite, workspace }: { favorite: Favorite; workspace: Gid }) {
  const { gid, resource_type, name } = favorite
  const record = useRecord(gid)
  const path = objectPath(resource_type, workspace, gid)
  if (!path) return null
  return (
    <li>
      <Link to={path} className="sidebar-link">
        <span className="sidebar-picture">{pictureOf({ ...record, gid, resource_type, name }, PICTURE_PX)}</span>
        <span className="sidebar-name">{String(record?.name ?? name)}</span>
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
    <section className="sidebar-group">
      <h2 id="searches">Searches</h2>
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
    </section>
  )
}

function Projects() {
  const cache = useCache()
  const { data = [], isSuccess } = useQuery(projectsQuery(cache))
  return (
    <section className="sidebar-group">
      <div className="sidebar-head">
        <h2 id="projects">Projects</h2>
        <IconButton icon={Plus} label="New project" size="small" onPress={() => openDialog('new_project')} />
      </div>
      <ul className="sidebar-list" aria-labelledby="projects">
        {data.map(gid => (
          <ProjectLink key={gid} gid={gid} workspace={cache.workspace} />
        ))}
      </ul>
      {isSuccess && data.length === 0 ? <p className="sidebar-note">No projects yet</p> : null}
    </section>
  )
}

function ProjectLink({ gid, workspace }: { gid: Gid; workspace: Gid }) {
  const project = useRecord(gid)
  if (!project || project.archived === true) return null
  return (
    <li>
      <Link to={projectPath(workspace, gid)} className="sidebar-link" data-gid={gid}>
        <ProjectIcon
          icon={(project.icon as string | null) ?? null}
          color={(project.color as string | null) ?? null}
          size={16}
        />
        <span className="sidebar-name">{String(project.name)}</span>
      </Link>
    </li>
  )
}
