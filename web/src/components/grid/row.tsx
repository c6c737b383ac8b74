/** A row of a grid. It renders again only if its row object, its place or its state changes. */
import { memo, type ReactNode } from 'react'
import { pinned } from './pins.ts'
import type { CellPlace, GridColumn, GridRow } from './types.ts'

export interface GridRowProps<R extends GridRow> {
  row: R
  index: number
  columns: readonly GridColumn[]
  /** Pixels from the start of the body; null for the sticky row, which is in the flow. */
  offset: number | null
  isCurrent: boolean
  /** Undefined for rows that cannot be selected. */
  isSelected: boolean | undefined
  renderCell(row: R, columnId: string | null, place: CellPlace): ReactNode
}

/** Rows before the first one of the body, in the numbering of rows. */
const HEADER_ROWS = 1

interface CellsProps<R extends GridRow> extends Pick<GridRowProps<R>, 'row' | 'columns' | 'renderCell'> {
  place: CellPlace
}

function Cells<R extends GridRow>({ row, columns, place, renderCell }: CellsProps<R>) {
  if (row.isWhole) {
    return (
      <div role="gridcell" className="grid-cell whole" aria-colindex={1} aria-colspan={columns.length} tabIndex={-1}>
        {renderCell(row, null, place)}
      </div>
    )
  }
  return columns.map(({ id, align, isPinned }, index) => (
    <div
      key={id}
      role="gridcell"
      className="grid-cell"
      aria-colindex={index + 1}
      data-column={id}
      data-align={align}
      {...pinned(isPinned, index)}
      tabIndex={-1}
    >
      {renderCell(row, id, place)}
    </div>
  ))
}

function PlainRow<R extends GridRow>({
  row,
  index,
  columns,
  offset,
  isCurrent,
  isSelected,
  renderCell,
}: GridRowProps<R>) {
  const place: CellPlace = { tabIndex: isCurrent ? 0 : -1 }
  return (
    <div
      role="row"
      className={offset === null ? 'grid-row sticky' : 'grid-row'}
      aria-label={row.label}
      aria-rowindex={index + 1 + HEADER_ROWS}
      aria-level={row.level}
      aria-expanded={row.isExpanded}
      aria-selected={isSelected}
      data-gid={row.gid}
      data-kind={row.kind}
      data-pending={row.isPending ? '' : undefined}
      tabIndex={place.tabIndex}
      style={offset === null ? undefined : { transform: `translateY(${offset}px)` }}
    >
      <Cells row={row} columns={columns} place={place} renderCell={renderCell} />
    </div>
  )
}

export const GridRowView = memo(PlainRow) as typeof PlainRow
