/** The tasks that block a task, in a list: the sign at its name, and the column "Blocked by". */
import Ban from 'lucide-react/icons/ban'
import { useEffect } from 'react'
import { taskPath } from '../../data/addresses.ts'
import { useCache, useRecord } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { CompletionShape } from '../icon/completion_mark.tsx'
import { Icon } from '../icon/icon.tsx'
import { LazyPopup } from '../overlay/lazy_popup.ts'
import { PopupButton, type PopupPlace } from '../overlay/popup.tsx'
import { AppLink } from '../task/group/app_link.tsx'
import { DependencyPicker } from '../task/picker/pickers.ts'
import { markOf } from '../task/picker/pictures.ts'
import { useRecords } from '../task/use_records.ts'

const LABEL = 'Blocked by'
const NONE: readonly Gid[] = []
/** Lists do not load the dependencies of all of their tasks. */
const FIELDS = 'dependencies.(name|completed|resource_subtype)'

/** The tasks that block a task; undefined until they are known. They are read again when the task has changed. */
function useBlockingTasks(task: Gid, isNeeded = true): readonly Gid[] | undefined {
  const cache = useCache()
  const record = useRecord(task)
  const state = `${String(record?.modified_at)} ${String(record?.is_blocked)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state of the task may have other dependencies
  useEffect(() => {
    // Without a server the dependencies that are known stay.
    if (isNeeded) void cache.read('task', task, FIELDS).catch(() => undefined)
  }, [cache, task, state, isNeeded])
  return record?.dependencies as readonly Gid[] | undefined
}

function BlockingTask({ gid }: { gid: Gid }) {
  const { workspace } = useCache()
  const record = useRecord(gid)
  return (
    <li className="task-item">
      <CompletionShape kind={markOf(record?.resource_subtype)} isCompleted={record?.completed === true} />
      <AppLink to={taskPath(workspace, gid)}>{String(record?.name ?? 'Private')}</AppLink>
    </li>
  )
}

/** The dialog that names the tasks, each as a link. */
function BlockingTasks({ task, anchor, onClose }: PopupPlace & { task: Gid }) {
  const tasks = useBlockingTasks(task)
  return (
    <LazyPopup label={LABEL} anchor={anchor} className="list-blocking" onClose={onClose}>
      <p className="task-relation-title">{LABEL}</p>
      {tasks === undefined ? <p role="status">Loading</p> : null}
      {tasks?.length === 0 ? <p>No task that you can see blocks this one.</p> : null}
      <ul className="task-items" aria-label={LABEL}>
        {(tasks ?? NONE).map(gid => (
          <BlockingTask key={gid} gid={gid} />
        ))}
      </ul>
    </LazyPopup>
  )
}

/** The sign of a blocked task. Its button lies over the picture, which keeps its name. */
export function BlockedSign({ task, tabIndex }: { task: Gid; tabIndex: 0 | -1 }) {
  return (
    <span className="list-blocked">
      <Icon of={Ban} size={14} label="Blocked" />
      <PopupButton
        label={LABEL}
        className="list-blocked-button"
        tabIndex={tabIndex}
        popup={place => <BlockingTasks {...place} task={task} />}
      >
        {null}
      </PopupButton>
    </span>
  )
}

/** The picker of the tasks that block a task, when they are known. */
function BlockedByPicker({ task, ...place }: PopupPlace & { task: Gid }) {
  useBlockingTasks(task)
  return <DependencyPicker {...place} tasks={[task]} relation="dependencies" />
}

interface CellProps {
  task: Gid
  isReadOnly: boolean
  tabIndex: 0 | -1
}

/** The cell of the column: the names of the incomplete tasks that block the task. */
export function BlockedByCell({ task, isReadOnly, tabIndex }: CellProps) {
  const isBlocked = useRecord(task)?.is_blocked === true
  const gids = useBlockingTasks(task, isBlocked) ?? NONE
  const names = useRecords(gids)
    .filter(({ completed }) => completed !== true)
    .map(({ name }) => String(name ?? 'Private'))
  const text = names.join(', ')
  if (isReadOnly && text === '') return null
  return (
    <PopupButton
      label={`${LABEL}: ${text || 'none'}`}
      className="task-cell"
      tabIndex={tabIndex}
      popup={place =>
        isReadOnly ? <BlockingTasks {...place} task={task} /> : <BlockedByPicker {...place} task={task} />
      }
    >
      <span className="task-text">{text}</span>
    </PopupButton>
  )
}
