/** The dialog of filters: the usual ones with one press, and rows "field, condition, value". It applies at once. */
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type RefObject, useRef } from 'react'
import { isEqual } from '../../data/records.ts'
import { CONDITIONS, type ViewField } from '../../data/views/fields.ts'
import { arityOf, type Filter, ME } from '../../data/views/filter.ts'
import type { ViewState } from '../../data/views.ts'
import { Button } from '../button.tsx'
import { IconButton } from '../control/icon_button.tsx'
import { Popup } from '../overlay/open_popup.tsx'
import { FilterValue } from './filter_value.tsx'
import type { ViewControl } from './use_view_state.ts'

/** The filters with one press, by the words on their buttons. */
const USUAL: Readonly<Record<string, Filter>> = {
  Mine: { field: 'assignee', operator: 'is', value: [ME] },
  'Due this week': { field: 'due_on', operator: 'this_week', value: [] },
  Overdue: { field: 'due_on', operator: 'overdue', value: [] },
  Blocked: { field: 'is_blocked', operator: 'is', value: ['true'] },
}

const DEFAULT_DAYS = '7'

export interface FilterDialogProps {
  control: ViewControl
  fields: readonly ViewField[]
  /** Whether any of the filters can be enough. */
  canMatchAny?: boolean
  anchor: RefObject<Element | null>
  onClose(): void
}

function UsualFilters({ control: { view, change } }: Pick<FilterDialogProps, 'control'>) {
  const { filters, show } = view
  const toggle = (filter: Filter) => {
    const rest = filters.filter(one => !isEqual(one, filter))
    change({ filters: rest.length < filters.length ? rest : [...filters, filter] })
  }
  const isIncomplete = show === 'incomplete'
  return (
    <div className="filter-usual">
      <Button
        size="small"
        isPressed={isIncomplete}
        onPress={() => change({ show: isIncomplete ? 'all' : 'incomplete' })}
      >
        Incomplete
      </Button>
      {Object.entries(USUAL).map(([label, filter]) => (
        <Button
          key={label}
          size="small"
          isPressed={filters.some(one => isEqual(one, filter))}
          onPress={() => toggle(filter)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

/** A new filter of a field, with its first condition. */
function newFilter({ id, type }: ViewField): Filter {
  const operator = CONDITIONS[type][0]?.[0] ?? 'is'
  return { field: id, operator, value: type === 'flag' ? ['true'] : [] }
}

/** A filter with another condition. A value that the new condition understands stays. */
function withOperator(filter: Filter, operator: string): Filter {
  const isOfDays = (one: string) => one === 'next' || one === 'last'
  if (isOfDays(operator))
    return { ...filter, operator, value: isOfDays(filter.operator) ? filter.value : [DEFAULT_DAYS] }
  const value = isOfDays(filter.operator) ? [] : filter.value
  return { ...filter, operator, value: operator === 'any' ? value : value.slice(0, Math.min(arityOf(operator), 1)) }
}

interface RowProps {
  filter: Filter
  field: ViewField
  fields: readonly ViewField[]
  control: ViewControl
  onChange(filter: Filter): void
  onRemove(): void
}

function FilterRow({ filter, field, fields, control, onChange, onRemove }: RowProps) {
  const conditions = CONDITIONS[field.type]
  const choose = (id: string) => {
    const chosen = fields.find(one => one.id === id)
    if (chosen) onChange(newFilter(chosen))
  }
  return (
    <li className="filter-row">
      <select
        className="input filter-field"
        aria-label="Field"
        value={field.id}
        onChange={event => choose(event.currentTarget.value)}
      >
        {fields.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <select
        className="input filter-condition"
        aria-label="Condition"
        value={filter.operator}
        onChange={event => onChange(withOperator(filter, event.currentTarget.value))}
      >
        {conditions.every(([operator]) => operator !== filter.operator) ? (
          <option value={filter.operator}>{filter.operator}</option>
        ) : null}
        {conditions.map(([operator, label]) => (
          <option key={operator} value={operator}>
            {label}
          </option>
        ))}
      </select>
      <FilterValue
        key={`${filter.field} ${filter.operator}`}
        filter={filter}
        field={field}
        list={control.parent}
        onChange={value => onChange({ ...filter, value })}
      />
      <IconButton icon={X} size="small" label={`Remove filter: ${field.label}`} onPress={onRemove} />
    </li>
  )
}

const MATCHES: readonly (readonly [ViewState['match'], string])[] = [
  ['all', 'All of these'],
  ['any', 'Any of these'],
]

function MatchChoice({ control: { view, change } }: Pick<FilterDialogProps, 'control'>) {
  return (
    <select
      className="input filter-match"
      aria-label="Match"
      value={view.match}
      onChange={event => change({ match: event.currentTarget.value === 'any' ? 'any' : 'all' })}
    >
      {MATCHES.map(([id, label]) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  )
}

function FilterRows({
  control,
  fields,
  onRemoved,
}: Pick<FilterDialogProps, 'control' | 'fields'> & { onRemoved(): void }) {
  const { filters } = control.view
  const set = (next: readonly Filter[]) => control.change({ filters: next })
  return (
    <ul className="filter-rows" aria-label="Filters">
      {filters.map((filter, index) => (
        <FilterRow
          // A row stays in its place while its field changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: filters have no identity of their own
          key={index}
          filter={filter}
          field={fields.find(({ id }) => id === filter.field) ?? { id: filter.field, label: 'Other', type: 'text' }}
          fields={fields}
          control={control}
          onChange={changed => set(filters.with(index, changed))}
          onRemove={() => {
            set(filters.toSpliced(index, 1))
            onRemoved()
          }}
        />
      ))}
    </ul>
  )
}

export function FilterDialog({ control, fields: all, canMatchAny = true, anchor, onClose }: FilterDialogProps) {
  const fields = all.filter(({ isUnfiltered }) => !isUnfiltered)
  const { view, change } = control
  const { filters } = view
  const adding = useRef<HTMLButtonElement>(null)
  const add = () => {
    const used = new Set(filters.map(({ field }) => field))
    const next = fields.find(({ id }) => id !== 'name' && !used.has(id)) ?? fields[0]
    if (next) change({ filters: [...filters, newFilter(next)] })
  }
  return (
    <Popup label="Filter" anchor={anchor} className="filter-dialog" onClose={onClose}>
      <UsualFilters control={control} />
      {canMatchAny && filters.length > 1 ? <MatchChoice control={control} /> : null}
      {filters.length > 0 ? (
        <FilterRows control={control} fields={fields} onRemoved={() => adding.current?.focus()} />
      ) : null}
      <div className="filter-end">
        <Button ref={adding} kind="ghost" size="small" icon={Plus} onPress={add}>
          Add filter
        </Button>
        <Button kind="ghost" size="small" onPress={() => change({ filters: [], match: 'all' })}>
          Clear filters
        </Button>
      </div>
    </Popup>
  )
}
