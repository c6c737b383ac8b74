/** The values of tasks by field, in the few shapes that filters, sorting and grouping know. */
import type { Gid, WorkRecord } from '../records.ts'

/** A chosen object: a person, an option, a tag, a project; `true` and `false` of members such as `completed`. */
export interface Choice {
  readonly id: string
  /** The name, where the task has it; otherwise that of the record. */
  readonly name?: string
}

export type TaskValue =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  /** A day, with a moment on it where the time is known. */
  | { readonly kind: 'day'; readonly day: string; readonly at: string | null }
  | { readonly kind: 'moment'; readonly at: string }
  | { readonly kind: 'choices'; readonly choices: readonly Choice[] }

/** The pseudo field of words in the name. */
export const WORDS = 'q'

const EMPTY: TaskValue = { kind: 'empty' }
const MEMBERSHIP_FIELD = 'projects'
const FLAGS: ReadonlySet<string> = new Set(['completed', 'is_blocked'])

const textValue = (text: unknown): TaskValue =>
  typeof text === 'string' && text.trim() !== '' ? { kind: 'text', text } : EMPTY

const numberValue = (number: unknown): TaskValue =>
  typeof number === 'number' || (typeof number === 'string' && number !== '')
    ? { kind: 'number', number: Number(number) }
    : EMPTY

const choicesValue = (choices: readonly Choice[]): TaskValue =>
  choices.length > 0 ? { kind: 'choices', choices } : EMPTY

function dayValue(on: unknown, at: unknown): TaskValue {
  const moment = typeof at === 'string' ? at : null
  if (typeof on === 'string') return { kind: 'day', day: on, at: moment }
  return moment ? { kind: 'moment', at: moment } : EMPTY
}

interface CustomValue {
  readonly gid: Gid
  readonly resource_subtype?: string
  readonly type?: string
  readonly display_value?: unknown
  readonly text_value?: unknown
  readonly number_value?: unknown
  readonly date_value?: { readonly date?: unknown; readonly date_time?: unknown } | null
  readonly [member: string]: unknown
}

const namedChoices = (value: unknown): readonly Choice[] => {
  const objects = Array.isArray(value) ? value : value ? [value] : []
  return objects.map(({ gid, name }: { gid: Gid; name?: string }) => ({ id: gid, ...(name && { name }) }))
}

function customValue(value: CustomValue): TaskValue {
  switch (value.resource_subtype ?? value.type) {
    case 'text':
      return textValue(value.text_value)
    case 'number':
      return numberValue(value.number_value)
    case 'date':
      return dayValue(value.date_value?.date, value.date_value?.date_time)
    case 'enum':
      return choicesValue(namedChoices(value.enum_value))
    case 'multi_enum':
      return choicesValue(namedChoices(value.multi_enum_values))
    case 'people':
      return choicesValue(namedChoices(value.people_value))
    case 'reference':
      return choicesValue(namedChoices(value.reference_value))
    default:
      return typeof value.number_value === 'number' ? numberValue(value.number_value) : textValue(value.display_value)
  }
}

const idsOf = (value: unknown): readonly Choice[] =>
  (Array.isArray(value) ? value : value ? [value] : []).map(id => ({ id: String(id) }))

function memberValue(task: WorkRecord, field: string): TaskValue | undefined {
  if (FLAGS.has(field)) return choicesValue([{ id: String(task[field] === true) }])
  if (field.startsWith('num_')) return numberValue(task[field] ?? 0)
  switch (field) {
    case 'name':
    case WORDS:
      return textValue(task.name)
    case 'assignee':
    case 'created_by':
    case 'tags':
    case 'followers':
      return choicesValue(idsOf(task[field]))
    case 'resource_subtype':
      return choicesValue(idsOf(task.resource_subtype ?? 'default_task'))
    case 'due_on':
      return dayValue(task.due_on, task.due_at)
    case 'start_on':
      return dayValue(task.start_on, task.start_at)
    case 'created_at':
    case 'modified_at':
    case 'completed_at':
      return dayValue(null, task[field])
    case MEMBERSHIP_FIELD:
      return choicesValue(
        ((task.memberships ?? []) as readonly { project: Gid | null }[]).flatMap(({ project }) =>
          project ? { id: project } : [],
        ),
      )
    default:
      return undefined
  }
}

/** The value of a field of a task: a member such as `due_on`, or the gid of a custom field. */
export function fieldValue(task: WorkRecord, field: string): TaskValue {
  const member = memberValue(task, field)
  if (member) return member
  const custom = (task.custom_fields as readonly CustomValue[] | undefined)?.find(({ gid }) => gid === field)
  return custom ? customValue(custom) : EMPTY
}

const two = (part: number): string => String(part).padStart(2, '0')

/** The day of a value in the time zone of the browser; null for values that are no dates. */
export function dayIn(value: TaskValue): string | null {
  if (value.kind === 'day') return value.day
  if (value.kind !== 'moment') return null
  const moment = new Date(value.at)
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
