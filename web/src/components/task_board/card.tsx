/** A card: one task with what matters at a glance. Its values are edited in place. */
import Ban from 'lucide-react/icons/ban'
import ListTree from 'lucide-react/icons/list-tree'
import MessageSquare from 'lucide-react/icons/message-square'
import Paperclip from 'lucide-react/icons/paperclip'
import { type MouseEvent, memo } from 'react'
import { useRecord } from '../../data/hooks.ts'
import type { Gid, WorkRecord } from '../../data/records.ts'
import { isLocal } from '../../data/tasks.ts'
import { Chip } from '../display/chip.tsx'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { AssigneeCell } from '../task/field/assignee.tsx'
import { ApprovalButton, CompletionCheckbox } from '../task/field/completion.tsx'
import { DueDateCell } from '../task/field/due_date.tsx'
import { TaskMenuButton } from '../task/menu/task_menu.tsx'
import { shownName } from '../task_list/types.ts'
import { useBoard } from './board_context.ts'
import { FieldChips } from './field_chips.tsx'

interface Props {
  gid: Gid
  /** Whether the focus of the board is on this card, so that Tab leads through its controls. */
  isCurrent: boolean
}

export const Card = memo(({ gid, isCurrent }: Props) => {
  const { kind, list, canEdit, fields } = useBoard()
  const task = useRecord(gid)
  if (!task) return null
  const tabIndex = isCurrent ? 0 : -1
  const editing = { task: gid, isReadOnly: !canEdit, tabIndex }
  // In My tasks everything is assigned to the same person.
  const hasAssignee = kind !== 'my_tasks'
  const Completion = task.resource_subtype === 'approval' ? ApprovalButton : CompletionCheckbox
  return (
    <article className="board-card-body" data-completed={task.completed === true}>
      <div className="board-card-head">
        <Completion {...editing} />
        <TaskLink task={task} tabIndex={tabIndex} />
        <span className="board-card-menu">
          <TaskMenuButton {...editing} {...{ list, kind }} />
        </span>
      </div>
      <Values task={task} fields={fields} />
      {hasFacts(task, hasAssignee) ? (
        <div className="board-card-facts">
          <span className="board-card-due">
            <DueDateCell {...editing} />
          </span>
          <Counts task={task} />
          {hasAssignee ? (
            <span className="board-card-assignee">
              <AssigneeCell {...editing} />
            </span>
          ) : null}
        </div>
      ) : null}
    </article>
  )
})

function TaskLink({ task: { gid, name }, tabIndex }: { task: WorkRecord; tabIndex: number }) {
  const { hrefOf, open } = useBoard()
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (!isLocal(gid)) open(gid)
  }
  return (
    <a className="board-card-link" href={hrefOf(gid)} tabIndex={tabIndex} onClick={onClick}>
      {shownName(name, 'Untitled task')}
    </a>
  )
}

/** The important custom fields and the tags, as chips. */
function Values({ task, fields }: { task: WorkRecord; fields: ReadonlySet<Gid> }) {
  const tags = (task.tags ?? []) as readonly Gid[]
  if (tags.length === 0 && fields.size === 0) return null
  return (
    <div className="board-card-chips">
      <FieldChips task={task} fields={fields} />
      {tags.map(tag => (
        <TagChip key={tag} gid={tag} />
      ))}
    </div>
  )
}

function TagChip({ gid }: { gid: Gid }) {
  const tag = useRecord(gid)
  return tag ? <Chip color={tag.color as string | null}>{String(tag.name)}</Chip> : null
}

const COUNTS: readonly { name: string; icon: IconShape; one: string; many: string }[] = [
  { name: 'num_subtasks', icon: ListTree, one: 'subtask', many: 'subtasks' },
  { name: 'num_comments', icon: MessageSquare, one: 'comment', many: 'comments' },
  { name: 'num_attachments', icon: Paperclip, one: 'attachment', many: 'attachments' },
]

const isBlocked = ({ is_blocked, completed }: WorkRecord): boolean => is_blocked === true && completed !== true

/** Whether the line of facts has anything to show. */
const hasFacts = (task: WorkRecord, hasAssignee: boolean): boolean =>
  Boolean((hasAssignee && task.assignee) || task.due_on || task.due_at || isBlocked(task)) ||
  COUNTS.some(({ name }) => task[name])

function Counts({ task }: { task: WorkRecord }) {
  return (
    <>
      {isBlocked(task) ? <Icon of={Ban} size={14} label="Blocked" className="board-blocked" /> : null}
      {COUNTS.map(({ name, icon, one, many }) => {
        const count = Number(task[name] ?? 0)
        const words = `${count} ${count === 1 ? one : many}`
        return count > 0 ? (
          <span key={name} className="board-card-count" title={words}>
            <Icon of={icon} size={14} />
            <span aria-hidden="true">{count}</span>
            <span className="visually-hidden">{words}</span>
          </span>
        ) : null
      })}
    </>
  )
}
