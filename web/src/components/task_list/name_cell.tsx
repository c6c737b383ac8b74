/** The first cell of a task: handle, mark of completion, name, and what the task has. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Grip from 'lucide-react/icons/grip-vertical'
import ListTree from 'lucide-react/icons/list-tree'
import MessageSquare from 'lucide-react/icons/message-square'
import Paperclip from 'lucide-react/icons/paperclip'
import type { CSSProperties, MouseEvent } from 'react'
import { nameDraft } from '../../data/drafts.ts'
import { useRecord } from '../../data/hooks.ts'
import type { WorkRecord } from '../../data/records.ts'
import { runCommand } from '../commands.ts'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { ApprovalButton, CompletionCheckbox } from '../task/field/completion.tsx'
import { TaskMenuButton } from '../task/menu/task_menu.tsx'
import { BlockedSign } from './blocking_tasks.tsx'
import { useListActions } from './context.ts'
import { FieldCell } from './field_cell.tsx'
import { InlineText } from './inline_text.tsx'
import type { ListRow } from './types.ts'

interface Props {
  row: ListRow
  tabIndex: 0 | -1
}

const COUNTS: readonly (readonly [member: string, shape: IconShape, one: string, many: string])[] = [
  ['num_subtasks', ListTree, 'subtask', 'subtasks'],
  ['num_comments', MessageSquare, 'comment', 'comments'],
  ['num_attachments', Paperclip, 'attachment', 'attachments'],
]

/** How many subtasks, comments and attachments a task has, where it has some. */
function Counts({ task }: { task: WorkRecord }) {
  return COUNTS.map(([member, shape, one, many]) => {
    const count = Number(task[member] ?? 0)
    const label = `${count} ${count === 1 ? one : many}`
    return count > 0 ? (
      <span key={member} className="list-count" role="img" aria-label={label} title={label}>
        <Icon of={shape} size={12} />
        {count}
      </span>
    ) : null
  })
}

/** Whether a task is drawn as a rule: it is a separator for the server, or its name ends with a colon. */
const isSeparator = ({ is_rendered_as_separator: isRendered, name }: WorkRecord): boolean =>
  isRendered === true ||
  String(name ?? '')
    .trimEnd()
    .endsWith(':')

/** Levels of tasks in the list itself. */
const FIRST_LEVEL = 2
const INDENT_PX = 24

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

function TaskName({ row, tabIndex }: Props) {
  const { hrefOf, open, rename, edit, focus } = useListActions()
  const task = useRecord(row.gid)
  if (row.isEditing) {
    return (
      <InlineText
        label="Task name"
        initial={String(task?.name ?? '')}
        draft={nameDraft(row.gid)}
        onCommit={text => rename(row.gid, text)}
        onClose={by => {
          edit(null)
          if (by !== 'blur') focus(row.gid)
        }}
      />
    )
  }
  return (
    <a
      className="list-name"
      href={hrefOf(row.gid)}
      tabIndex={tabIndex}
      data-untitled={String(task?.name ?? '').trim() ? undefined : ''}
      title={row.label}
      onClick={event => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        open(row.gid)
      }}
    >
      {row.label}
    </a>
  )
}

function ExpandButton({ row }: { row: ListRow }) {
  const { setExpanded } = useListActions()
  if (row.isExpanded === undefined) return <span className="list-expand" />
  return (
    <button
      type="button"
      className="list-expand"
      aria-label={row.isExpanded ? 'Hide subtasks' : 'Show subtasks'}
      tabIndex={-1}
      onClick={() => setExpanded(row, !row.isExpanded)}
    >
      <Icon of={row.isExpanded ? ChevronDown : ChevronRight} size={14} />
    </button>
  )
}

/** The handle: it drags the row, and a press opens "Move to…". */
function MoveHandle({ row, tabIndex }: Props) {
  const { focus } = useListActions()
  return (
    <button
      type="button"
      className="list-handle"
      aria-label="Move"
      tabIndex={tabIndex}
      onClick={() => {
        focus(row.gid)
        runCommand('move_task')
      }}
    >
      <Icon of={Grip} size={14} />
    </button>
  )
}

export function NameCell({ row, tabIndex }: Props) {
  const { canEdit, isNarrow, fields, open, list, kind } = useListActions()
  const task = useRecord(row.gid)
  if (!task) return null
  const style: CSSProperties = { paddingInlineStart: (row.level - FIRST_LEVEL) * INDENT_PX }
  return (
    <div
      className="list-name-cell"
      style={style}
      data-completed={task.completed === true ? '' : undefined}
      data-separator={isSeparator(task) && !row.isEditing ? '' : undefined}
    >
      {canEdit && !isNarrow ? <MoveHandle row={row} tabIndex={tabIndex} /> : null}
      <ExpandButton row={row} />
      {task.resource_subtype === 'approval' ? (
        <ApprovalButton task={row.gid} isReadOnly={!canEdit} tabIndex={tabIndex} />
      ) : (
        <CompletionCheckbox task={row.gid} isReadOnly={!canEdit} tabIndex={tabIndex} />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Enter on the row does the same */}
      <div
        className="list-name-text"
        onClick={event => event.target === event.currentTarget && isPlainClick(event) && open(row.gid)}
      >
        <TaskName row={row} tabIndex={tabIndex} />
        {task.is_blocked === true && task.completed !== true ? (
          <BlockedSign task={row.gid} tabIndex={tabIndex} />
        ) : null}
        <Counts task={task} />
      </div>
      <span className="list-more">
        <TaskMenuButton
          {...(kind === 'tag' ? {} : { list, kind })}
          {...{ task: row.gid, isReadOnly: !canEdit, tabIndex }}
        />
      </span>
      {isNarrow && fields.length > 0 ? (
        <div className="list-line">
          {fields.map(field => (
            <FieldCell key={field} task={row.gid} field={field} tabIndex={tabIndex} />
          ))}
        </div>
      ) : null}
    </div>
  )
}
