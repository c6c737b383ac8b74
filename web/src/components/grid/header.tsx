/** The header of a grid: names of columns, their sort and menu, and their width. */
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { KeyboardEvent, PointerEvent } from 'react'
import { Icon } from '../icon/icon.tsx'
import { MenuButton } from '../overlay/menu.tsx'
import { pinned } from './pins.ts'
import type { GridColumn } from './types.ts'

const MIN_WIDTH_PX = 64
const KEY_STEP_PX = 16

interface Props {
  columns: readonly GridColumn[]
  /** Shows widths while a column is being resized. */
  onPreview(widths: readonly number[]): void
  onResize?(columnId: string, width: number): void
}

const limited = (width: number) => Math.max(MIN_WIDTH_PX, Math.round(width))

/** 1 where a pointer that moves to the right makes a column wider, otherwise -1. */
const directionOf = (element: Element) => (getComputedStyle(element).direction === 'rtl' ? -1 : 1)

function ColumnName({ column: { label, sort, menu } }: { column: GridColumn }) {
  const arrow = sort ? <Icon of={sort === 'ascending' ? ArrowUp : ArrowDown} size={12} /> : null
  if (!menu) {
    return (
      <span className="grid-column-name">
        <span className="grid-column-text">{label}</span>
        {arrow}
      </span>
    )
  }
  return (
    <MenuButton label={label} groups={menu} className="grid-column-name">
      <span className="grid-column-text">{label}</span>
      {arrow}
    </MenuButton>
  )
}

/** Follows the pointer that holds the end of a column until it is released. */
function startResize(event: PointerEvent<HTMLElement>, index: number, { columns, onPreview, onResize }: Props): void {
  const column = columns[index]
  if (!column || event.button !== 0) return
  event.preventDefault()
  const handle = event.currentTarget
  const start = event.clientX
  const direction = directionOf(handle)
  let width = column.width
  handle.setPointerCapture(event.pointerId)
  const ended = new AbortController()
  const move = ({ clientX }: globalThis.PointerEvent) => {
    width = limited(column.width + (clientX - start) * direction)
    onPreview(columns.map((one, at) => (at === index ? width : one.width)))
  }
  const end = () => {
    ended.abort()
    onResize?.(column.id, width)
  }
  handle.addEventListener('pointermove', move, { signal: ended.signal })
  handle.addEventListener('lostpointercapture', end, { signal: ended.signal })
}

export function GridHeader(props: Props) {
  const { columns, onResize } = props
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, { id, width }: GridColumn) => {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    const step = (event.key === 'ArrowRight' ? KEY_STEP_PX : -KEY_STEP_PX) * directionOf(event.currentTarget)
    onResize?.(id, limited(width + step))
  }
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" aria-rowindex={1} className="grid-row grid-head-row">
        {columns.map((column, index) => (
          <div
            key={column.id}
            role="columnheader"
            className="grid-cell grid-column"
            aria-label={column.label}
            title={column.label}
            aria-colindex={index + 1}
            aria-sort={column.sort}
            data-align={column.align}
            {...pinned(column.isPinned, index)}
            onKeyDown={event => onKeyDown(event, column)}
          >
            <ColumnName column={column} />
            {onResize ? (
              <span
                className="grid-resize"
                aria-hidden="true"
                onPointerDown={event => startResize(event, index, props)}
              />
            ) : null}
          </div>
        ))}
      </div>
    </div>
  )
}
