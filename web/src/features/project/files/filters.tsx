/** The filters of the files: type, person and date. */
import { Button } from '../../../components/button.tsx'
import type { FileFilter } from '../../../data/attachments.ts'
import { useCache } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'

export const NO_FILTER: FileFilter = { type: null, person: null, since: null, until: null }

const TYPES: readonly (readonly [id: string, label: string])[] = [
  ['image', 'Images'],
  ['pdf', 'PDF'],
  ['video', 'Videos'],
  ['audio', 'Audio'],
  ['text', 'Text'],
  ['other', 'Other files'],
  ['link', 'Links'],
]

interface Props {
  filter: FileFilter
  /** The members of the project. */
  people: readonly Gid[]
  onChange(filter: FileFilter): void
}

export function FileFilters({ filter, people, onChange }: Props) {
  const { records } = useCache()
  const options = people.map(gid => [gid, String(records.get(gid)?.name ?? 'Private')] as const)
  const change = (members: Partial<FileFilter>) => onChange({ ...filter, ...members })
  const isOn = Object.values(filter).some(value => value !== null)
  return (
    <fieldset className="files-filters" aria-label="Filter files">
      <Select label="Type" empty="All types" options={TYPES} value={filter.type} set={type => change({ type })} />
      <Select
        label="Person"
        empty="Everyone"
        options={options}
        value={filter.person}
        set={person => change({ person })}
      />
      <Day label="From" value={filter.since} set={since => change({ since })} />
      <Day label="To" value={filter.until} set={until => change({ until })} />
      {isOn ? (
        <Button kind="quiet" size="small" onPress={() => onChange(NO_FILTER)}>
          Clear filters
        </Button>
      ) : null}
    </fieldset>
  )
}

interface SelectProps {
  label: string
  /** The text of the option for all. */
  empty: string
  options: readonly (readonly [id: string, label: string])[]
  value: string | null
  set(value: string | null): void
}

const Select = ({ label, empty, options, value, set }: SelectProps) => (
  <select
    className="input"
    aria-label={label}
    value={value ?? ''}
    onChange={event => set(event.currentTarget.value || null)}
  >
    <option value="">{empty}</option>
    {options.map(([id, text]) => (
      <option key={id} value={id}>
        {text}
      </option>
    ))}
  </select>
)

function Day({ label, value, set }: { label: string; value: string | null; set(value: string | null): void }) {
  return (
    <label className="files-day">
      {label}
      <input
        type="date"
        className="input"
        value={value ?? ''}
        onChange={event => set(event.currentTarget.value || null)}
      />
    </label>
  )
}
