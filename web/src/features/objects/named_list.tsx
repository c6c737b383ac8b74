/** A list of projects, portfolios, goals and tasks by name. */
import { Link } from '@tanstack/react-router'
import type { NamedObject, PortfolioItem } from '../../data/types.ts'

interface NamedListProps {
  objects: (NamedObject & Partial<PortfolioItem>)[]
  /** The gid of their workspace. */
  workspace: string
}

export function NamedList({ objects, workspace }: NamedListProps) {
  return (
    <ul className="rows">
      {objects.map(({ gid, name, resource_type }) => {
        const shown = name.trim() || 'Untitled'
        return (
          <li key={gid} className="row slim">
            {resource_type === 'portfolio' ? (
              <Link to="/1/$workspace/portfolio/$portfolio" params={{ workspace, portfolio: gid }}>
                {shown}
              </Link>
            ) : resource_type === 'goal' ? (
              <Link to="/1/$workspace/goal/$goal" params={{ workspace, goal: gid }}>
                {shown}
              </Link>
            ) : resource_type === 'task' ? (
              <Link to="/1/$workspace/task/$task" params={{ workspace, task: gid }}>
                {shown}
              </Link>
            ) : (
              <Link to="/1/$workspace/project/$project" params={{ workspace, project: gid }}>
                {shown}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
