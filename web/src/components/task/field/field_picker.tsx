/** The pickers of custom fields: options, dates, people and references. */
import { type RefObject, useEffect, useMemo } from 'react'
import { type FieldInput, type FieldOption, type FieldValue, kindOf } from '../../../data/custom_fields.ts'
import { useCache, useRecord } from '../../../data/hooks.ts'
import { dayOf } from '../../../text/format.ts'
import { Button } from '../../button.tsx'
import { DatePicker } from '../../date_picker/date_picker.tsx'
import { ColorSwatch } from '../../display/chip.tsx'
import type { PickerOption } from '../../picker/option.ts'
import { Picker } from '../../picker/picker.tsx'
import { type CandidateType, useCandidates } from '../picker/candidates.tsx'
import { useCustomizing } from './field_customizing.ts'

export interface FieldPickerProps {
  field: FieldValue
  anchor: RefObject<Element | null>
  onChange(input: FieldInput): void
  onClose(): void
}

const FIELD_FIELDS = 'name,resource_subtype,enum_options.(name|color|enabled),input_restrictions'

/** A member of the definition of a field, which is read once if no loaded project has it. */
function useDefined<T>(field: FieldValue, member: 'enum_options' | 'input_restrictions'): T | undefined {
  const cache = useCache()
  const defined = useRecord(field.gid)?.[member] as T | undefined
  const isKnown = defined !== undefined
  useEffect(() => {
    if (!isKnown) cache.read('custom_field', field.gid, FIELD_FIELDS).catch(() => undefined)
  }, [cache, field.gid, isKnown])
  return defined
}

/** The options of a field, and those that are chosen. */
function useOptions(field: FieldValue): readonly FieldOption[] {
  const defined = useDefined<readonly FieldOption[]>(field, 'enum_options')
  return useMemo(() => {
    const chosen = [...(field.enum_value ? [field.enum_value] : []), ...(field.multi_enum_values ?? [])]
    const offered = (defined ?? []).filter(({ enabled }) => enabled !== false)
    const missing = chosen.filter(({ gid }) => !offered.some(option => option.gid === gid))
    return [...offered, ...missing]
  }, [defined, field])
}

const optionRows = (options: readonly FieldOption[]): PickerOption[] =>
  options.map(({ gid, name, color, enabled }) => ({
    ...{ id: gid, label: name, picture: <ColorSwatch color={color} /> },
    detail: enabled === false ? 'No longer offered' : undefined,
  }))

function OptionPicker({ field, anchor, onChange, onClose }: FieldPickerProps) {
  const all = useOptions(field)
  const customize = useCustomizing(field.gid)
  const editOptions = () => {
    onClose()
    customize?.()
  }
  const footer = customize && (
    <Button kind="ghost" size="small" onPress={editOptions}>
      Edit options
    </Button>
  )
  const shared = { label: field.name, anchor, options: optionRows(all), emptyLabel: 'None', onClose, footer }
  const find = (id: string) => all.find(({ gid }) => gid === id)
  if (kindOf(field) === 'enum') {
    const choose = (id: string | null) => onChange({ kind: 'enum', option: (id && find(id)) || null })
    return <Picker {...shared} value={field.enum_value?.gid ?? null} onChange={choose} />
  }
  const values = (field.multi_enum_values ?? []).map(({ gid }) => gid)
  const chooseMany = (ids: readonly string[]) =>
    onChange({ kind: 'multi_enum', options: all.filter(({ gid }) => ids.includes(gid)) })
  return <Picker {...shared} selection="many" values={values} onChange={chooseMany} />
}

function DateFieldPicker({ field, anchor, onChange, onClose }: FieldPickerProps) {
  const { date, date_time } = field.date_value ?? {}
  return (
    <DatePicker
      {...{ anchor, onClose, label: field.name, canHaveStart: false }}
      value={{ due_on: date ?? null, due_at: date_time ?? null }}
      onChange={({ due_on, due_at }) =>
        onChange({ kind: 'date', date: due_at ? dayOf(new Date(due_at)) : due_on, dateTime: due_at })
      }
    />
  )
}

const NOTHING: readonly CandidateType[] = []

/** People, or other objects that the field may refer to. */
function ObjectPicker({ field, anchor, onChange, onClose }: FieldPickerProps) {
  const { records } = useCache()
  const isPeople = kindOf(field) === 'people'
  const chosen = (isPeople ? field.people_value : field.reference_value) ?? []
  const referable = useDefined<readonly CandidateType[]>(field, 'input_restrictions') ?? NOTHING
  const { options, search } = useCandidates(isPeople ? 'user' : referable)
  const known = new Map(chosen.map(object => [object.gid, object]))
  const choose = (ids: readonly string[]) => {
    const objects = ids.map(gid => {
      const { name, resource_type } = records.get(gid) ?? known.get(gid) ?? {}
      return { gid, name: String(name ?? ''), resource_type: resource_type ?? (isPeople ? 'user' : 'task') }
    })
    onChange({ kind: isPeople ? 'people' : 'reference', objects })
  }
  const missing = chosen
    .filter(({ gid }) => !options.some(({ id }) => id === gid))
    .map(({ gid, name }) => ({ id: gid, label: name ?? 'Private' }))
  return (
    <Picker
      {...{ label: field.name, anchor, search, onClose }}
      options={[...missing, ...options]}
      selection="many"
      emptyLabel="None"
      values={chosen.map(({ gid }) => gid)}
      onChange={choose}
    />
  )
}

export function FieldPicker(props: FieldPickerProps) {
  const kind = kindOf(props.field)
  if (kind === 'date') return <DateFieldPicker {...props} />
  return kind === 'people' || kind === 'reference' ? <ObjectPicker {...props} /> : <OptionPicker {...props} />
}
