/** A custom field of a task, edited by the editor of its type. */
import { Fragment, useState } from 'react'
import {
  changeOf,
  emptyInput,
  type FieldInput,
  type FieldValue,
  kindOf,
  parseNumber,
  readOnlyReason,
  typedNumber,
} from '../../../data/custom_fields.ts'
import { useCache, useRecord } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { setCustomField } from '../../../data/tasks.ts'
import { dayOf, formatDay, formatNumber, formatTime } from '../../../text/format.ts'
import { useAct } from '../../act.ts'
import { Chip } from '../../display/chip.tsx'
import { useNotice } from '../../notices.tsx'
import { FieldPicker } from '../picker/pickers.ts'
import { EmptyValue, FieldButton, type FieldLook, LOOK_CLASSES, type TaskFieldProps } from './field_button.tsx'
import { TextEditor } from './text_editor.tsx'

interface Props extends TaskFieldProps {
  field: Gid
}

/** The value of a field as text; null without one. */
function textOf(field: FieldValue): string | null {
  switch (kindOf(field)) {
    case 'number':
      return typeof field.number_value === 'number' ? formatNumber(field.number_value, field) : null
    case 'date': {
      const { date, date_time } = field.date_value ?? {}
      const now = new Date()
      if (date_time) return `${formatDay(dayOf(new Date(date_time)), dayOf(now))}, ${formatTime(new Date(date_time))}`
      return date ? formatDay(date, dayOf(now)) : null
    }
    case 'text':
      return field.text_value || null
    default:
      return field.display_value || null
  }
}

function Value({ field, text }: { field: FieldValue; text: string }) {
  const kind = kindOf(field)
  const options = kind === 'enum' ? [field.enum_value] : kind === 'multi_enum' ? (field.multi_enum_values ?? []) : null
  if (!options) return <span className={`task-text ${kind === 'number' ? 'task-number' : ''}`}>{text}</span>
  return (
    <span className="task-chips">
      {options.map(option =>
        option ? (
          <Fragment key={option.gid}>
            <Chip color={option.enabled === false ? null : option.color}>{option.name}</Chip>{' '}
          </Fragment>
        ) : null,
      )}
    </span>
  )
}

function useFieldValue(task: Gid, field: Gid) {
  const cache = useCache()
  const act = useAct()
  const fields = (useRecord(task)?.custom_fields ?? []) as readonly FieldValue[]
  const value = fields.find(({ gid }) => gid === field)
  const change = (input: FieldInput) => {
    if (!value) return
    act(
      { title: `${value.name} changed`, steps: [setCustomField(cache, task, changeOf(value, input))] },
      { isQuiet: true },
    )
  }
  return { value, change }
}

interface ValueFieldProps extends Omit<TaskFieldProps, 'task'> {
  value: FieldValue
  look: FieldLook
  change(input: FieldInput): void
}

/** A custom field with its value, wherever that is. */
export function ValueField({ look, value, change, ...props }: ValueFieldProps) {
  const kind = kindOf(value)
  const reason = readOnlyReason(value)
  const text = textOf(value)
  const shown = text ? (
    <Value field={value} text={text} />
  ) : (
    <EmptyValue>{look === 'button' ? (reason ? '–' : 'None') : null}</EmptyValue>
  )
  const shared = { ...props, look, reason, name: value.name, text }
  if (props.isReadOnly || reason !== null) {
    return (
      <FieldButton {...shared} isReadOnly popup={() => null}>
        {shown}
      </FieldButton>
    )
  }
  if (value.enabled === false) return <Outdated {...{ value, look }} clear={() => change(emptyInput(value))} />
  if (kind === 'text' || kind === 'number')
    return <Typed {...{ value, look, text, change }} tabIndex={props.tabIndex} />
  return (
    <FieldButton {...shared} popup={place => <FieldPicker {...place} field={value} onChange={change} />}>
      {shown}
    </FieldButton>
  )
}

function CustomField({ task, field, ...props }: Props & { look: FieldLook }) {
  const { value, change } = useFieldValue(task, field)
  return value ? <ValueField {...props} value={value} change={change} /> : null
}

/** A value of a field that no longer applies to the task: it can only be cleared. */
function Outdated({ value, look, clear }: { value: FieldValue; look: FieldLook; clear(): void }) {
  return (
    <span className={`${LOOK_CLASSES[look]} read-only outdated`}>
      <span className="task-text">{textOf(value)}</span>
      <button type="button" className="task-clear" aria-label={`Clear ${value.name}`} onClick={clear}>
        Clear
      </button>
    </span>
  )
}

interface TypedProps {
  value: FieldValue
  look: FieldLook
  text: string | null
  tabIndex?: number
  change(input: FieldInput): void
}

/** A text or a number, which is edited in place. */
function Typed({ value, look, text, tabIndex, change }: TypedProps) {
  const [isEdited, setEdited] = useState(false)
  const notify = useNotice()
  const isNumber = kindOf(value) === 'number'
  if (!isEdited) {
    return (
      <button
        type="button"
        className={LOOK_CLASSES[look]}
        aria-label={`${value.name}: ${text ?? 'none'}`}
        tabIndex={tabIndex}
        onClick={() => setEdited(true)}
      >
        {text ? <Value field={value} text={text} /> : <EmptyValue>{look === 'button' ? 'None' : null}</EmptyValue>}
      </button>
    )
  }
  const save = (typed: string) => {
    if (!isNumber) {
      if (typed !== (value.text_value ?? '')) change({ kind: 'text', text: typed })
      return
    }
    const number = parseNumber(typed, value)
    if (number === undefined) notify({ text: `${value.name}: “${typed}” is not a number`, isError: true })
    else if (number !== (value.number_value ?? null)) change({ kind: 'number', number })
  }
  return (
    <TextEditor
      label={value.name}
      look={look}
      initial={isNumber ? typedNumber(value.number_value, value) : (value.text_value ?? '')}
      isNumber={isNumber}
      save={save}
      close={() => setEdited(false)}
    />
  )
}

export const CustomFieldButton = (props: Props) => <CustomField {...props} look="button" />
export const CustomFieldCell = (props: Props) => <CustomField {...props} look="cell" />
