/** The links to the layouts of a project. */
import { Link, useNavigate } from '@tanstack/react-router'
import { useCommands } from '../../components/commands.ts'
import { type Layout, projectPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { layouts } from './layouts.ts'

interface Props {
  project: Gid
  current: Layout | undefined
  /** The query of the address, which the layouts share. */
  query: string
}

export function LayoutLinks({ project, current, query }: Props) {
  const { workspace } = useCache()
  const navigate = useNavigate()
  const show = (name: Layout) => void navigate({ to: projectPath(workspace, project, name), search: { query } })
  useCommands(
    layouts.map(({ name, label }, index) => ({
      ...{ id: `layout.${name}`, title: `Show as: ${label}`, group: 'View', keys: [String(index + 1)] },
      run: () => show(name),
    })),
  )
  return (
    <nav aria-label="Project views" className="layout-links">
      <ul>
        {layouts.map(({ name, label }) => (
          <li key={name}>
            <Link
              to={projectPath(workspace, project, name)}
              search={{ query }}
              aria-current={name === current ? 'page' : undefined}
              activeProps={{}}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
