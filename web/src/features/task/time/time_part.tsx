/** The time of a task: its sum, the timer, and the entries of all people. */
import './time.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Play from 'lucide-react/icons/play'
import Plus from 'lucide-react/icons/plus'
import Square from 'lucide-react/icons/square'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { AppLink } from '../../../components/task/group/app_link.tsx'
import { taskPath } from '../../../data/addresses.ts'
import { useCache, useRecord } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { isLocal } from '../../../data/tasks.ts'
import { deleteTimeEntry, refreshTime, type TimeEntry, timeEntriesOf } from '../../../data/time_entries.ts'
import { useTimer } from '../../../data/timer.ts'
import { formatElapsed } from '../../../text/duration.ts'
import { formatDuration } from '../../../text/format.ts'
import { PartTitle } from '../part.tsx'
import type { Task } from '../use_task.ts'
import { EntryForm } from './entry_form.tsx'
import { EntryRow } from './entry_row.tsx'
import { useTimerControl } from './use_timer_control.ts'

interface Props {
  task: Task
  canEdit: boolean
  /** Whether the person can change the entries of others. */
  isAdmin: boolean
}

const NO_ENTRIES: readonly TimeEntry[] = []

function OtherTask({ gid }: { gid: Gid }) {
  const { workspace } = useCache()
  const name = useRecord(gid)?.name
  return (
    <p className="time-other">
      The timer runs on <AppLink to={taskPath(workspace, gid)}>{String(name ?? 'another task')}</AppLink>. Starting it
      here stops it there.
    </p>
  )
}

function TimerButton({ task }: { task: Gid }) {
  const { isHere, elapsedMs, isSaving, start, stop } = useTimerControl(task)
  return (
    <>
      {isHere ? (
        <span className="time-elapsed" role="timer" aria-label="Timer">
          {formatElapsed(elapsedMs)}
        </span>
      ) : null}
      <Button
        kind="ghost"
        size="small"
        icon={isHere ? Square : Play}
        pending={isSaving}
        onPress={() => void (isHere ? stop() : start())}
      >
        {isHere ? 'Stop timer' : 'Start timer'}
      </Button>
    </>
  )
}

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; entry: TimeEntry } | null

interface EntriesProps extends Props {
  entries: readonly TimeEntry[]
  open: Open
  setOpen(open: Open): void
  onSaved(notice: string): void
}

function Entries({ task, canEdit, isAdmin, entries, open, setOpen, onSaved }: EntriesProps) {
  const { user, workspace } = useCache()
  return (
    <ul className="time-entries" aria-label="Time entries">
      {entries.map(entry =>
        open?.kind === 'edit' && open.entry.gid === entry.gid ? (
          <li key={entry.gid}>
            <EntryForm
              {...{ task: task.gid, workspace, entry }}
              onSaved={() => onSaved('Time saved')}
              onCancel={() => setOpen(null)}
            />
          </li>
        ) : (
          <EntryRow
            key={entry.gid}
            entry={entry}
            canChange={isAdmin || (canEdit && entry.created_by?.gid === user)}
            onEdit={() => setOpen({ kind: 'edit', entry })}
            onDelete={() => setOpen({ kind: 'delete', entry })}
          />
        ),
      )}
    </ul>
  )
}

export function TimePart(props: Props) {
  const { task, canEdit } = props
  const { gid } = task
  const cache = useCache()
  const { user, workspace } = cache
  const client = useQueryClient()
  const notify = useNotice()
  const timer = useTimer(user)
  const [open, setOpen] = useState<Open>(null)
  const total = Number(task.actual_time_minutes ?? 0)
  // A task without time has no entries.
  const { data = NO_ENTRIES } = useQuery({ ...timeEntriesOf(gid), enabled: total > 0 })
  const entries = total > 0 ? data : NO_ENTRIES
  if (isLocal(gid) || (!canEdit && total === 0)) return null
  const saved = (notice: string) => {
    setOpen(null)
    notify(notice)
    void refreshTime(cache, client, gid)
  }
  const isElsewhere = timer !== null && timer.task !== gid
  return (
    <section className="task-part" aria-label="Time">
      <header className="task-part-head">
        <PartTitle>Time</PartTitle>
        {total > 0 ? <span className="task-part-count">{`Actual time: ${formatDuration(total)}`}</span> : null}
        {canEdit ? (
          <span className="time-tools">
            <TimerButton task={gid} />
            <Button kind="ghost" size="small" icon={Plus} onPress={() => setOpen({ kind: 'add' })}>
              Add time
            </Button>
          </span>
        ) : null}
      </header>
      {isElsewhere && canEdit ? <OtherTask gid={timer.task} /> : null}
      {open?.kind === 'add' ? (
        <EntryForm
          {...{ task: gid, workspace, entry: null }}
          onSaved={() => saved('Time added')}
          onCancel={() => setOpen(null)}
        />
      ) : null}
      {entries.length > 0 ? <Entries {...props} {...{ entries, open, setOpen }} onSaved={saved} /> : null}
      {open?.kind === 'delete' ? (
        <Confirm
          title={`Delete ${formatDuration(open.entry.duration_minutes)}?`}
          action="Delete time"
          run={() => deleteTimeEntry(open.entry.gid)}
          onDone={() => saved('Time deleted')}
          onClose={() => setOpen(null)}
        >
          <p>The entry is deleted, and the actual time of the task becomes less.</p>
        </Confirm>
      ) : null}
    </section>
  )
}
