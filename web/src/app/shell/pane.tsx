/** The task in the pane next to a screen. Closing it returns the focus to the row of the task. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import { useCommands } from '../../components/commands.ts'
import { ErrorBoundary } from '../../components/error_boundary.tsx'
import { targetsOf } from '../../components/target.ts'
import { withoutPane } from '../../data/addresses.ts'
import type { Gid } from '../../data/records.ts'
import { Cover } from './cover.tsx'
import { PartWidth } from './part_width.tsx'

const TaskPane = lazy(() => import('../../features/task/pane.tsx').then(module => ({ default: module.TaskPane })))

interface Props {
  task: Gid
  /** Whether the pane covers the screen. */
  isCover: boolean
  isPhone: boolean
}

/** Returns the focus to the row of the task when a person has closed the pane, or when the focus was in it, as after Back. */
function useReturn(task: Gid, pathname: string) {
  const isClosing = useRef(false)
  const latest = useRef({ task, pathname })
  latest.current = { task, pathname }
  useEffect(
    () => () => {
      const last = latest.current
      const isLost = document.activeElement === document.body && location.pathname === withoutPane(last.pathname)
      if (!isClosing.current && !isLost) return
      document.querySelector<HTMLElement>(`main [data-gid="${CSS.escape(last.task)}"]`)?.focus()
    },
    [],
  )
  return isClosing
}

export function PaneHost({ task, isCover, isPhone }: Props) {
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const isClosing = useReturn(task, pathname)
  const close = useCallback(() => {
    isClosing.current = true
    void navigate({ to: withoutPane(pathname) + searchStr })
  }, [navigate, pathname, searchStr, isClosing])
  // Wherever the focus is, but after the selection has ended.
  const when = () => targetsOf('selection').length === 0
  useCommands([{ id: 'close_pane', title: 'Close the task', group: 'View', keys: ['Escape'], when, run: close }])
  useEffect(() => void performance.mark('workloom:pane'), [])
  const resizer = isPhone ? null : <PartWidth part="pane" />
  const fallback = (
    <aside className="pane" aria-busy="true">
      {resizer}
    </aside>
  )
  return (
    <ErrorBoundary key={task}>
      <Suspense fallback={fallback}>
        <TaskPane task={task} close={close}>
          {resizer}
        </TaskPane>
        {isCover ? <Cover isPhone={isPhone} close={close} /> : null}
      </Suspense>
    </ErrorBoundary>
  )
}
