/** The task in the pane next to a screen. Closing it returns the focus to the row of the task. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect } from 'react'
import { useCommands } from '../../components/commands.ts'
import { ErrorBoundary } from '../../components/error_boundary.tsx'
import { targetsOf } from '../../components/target.ts'
import { withoutPane } from '../../data/addresses.ts'
import type { Gid } from '../../data/records.ts'

const TaskPane = lazy(() => import('../../features/task/pane.tsx').then(module => ({ default: module.TaskPane })))

export function PaneHost({ task }: { task: Gid }) {
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const close = useCallback(() => {
    document.querySelector<HTMLElement>(`main [data-gid="${CSS.escape(task)}"]`)?.focus()
    void navigate({ to: withoutPane(pathname) + searchStr })
  }, [navigate, pathname, searchStr, task])
  // Wherever the focus is, but after the selection has ended.
  const when = () => targetsOf('selection').length === 0
  useCommands([{ id: 'close_pane', title: 'Close the task', group: 'View', keys: ['Escape'], when, run: close }])
  useEffect(() => void performance.mark('workloom:pane'), [])
  return (
    <ErrorBoundary key={task}>
      <Suspense fallback={<aside className="pane" aria-busy="true" />}>
        <TaskPane task={task} close={close} />
      </Suspense>
    </ErrorBoundary>
  )
}
