/** The tasks of the signed-in person, in the sections of their own list. */
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { SkeletonRows } from '../../components/display/skeleton_rows.tsx'
import { Problem } from '../../components/states.tsx'
import { TaskBoard } from '../../components/task_board/task_board.tsx'
import { TaskCalendar } from '../../components/task_calendar/task_calendar.tsx'
import { TaskList } from '../../components/task_list/task_list.tsx'
import { columnMenu } from '../../components/views/menus.ts'
import { AddTaskButton, ViewToolbar } from '../../components/views/toolbar.tsx'
import { useUsedLayout } from '../../components/views/use_used_layout.ts'
import { useViewState } from '../../components/views/use_view_state.ts'
import { myTasksPath, withPane } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import { myTaskListQuery } from '../../data/my_tasks.ts'
import type { Gid } from '../../data/records.ts'
import { viewFields } from '../../data/views/fields.ts'
import { isMyTasksLayout, LayoutLinks, type MyTasksLayout } from './layout_links.tsx'
import './my_tasks.css'

const TITLE = 'My tasks'

export function MyTasksPage() {
  const { data: list, error, refetch } = useQuery(myTaskListQuery(useCache()))
  const layout = useLayout()
  useEffect(() => {
    document.title = `${TITLE} · Workloom`
  }, [])
  return (
    <div className="my-tasks">
      <header className="my-tasks-head">
        <h1 tabIndex={-1}>{TITLE}</h1>
      </header>
      {error && !list ? <Problem error={error} retry={refetch} /> : null}
      {list && layout ? (
        <Tasks key={layout} list={list} layout={layout} />
      ) : error ? null : (
        <SkeletonRows label="Loading your tasks" />
      )}
    </div>
  )
}

/** The layout of the address, else the one used last; undefined until that is known. */
function useLayout(): MyTasksLayout | undefined {
  const { layout: given } = useParams({ strict: false }) as { layout?: string }
  const used = useUsedLayout('my_tasks', isMyTasksLayout(given) ? given : undefined)
  return used && (isMyTasksLayout(used.name) ? used.name : 'list')
}

const FIELDS = viewFields(undefined, () => undefined)
const COLUMNS: readonly string[] = ['due_on', 'projects', 'tags']
const DEFAULT_COLUMNS = COLUMNS.map(field => ({ field }))

function Tasks({ list, layout }: { list: Gid; layout: MyTasksLayout }) {
  const { workspace } = useCache()
  const { searchStr } = useLocation()
  const control = useViewState(list, { layout })
  const { view, change } = control
  const menuOf = useCallback(
    (id: string) => {
      const field = FIELDS.find(one => one.id === id)
      return field ? columnMenu(field, DEFAULT_COLUMNS, { view, change }) : []
    },
    [view, change],
  )
  const shown = {
    ...({ list, kind: 'my_tasks', view, canEdit: true } as const),
    hrefOf: (task: Gid) => withPane(myTasksPath(workspace), task),
    onClearFilters: () => change({ filters: [], match: 'all' }),
  }
  return (
    <>
      <LayoutLinks current={layout} query={searchStr} />
      <ViewToolbar
        control={control}
        fields={FIELDS}
        columns={layout === 'list' ? DEFAULT_COLUMNS : undefined}
        canEdit
        hasOrder={layout !== 'calendar'}
        lead={<AddTaskButton />}
      />
      {layout === 'board' ? <TaskBoard {...shown} /> : null}
      {layout === 'calendar' ? <TaskCalendar {...shown} /> : null}
      {layout === 'list' ? (
        <TaskList
          {...shown}
          title={TITLE}
          defaultColumns={COLUMNS}
          columnMenu={menuOf}
          canEditSections
          changeColumns={columns => change({ columns })}
        />
      ) : null}
    </>
  )
}
