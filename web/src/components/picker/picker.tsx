/**
 * The picker of every field: people, projects, sections, tags, options, tasks. A combobox and its options, in a dialog named
 * by the field or on a page of another dialog.
 */
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { focusesInput } from '../focus.ts'
import { Popup } from '../overlay/open_popup.tsx'
import type { PickerOption, PickerRow, SearchOptions } from './option.ts'
import { PickerList } from './options.tsx'
import type { PickerPlace } from './place.ts'
import { CLEAR_KEY, CREATE_KEY, rowsOf } from './rows.ts'
import { useSearch } from './use_search.ts'
import './picker.css'

interface CommonProps {
  /** The field: name of the dialog and of the combobox. */
  label: string
  options: readonly PickerOption[]
  /** The entry that clears the field: "Nobody" or "None". */
  emptyLabel?: string
  /** Whether several objects differ, so that they are not without a value where no option is chosen. */
  isMixed?: boolean
  placeholder?: string
  /** Further options by text. Must be stable between renders. */
  search?: SearchOptions
  /** Options that follow from the text itself, such as a day in words. Must be stable between renders. */
  recognize?(text: string): readonly PickerOption[]
  /** Creates an object with the typed name; the picker then shows what the caller selects. */
  onCreate?(name: string): void
  /** Below the options, such as a button that edits them. */
  footer?: ReactNode
}

interface OneProps extends CommonProps {
  selection?: 'one'
  value: string | null
  onChange(id: string | null): void
}

interface ManyProps extends CommonProps {
  selection: 'many'
  values: readonly string[]
  /** `toggled` is the option that the user pressed, null when all are cleared. */
  onChange(ids: readonly string[], toggled: string | null): void
}

export type PickerProps = (OneProps | ManyProps) & PickerPlace

/** Applies a row to the value. Returns whether the picker closes. */
function choose(props: PickerProps, row: PickerRow, text: string): boolean {
  if (row.key === CREATE_KEY) props.onCreate?.(text.trim())
  else if (props.selection === 'many') {
    if (row.key === CLEAR_KEY) props.onChange([], null)
    else {
      const rest = props.values.filter(id => id !== row.key)
      props.onChange(row.isSelected ? rest : [...rest, row.key], row.key)
    }
  } else props.onChange(row.key === CLEAR_KEY ? null : row.key)
  return props.selection !== 'many'
}

const PAGE_ROWS = 8

/** The index that a key makes active, or null for other keys. */
function movedTo(key: string, active: number, count: number): number | null {
  if (key === 'ArrowDown') return active + 1 >= count ? 0 : active + 1
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1
  if (key === 'PageDown') return Math.min(count - 1, active + PAGE_ROWS)
  if (key === 'PageUp') return Math.max(0, active - PAGE_ROWS)
  return null
}

/** The row that is active first: the selected one, otherwise the first that is not the empty entry. */
function firstActive(rows: readonly PickerRow[], text: string): number {
  const selected = text === '' ? rows.findIndex(row => row.isSelected) : -1
  if (selected >= 0) return selected
  return rows.length > 1 && rows[0]?.key === CLEAR_KEY && text === '' ? 1 : 0
}

function useRows(props: PickerProps, text: string) {
  const { options, isMixed = false, onCreate, search, recognize, page } = props
  const emptyLabel = page?.emptyLabel ?? props.emptyLabel
  const { found: searched, isPending } = useSearch(search, text)
  const canCreate = onCreate !== undefined
  const one = props.selection === 'many' ? null : props.value
  const many = props.selection === 'many' ? props.values : null
  const rows = useMemo(() => {
    const selected = new Set(many ?? (one === null ? [] : [one]))
    const found = [...(recognize?.(text) ?? []), ...searched]
    return rowsOf({ options, found, text, selected, isMixed, emptyLabel, canCreate })
  }, [options, recognize, searched, text, one, many, isMixed, emptyLabel, canCreate])
  return { rows, isPending }
}

/** The state of a picker: its text, its rows and the active one. */
function usePicker(props: PickerProps) {
  const [text, setText] = useState('')
  const { rows, isPending } = useRows(props, text)
  const [moved, setMoved] = useState<number | null>(null)
  const active = Math.min(moved ?? firstActive(rows, text), rows.length - 1)
  const type = (typed: string) => {
    setText(typed)
    setMoved(null)
  }
  const pick = (index: number) => {
    const row = rows[index]
    if (!row || row.isDisabled) return
    if (choose(props, row, text)) props.onClose()
    else {
      setMoved(text === '' ? index : null)
      setText('')
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = movedTo(event.key, active, rows.length)
    if (to !== null) setMoved(to)
    else if (event.key === 'Enter') pick(active)
    // A key that is held down to delete the text does not leave the page.
    else if (event.key === 'Backspace' && props.page && text === '' && !event.repeat) props.page.onBack()
    else return
    event.preventDefault()
  }
  return { text, rows, isPending, active, type, pick, setMoved, onKeyDown }
}

export function Picker(props: PickerProps) {
  const { label, anchor, onClose } = props
  if (!anchor) return <Choices {...props} />
  return (
    <Popup label={label} anchor={anchor} className="picker" onClose={onClose}>
      <Choices {...props} />
    </Popup>
  )
}

function Choices(props: PickerProps) {
  const { page } = props
  const { title: label, placeholder } = page ?? { title: props.label, placeholder: props.placeholder ?? 'Search' }
  const id = useId()
  const { text, rows, isPending, active, type, pick, setMoved, onKeyDown } = usePicker(props)
  return (
    <>
      <input
        className="picker-input"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        // The dialog opens to choose: typing is the first thing to do. On a page the keyboard is already there.
        // biome-ignore lint/a11y/noAutofocus: as above
        autoFocus={page !== undefined || focusesInput()}
        placeholder={placeholder}
        value={text}
        onChange={event => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <PickerList
        id={id}
        label={label}
        rows={rows}
        active={active}
        isMultiple={props.selection === 'many'}
        onActive={setMoved}
        onChoose={pick}
      />
      <p className="picker-note" role="status">
        {rows.length === 0 ? (isPending ? 'Searching…' : 'No matches') : ''}
      </p>
      {props.footer ? <div className="picker-footer">{props.footer}</div> : null}
    </>
  )
}
