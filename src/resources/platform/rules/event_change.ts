/**
 * The member `change` of an event: the field that changed, and the added or removed object. An object that the reader
 * cannot see has only its gid and type. The value of a custom field that the reader cannot see is left out.
 */
import { type ChangeValue, changeValuesOf } from '../../../store/queries/events/streams.ts'
import type { LoadMany, Row } from '../../../vocabulary/field.ts'
import { displayDate } from '../../fields/rules/display.ts'

/** A value of a custom field in the change log. */
interface LoggedValue {
  text_value: string | null
  number_value: string | null
  enum_value: number | null
  date_on: string | null
  date_at: number | null
  choices: number[]
}

type VisibleObjects = ReadonlyMap<number, ChangeValue>
type ChangePayload = Record<string, unknown>

const EMPTY: LoggedValue = {
  text_value: null,
  number_value: null,
  enum_value: null,
  date_on: null,
  date_at: null,
  choices: [],
}

/** The columns that `change` needs. */
export const changeNeeds = ['resource', 'action', 'field', 'change_action', 'value_type', 'value', 'new_value'] as const

export const loadChange: LoadMany = async (rows, { reader, actor }) => {
  const visible = await changeValuesOf(reader, actor.gid, [...new Set(rows.flatMap(referencedGids))])
  return rows.map(row => (row.action === 'changed' ? changeOf(row, visible) : undefined))
}

/** Members by the action on the field. wire: contract: `new_value` for a single value, two others for lists. */
const member: Record<string, string> = { changed: 'new_value', added: 'added_value', removed: 'removed_value' }

function changeOf(row: Row, visible: VisibleObjects): ChangePayload {
  const change = { field: row.field, action: row.change_action }
  if (row.value === null) return change
  const value = present(Number(row.value), String(row.value_type), visible)
  // The reader must be able to see both the field and its task.
  const of = isValue(row) && visible.has(Number(row.resource)) ? visible.get(Number(row.value)) : undefined
  return {
    ...change,
    [member[String(row.change_action)] ?? '']: of ? { ...value, ...valueIn(row, of, visible) } : value,
  }
}

function present(gid: number, type: string, visible: VisibleObjects): ChangePayload {
  const found = visible.get(gid)
  const subtype = found?.subtype ? { resource_subtype: found.subtype } : {}
  return { gid: String(gid), resource_type: type, ...(found ? { name: found.name } : {}), ...subtype }
}

const momentOf = (on: string, at: number | null) => (at === null ? null : displayDate(on, at))

const isValue = ({ value_type }: Row) => value_type === 'custom_field'

const loggedValue = (row: Row): LoggedValue =>
  isValue(row) && typeof row.new_value === 'string' ? JSON.parse(row.new_value) : EMPTY

function referencedGids(row: Row): number[] {
  if (row.value === null) return []
  if (!isValue(row)) return [Number(row.value)]
  const { enum_value, choices } = loggedValue(row)
  return [Number(row.value), Number(row.resource), ...(enum_value === null ? [] : [enum_value]), ...choices]
}

/** The new value of a custom field, in the member of its type. wire: payloads of webhooks: options are objects. */
function valueIn(row: Row, { subtype }: ChangeValue, visible: VisibleObjects): ChangePayload {
  const { text_value, number_value, enum_value, date_on, date_at, choices } = loggedValue(row)
  const visibleChoices = () =>
    choices.flatMap(gid => (visible.get(gid) ? [present(gid, visible.get(gid)?.type ?? '', visible)] : []))
  switch (subtype) {
    case 'text':
      return { text_value }
    case 'number':
      return { number_value: number_value === null ? null : Number(number_value) }
    case 'enum':
      return { enum_value: enum_value === null ? null : present(enum_value, 'enum_option', visible) }
    case 'multi_enum':
      return { multi_enum_values: visibleChoices() }
    case 'date':
      return { date_value: date_on === null ? null : { date: date_on, date_time: momentOf(date_on, date_at) } }
    case 'people':
      return { people_value: visibleChoices() }
    case 'reference':
      return { reference_value: visibleChoices() }
    default:
      return {}
  }
}
