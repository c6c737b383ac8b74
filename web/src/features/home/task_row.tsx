/** A task in a card of Home: completed in place, and opened in the pane. */
import { Link, useLocation } from '@tanstack/react-router'
import { colorClass } from '../../components/display/chip.tsx'
import { AssigneeCell } from '../../components/task/field/assignee.tsx'
import { CompletionCheckbox } from '../../components/task/field/completion.tsx'
import { DueDateCell } from '../../components/task/field/due_date.tsx'
import { shownName } from '../../components/task_list/types.ts'
import { withPane } from '../../data/addresses.ts'
import { useRecord, useShown } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'

interface Props {
  gid: Gid
  /** Whether the assignee is shown, where tasks belong to others. */
  hasAssignee?: boolean
}

export function TaskRow({ gid, hasAssignee = false }: Props) {
  const task = useRecord(gid)
  useShown(gid)
  const { pathname } = useLocation()
  if (!task) return null
  const [membership] = (task.memberships ?? []) as readonly { project: Gid }[]
  return (
    <li className="home-task" data-gid={gid} data-completed={task.completed === true} tabIndex={-1}>
      <CompletionCheckbox task={gid} />
      <Link className="home-task-link" to={withPane(pathname, gid)} activeProps={{}}>
        {shownName(task.name, 'Untitled task')}
      </Link>
      {membership ? <ProjectName gid={membership.project} /> : null}
      <span className="home-task-due">
        <DueDateCell task={gid} />
      </span>
      {hasAssignee ? (
        <span className="home-task-assignee">
          <AssigneeCell task={gid} />
        </span>
      ) : null}
    </li>
  )
}

function ProjectName({ gid }: { gid: Gid }) {
  const project = useRecord(gid)
  if (!project) return null
  return (
    <span className="home-task-project">
      <span className={`swatch ${colorClass(project.color as string | null)}`} aria-hidden="true" />
      <span className="home-task-project-name">{String(project.name ?? '')}</span>
    </span>
  )
}
