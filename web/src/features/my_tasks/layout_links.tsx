/** The links to the layouts of My tasks. */
import { useNavigate } from '@tanstack/react-router'
import { useCommands } from '../../components/commands.ts'
import { LinkTabs } from '../../components/link_tabs/link_tabs.tsx'
import { myTasksPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'

const LAYOUTS = { list: 'List', board: 'Board', calendar: 'Calendar' } as const

export type MyTasksLayout = keyof typeof LAYOUTS

export const isMyTasksLayout = (name: string | undefined): name is MyTasksLayout =>
  name !== undefined && Object.hasOwn(LAYOUTS, name)

export function LayoutLinks({ current, query }: { current: MyTasksLayout; query: string }) {
  const { workspace } = useCache()
  const navigate = useNavigate()
  const tabs = (Object.keys(LAYOUTS) as MyTasksLayout[]).map(id => ({
    ...{ id, label: LAYOUTS[id], to: `${myTasksPath(workspace)}/${id}`, query },
  }))
  useCommands(
    tabs.map(({ id, label, to }, index) => ({
      ...{ id: `layout.${id}`, title: `Show as: ${label}`, group: 'View', keys: [String(index + 1)] },
      run: () => void navigate({ to, search: { query } }),
    })),
  )
  return <LinkTabs label="Layouts" tabs={tabs} current={current} />
}
