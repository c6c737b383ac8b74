/** A task on a day, or a bar over several ones. Its ends can be dragged to other days. */
import Check from 'lucide-react/icons/check'
import type { MouseEvent } from 'react'
import { useRecord } from '../../data/hooks.ts'
import type { Gid, WorkRecord } from '../../data/records.ts'
import { isLocal } from '../../data/tasks.ts'
import { type DueDates, formatDue, formatTime, isOverdue } from '../../text/format.ts'
import { Avatar } from '../display/avatar.tsx'
import { CompletionShape } from '../icon/completion_mark.tsx'
import { Icon } from '../icon/icon.tsx'
import { shownName } from '../task_list/types.ts'
import { useCalendar } from './calendar_context.ts'
import type { Segment } from './weeks.ts'

interface Props {
  gid: Gid
  /** Where it stands in a week; absent in lists. */
  segment?: Segment
  tabIndex?: number
}

const AVATAR_PX = 18

/** How a task looks: what is done, late, or a milestone. */
function lookOf(task: WorkRecord, now: Date): string {
  if (task.completed === true) return 'done'
  if (isOverdue(task as DueDates, now)) return 'late'
  return task.resource_subtype === 'milestone' ? 'milestone' : 'open'
}

export function Chip({ gid, segment, tabIndex = 0 }: Props) {
  const { canEdit, hrefOf, open } = useCalendar()
  const task = useRecord(gid)
  const assignee = useRecord(task?.assignee as Gid | null | undefined)
  if (!task) return null
  const now = new Date()
  const dates = task as DueDates
  const canStretch = canEdit && segment !== undefined && task.resource_subtype !== 'milestone'
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (!isLocal(gid)) open(gid)
  }
  return (
    <div
      className="calendar-chip"
      data-gid={gid}
      data-pending={isLocal(gid) || undefined}
      data-drag-source={canEdit || undefined}
      data-look={lookOf(task, now)}
      data-days={segment?.days}
      data-cut-start={segment?.isStart === false || undefined}
      data-cut-end={segment?.isEnd === false || undefined}
    >
      {canStretch && segment.isStart ? <span className="calendar-end" data-end="start" data-gid={gid} /> : null}
      <a
        className="calendar-link"
        href={hrefOf(gid)}
        tabIndex={tabIndex}
        title={formatDue(dates, now) ?? undefined}
        onClick={onClick}
      >
        <Mark task={task} />
        {dates.due_at ? (
          <span className="calendar-time" aria-hidden="true">
            {formatTime(new Date(dates.due_at))}
          </span>
        ) : null}
        <span className="calendar-name">{shownName(task.name, 'Untitled task')}</span>
        {assignee ? (
          <Avatar person={{ gid: assignee.gid, name: String(assignee.name ?? '') }} size={AVATAR_PX} />
        ) : null}
      </a>
      {canStretch && segment.isEnd ? <span className="calendar-end" data-end="due" data-gid={gid} /> : null}
    </div>
  )
}

function Mark({ task: { resource_subtype, completed } }: { task: WorkRecord }) {
  if (resource_subtype === 'milestone') return <CompletionShape kind="milestone" isCompleted={completed === true} />
  return completed === true ? <Icon of={Check} size={14} /> : null
}
