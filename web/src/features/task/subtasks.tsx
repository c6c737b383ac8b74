/** The subtasks of a task: complete, open, add one after the other, and reorder by keys. */
import { Link, useLocation } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useAct } from '../../components/act.ts'
import { Button } from '../../components/button.tsx'
import { Avatar } from '../../components/display/avatar.tsx'
import { usePerson } from '../../components/display/use_person.ts'
import { CompletionMark, type MarkKind } from '../../components/icon/completion_mark.tsx'
import { useTaskPart } from '../../components/task/parts.ts'
import { withPane } from '../../data/addresses.ts'
import { useCache, useComputed, useLoadedList, useRecord } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { createTask, type Destination, isLocal, moveTask, setCompleted } from '../../data/tasks.ts'
import { type DueDates, formatDue, isOverdue } from '../../text/format.ts'
import { displayName } from './name.tsx'
import { PartTitle } from './part.tsx'
import type { Task } from './use_task.ts'

/** The place of a subtask in the list of its parent. */
export const inParent = (list: Gid, place: Destination['place']): Destination => ({
  list,
  kind: 'subtasks',
  section: null,
  place,
})

export function Subtasks({ task, canEdit }: { task: Task; canEdit: boolean }) {
  const { gid } = task
  const { entries } = useLoadedList(gid, 'all')
  const { isAdding, setAdding, said, move } = useSubtasks(gid)
  const keyOf = useStableKeys()
  const add = () => setAdding(true)
  useTaskPart(gid, 'subtask', add, canEdit)
  if (entries.length === 0 && !canEdit) return null
  return (
    <section className="task-part" aria-label="Subtasks">
      <header className="task-part-head">
        <PartTitle>Subtasks</PartTitle>
        {entries.length > 0 ? <Count items={entries.map(({ item }) => item)} /> : null}
      </header>
      {entries.length > 0 ? (
        <ul className="subtasks" aria-label="Subtasks">
          {entries.map(({ item }) => (
            <Subtask key={keyOf(item)} gid={item} canEdit={canEdit} onMove={step => move(item, step)} />
          ))}
        </ul>
      ) : null}
      {isAdding ? <NewSubtask parent={gid} onEnd={() => setAdding(false)} /> : null}
      {canEdit && !isAdding ? (
        <Button kind="ghost" size="small" icon={Plus} keys="U" onPress={add}>
          Add subtask
        </Button>
      ) : null}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </section>
  )
}

/** "2 of 5", kept up to date by the subtasks themselves. */
function Count({ items }: { items: readonly Gid[] }) {
  const { records } = useCache()
  const key = items.join()
  const done = useComputed(
    () => items.filter(item => records.get(item)?.completed === true).length,
    gid => items.includes(gid),
    key,
  )
  return (
    <span className="task-part-count">
      {done} of {items.length}
    </span>
  )
}

/** Keys that do not change when a new object gets the gid of the server, so that the focus stays on it. */
function useStableKeys(): (gid: Gid) => Gid {
  const { outbox } = useCache()
  const keys = useRef(new Map<Gid, Gid>())
  return gid => {
    const known = keys.current.get(gid)
    if (known) return known
    const local = [...keys.current.keys()].find(one => isLocal(one) && outbox.resolve(one) === gid)
    keys.current.set(gid, local ?? gid)
    return local ?? gid
  }
}

function useSubtasks(parent: Gid) {
  const cache = useCache()
  const act = useAct()
  const [isAdding, setAdding] = useState(false)
  const [said, say] = useState('')
  const move = (item: Gid, step: -1 | 1) => {
    const neighbour = cache.lists.neighbour(parent, item, step)
    if (!neighbour) return
    const place = step < 0 ? { before: neighbour } : { after: neighbour }
    act({ title: 'Subtask moved', steps: moveTask(cache, item, inParent(parent, place)) }, { isQuiet: true })
    const { entries } = cache.lists.contents(parent)
    say(`Moved to ${entries.findIndex(entry => entry.item === item) + 1} of ${entries.length}`)
  }
  return { isAdding, setAdding, said, move }
}

interface SubtaskRecord extends Task, DueDates {
  readonly assignee?: Gid | null
}

const kindOf = (subtype: string): MarkKind =>
  subtype === 'milestone' || subtype === 'approval' ? subtype : ('task' as const)

function Subtask({ gid, canEdit, onMove }: { gid: Gid; canEdit: boolean; onMove(step: -1 | 1): void }) {
  const cache = useCache()
  const act = useAct()
  const { pathname } = useLocation()
  const task = useRecord<SubtaskRecord>(gid)
  const assignee = usePerson(task?.assignee)
  if (!task) return null
  const name = displayName(task.name)
  const due = formatDue(task, new Date())
  const complete = (isCompleted: boolean) =>
    act({
      title: isCompleted ? 'Task completed' : 'Task reopened',
      steps: [setCompleted(cache, gid, isCompleted, new Date().toISOString())],
    })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
    if (!step || !canEdit || !event.altKey || !event.shiftKey) return
    event.preventDefault()
    onMove(step)
  }
  return (
    <li className="subtask" data-gid={gid} data-completed={task.completed || undefined} onKeyDown={onKeyDown}>
      <CompletionMark
        kind={kindOf(task.resource_subtype)}
        isCompleted={task.completed}
        label={`Completed: ${name}`}
        isDisabled={!canEdit}
        onChange={complete}
      />
      <Link className="subtask-name" to={withPane(pathname, gid)}>
        {name}
      </Link>
      {due ? (
        <span className="subtask-due" data-late={(!task.completed && isOverdue(task, new Date())) || undefined}>
          {due}
        </span>
      ) : null}
      {assignee ? <Avatar person={assignee} size={20} isNamed /> : null}
    </li>
  )
}

function NewSubtask({ parent, onEnd }: { parent: Gid; onEnd(): void }) {
  const cache = useCache()
  const act = useAct()
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const add = (text: string) => {
    for (const line of text.split('\n').map(one => one.trim())) {
      if (!line) continue
      const steps = createTask(cache, inParent(parent, 'bottom'), { name: line })
      act({ title: 'Task created', steps }, { isQuiet: true })
    }
    setName('')
  }
  return (
    <div className="subtask new">
      <span className="completion-place" />
      <input
        // biome-ignore lint/a11y/noAutofocus: the person asked for the field
        autoFocus
        ref={field}
        aria-label="Subtask name"
        placeholder="Subtask name"
        value={name}
        maxLength={1024}
        onChange={event => setName(event.currentTarget.value)}
        onPaste={event => {
          const text = event.clipboardData.getData('text')
          if (!text.trim().includes('\n')) return
          event.preventDefault()
          add(text)
        }}
        onBlur={() => {
          add(name)
          onEnd()
        }}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter' && name.trim()) add(name)
          else if (event.key === 'Enter') onEnd()
          else if (event.key === 'Escape') {
            event.stopPropagation()
            event.preventDefault()
            setName('')
            onEnd()
          }
        }}
      />
    </div>
  )
}
