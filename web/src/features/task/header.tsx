/** The header of a task: its completion, what one can do with it, and its parents. */
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Maximize from 'lucide-react/icons/maximize-2'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { IconButton } from '../../components/control/icon_button.tsx'
import { AttachButton } from '../../components/files/file_tiles.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { ApprovalButtons, CompletionCheckbox } from '../../components/task/field/completion.tsx'
import { CopyLinkButton, FollowButton, LikeButton } from '../../components/task/menu/actions.tsx'
import { TaskMenuButton } from '../../components/task/menu/task_menu.tsx'
import { taskPath, withPane } from '../../data/addresses.ts'
import { useCache, useRecord } from '../../data/hooks.ts'
import type { Access } from '../../data/load.ts'
import type { Gid } from '../../data/records.ts'
import { isLocal } from '../../data/tasks.ts'
import { displayName } from './name.tsx'
import type { Task } from './use_task.ts'

interface Props {
  task: Task
  access: Access | undefined
  canEdit: boolean
  /** Whether the person may add files, as people who can only comment do. */
  canAttach: boolean
  onFiles(files: readonly File[]): void
  /** Closes the pane; absent on the page. */
  close?: (() => void) | undefined
}

export function TaskHeader({ task, access, canEdit, canAttach, onFiles, close }: Props) {
  const { gid } = task
  return (
    <header className="task-head">
      <div className="task-bar">
        <Completion task={task} canEdit={canEdit} />
        {access === 'view' ? <span className="task-right">View only</span> : null}
        {access === 'comment' ? <span className="task-right">Comment only</span> : null}
        <span className="task-bar-space" />
        <LikeButton task={gid} />
        {canAttach ? <AttachButton label="Attach files" size="standard" onFiles={onFiles} /> : null}
        {/* The menu has it too. */}
        <span className="task-bar-wide">
          <CopyLinkButton task={gid} />
        </span>
        <FollowButton task={gid} />
        <TaskMenuButton task={gid} isReadOnly={!canEdit} size="standard" />
        {close ? <PaneButtons gid={gid} close={close} /> : null}
      </div>
    </header>
  )
}

function Completion({ task: { gid, completed, resource_subtype }, canEdit }: { task: Task; canEdit: boolean }) {
  if (resource_subtype === 'approval') return <ApprovalButtons task={gid} isReadOnly={!canEdit} />
  return (
    // The checkbox has a name of its own; the word extends its target.
    <span className="task-complete" data-completed={completed || undefined} data-editable={canEdit || undefined}>
      <CompletionCheckbox task={gid} isReadOnly={!canEdit} />
      <span aria-hidden="true">{completed ? 'Completed' : canEdit ? 'Complete' : 'Incomplete'}</span>
    </span>
  )
}

function PaneButtons({ gid, close }: { gid: Gid; close(): void }) {
  const { workspace } = useCache()
  const navigate = useNavigate()
  const openPage = () => void navigate({ to: taskPath(workspace, gid) })
  return (
    <>
      <span className="task-bar-wide">
        <IconButton icon={Maximize} label="Open as page" isDisabled={isLocal(gid)} onPress={openPage} />
      </span>
      <IconButton icon={X} label="Close" keys="Escape" onPress={close} />
    </>
  )
}

/** The parents of a task, from the outermost one. */
export function Breadcrumb({ task: { parent } }: { task: Task }) {
  if (!parent) return null
  return (
    <nav className="task-parents" aria-label="Parent tasks">
      <Parents gid={parent} depth={0} />
    </nav>
  )
}

/** A subtask has at most four parents on the server. */
const MAX_DEPTH = 5

function Parents({ gid, depth }: { gid: Gid; depth: number }) {
  const cache = useCache()
  const record = useRecord<Task>(gid)
  const { pathname } = useLocation()
  const isKnown = record?.parent !== undefined && record.name !== undefined
  useEffect(() => {
    if (!isKnown && !isLocal(gid)) void cache.read('task', gid, 'name,parent.name').catch(() => {})
  }, [cache, gid, isKnown])
  return (
    <>
      {record?.parent && depth < MAX_DEPTH ? <Parents gid={record.parent} depth={depth + 1} /> : null}
      {record ? <Link to={withPane(pathname, gid)}>{displayName(record.name)}</Link> : <span>Private</span>}
      <Icon of={ChevronRight} size={12} />
    </>
  )
}
