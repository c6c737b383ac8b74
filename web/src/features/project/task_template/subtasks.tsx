/** The subtasks of a task of a template: open one to edit it, add, order and remove them. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { IconButton } from '../../../components/control/icon_button.tsx'
import { Avatar } from '../../../components/display/avatar.tsx'
import { usePerson } from '../../../components/display/use_person.ts'
import { CompletionShape } from '../../../components/icon/completion_mark.tsx'
import { markOf } from '../../../components/task/picker/pictures.ts'
import { NewName } from '../customize/name_inputs.tsx'
import type { TaskDraft } from './draft.ts'
import { datesInWords, localDates } from './relative_dates.ts'

interface Props {
  subtasks: readonly TaskDraft[]
  /** The number of subtasks of a subtask. */
  countOf(task: TaskDraft): number
  open(task: TaskDraft): void
  add(names: readonly string[]): void
  move(task: TaskDraft, step: -1 | 1): void
  remove(task: TaskDraft): void
}

export function TemplateSubtasks({ subtasks, countOf, open, add, move, remove }: Props) {
  const id = useId()
  const [said, say] = useState('')
  const section = useRef<HTMLElement>(null)
  /** The row that takes the place of the removed one gets the focus, or the input of a new one. */
  const removeAndFocus = (task: TaskDraft) => {
    const next = subtasks[subtasks.indexOf(task) + 1] ?? subtasks[subtasks.indexOf(task) - 1]
    remove(task)
    section.current?.querySelector<HTMLElement>(next ? `[data-key="${next.key}"] > .template-open` : '.input')?.focus()
    say(`${task.name} removed`)
  }
  const moveAndSay = (task: TaskDraft, step: -1 | 1) => {
    const place = subtasks.indexOf(task) + step + 1
    if (place < 1 || place > subtasks.length) return
    move(task, step)
    say(`Moved to ${place} of ${subtasks.length}`)
  }
  return (
    <section className="customize-part" aria-labelledby={id} ref={section}>
      <h3 id={id}>Subtasks</h3>
      {subtasks.length > 0 ? (
        <ul className="template-subtasks" aria-label="Subtasks">
          {subtasks.map((task, index) => (
            <Subtask
              key={task.key}
              task={task}
              count={countOf(task)}
              isFirst={index === 0}
              isLast={index === subtasks.length - 1}
              open={() => open(task)}
              move={step => moveAndSay(task, step)}
              remove={() => removeAndFocus(task)}
            />
          ))}
        </ul>
      ) : null}
      <NewName label="New subtask" submit="Add subtask" add={name => add([name])} addAll={add} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </section>
  )
}

interface SubtaskProps {
  task: TaskDraft
  count: number
  isFirst: boolean
  isLast: boolean
  open(): void
  move(step: -1 | 1): void
  remove(): void
}

function Subtask({ task, count, isFirst, isLast, open, move, remove }: SubtaskProps) {
  const assignee = usePerson(task.assignee)
  const name = task.name.trim() || 'Untitled'
  const dates = datesInWords(localDates(task, { now: new Date() }))
  const below = count === 0 ? null : count === 1 ? '1 subtask' : `${count} subtasks`
  const facts = [dates, below].filter(Boolean).join(' · ')
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || !event.shiftKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    move(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li className="template-subtask" data-key={task.key} onKeyDown={onKeyDown}>
      <CompletionShape kind={markOf(task.resource_subtype)} isCompleted={false} />
      <button type="button" className="template-open" onClick={open}>
        <span className="template-open-name">{name}</span>
        {facts ? (
          <span className="template-facts">
            <bdi>{facts}</bdi>
          </span>
        ) : null}
      </button>
      {assignee ? <Avatar person={assignee} size={20} isNamed /> : null}
      <span className="customize-acts">
        <IconButton
          icon={ChevronUp}
          size="small"
          label={`Move ${name} up`}
          isDisabled={isFirst}
          onPress={() => move(-1)}
        />
        <IconButton
          icon={ChevronDown}
          size="small"
          label={`Move ${name} down`}
          isDisabled={isLast}
          onPress={() => move(1)}
        />
        <IconButton icon={X} size="small" label={`Remove ${name}`} onPress={remove} />
      </span>
    </li>
  )
}
