/** The links to the layouts of a project. */
import { useNavigate } from '@tanstack/react-router'
import { useCommands } from '../../components/commands.ts'
import { LinkTabs } from '../../components/link_tabs/link_tabs.tsx'
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
  const tabs = layouts.map(({ name, label }) => ({ id: name, label, to: projectPath(workspace, project, name), query }))
  useCommands(
    tabs.map(({ id, label, to }, index) => ({
      ...{ id: `layout.${id}`, title: `Show as: ${label}`, group: 'View', keys: [String(index + 1)] },
      run: () => void navigate({ to, search: { query } }),
    })),
  )
  return <LinkTabs label="Project views" tabs={tabs} current={current} />
}
