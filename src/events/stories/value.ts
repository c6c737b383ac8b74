/** Notes of custom fields: a value as it was and as it is, in the members of its type. */
import { formatTimestamp } from '../../lib/date.ts'
import type { RecordedValue } from '../../resources/fields/rules/value_changes.ts'
import type { ChangeSubjects } from '../../store/queries/events/log.ts'
import type { Change } from '../../vocabulary/change.ts'
import type { StoryDraft } from './draft.ts'

const dateIn = ({ date_on: due_on, date_at: at }: RecordedValue) =>
  due_on === null ? null : { start_on: null, due_at: at === null ? null : formatTimestamp(at), due_on }

/** For each type the member that carries its value, without `old_` or `new_`, and what stands there. */
const members: Record<string, [name: string, shown: (value: RecordedValue) => unknown, none: unknown]> = {
  text: ['text_value', value => value.text_value, null],
  number: ['number_value', value => (value.number_value === null ? null : Number(value.number_value)), null],
  enum: ['enum_value', value => value.enum_value, null],
  multi_enum: ['multi_enum_values', value => value.choices, []],
  people: ['people_value', value => value.choices, []],
  date: ['date_value', dateIn, null],
}

/** The note of a changed value. A number that the program gave to a task is no story. */
export function ofValue({ resource, value, old, new: now }: Change, known: ChangeSubjects): StoryDraft[] {
  const field = known.get(value?.gid ?? 0)
  const type = field?.subtype
  if (!value || !type) return []
  const member = Object.hasOwn(members, type) ? members[type] : undefined
  const side = (told: unknown) => (told && member ? member[1](told as RecordedValue) : member?.[2])
  const values = member && { [`old_${member[0]}`]: side(old), [`new_${member[0]}`]: side(now) }
  return [{ task: resource, subtype: `${type}_custom_field_changed`, detail: { custom_field: value.gid, ...values } }]
}
