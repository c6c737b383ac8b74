/** A task with all its parts: the content of the pane and of the page. */
import './task.css'
import X from 'lucide-react/icons/x'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/control/icon_button.tsx'
import { SkeletonRows } from '../../components/display/skeleton_rows.tsx'
import { useUploads } from '../../components/files/use_uploads.ts'
import { homeLink } from '../../components/not_found.tsx'
import { useNotice } from '../../components/notices.tsx'
import { Problem } from '../../components/states.tsx'
import { useTarget } from '../../components/target.ts'
import { call } from '../../data/call.ts'
import type { Gid } from '../../data/records.ts'
import { Activity } from './activity.tsx'
import { Attachments } from './attachments.tsx'
import { Description } from './description.tsx'
import { FieldConflict } from './field_conflict.tsx'
import { Fields, PeopleFields } from './fields.tsx'
import { Breadcrumb, TaskHeader } from './header.tsx'
import { displayName, NameField } from './name.tsx'
import { PartLevel } from './part.tsx'
import { Subtasks } from './subtasks.tsx'
import { TimePart } from './time/time_part.tsx'
import { useFileDrop } from './use_file_drop.ts'
import { type Task, type TaskState, useTaskAccess } from './use_task.ts'

interface Props {
  task: Task
  /** Closes the pane; absent on the page. */
  close?: (() => void) | undefined
}

export function TaskContent({ task, close }: Props) {
  const { gid, name } = task
  const access = useTaskAccess(task)
  const canEdit = access === 'edit' || access === 'admin'
  const { uploads, upload } = useUploads(gid)
  const canAttach = canEdit || access === 'comment'
  const drop = useFileDrop(canAttach, upload)
  const Heading = close ? 'h2' : 'h1'
  useTarget('pane', [gid])
  return (
    <PartLevel value={close ? 'h3' : 'h2'}>
      <div className="task" data-gid={gid} data-dropping={drop.isOver || undefined} {...drop.events}>
        <TaskHeader {...{ task, access, canEdit, canAttach, close }} onFiles={upload} />
        <div className="task-body">
          <Breadcrumb task={task} />
          <FieldConflict task={gid} />
          <Heading className={canEdit ? 'visually-hidden' : 'task-title'} tabIndex={-1}>
            {displayName(name)}
          </Heading>
          {canEdit ? <NameField key={gid} task={task} /> : null}
          <Fields task={task} isReadOnly={!canEdit} />
          <Description key={`text ${gid}`} task={task} canEdit={canEdit} onFiles={upload} />
          <Subtasks key={`subtasks ${gid}`} task={task} canEdit={canEdit} />
          <Attachments task={gid} canEdit={canEdit} uploads={uploads} />
          <TimePart key={`time ${gid}`} task={task} canEdit={canEdit} isAdmin={access === 'admin'} />
          <PeopleFields task={task} isReadOnly={!canEdit} />
          <Activity key={`activity ${gid}`} task={task} canComment={canEdit || access === 'comment'} />
        </div>
      </div>
    </PartLevel>
  )
}

interface AbsenceProps {
  task: Gid
  state: TaskState
  reload(): void
  close?: (() => void) | undefined
}

/** What is shown in place of a task that cannot be shown (yet). A hidden task looks like one that does not exist. */
export function TaskAbsence({ task, state, reload, close }: AbsenceProps) {
  const Heading = close ? 'h2' : 'h1'
  const name = state.kind === 'deleted' ? displayName(state.name) : 'Not found'
  return (
    <div className="task-absence" role={state.kind === 'loading' ? undefined : 'status'}>
      {close ? <IconButton icon={X} label="Close" onPress={close} /> : null}
      {state.kind === 'loading' ? <SkeletonRows rows={6} label="Loading the task" /> : null}
      {state.kind === 'failed' ? <Problem error={state.error} retry={reload} /> : null}
      {state.kind === 'missing' || state.kind === 'deleted' ? <Heading tabIndex={-1}>{name}</Heading> : null}
      {state.kind === 'missing' ? <p>This task does not exist, or you do not have access to it.</p> : null}
      {state.kind === 'missing' && !close ? homeLink : null}
      {state.kind === 'deleted' ? <Deleted task={task} name={name} reload={reload} /> : null}
    </div>
  )
}

function Deleted({ task, name, reload }: { task: Gid; name: string; reload(): void }) {
  const notify = useNotice()
  const restore = async () => {
    try {
      await call('POST', `/-/trash/${task}/restore`)
      notify(`${name} restored`)
      reload()
    } catch (error) {
      notify({ text: (error as Error).message, isError: true })
    }
  }
  return (
    <>
      <p>This task is in the trash.</p>
      <Button onPress={() => void restore()}>{`Restore ${name}`}</Button>
    </>
  )
}
