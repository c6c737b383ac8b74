/** The rows of a picker: the entry that clears, matching options, found ones, and the entry that creates. */
import { matching, plain } from './match.ts'
import type { PickerOption, PickerRow } from './option.ts'

export const CLEAR_KEY = ':clear'
export const CREATE_KEY = ':create'

interface Sources {
  options: readonly PickerOption[]
  found: readonly PickerOption[]
  text: string
  selected: ReadonlySet<string>
  /** Whether the objects differ: then the entry that clears is not what they have. */
  isMixed: boolean
  emptyLabel: string | undefined
  canCreate: boolean
}

export function rowsOf({ options, found, text, selected, isMixed, emptyLabel, canCreate }: Sources): PickerRow[] {
  const typed = text.trim()
  const local = matching(options, typed)
  const known = new Set(local.map(({ id }) => id))
  const shown = [...local, ...found.filter(({ id }) => !known.has(id))]
  const rows: PickerRow[] = shown.map(({ id, ...option }) => ({
    ...option,
    key: id,
    gid: id,
    isSelected: selected.has(id),
  }))
  const isClearShown = emptyLabel !== undefined && (typed === '' || plain(emptyLabel).startsWith(plain(typed)))
  if (isClearShown) rows.unshift({ key: CLEAR_KEY, label: emptyLabel, isSelected: selected.size === 0 && !isMixed })
  const isNew = typed !== '' && !shown.some(({ label }) => plain(label) === plain(typed))
  if (canCreate && isNew) rows.push({ key: CREATE_KEY, label: `Create “${typed}”`, isSelected: false })
  return rows
}
