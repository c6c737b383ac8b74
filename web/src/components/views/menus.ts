/** The menus of a view: what is shown, the order, the groups and the columns. */
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import EyeOff from 'lucide-react/icons/eye-off'
import Pin from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'
import Group from 'lucide-react/icons/rows-3'
import type { Show } from '../../data/load.ts'
import type { ViewField } from '../../data/views/fields.ts'
import { fieldOf, MAX_SORT_KEYS } from '../../data/views/sort.ts'
import type { ViewColumn, ViewState } from '../../data/views.ts'
import type { MenuAction, MenuGroup } from '../overlay/menu.tsx'

/** The columns that are shown unless a view says otherwise. */
export type Columns = NonNullable<ViewState['columns']>

interface Changing {
  readonly view: ViewState
  change(members: Partial<ViewState>): void
}

const SHOWS: readonly { id: Show; label: string }[] = [
  { id: 'incomplete', label: 'Incomplete' },
  { id: 'completed', label: 'Completed' },
  { id: 'all', label: 'All' },
]

export const showLabel = (show: Show): string => `Show: ${SHOWS.find(({ id }) => id === show)?.label ?? ''}`

export const showMenu = ({ view, change }: Changing): readonly MenuGroup[] => [
  { kind: 'one', title: 'Show', options: SHOWS, value: view.show, onChange: id => change({ show: id as Show }) },
]

/** The entries without a field. An id of a field is never empty. */
const MANUAL = { id: '', label: 'Manual order' }
const NO_FURTHER = { id: '', label: 'Nothing' }
const BY_SECTION = { id: '', label: 'Section' }

const isDescending = (key: string): boolean => key.startsWith('-')

/** The menu of one sort key, with a page for the next one. */
function sortGroups(fields: readonly ViewField[], { view, change }: Changing, index: number): readonly MenuGroup[] {
  const { sort } = view
  const key = sort[index]
  const used = new Set(sort.slice(0, index).map(fieldOf))
  const options = fields.filter(({ id, isSortable }) => isSortable && !used.has(id))
  const set = (next: string) => change({ sort: [...sort.slice(0, index), next, ...sort.slice(index + 1)] })
  const choose = (id: string) => (id === '' ? change({ sort: sort.slice(0, index) }) : set(id))
  const title = index === 0 ? 'Sort by' : 'Then by'
  const first: MenuGroup = {
    ...{ kind: 'one', title, options: [index === 0 ? MANUAL : NO_FURTHER, ...options], onChange: choose },
    value: key === undefined ? '' : fieldOf(key),
  }
  if (key === undefined) return [first]
  const direction: MenuGroup = {
    ...{ kind: 'one', title: 'Direction', value: isDescending(key) ? 'descending' : 'ascending' },
    options: [
      { id: 'ascending', label: 'Ascending' },
      { id: 'descending', label: 'Descending' },
    ],
    onChange: (id: string) => set(id === 'descending' ? `-${fieldOf(key)}` : fieldOf(key)),
  }
  if (index + 1 >= MAX_SORT_KEYS) return [first, direction]
  const next = sort[index + 1]
  const label =
    next === undefined ? 'Then by' : `Then by: ${fields.find(({ id }) => id === fieldOf(next))?.label ?? ''}`
  const further = { id: 'then', label, groups: sortGroups(fields, { view, change }, index + 1) }
  return [first, direction, { actions: [further] }]
}

export const sortMenu = (fields: readonly ViewField[], changing: Changing): readonly MenuGroup[] =>
  sortGroups(fields, changing, 0)

export const groupMenu = (fields: readonly ViewField[], { view, change }: Changing): readonly MenuGroup[] => [
  {
    ...{ kind: 'one', title: 'Group by', value: view.group ?? '' },
    options: [BY_SECTION, ...fields.filter(({ isGroupable }) => isGroupable)],
    onChange: (id: string) => change({ group: id === '' ? null : id }),
  },
]

/** The columns of a view: a column that is shown again comes last. */
export const fieldsMenu = (
  fields: readonly ViewField[],
  defaults: Columns,
  { view, change }: Changing,
): readonly MenuGroup[] => {
  const shown = view.columns ?? defaults
  const options = fields.filter(({ isColumn }) => isColumn)
  const known = new Set(options.map(({ id }) => id))
  const onChange = (ids: readonly string[]) => {
    // An entry of a field that is no option, such as the name, only has a width.
    const kept = shown.filter(({ field }) => ids.includes(field) || !known.has(field))
    const added = ids.filter(id => shown.every(({ field }) => field !== id))
    change({ columns: [...kept, ...added.map(field => ({ field }))] })
  }
  const values = shown.flatMap(({ field }) => (known.has(field) ? field : []))
  return [{ kind: 'any', title: 'Fields', options, values, onChange }]
}

/** The column, pinned or not. Its place in the order stays, so that it returns there. */
const withPin = ({ field, width }: ViewColumn, isPinned: boolean): ViewColumn => ({
  ...{ field, ...(width !== undefined && { width }), ...(isPinned && { is_pinned: true }) },
})

/** The menu of the header of a column, for `menu` of the columns of a grid. */
export function columnMenu(field: ViewField, defaults: Columns, { view, change }: Changing): readonly MenuGroup[] {
  const { id, isSortable, isGroupable, isColumn } = field
  const columns = view.columns ?? defaults
  const sortActions: MenuAction[] = [
    { id: 'ascending', label: 'Sort ascending', icon: ArrowUp, onAction: () => change({ sort: [id] }) },
    { id: 'descending', label: 'Sort descending', icon: ArrowDown, onAction: () => change({ sort: [`-${id}`] }) },
  ]
  const group = { id: 'group', label: 'Group by this field', icon: Group, onAction: () => change({ group: id }) }
  const isPinned = columns.some(one => one.field === id && one.is_pinned)
  const pin = {
    ...(isPinned ? { id: 'unpin', label: 'Unpin', icon: PinOff } : { id: 'pin', label: 'Pin', icon: Pin }),
    onAction: () => change({ columns: columns.map(one => (one.field === id ? withPin(one, !isPinned) : one)) }),
  }
  const hide = {
    ...{ id: 'hide', label: 'Hide', icon: EyeOff },
    onAction: () => change({ columns: columns.filter(one => one.field !== id) }),
  }
  const actions = [...(isSortable ? sortActions : []), ...(isGroupable ? [group] : [])]
  return [...(actions.length > 0 ? [{ actions }] : []), ...(isColumn ? [{ actions: [pin, hide] }] : [])]
}
