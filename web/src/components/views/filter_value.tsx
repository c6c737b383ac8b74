/** The value of a filter: chosen from the values of the field, or typed. */
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { useCache, useComputed } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { optionsIn, type ViewField, type ViewOption } from '../../data/views/fields.ts'
import { arityOf, type Filter, ME, TODAY } from '../../data/views/filter.ts'
import { addDays, dayOf, formatDay } from '../../text/format.ts'
import { Chip } from '../display/chip.tsx'

interface Props {
  filter: Filter
  field: ViewField
  /** The list whose tasks say which people, tags and projects can be chosen. */
  list: Gid
  onChange(value: readonly string[]): void
}

/** Typing is applied after this pause. */
const PAUSE_MS = 150

const MYSELF: ViewOption = { id: ME, label: 'Me' }
const CHOICES: ReadonlySet<string> = new Set(['person', 'people', 'enum', 'multi_enum', 'flag'])

function useOptions({ field, list }: Props): readonly ViewOption[] {
  const { lists, records, user } = useCache()
  const offer = (): readonly ViewOption[] => {
    const known =
      field.options ??
      optionsIn(
        lists.contents(list).entries.map(({ item }) => item),
        field.id,
        records.get,
      )
    const isPerson = field.type === 'person' || field.type === 'people'
    if (!isPerson) return known
    const members = (records.get(list)?.members ?? []) as readonly Gid[]
    const more = members
      .filter(gid => known.every(({ id }) => id !== gid))
      .map(gid => ({ id: gid, label: String(records.get(gid)?.name ?? '') }))
    return [MYSELF, ...[...known, ...more].filter(({ id, label }) => id !== user && label !== '')]
  }
  const sources = useMemo(() => ({ field, list }), [field, list])
  // The values of tasks, and the names of what they refer to, may come or change while a person chooses.
  return useComputed(offer, () => true, sources)
}

function ChoiceValue(props: Props) {
  const { filter, onChange } = props
  const { value, operator } = filter
  const options = useOptions(props)
  const labelOf = (id: string) => options.find(option => option.id === id)?.label ?? 'Private'
  const isMultiple = operator === 'any'
  const offered = isMultiple ? options.filter(({ id }) => !value.includes(id)) : options
  const [chosen = ''] = isMultiple ? [] : value
  const isUnknown = chosen !== '' && options.every(({ id }) => id !== chosen)
  return (
    <div className="filter-value">
      {isMultiple
        ? value.map(id => (
            <Chip
              key={id}
              color={options.find(option => option.id === id)?.color}
              removeLabel={`Remove ${labelOf(id)}`}
              onRemove={() => onChange(value.filter(one => one !== id))}
            >
              {labelOf(id)}
            </Chip>
          ))
        : null}
      <select
        className="input"
        aria-label="Value"
        value={chosen}
        onChange={({ currentTarget: { value: id } }) =>
          onChange(isMultiple ? [...value, id].filter(Boolean) : id ? [id] : [])
        }
      >
        <option value="">{isMultiple && value.length > 0 ? 'Add…' : 'Choose…'}</option>
        {isUnknown ? <option value={chosen}>{labelOf(chosen)}</option> : null}
        {offered.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A typed value that is applied after a pause, and when the input is left. */
function TypedValue({ label, value, isNumber, unit, suggestions, onType }: TypedProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const apply = useEffectEvent(() => {
    if (text !== value) onType(text)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause starts again with each letter
  useEffect(() => {
    const timer = setTimeout(apply, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span className="filter-value">
      {/* An input with suggestions is a combobox. */}
      <input
        className="input"
        aria-label={label}
        list={id}
        autoComplete="off"
        spellCheck={false}
        inputMode={isNumber ? 'decimal' : undefined}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onBlur={apply}
        onKeyDown={event => event.key === 'Enter' && apply()}
      />
      {unit ? <span className="filter-unit">{unit}</span> : null}
      <datalist id={id}>
        {suggestions.map(one => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </span>
  )
}

interface TypedProps {
  label: string
  value: string
  isNumber?: boolean
  unit?: string
  suggestions: readonly string[]
  onType(text: string): void
}

const NO_SUGGESTIONS: readonly string[] = []
const DAY = /^\d{4}-\d{2}-\d{2}$/
const COMMON_DAYS = ['Today', 'Tomorrow', 'Next week']

/** A day as it is typed: an ISO date, "today", or words such as "next friday". */
function DayValue({ label, value, onDay }: { label: string; value: string; onDay(day: string): void }) {
  const now = new Date()
  const today = dayOf(now)
  const isNear = value === addDays(today, 1) || value === addDays(today, -1)
  const shown = value === TODAY ? 'Today' : isNear ? formatDay(value, today) : value
  const type = async (text: string) => {
    const typed = text.trim()
    if (typed === shown) return
    if (typed === '' || DAY.test(typed)) onDay(typed)
    else if (typed.toLowerCase() === TODAY) onDay(TODAY)
    else {
      const { parseWords } = await import('../date_picker/words.ts')
      const end = parseWords(typed, now)
      if (end) onDay(end.day)
    }
  }
  return <TypedValue label={label} value={shown} suggestions={COMMON_DAYS} onType={text => void type(text)} />
}

const DAYS_OPERATORS: ReadonlySet<string> = new Set(['next', 'last'])
const PAIR = ['Value', 'Until'] as const

export function FilterValue(props: Props) {
  const { filter, field, onChange } = props
  const { operator, value } = filter
  const [first = ''] = value
  const set = (text: string) => onChange(text.trim() === '' ? [] : [text.trim()])
  if (arityOf(operator) === 0) return null
  if (CHOICES.has(field.type)) return <ChoiceValue {...props} />
  if (DAYS_OPERATORS.has(operator)) {
    return <TypedValue label="Value" value={first} isNumber unit="days" suggestions={['7', '14', '30']} onType={set} />
  }
  if (field.type === 'date' && arityOf(operator) === 2) {
    return PAIR.map((label, index) => (
      <DayValue
        key={label}
        label={label}
        value={value[index] ?? ''}
        onDay={day => onChange(index === 0 ? [day, value[1] ?? ''] : [first, day])}
      />
    ))
  }
  if (field.type === 'date') return <DayValue label="Value" value={first} onDay={set} />
  return (
    <TypedValue
      label="Value"
      value={first}
      isNumber={field.type === 'number'}
      suggestions={NO_SUGGESTIONS}
      onType={set}
    />
  )
}
