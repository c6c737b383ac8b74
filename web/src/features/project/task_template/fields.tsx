/** The fields of a task of a template, with the editors of tasks. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { CompletionShape } from '../../../components/icon/completion_mark.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { MenuButton } from '../../../components/overlay/menu.tsx'
import { PopupButton, type PopupPlace } from '../../../components/overlay/popup.tsx'
import { Picker } from '../../../components/picker/picker.tsx'
import { PersonField } from '../../../components/task/field/assignee.tsx'
import { ValueField } from '../../../components/task/field/custom_field.tsx'
import { FieldRow } from '../../../components/task/field/field_row.tsx'
import { TagsField } from '../../../components/task/field/tags.tsx'
import { Followers } from '../../../components/task/group/followers.tsx'
import { useCandidates } from '../../../components/task/picker/candidates.tsx'
import { DEPENDENCY_WORDS } from '../../../components/task/picker/pickers.ts'
import { markOf } from '../../../components/task/picker/pictures.ts'
import { call } from '../../../data/call.ts'
import { changeOf, type FieldOption, type FieldValue, withSent } from '../../../data/custom_fields.ts'
import { useCache, useComputed } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import type { TaskSubtype } from '../../../data/task_changes.ts'
import { nameOf, possibleDependencies, type TaskDraft, type TemplateDraft, taskIn } from './draft.ts'
import { RelativeDateField } from './relative_date.tsx'

/** Changed members, or how they follow from the task as it then is. */
export type TaskChange = Partial<TaskDraft> | ((task: TaskDraft) => Partial<TaskDraft>)

/** A custom field of the project, with its options. */
export type TemplateField = FieldValue & { readonly enum_options?: readonly FieldOption[] }

interface Props {
  draft: TemplateDraft
  task: TaskDraft
  /** The custom fields of the project that can be edited. */
  fields: readonly TemplateField[]
  onChange(members: TaskChange): void
  onType(type: TaskSubtype): void
}

const TYPES: readonly { id: TaskSubtype; label: string }[] = [
  { id: 'default_task', label: 'Task' },
  { id: 'milestone', label: 'Milestone' },
  { id: 'approval', label: 'Approval' },
]

export function TemplateFields({ draft, task, fields, onChange, onType }: Props) {
  const toggle = (gid: Gid, isAdded: boolean) =>
    onChange({ followers: isAdded ? [...task.followers, gid] : task.followers.filter(one => one !== gid) })
  return (
    <div className="task-fields">
      <FieldRow name="Type">
        <TypeField type={task.resource_subtype} onChange={onType} />
      </FieldRow>
      <FieldRow name="Assignee">
        <PersonField
          look="button"
          person={task.assignee}
          popup={place => (
            <AssigneePicker {...place} value={task.assignee} onChange={assignee => onChange({ assignee })} />
          )}
        />
      </FieldRow>
      <FieldRow name="Due date">
        <RelativeDateField dates={task} canHaveStart={task.resource_subtype !== 'milestone'} onChange={onChange} />
      </FieldRow>
      {draft.tasks.length > 1 ? (
        <FieldRow name="Dependencies">
          <Dependencies {...{ draft, task }} onChange={dependencies => onChange({ dependencies })} />
        </FieldRow>
      ) : null}
      <FieldRow name="Tags">
        <TagsField
          look="button"
          tags={task.tags}
          popup={place => <TagPicker {...place} values={task.tags} onChange={onChange} />}
        />
      </FieldRow>
      <CustomFields {...{ task, fields, onChange }} />
      <FieldRow name="Followers">
        <Followers people={task.followers} toggle={toggle} />
      </FieldRow>
    </div>
  )
}

function TypeField({ type, onChange }: { type: TaskSubtype; onChange(type: TaskSubtype): void }) {
  const label = TYPES.find(({ id }) => id === type)?.label ?? 'Task'
  return (
    <MenuButton
      label={`Type: ${label}`}
      className="field-button task-field"
      groups={[{ kind: 'one', options: TYPES, value: type, onChange: id => onChange(id as TaskSubtype) }]}
    >
      <CompletionShape kind={markOf(type)} isCompleted={false} />
      <span className="task-text">{label}</span>
      <Icon of={ChevronDown} size={14} />
    </MenuButton>
  )
}

