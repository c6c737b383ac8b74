/** The projects of the workspace, flat or by team; those that are archived behind a link. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../../components/control/icon_button.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { ProjectIcon } from '../../components/icon/project_icon.tsx'
import { lazily } from '../../components/lazily.tsx'
import { MenuButton } from '../../components/overlay/menu.tsx'
import { projectPath } from '../../data/addresses.ts'
import { useCache, useRecord } from '../../data/hooks.ts'
import { changePreferences, preferences, subscribePreferences } from '../../data/preferences.ts'
import { projectsQuery } from '../../data/projects.ts'
import type { Gid } from '../../data/records.ts'
import { compareNames } from '../../data/views/sort.ts'
import type { ProjectLinkMenuProps } from '../../features/project/project_link_menu.tsx'
import { openDialog } from '../dialogs.ts'
import { Group } from './group.tsx'

const ProjectLinkMenu = lazily<ProjectLinkMenuProps>(
  async () => (await import('../../features/project/project_link_menu.tsx')).ProjectLinkMenu,
)

const ORDERS = [
  { id: 'flat', label: 'All projects' },
  { id: 'by_team', label: 'By team' },
] as const
const NO_TEAM = 'No team'

function OrderMenu({ byTeam }: { byTeam: boolean }) {
  const change = (id: string) => {
    // What the server refuses stays as it was.
    changePreferences({ sidebar: { ...preferences().sidebar, by_team: id === 'by_team' } }).catch(() => {})
  }
  return (
    <MenuButton
      label="Order of projects"
      className="icon-button small"
      groups={[{ kind: 'one', options: ORDERS, value: byTeam ? 'by_team' : 'flat', onChange: change }]}
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}

export function Projects() {
  const cache = useCache()
  const { by_team: byTeam = false } = useSyncExternalStore(subscribePreferences, preferences).sidebar
  const { data = [], isSuccess } = useQuery(projectsQuery(cache))
  const tools = (
    <span className="sidebar-tools">
      <OrderMenu byTeam={byTeam} />
      <IconButton icon={Plus} label="New project" size="small" onPress={() => openDialog('new_project')} />
    </span>
  )
  return (
    <Group id="projects" title="Projects" tools={tools}>
      {byTeam ? (
        <Teams projects={data} />
      ) : (
        <ul className="sidebar-list" aria-labelledby="projects">
          {data.map(gid => (
            <ProjectLink key={gid} gid={gid} />
          ))}
        </ul>
      )}
      {isSuccess && data.length === 0 ? <p className="sidebar-note">No projects yet</p> : null}
      <Archived />
    </Group>
  )
}

function Teams({ projects }: { projects: readonly Gid[] }) {
  const { records } = useCache()
  const teamOf = (gid: Gid): string => {
    const team = records.get(gid)?.team
    return typeof team === 'string' ? String(records.get(team)?.name ?? NO_TEAM) : NO_TEAM
  }
  const byTeam = [...Map.groupBy(projects, teamOf)]
  const place = (team: string) => (team === NO_TEAM ? 1 : 0)
  byTeam.sort(([a], [b]) => place(a) - place(b) || compareNames(a, b))
  return byTeam.map(([team, gids], index) => (
    <div key={team}>
      <h3 className="sidebar-team" id={`sidebar-team-${index}`}>
        {team}
      </h3>
      <ul className="sidebar-list" aria-labelledby={`sidebar-team-${index}`}>
        {gids.map(gid => (
          <ProjectLink key={gid} gid={gid} />
        ))}
      </ul>
    </div>
  ))
}

/** The archived projects, loaded when somebody asks for them. */
function Archived() {
  const cache = useCache()
  const [isShown, setShown] = useState(false)
  const { data, isSuccess } = useQuery({ ...projectsQuery(cache, true), enabled: isShown })
  return (
    <>
      <button type="button" className="sidebar-archived" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide archived projects' : 'Archived projects'}
      </button>
      {isShown ? (
        <ul className="sidebar-list" aria-label="Archived projects">
          {data?.map(gid => (
            <ProjectLink key={gid} gid={gid} isArchived />
          ))}
        </ul>
      ) : null}
      {isShown && isSuccess && data.length === 0 ? <p className="sidebar-note">None</p> : null}
    </>
  )
}

function ProjectLink({ gid, isArchived = false }: { gid: Gid; isArchived?: boolean }) {
  const { workspace } = useCache()
  const project = useRecord(gid)
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  if (!project || (project.archived === true) !== isArchived) return null
  const name = String(project.name)
  return (
    <li className="sidebar-item">
      <Link to={projectPath(workspace, gid)} className="sidebar-link" data-gid={gid} data-kind="project">
        <ProjectIcon
          icon={(project.icon as string | null) ?? null}
          color={(project.color as string | null) ?? null}
          size={16}
        />
        <span className="sidebar-name">{name}</span>
      </Link>
      <span className="sidebar-more">
        <button
          ref={anchor}
          type="button"
          className="icon-button small"
          aria-label={`Project: ${name}`}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          <Icon of={Ellipsis} />
        </button>
      </span>
      {isOpen ? <ProjectLinkMenu gid={gid} anchor={anchor} onClose={() => setOpen(false)} /> : null}
    </li>
  )
}
