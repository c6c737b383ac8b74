/** The values that conditions compare with and that actions set: what an input shows, and what the server takes. */
import type { WorkRecord } from '../../../data/records.ts'
import type { Part } from './rule.ts'

type ValueType = 'text' | 'number' | 'date' | 'choice' | 'person'

interface ValueInput {
  readonly type: ValueType
  /** Of a choice: the values with their words. */
  readonly options: readonly (readonly [value: string, label: string])[]
  /** How `PUT /tasks/{gid}` takes a value: as it is, in a list, as a flag or as a day in an object. */
  readonly form: 'plain' | 'list' | 'flag' | 'day'
}

const plain = (type: ValueType): ValueInput => ({ type, options: [], form: 'plain' })
const choice = (...options: (readonly [string, string])[]): ValueInput => ({ type: 'choice', options, form: 'plain' })

const FIELDS: Readonly<Record<string, ValueInput>> = {
  name: plain('text'),
  notes: plain('text'),
  assignee: plain('person'),
  due_on: plain('date'),
  start_on: plain('date'),
  completed: { ...choice(['true', 'Completed'], ['false', 'Incomplete']), form: 'flag' },
  resource_subtype: choice(['default_task', 'Task'], ['milestone', 'Milestone'], ['approval', 'Approval']),
  approval_status: choice(
    ...([
      ['pending', 'Pending'],
      ['approved', 'Approved'],
      ['changes_requested', 'Changes requested'],
      ['rejected', 'Rejected'],
    ] as const),
  ),
}

interface EnumOption {
  readonly gid: string
  readonly name: string
  readonly enabled?: boolean
}

/** The input for the values of a custom field. */
function customInput({ resource_subtype: type, enum_options }: WorkRecord): ValueInput {
  const options = ((enum_options ?? []) as readonly EnumOption[])
    .filter(({ enabled }) => enabled !== false)
    .map(({ gid, name }) => [gid, name] as const)
  if (type === 'enum') return { type: 'choice', options, form: 'plain' }
  if (type === 'multi_enum') return { type: 'choice', options, form: 'list' }
  if (type === 'number') return plain('number')
  if (type === 'people') return { ...plain('person'), form: 'list' }
  if (type === 'date') return { ...plain('date'), form: 'day' }
  return plain('text')
}

/** The input for the value of a part: by its field, or by its custom field. */
export function valueInput(part: Part, record: WorkRecord | undefined): ValueInput {
  if (part.custom_field !== undefined) return record ? customInput(record) : plain('text')
  return FIELDS[String(part.field)] ?? plain('text')
}

const isDay = (value: unknown): value is { date: string } =>
  typeof value === 'object' && value !== null && 'date' in value

/** A stored value as the input shows it. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return shownValue(value[0])
  return isDay(value) ? value.date : String(value)
}

/** The value that the server takes; null without one. Conditions compare with plain values, actions set those of the API. */
export function storedValue({ type, form }: ValueInput, shown: string, isSet: boolean): unknown {
  if (shown.trim() === '') return null
  if (form === 'flag') return shown === 'true'
  if (type === 'number') return Number.isNaN(Number(shown)) ? shown : Number(shown)
  if (isSet && form === 'list') return [shown]
  return isSet && form === 'day' ? { date: shown } : shown
}

/** The comparisons that make sense for a type, of those that the server offers. */
export function comparisonsOf({ type, form }: ValueInput, offered: readonly string[]): readonly string[] {
  const ordered = type === 'number' || type === 'date'
  return offered.filter(name => {
    if (name === 'greater_than' || name === 'less_than') return ordered
    if (name === 'contains') return type === 'text' || form === 'list'
    return true
  })
}

/** Whether a comparison needs a value. */
export const needsValue = (comparison: unknown): boolean => comparison !== 'is_set' && comparison !== 'is_not_set'
