/** The values of the important custom fields of a task, as chips. */
import type { Gid, WorkRecord } from '../../data/records.ts'
import { Chip } from '../display/chip.tsx'

interface Option {
  readonly gid: Gid
  readonly name: string
  readonly color?: string | null
}

interface FieldValue {
  readonly gid: Gid
  readonly name: string
  readonly enum_value?: Option | null
  readonly multi_enum_values?: readonly Option[] | null
  readonly display_value?: string | null
}

export function FieldChips({ task, fields }: { task: WorkRecord; fields: ReadonlySet<Gid> }) {
  const values = ((task.custom_fields ?? []) as readonly FieldValue[]).filter(({ gid }) => fields.has(gid))
  return values.map(value => <ValueChips key={value.gid} value={value} />)
}

function ValueChips({ value: { name, enum_value, multi_enum_values, display_value } }: { value: FieldValue }) {
  const options = enum_value ? [enum_value] : (multi_enum_values ?? [])
  if (options.length > 0)
    return options.map(option => (
      <span key={option.gid} className="board-card-field" title={`${name}: ${option.name}`}>
        <Chip color={option.color ?? null}>{option.name}</Chip>
      </span>
    ))
  if (!display_value) return null
  return (
    <span className="board-card-field" title={`${name}: ${display_value}`}>
      <Chip>{display_value}</Chip>
    </span>
  )
}
