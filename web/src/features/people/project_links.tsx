/** The projects of a person or a team, as links. */
import { Link } from '@tanstack/react-router'
import { ProjectIcon } from '../../components/icon/project_icon.tsx'
import { projectPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import type { ListedProject } from '../../data/people.ts'

const ICON_PX = 24

export function ProjectLinks({ projects }: { projects: readonly ListedProject[] }) {
  const { workspace } = useCache()
  return (
    <ul className="people-projects">
      {projects.map(({ gid, name, color, icon }) => (
        <li key={gid} data-gid={gid}>
          <Link to={projectPath(workspace, gid)} className="people-project">
            <ProjectIcon icon={icon} color={color} size={ICON_PX} />
            <span>{name.trim() || 'Untitled'}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
