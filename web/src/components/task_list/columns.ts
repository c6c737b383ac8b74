/** The columns of a task list: fields of tasks with their names and widths. */
import type { Gid, WorkRecord } from '../../data/records.ts'
import type { ViewColumn, ViewState } from '../../data/views.ts'
import type { GridColumn } from '../grid/types.ts'
import type { MenuGroup } from '../overlay/menu.tsx'

export const NAME_COLUMN = 'name'

interface FieldStyle {
  readonly label: string
  readonly width: number
}

/** The members of tasks that can be columns. */
const MEMBERS: Readonly<Record<string, FieldStyle>> = {
  assignee: { label: 'Assignee', width: 156 },
  due_on: { label: 'Due date', width: 120 },
  projects: { label: 'Projects', width: 168 },
  tags: { label: 'Tags', width: 160 },
  dependencies: { label: 'Blocked by', width: 176 },
  created_at: { label: 'Created on', width: 120 },
  completed_at: { label: 'Completed on', width: 120 },
  modified_at: { label: 'Last modified', width: 120 },
  num_likes: { label: 'Likes', width: 80 },
  created_by: { label: 'Created by', width: 156 },
  completed_by: { label: 'Completed by', width: 156 },
  actual_time_minutes: { label: 'Actual time', width: 112 },
}

const CUSTOM_WIDTH_PX = 136
const NAME_WIDTH_PX = 320

/** Widths by the id of the column, as a person set them. */
export type Widths = Readonly<Record<string, number>>

interface ColumnOptions {
  readonly view: ViewState
  /** The columns that are shown unless the view says otherwise. */
  readonly defaults: readonly string[]
  readonly widths: Widths
  readonly menuOf?: (field: string) => readonly MenuGroup[]
  get(gid: Gid): WorkRecord | undefined
}

export const isNumberField = (field: WorkRecord | undefined): boolean => field?.resource_subtype === 'number'

function styleOf(field: string, record: WorkRecord | undefined): FieldStyle | undefined {
  const member = MEMBERS[field]
  if (member) return member
  return typeof record?.name === 'string' ? { label: record.name, width: CUSTOM_WIDTH_PX } : undefined
}

function sortOf(field: string, sort: readonly string[]): GridColumn['sort'] {
  if (sort[0] === field) return 'ascending'
  return sort[0] === `-${field}` ? 'descending' : undefined
}

/** The columns of a view in which one has another width. */
export function withWidth(
  { columns }: ViewState,
  defaults: readonly string[],
  field: string,
  width: number,
): NonNullable<ViewState['columns']> {
  const shown = columns ?? defaults.map(one => ({ field: one }))
  const all = shown.some(one => one.field === field) ? shown : [{ field }, ...shown]
  return all.map(one => (one.field === field ? { ...one, width } : one))
}

/** The columns of a view. A field that is not known is left out. */
export function columnsOf({ view, defaults, widths, menuOf, get }: ColumnOptions): GridColumn[] {
  const chosen: readonly ViewColumn[] = view.columns ?? defaults.map(field => ({ field }))
  const name: ViewColumn = chosen.find(({ field }) => field === NAME_COLUMN) ?? { field: NAME_COLUMN }
  const others = chosen.filter(({ field }) => field !== NAME_COLUMN)
  const fields = [name, ...others.filter(one => one.is_pinned), ...others.filter(one => !one.is_pinned)]
  return fields.flatMap(({ field, width, is_pinned }): GridColumn[] => {
    const record = get(field)
    const style = field === NAME_COLUMN ? { label: 'Name', width: NAME_WIDTH_PX } : styleOf(field, record)
    if (!style) return []
    const menu = menuOf?.(field)
    return [
      {
        ...{ id: field, label: style.label, width: width ?? widths[field] ?? style.width },
        ...{ align: isNumberField(record) || field === 'num_likes' ? 'end' : 'start' },
        ...{ sort: sortOf(field, view.sort), ...(menu && menu.length > 0 && { menu }) },
        ...(is_pinned && field !== NAME_COLUMN && { isPinned: true }),
      },
    ]
  })
}
