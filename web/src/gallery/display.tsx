/** Avatars, chips, status, progress, icons, empty and loading states. */
import ListTodo from 'lucide-react/icons/list-todo'
import { useState } from 'react'
import { Avatar, AvatarStack } from '../components/display/avatar.tsx'
import { Chip } from '../components/display/chip.tsx'
import { EmptyState } from '../components/display/empty_state.tsx'
import { NoticeCard } from '../components/display/notice.tsx'
import { Progress } from '../components/display/progress.tsx'
import { SkeletonRows } from '../components/display/skeleton_rows.tsx'
import { type StatusName, StatusPill, statuses } from '../components/display/status_pill.tsx'
import { CompletionMark, CompletionShape, type MarkKind } from '../components/icon/completion_mark.tsx'
import { ProjectIcon, projectIcons } from '../components/icon/project_icon.tsx'
import { people } from './sample.ts'

const CHIP_COLORS = [
  ...['none', 'red', 'orange', 'yellow-orange', 'yellow', 'yellow-green', 'green', 'blue-green', 'aqua', 'blue'],
  ...['indigo', 'purple', 'magenta', 'hot-pink', 'pink', 'cool-gray', 'dark-brown', 'light-warm-gray'],
]
const ICON_COLORS = ['dark-pink', 'light-green', 'dark-blue', 'light-orange', 'dark-teal', 'light-warm-gray', null]

function Marks() {
  const [completed, setCompleted] = useState<readonly string[]>(['milestone'])
  const kinds: readonly MarkKind[] = ['task', 'milestone', 'approval']
  return kinds.map(kind => (
    <CompletionMark
      key={kind}
      kind={kind}
      isCompleted={completed.includes(kind)}
      label={`Completed: ${kind}`}
      onChange={isDone => setCompleted(isDone ? [...completed, kind] : completed.filter(one => one !== kind))}
    />
  ))
}

export function DisplayPage() {
  return (
    <>
      <div className="gallery-row">
        {people.slice(0, 8).map(person => (
          <Avatar key={person.gid} person={person} isNamed />
        ))}
        {people[0] ? <Avatar person={people[0]} size={40} isNamed /> : null}
        <AvatarStack people={people.slice(0, 3)} />
        <AvatarStack people={people} max={4} size={28} />
      </div>
      <div className="gallery-row">
        {CHIP_COLORS.map(color => (
          <Chip key={color} color={color}>
            {color}
          </Chip>
        ))}
        <Chip color="blue" removeLabel="Remove launch" onRemove={() => undefined}>
          launch
        </Chip>
      </div>
      <div className="gallery-row">
        {(Object.keys(statuses) as StatusName[]).map(status => (
          <StatusPill key={status} status={status} />
        ))}
        <StatusPill status={null} />
      </div>
      <div className="gallery-row">
        {Object.keys(projectIcons).map((icon, index) => (
          <ProjectIcon key={icon} icon={icon} color={ICON_COLORS[index % ICON_COLORS.length] ?? null} />
        ))}
      </div>
      <div className="gallery-row">
        <Marks />
        <CompletionShape kind="task" isCompleted />
        <Progress label="Subtasks" done={2} total={5} />
      </div>
      <section className="gallery-row" aria-label="Notices">
        <NoticeCard openHref="#task" onUndo={() => undefined} onDismiss={() => undefined}>
          Task created
        </NoticeCard>
        <NoticeCard kind="error" onDismiss={() => undefined}>
          Start date: must be before the due date
        </NoticeCard>
      </section>
      <EmptyState
        icon={ListTodo}
        title="No tasks yet"
        hint="Tasks of this project appear here."
        action="Add task"
        keys="N"
      />
      <SkeletonRows rows={3} />
    </>
  )
}
