/** The calendar of a project. */
import { TaskCalendar } from '../../../components/task_calendar/task_calendar.tsx'
import { projectPath, withPane } from '../../../data/addresses.ts'
import { useCache } from '../../../data/hooks.ts'
import type { LayoutProps } from '../layouts.ts'

export function ProjectCalendar({ project: { gid }, view, change, canEdit }: LayoutProps) {
  const { workspace } = useCache()
  return (
    <TaskCalendar
      key={gid}
      list={gid}
      view={view}
      canEdit={canEdit}
      hrefOf={task => withPane(projectPath(workspace, gid), task)}
      onClearFilters={() => change({ filters: [], match: 'all' })}
    />
  )
}