interface AssigneeProps extends PopupPlace {
  value: Gid | null
  onChange(value: Gid | null): void
}

function AssigneePicker(props: AssigneeProps) {
  return <Picker {...props} {...useCandidates('user')} label="Assignee" emptyLabel="Nobody" />
}

interface TagPickerProps extends PopupPlace {
  values: readonly Gid[]
  onChange: Props['onChange']
}

function TagPicker({ values, onChange, ...place }: TagPickerProps) {
  const { workspace, records } = useCache()
  const notify = useNotice()
  const create = async (name: string) => {
    try {
      const { gid } = await call<{ gid: Gid }>('POST', '/api/1.0/tags', { workspace, name })
      records.confirm([{ gid, members: { resource_type: 'tag', name, color: null } }])
      onChange(({ tags }) => ({ tags: [...tags, gid] }))
    } catch (error) {
      notify({ text: (error as Error).message, isError: true })
    }
  }
  return (
    <Picker
      {...{ ...place, ...useCandidates('tag'), label: 'Tags', values }}
      selection="many"
      emptyLabel="None"
      onChange={tags => onChange({ tags })}
      onCreate={name => void create(name)}
    />
  )
}

function CustomFields({ task, fields, onChange }: Pick<Props, 'task' | 'fields' | 'onChange'>) {
  if (fields.length === 0) return null
  return (
    <fieldset className="task-fields" aria-label="Custom fields">
      {fields.map(field => (
        <FieldRow key={field.gid} name={field.name}>
          <TemplateValue
            field={field}
            sent={task.custom_fields[field.gid]}
            onChange={sent => {
              const { [field.gid]: _, ...rest } = task.custom_fields
              onChange({ custom_fields: isEmpty(sent) ? rest : { ...rest, [field.gid]: sent } })
            }}
          />
        </FieldRow>
      ))}
    </fieldset>
  )
}

const isEmpty = (sent: unknown): boolean =>
  sent === null || sent === '' || sent === undefined || (Array.isArray(sent) && sent.length === 0)

interface ValueProps {
  field: TemplateField
  sent: unknown
  onChange(sent: unknown): void
}

function TemplateValue({ field, sent, onChange }: ValueProps) {
  const { records } = useCache()
  const named = (Array.isArray(sent) ? sent : [sent]) as readonly unknown[]
  const value = useComputed(
    () => {
      const options = field.enum_options ?? []
      const find = (gid: Gid) => {
        const record = records.get(gid)
        const object = typeof record?.name === 'string' ? { gid, name: record.name } : undefined
        return options.find(option => option.gid === gid) ?? object
      }
      return withSent(field, sent, find)
    },
    gid => named.includes(gid) || gid === field.gid,
    JSON.stringify([field.gid, sent]),
  )
  return <ValueField look="button" value={value} change={input => onChange(changeOf(value, input).sent)} />
}

interface DependenciesProps {
  draft: TemplateDraft
  task: TaskDraft
  onChange(dependencies: readonly string[]): void
}

function Dependencies({ draft, task, onChange }: DependenciesProps) {
  const others = task.dependencies.flatMap(key => taskIn(draft, key) ?? [])
  const shownName = (other: TaskDraft) => nameOf(draft, other).trim() || 'Untitled'
  return (
    <fieldset className="task-group" aria-label="Dependencies">
      {others.length > 0 ? (
        <ul className="task-items" aria-label={DEPENDENCY_WORDS.dependencies}>
          {others.map(other => (
            <li key={other.key} className="task-item">
              <CompletionShape kind={markOf(other.resource_subtype)} isCompleted={false} />
              <span className="task-text">{shownName(other)}</span>
              <button
                type="button"
                className="icon-button small"
                aria-label={`Remove ${shownName(other)}`}
                onClick={() => onChange(task.dependencies.filter(key => key !== other.key))}
              >
                <Icon of={X} size={14} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <PopupButton
        label="Add blocked by"
        className="task-add"
        popup={place => (
          <Picker
            {...{ ...place, label: DEPENDENCY_WORDS.dependencies, values: task.dependencies, onChange }}
            selection="many"
            options={possibleDependencies(draft, task).map(other => ({ id: other.key, label: shownName(other) }))}
          />
        )}
      >
        <Icon of={Plus} size={14} />
        {DEPENDENCY_WORDS.dependencies}
      </PopupButton>
    </fieldset>
  )
}
