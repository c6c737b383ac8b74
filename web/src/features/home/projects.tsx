/** The card of projects: favorites first, then those that changed last, with their status. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import { Button } from '../../components/button.tsx'
import { runCommand } from '../../components/commands.ts'
import { type StatusName, StatusPill, statuses } from '../../components/display/status_pill.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { ProjectIcon } from '../../components/icon/project_icon.tsx'
import { projectPath } from '../../data/addresses.ts'
import { useCache, useRecord } from '../../data/hooks.ts'
import { favoritesQuery } from '../../data/projects.ts'
import type { Gid } from '../../data/records.ts'
import { HomeCard } from './card.tsx'
import { recentProjectsQuery } from './home_queries.ts'

const MAX_PROJECTS = 8

export function Projects() {
  const cache = useCache()
  const { data: recent = [], isSuccess } = useQuery(recentProjectsQuery(cache))
  const { data: favorites = [] } = useQuery(favoritesQuery(cache.workspace))
  const starred = favorites.flatMap(({ gid, resource_type }) => (resource_type === 'project' ? [gid] : []))
  const shown = [...starred, ...recent.filter(gid => !starred.includes(gid))].slice(0, MAX_PROJECTS)
  const create = (
    <Button kind="quiet" size="small" icon={Plus} onPress={() => runCommand('new_project')}>
      Create project
    </Button>
  )
  return (
    <HomeCard title="Projects" actions={create}>
      {shown.length > 0 ? (
        <ul className="home-projects">
          {shown.map(gid => (
            <ProjectRow key={gid} gid={gid} isFavorite={starred.includes(gid)} />
          ))}
        </ul>
      ) : null}
      {isSuccess && shown.length === 0 ? <p className="home-nothing">No projects yet.</p> : null}
    </HomeCard>
  )
}

function ProjectRow({ gid, isFavorite }: { gid: Gid; isFavorite: boolean }) {
  const { workspace } = useCache()
  const project = useRecord(gid)
  const update = useRecord(project?.current_status_update as Gid | null | undefined)
  const status = String(update?.status_type ?? '')
  if (!project || project.archived === true) return null
  return (
    <li className="home-project" data-gid={gid}>
      <ProjectIcon
        icon={(project.icon as string | null) ?? null}
        color={(project.color as string | null) ?? null}
        size={24}
      />
      <Link className="home-project-link" to={projectPath(workspace, gid)}>
        {String(project.name ?? '')}
      </Link>
      {isFavorite ? <Icon of={Star} size={14} label="Favorite" className="home-star" /> : null}
      {Object.hasOwn(statuses, status) ? <StatusPill status={status as StatusName} /> : null}
    </li>
  )
}
