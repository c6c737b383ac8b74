/** The rows and columns of a grid, as screens describe them. */
import type { ReactNode, Ref } from 'react'
import type { MenuGroup } from '../overlay/menu.tsx'
import type { Selection } from '../selection/selection.ts'

export interface GridRow {
  gid: string
  /** 1 for sections, 2 and more for tasks. */
  level: number
  kind: string
  /** The accessible name. */
  label: string
  /** Undefined where nothing can be expanded. */
  isExpanded?: boolean
  /** Whether the row can be selected; by default those of kind `task`. */
  isSelectable?: boolean
  /** Whether one cell fills the row. It is rendered with the column null. */
  isWhole?: boolean
  /** Whether the row stays at the top while its rows scroll; by default those of kind `section`. */
  isSticky?: boolean
  /** Whether a change waits for its confirmation. */
  isPending?: boolean
}

export interface GridColumn {
  id: string
  label: string
  /** Pixels. */
  width: number
  align?: 'start' | 'end'
  sort?: 'ascending' | 'descending'
  /** The menu of the column header. */
  menu?: readonly MenuGroup[]
  /** Whether the column stays in place while others scroll, if the list is wide enough. Pinned columns follow the first one. */
  isPinned?: boolean
}

/** What the renderer of a cell needs to know about its row. */
export interface CellPlace {
  /** For controls in the cell: 0 in the current row, otherwise -1. */
  tabIndex: 0 | -1
}

export interface GridApi {
  /** Scrolls to the row and gives it the focus. */
  focusRow(gid: string): void
  /** Scrolls to a cell and gives it the focus. */
  focusCell(gid: string, columnId: string): void
  scrollTo(gid: string): void
}

export interface GridProps<R extends GridRow> {
  /** The accessible name. */
  label: string
  /** A row object must stay the same while nothing of its row changes. */
  rows: readonly R[]
  /** The first column stays in place while the others scroll. */
  columns: readonly GridColumn[]
  /** The content of a cell; the column is null for rows that are one cell. Must be stable between renders. */
  renderCell(row: R, columnId: string | null, place: CellPlace): ReactNode
  /** Pixels; the row height of the density by default. */
  rowHeight?: number
  selection: Selection
  /** The present gid of an object whose row got another one, such as a new task that the server has stored. */
  resolve?(gid: string): string
  /** A key of a row that stays when its object gets another gid, so that what is open in the row stays too. */
  keyOf?(gid: string): string
  ref?: Ref<GridApi>
  /** Whether J, K and X work. */
  hasLetterKeys?: boolean
  className?: string
  onSelectionChange(selection: Selection): void
  onExpand?(gid: string, isExpanded: boolean): void
  /** Enter on a row. */
  onOpen?(gid: string): void
  onResize?(columnId: string, width: number): void
  /** The row with the focus, or in which something has the focus; null when the focus leaves the grid. */
  onCurrent?(gid: string | null): void
}
