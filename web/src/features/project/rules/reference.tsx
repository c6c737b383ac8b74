/** A member of a part that names an object: sections and custom fields of the project, and people, tags and projects. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useId } from 'react'
import { Icon } from '../../../components/icon/icon.tsx'
import { PopupButton, type PopupPlace } from '../../../components/overlay/popup.tsx'
import { Picker } from '../../../components/picker/picker.tsx'
import { type CandidateType, useCandidates } from '../../../components/task/picker/candidates.tsx'
import { useSections } from '../../../components/task/picker/use_sections.ts'
import { useRecords } from '../../../components/task/use_records.ts'
import { useCache, useRecord } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'

interface Props {
  label: string
  value: Gid | null
  /** The words for no object; absent where one is required. */
  emptyLabel?: string | undefined
  onChange(value: Gid | null): void
}

interface SelectProps extends Props {
  options: readonly { readonly gid: Gid; readonly name?: unknown }[]
}

function ReferenceSelect({ label, value, options, emptyLabel, onChange }: SelectProps) {
  const id = useId()
  const isKnown = value === null || options.some(({ gid }) => gid === value)
  return (
    <div className="rule-member">
      <label htmlFor={id}>{label}</label>
      <select
        className="input"
        id={id}
        value={value ?? ''}
        onChange={event => onChange(event.currentTarget.value || null)}
      >
        <option value="">{emptyLabel ?? 'Choose…'}</option>
        {isKnown ? null : <option value={value}>Private</option>}
        {options.map(({ gid, name }) => (
          <option key={gid} value={gid}>
            {String(name ?? '')}
          </option>
        ))}
      </select>
    </div>
  )
}

export function SectionSelect({ project, ...props }: Props & { project: Gid | null }) {
  return <ReferenceSelect {...props} options={useSections(project)} />
}

export function CustomFieldSelect({ fields, ...props }: Props & { fields: readonly Gid[] }) {
  return <ReferenceSelect {...props} options={useRecords(fields)} />
}

function ReferencePicker({ type, label, value, emptyLabel, onChange, anchor, onClose }: PickerProps & PopupPlace) {
  const { options, search } = useCandidates(type)
  return <Picker {...{ label, anchor, options, search, emptyLabel, value, onChange, onClose }} />
}

interface PickerProps extends Props {
  type: CandidateType
}

/** A button with the name of the object, which opens the picker of its type. */
export function ReferenceButton(props: PickerProps) {
  const { type, label, value, emptyLabel } = props
  const cache = useCache()
  const record = useRecord(value)
  const isUnknown = value !== null && record === undefined
  useEffect(() => {
    // An object that the person cannot see has no name.
    if (isUnknown && value) void cache.read(type, value, 'name').catch(() => undefined)
  }, [cache, type, value, isUnknown])
  const name = value === null ? (emptyLabel ?? 'Choose…') : String(record?.name ?? 'Private')
  return (
    <div className="rule-member">
      <span className="rule-label" aria-hidden="true">
        {label}
      </span>
      <PopupButton
        label={`${label}: ${name}`}
        className="input rule-pick"
        popup={place => <ReferencePicker {...props} {...place} />}
      >
        <span>{name}</span>
        <Icon of={ChevronDown} size={14} />
      </PopupButton>
    </div>
  )
}
