/** Saved views, as the server keeps them. */
import type { Show } from '../load.ts'
import type { Gid } from '../records.ts'
import { DEFAULT_VIEW, type ViewState } from '../views.ts'
import type { Filter } from './filter.ts'

export interface SavedView {
  readonly gid: Gid
  readonly parent: Gid
  readonly name: string
  readonly layout: string
  readonly show: Show
  readonly filters: readonly { field: string; operator: string; value?: unknown }[]
  readonly sort: readonly unknown[]
  readonly group: unknown
  readonly columns: readonly { field: string; width?: number | null; is_pinned?: boolean }[]
  readonly options: Readonly<Record<string, unknown>>
  readonly is_shared: boolean
  readonly owner: Gid
}

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]).map(String)

/** The state that a saved view stands for. */
export const stateOf = ({ show, filters, sort, group, columns, options }: SavedView): ViewState => ({
  show,
  filters: filters.map(({ field, operator, value }): Filter => ({ field, operator, value: textsIn(value) })),
  match: options.match === 'any' ? 'any' : 'all',
  sort: sort.filter(key => typeof key === 'string'),
  group: typeof group === 'string' ? group : null,
  columns:
    columns.length === 0
      ? DEFAULT_VIEW.columns
      : columns.map(({ field, width, is_pinned }) => ({
          ...{ field, ...(typeof width === 'number' && { width }), ...(is_pinned === true && { is_pinned }) },
        })),
})

/** The members of a saved view that keep a state. Other options, such as the zoom, stay. */
export const definitionOf = (
  { match, columns, ...state }: ViewState,
  layout: string,
  options: SavedView['options'] = {},
) => ({
  ...state,
  layout,
  columns: columns ?? [],
  options: { ...options, match },
})
