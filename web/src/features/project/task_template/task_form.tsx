/** The form of one task of a template: its name, its fields, its description and its subtasks. */
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useId, useRef } from 'react'
import { focusesInput } from '../../../components/focus.ts'
import { Icon } from '../../../components/icon/icon.tsx'
import { RichTextEditor } from '../../../components/rich_text/rich_text_editor.tsx'
import { useMentions } from '../../../components/rich_text/use_mentions.ts'
import {
  ancestorsOf,
  moved,
  nameOf,
  subtasksOf,
  type TaskDraft,
  type TemplateDraft,
  withoutTask,
  withSubtasks,
  withTask,
  withType,
} from './draft.ts'
import { type TaskChange, type TemplateField, TemplateFields } from './fields.tsx'
import { TemplateSubtasks } from './subtasks.tsx'

interface Props {
  draft: TemplateDraft
  task: TaskDraft
  fields: readonly TemplateField[]
  /** Whether the template cannot be saved because this task has no name. */
  isNameMissing: boolean
  /** The subtask that was open before, whose row gets the focus. */
  cameFrom: string | null
  change(next: (draft: TemplateDraft) => TemplateDraft): void
  open(key: string, cameFrom: string | null): void
  /** Saves the template. */
  submit(): void
}

export function TaskForm({ draft, task, fields, isNameMissing, cameFrom, change, open, submit }: Props) {
  const { key } = task
  const { findAll } = useMentions()
  const place = useFocusedPlace(task, cameFrom)
  const set = (members: TaskChange) =>
    change(known => {
      const own = typeof members === 'function' ? known.tasks.find(one => one.key === key) : task
      return own ? withTask(known, key, typeof members === 'function' ? members(own) : members) : known
    })
  const addAll = (names: readonly string[]) => change(known => withSubtasks(known, key, names))
  const isRoot = task.parent === null
  const rename = (name: string) => change(known => (isRoot ? { ...known, name } : withTask(known, key, { name })))
  return (
    <div className="task-template-form" ref={place}>
      {isRoot ? null : <Path draft={draft} task={task} open={open} />}
      <NameInput
        label={isRoot ? 'Name' : 'Subtask name'}
        name={nameOf(draft, task)}
        isMissing={isNameMissing}
        onChange={rename}
      />
      <TemplateFields
        {...{ draft, task, fields }}
        onChange={set}
        onType={type => change(known => withType(known, key, type))}
      />
      <section className="customize-part">
        <h3>Description</h3>
        <RichTextEditor
          label="Description"
          placeholder="What is this task about?"
          profile="full"
          value={task.html_notes}
          onChange={html_notes => set({ html_notes })}
          onMention={findAll}
          onSubmit={() => submit()}
          onSubtask={name => addAll([name])}
        />
      </section>
      <TemplateSubtasks
        subtasks={subtasksOf(draft, key)}
        countOf={one => subtasksOf(draft, one.key).length}
        open={one => open(one.key, null)}
        add={addAll}
        move={(one, step) => change(known => moved(known, one, step))}
        remove={one => change(known => withoutTask(known, one))}
      />
    </div>
  )
}

/** Focuses the name of a subtask that opens, and the row of a subtask from which a person returns. */
function useFocusedPlace({ parent }: TaskDraft, cameFrom: string | null) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each task that opens
  useEffect(() => {
    const at = (selector: string) => place.current?.querySelector<HTMLElement>(selector)
    if (cameFrom) at(`[data-key="${cameFrom}"] > .template-open`)?.focus()
    else if (parent !== null) at(focusesInput() ? '.input' : '.template-path button')?.focus()
  }, [])
  return place
}

/** The tasks above a subtask, as the way back. */
function Path({ draft, task, open }: Pick<Props, 'draft' | 'task' | 'open'>) {
  const above = ancestorsOf(draft, task)
  return (
    <nav className="template-path" aria-label="Parent tasks">
      {above.map((one, index) => (
        <span key={one.key}>
          <button type="button" className="link-button" onClick={() => open(one.key, (above[index + 1] ?? task).key)}>
            {nameOf(draft, one).trim() || 'Untitled'}
          </button>
          <Icon of={ChevronRight} size={14} />
        </span>
      ))}
    </nav>
  )
}

interface NameProps {
  label: string
  name: string
  isMissing: boolean
  onChange(name: string): void
}

function NameInput({ label, name, isMissing, onChange }: NameProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isMissing) input.current?.focus()
  }, [isMissing])
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className="input"
        value={name}
        maxLength={1024}
        autoComplete="off"
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-problem` : undefined}
        onChange={event => onChange(event.currentTarget.value)}
      />
      {isMissing ? (
        <p className="field-error" role="alert" id={`${id}-problem`}>
          Enter a name.
        </p>
      ) : null}
    </div>
  )
}
