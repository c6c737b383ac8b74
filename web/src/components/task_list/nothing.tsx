/** What a list says where it has no tasks to show. */
import type { ReactNode } from 'react'
import { useCache } from '../../data/hooks.ts'
import { isFiltered } from '../../data/views.ts'
import { runCommand } from '../commands.ts'
import { EmptyState } from '../display/empty_state.tsx'
import type { TaskListProps } from './task_list.tsx'
import type { ListRow } from './types.ts'

const NothingFound = ({ nothing, onClearFilters }: Pick<TaskListProps, 'nothing' | 'onClearFilters'>) => (
  <div className="task-list-nothing">
    <EmptyState
      title={nothing ?? 'No tasks match'}
      {...(onClearFilters && { action: 'Clear filters', onAction: onClearFilters })}
    />
  </div>
)

/** What is shown where a list has no tasks to show. */
export function Nothing(props: TaskListProps & { rows: readonly ListRow[] }) {
  const { list, view, canEdit, isFound, nothing, rows, onClearFilters } = props
  const { lists } = useCache()
  if (rows.some(({ kind }) => kind === 'task' || kind === 'new_task')) return null
  if (rows.some(({ count = 0 }) => count > 0)) return null
  if (isFound) return <NothingFound {...{ nothing, onClearFilters }} />
  const hasTasks = lists.contents(list).entries.length > 0
  const hides = hasTasks && isFiltered(view)
  let content: ReactNode = <EmptyState title="No tasks yet" />
  if (hides) content = <EmptyState title="No tasks match" action="Clear filters" onAction={onClearFilters} />
  else if (hasTasks) content = <EmptyState title={`No ${view.show} tasks`} />
  else if (canEdit) {
    content = (
      <EmptyState
        title="No tasks yet"
        hint="Type one name per line, or paste a list."
        action="New task"
        keys="N"
        onAction={() => runCommand('add_task')}
      />
    )
  }
  return <div className="task-list-nothing">{content}</div>
}
