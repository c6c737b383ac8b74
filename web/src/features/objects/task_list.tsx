/** A list of tasks with status, assignee and due date. */
import { Link } from '@tanstack/react-router'
import type { TaskSummary } from '../../data/types.ts'
import { formatDue } from './object_page.tsx'

export function TaskList({ tasks, workspace }: { tasks: TaskSummary[]; workspace: string }) {
  return (
    <ul className="rows">
      {tasks.map(({ gid, name, completed, assignee, due_on }) => (
        <li key={gid} className="row slim">
          <span className="task-mark" role="img" aria-label={completed ? 'Completed' : 'Open'} data-done={completed} />
          <Link to="/1/$workspace/task/$task" params={{ workspace, task: gid }} className="row-text">
            {name.trim() || 'Untitled'}
          </Link>
          <span className="row-about">
            {assignee ? <span>{assignee.name}</span> : null}
            {due_on ? <span>{formatDue(due_on)}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
