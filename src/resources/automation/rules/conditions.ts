/** The kinds of conditions. All conditions of a rule must hold for its task, as the owner of the rule sees it. */
import { invalid, invalidReference } from '../../../lib/errors.ts'
import { one, oneOf, raw, text } from '../../../vocabulary/field.ts'
import { mustBeSmall, type Part, type PartKind, type PartKinds } from './part.ts'

interface NamedObject {
  gid: string
}

interface FieldValue extends NamedObject {
  resource_subtype: string
  text_value?: string | null
  number_value?: number | null
  enum_value?: NamedObject | null
  multi_enum_values?: NamedObject[]
  date_value?: { date: string } | null
  people_value?: NamedObject[]
  display_value: string | null
}

/** A task as the API shows it. */
export interface ShownTask extends NamedObject {
  name: string
  memberships: { section: NamedObject | null }[]
  tags: NamedObject[]
  /** Absent where the plan has no custom fields. */
  custom_fields?: FieldValue[]
  [field: string]: unknown
}

/** What a run knows when its conditions are checked. */
export interface ConditionSubject {
  task: ShownTask
  /** The values that the request sent. */
  payload: Record<string, unknown>
}

interface ConditionKind extends PartKind {
  /** `at` is the position of the condition, for errors. */
  holds(condition: Part, subject: ConditionSubject, at: string): boolean
}

const comparedFields = [
  ...(['name', 'notes', 'completed', 'assignee', 'due_on', 'start_on'] as const),
  ...(['resource_subtype', 'approval_status'] as const),
]

/** The fields of a task that conditions and variables need. */
export const SHOWN_FIELDS = [
  ...comparedFields,
  ...['memberships.section', 'tags', 'custom_fields.resource_subtype', 'custom_fields.text_value'],
  ...['number_value', 'enum_value', 'multi_enum_values', 'date_value.date', 'people_value', 'display_value'].map(
    name => `custom_fields.${name}`,
  ),
].join()

const comparisons = ['is', 'is_not', 'is_set', 'is_not_set', 'contains', 'greater_than', 'less_than'] as const

const MAX_VALUE_BYTES = 4096

const comparison = {
  is: oneOf(comparisons, { required: true, doc: 'How it is compared.' }),
  value: raw({ nullable: true, doc: 'The value to compare with: a text, a number, a flag, or the gid of an object.' }),
}

function checkValue(at: string, { value = null }: Part): void {
  if (typeof value === 'object' && value !== null) throw invalid(`${at}: value`, 'Must be a text, a number or a flag')
  mustBeSmall(`${at}: value`, value, MAX_VALUE_BYTES)
}

const isBlank = (actual: unknown) =>
  actual === null || actual === undefined || actual === '' || (Array.isArray(actual) && actual.length === 0)

const equals = (actual: unknown, value: unknown): boolean => {
  if (isBlank(actual) || isBlank(value)) return isBlank(actual) && isBlank(value)
  if (Array.isArray(actual)) return actual.length === 1 && equals(actual[0], value)
  return String(actual) === String(value)
}

/** Numbers compare as numbers; other values, such as dates, as texts. */
function order(actual: unknown, value: unknown): number {
  if (isBlank(actual) || isBlank(value)) return 0
  const [a, b] = [Number(actual), Number(value)]
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b
  return String(actual) < String(value) ? -1 : String(actual) > String(value) ? 1 : 0
}

function contains(actual: unknown, value: unknown): boolean {
  if (isBlank(actual) || isBlank(value)) return false
  if (Array.isArray(actual)) return actual.some(item => equals(item, value))
  return String(actual).toLowerCase().includes(String(value).toLowerCase())
}

const compares: Record<(typeof comparisons)[number], (actual: unknown, value: unknown) => boolean> = {
  is: equals,
  is_not: (actual, value) => !equals(actual, value),
  is_set: actual => !isBlank(actual),
  is_not_set: isBlank,
  contains,
  greater_than: (actual, value) => order(actual, value) > 0,
  less_than: (actual, value) => order(actual, value) < 0,
}

const compare = (actual: unknown, { is, value = null }: Part): boolean =>
  compares[is as keyof typeof compares](actual, value)

/** A value of a task to compare: an object by its gid. */
const comparable = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'gid' in value ? value.gid : value

const gidsOf = (objects: readonly NamedObject[] | undefined) => objects?.map(({ gid }) => gid) ?? []

const valuesOfField: Record<string, (value: FieldValue) => unknown> = {
  text: ({ text_value }) => text_value,
  number: ({ number_value }) => number_value,
  enum: ({ enum_value }) => enum_value?.gid,
  multi_enum: ({ multi_enum_values }) => gidsOf(multi_enum_values),
  date: ({ date_value }) => date_value?.date,
  people: ({ people_value }) => gidsOf(people_value),
}

export const conditionKinds: PartKinds<ConditionKind> = {
  field: {
    doc: 'A field of the task compares with a value.',
    fields: { field: oneOf(comparedFields, { required: true, doc: 'The field.' }), ...comparison },
    check: checkValue,
    holds: (condition, { task }) => compare(comparable(task[String(condition.field)]), condition),
  },
  custom_field: {
    doc: 'The value of a custom field compares with a value; options and people by their gids.',
    fields: {
      custom_field: one('custom_field', { need: 'view', required: true, doc: 'The custom field.' }),
      ...comparison,
    },
    check: checkValue,
    holds(condition, { task }, at) {
      const gid = String(condition.custom_field)
      const found = task.custom_fields?.find(field => field.gid === gid)
      // The field was removed from the project.
      if (!found) throw invalidReference(`${at}: custom_field`, gid)
      const actualOf = valuesOfField[found.resource_subtype] ?? (({ display_value }) => display_value)
      return compare(actualOf(found), condition)
    },
  },
  section: {
    doc: 'The task is in a section.',
    fields: { section: one('section', { need: 'view', required: true, doc: 'The section.' }) },
    holds: ({ section }, { task }) => task.memberships.some(membership => membership.section?.gid === section),
  },
  tag: {
    doc: 'The task has a tag.',
    fields: { tag: one('tag', { need: 'view', required: true, doc: 'The tag.' }) },
    holds: ({ tag }, { task }) => task.tags.some(({ gid }) => gid === tag),
  },
  payload: {
    doc: 'A value that the request sent compares with a value.',
    fields: { name: text({ required: true, max: 100, doc: 'The name of the value.' }), ...comparison },
    check: checkValue,
    holds(condition, { payload }) {
      const name = String(condition.name)
      return compare(Object.hasOwn(payload, name) ? payload[name] : null, condition)
    },
  },
}
