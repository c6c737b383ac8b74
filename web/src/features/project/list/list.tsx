/** The list of a project. */
import { useCallback, useMemo } from 'react'
import { TaskList } from '../../../components/task_list/task_list.tsx'
import { columnMenu } from '../../../components/views/menus.ts'
import { projectPath, withPane } from '../../../data/addresses.ts'
import { useCache } from '../../../data/hooks.ts'
import type { LayoutProps } from '../layouts.ts'

export function ProjectList({ project, view, change, canEdit, fields, columns }: LayoutProps) {
  const { workspace } = useCache()
  const { gid, title } = project
  const defaults = useMemo(() => columns.map(({ field }) => field), [columns])
  const menuOf = useCallback(
    (id: string) => {
      const field = fields.find(one => one.id === id)
      return field ? columnMenu(field, columns, { view, change }) : []
    },
    [fields, columns, view, change],
  )
  return (
    <TaskList
      key={gid}
      list={gid}
      kind="project"
      title={title}
      view={view}
      defaultColumns={defaults}
      columnMenu={menuOf}
      canEdit={canEdit}
      canEditSections={canEdit}
      hrefOf={task => withPane(projectPath(workspace, gid), task)}
      changeColumns={next => change({ columns: next })}
      onClearFilters={() => change({ filters: [], match: 'all' })}
    />
  )
}
