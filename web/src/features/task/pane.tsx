/** A task in the pane next to a screen. */
import type { KeyboardEvent, ReactNode } from 'react'
import type { Gid } from '../../data/records.ts'
import { TaskAbsence, TaskContent } from './content.tsx'
import { displayName } from './name.tsx'
import { useTask } from './use_task.ts'

interface Props {
  task: Gid
  /** The line that resizes the pane. */
  children: ReactNode
  close(): void
}

export function TaskPane({ task: gid, children, close }: Props) {
  const { reload, ...state } = useTask(gid)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    // Events of lists and dialogs that the pane has opened arrive here too.
    if (!event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    close()
  }
  const name = state.kind === 'ready' ? displayName(state.task.name) : 'Task'
  return (
    <aside
      className="pane"
      id="pane"
      tabIndex={-1}
      aria-label={name}
      aria-busy={state.kind === 'loading'}
      onKeyDown={onKeyDown}
    >
      {state.kind === 'ready' ? (
        <TaskContent task={state.task} close={close} />
      ) : (
        <TaskAbsence {...{ task: gid, state, reload, close }} />
      )}
      {children}
    </aside>
  )
}
