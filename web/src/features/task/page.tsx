/** A task as a page of its own. */
import { useParams } from '@tanstack/react-router'
import { useTitle } from '../../components/page.tsx'
import { useCache } from '../../data/hooks.ts'
import { TaskAbsence, TaskContent } from './content.tsx'
import { displayName } from './name.tsx'
import { type TaskState, useTask } from './use_task.ts'

export function TaskPage() {
  const { task: gid = '' } = useParams({ strict: false })
  return <TaskScreen key={useCache().outbox.resolve(gid)} gid={gid} />
}

const titleOf = (state: TaskState): string => {
  if (state.kind === 'ready') return displayName(state.task.name)
  if (state.kind === 'deleted') return displayName(state.name)
  return state.kind === 'missing' ? 'Not found' : 'Task'
}

function TaskScreen({ gid }: { gid: string }) {
  const { reload, ...state } = useTask(gid)
  useTitle(titleOf(state))
  return (
    <div className="task-page">
      {state.kind === 'ready' ? <TaskContent task={state.task} /> : <TaskAbsence {...{ task: gid, state, reload }} />}
    </div>
  )
}
