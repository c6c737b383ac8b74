/** The links to the layouts of My tasks. */
import { Link, useNavigate } from '@tanstack/react-router'
import { useCommands } from '../../components/commands.ts'
import { myTasksPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'

const LAYOUTS = { list: 'List', board: 'Board', calendar: 'Calendar' } as const

export type MyTasksLayout = keyof typeof LAYOUTS

export const isMyTasksLayout = (name: string | undefined): name is MyTasksLayout =>
  name !== undefined && Object.hasOwn(LAYOUTS, name)

export function LayoutLinks({ current, query }: { current: MyTasksLayout; query: string }) {
  const { workspace } = useCache()
  const navigate = useNavigate()
  const pathOf = (name: string) => `${myTasksPath(workspace)}/${name}`
  useCommands(
    Object.entries(LAYOUTS).map(([name, label], index) => ({
      ...{ id: `layout.${name}`, title: `Show as: ${label}`, group: 'View', keys: [String(index + 1)] },
      run: () => void navigate({ to: pathOf(name), search: { query } }),
    })),
  )
  return (
    <nav aria-label="Layouts" className="my-tasks-links">
      <ul>
        {Object.entries(LAYOUTS).map(([name, label]) => (
          <li key={name}>
            <Link
              to={pathOf(name)}
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
