/**
 * Changes of custom field values. A write replaces a value as a whole, together with its choices, so the values before and
 * after are assembled from the deleted and the inserted rows.
 */
import type { FieldOwner } from '../../../store/queries/fields.ts'
import {
  type Change,
  type ChangeMapper,
  createChange,
  gidIn,
  type NetRowChange,
  type RowImage,
} from '../../../vocabulary/change.ts'

/** A value before or after a change: its columns, and its choices in order. */
export interface RecordedValue {
  text_value: string | null
  number_value: string | null
  enum_value: number | null
  date_on: string | null
  date_at: number | null
  choices: number[]
}

function valueIn(row: RowImage | null, choices: NetRowChange[], side: 'before' | 'after'): RecordedValue | null {
  if (row === null) return null
  const own = choices.map(net => net[side]).filter(choice => choice !== null && choice.value === row.gid) as RowImage[]
  const ordered = own.sort((a, b) => (a.rank as number) - (b.rank as number))
  const { text_value, number_value, enum_value, date_on, date_at } = row as unknown as RecordedValue
  return { text_value, number_value, enum_value, date_on, date_at, choices: ordered.map(one => one.choice as number) }
}

/** A job writes many values in one transaction, so that their choices are found once. */
const choicesOf = new WeakMap<readonly NetRowChange[], NetRowChange[]>()

function choicesIn(rows: readonly NetRowChange[]): NetRowChange[] {
  const known = choicesOf.get(rows) ?? rows.filter(({ table }) => table === 'custom_field_choices')
  choicesOf.set(rows, known)
  return known
}

function changes({ before, after }: NetRowChange, rows: readonly NetRowChange[]): Change[] {
  const choices = choicesIn(rows)
  const [old, now] = [valueIn(before, choices, 'before'), valueIn(after, choices, 'after')]
  if (JSON.stringify(old) === JSON.stringify(now)) return []
  const row = (after ?? before) as RowImage
  const type = row.object_type as FieldOwner['type']
  // The API has no changes of users.
  if (type === 'user') return []
  const [object, workspace] = [gidIn(row, 'object'), gidIn(row, 'workspace')]
  const placed = type === 'task' ? { task: object } : { streams: [object, workspace] }
  return [
    createChange({
      ...{ type, resource: object, action: 'changed', field: 'custom_fields', changeAction: 'changed', ...placed },
      ...{ workspace, value: { type: 'custom_field', gid: gidIn(row, 'custom_field') }, old, new: now },
    }),
  ]
}

export const fieldValues: ChangeMapper = {
  table: 'custom_field_values',
  captured: {
    custom_field_values: {
      key: ['object', 'custom_field'],
      columns: ['text_value', 'number_value', 'enum_value', 'date_on', 'date_at'],
    },
    custom_field_choices: { key: ['value', 'choice'], columns: [] },
  },
  changes,
}
