/** The board of a project. */
import { TaskBoard } from '../../../components/task_board/task_board.tsx'
import { projectPath, withPane } from '../../../data/addresses.ts'
import { useCache } from '../../../data/hooks.ts'
import { DEFAULT_VIEW } from '../../../data/views.ts'
import type { LayoutProps } from '../layouts.ts'

export function ProjectBoard({ project: { gid }, view, change, canEdit }: LayoutProps) {
  const { workspace } = useCache()
  return (
    <TaskBoard
      key={gid}
      list={gid}
      kind="project"
      view={view}
      canEdit={canEdit}
      hrefOf={task => withPane(projectPath(workspace, gid), task)}
      onClearFilters={() => change({ filters: [], show: DEFAULT_VIEW.show })}
    />
  )
}
