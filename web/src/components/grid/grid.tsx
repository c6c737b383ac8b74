/**
 * The treegrid of lists: sections and tasks in rows, fields in columns. Only visible rows are in the document.
 *
 * Keys: see `keys.ts`. Keys that another part handled, and those in text fields, are left alone.
 */
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { hasForeignKey, pressOf } from '../../text/keys.ts'
import { EDITABLE, selectionPress } from '../selection/keys.ts'
import { useSelection } from '../selection/use_selection.ts'
import { GridHeader } from './header.tsx'
import { type GridMove, moveOf } from './keys.ts'
import { pinOffsets, stayingWidth, useStaying } from './pins.ts'
import { GridRowView } from './row.tsx'
import type { GridColumn, GridProps, GridRow } from './types.ts'
import { useMarquee } from './use_marquee.ts'
import { usePlace } from './use_place.ts'
import { densityRowHeight, useWindow } from './use_window.ts'
import './grid.css'

const isSelectable = ({ kind, isSelectable: selectable = kind === 'task' }: GridRow) => selectable

const INTERACTIVE = `${EDITABLE}, button, a, label, input`

/** Widths of the columns: the first one takes the space that is left. */
const templateOf = (widths: readonly number[]) =>
  widths.map((width, index) => (index === 0 ? `minmax(${width}px, 1fr)` : `${width}px`)).join(' ')

/** Presses the first control of the focused cell. */
function editCell(cell: Element | null): void {
  const control = cell?.querySelector<HTMLElement>(
    'button:not(:disabled), input, textarea, [contenteditable="true"], a',
  )
  if (control instanceof HTMLInputElement && control.type !== 'checkbox') control.focus()
  else control?.click()
}

function useGrid<R extends GridRow>(props: GridProps<R>) {
  const { rows, columns, rowHeight: givenHeight, selection, resolve, onCurrent, onSelectionChange } = props
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const [densityHeight] = useState(densityRowHeight)
  const rowHeight = givenHeight ?? densityHeight
  const place = usePlace({ grid, rows, columns, resolve, onCurrent })
  const shown = useWindow({ scroller, rows, rowHeight, current: place.index })
  const order = useMemo(() => rows.filter(isSelectable).map(({ gid }) => gid), [rows])
  const select = useSelection({ order, selection, resolve, onSelectionChange })
  const before = useRef<ReadonlySet<string>>(new Set())
  const pressedFrom = useRef<string | null>(null)
  useMarquee(scroller, {
    rowHeight,
    begin: () => {
      before.current = selection.gids
    },
    select: (from, to, adds) => {
      const framed = rows.slice(Math.max(0, from), to + 1).filter(isSelectable)
      select({ type: 'set', gids: [...(adds ? before.current : []), ...framed.map(({ gid }) => gid)] })
    },
  })
  const focusAt = (row: number, column: number | null) => {
    if (row < 0 || row >= rows.length) return
    shown.virtual.scrollToIndex(row)
    place.move({ row, column })
  }
  const run = (move: GridMove, from: string) => {
    const row = rows[place.place.row]
    if (move.type === 'focus') {
      focusAt(move.place.row, move.place.column)
      const to = rows[move.place.row]
      if (move.extends && to && isSelectable(to)) select({ type: 'extend', gid: to.gid, from })
    } else if (move.type === 'expand') props.onExpand?.(from, move.isExpanded)
    else if (move.type === 'open') props.onOpen?.(from)
    else if (move.type === 'edit') editCell(document.activeElement)
    else if (move.type === 'toggle') row && isSelectable(row) && select({ type: 'toggle', gid: from })
    else select({ type: move.type })
  }
  const indexOf = (gid: string) => rows.findIndex(row => row.gid === gid)
  useImperativeHandle(props.ref, () => ({
    focusRow: gid => focusAt(indexOf(gid), null),
    focusCell: (gid, columnId) =>
      focusAt(
        indexOf(gid),
        columns.findIndex(({ id }) => id === columnId),
      ),
    scrollTo: gid => shown.virtual.scrollToIndex(indexOf(gid)),
  }))
  return { scroller, grid, rowHeight, place, shown, select, run, selection, pressedFrom }
}

type GridState = ReturnType<typeof useGrid>

/** The size of the grid, as its keys need it. */
function sizeOf<R extends GridRow>(state: GridState, { rows, columns, selection, hasLetterKeys = true }: GridProps<R>) {
  const { scroller, rowHeight } = state
  const height = scroller.current?.clientHeight ?? rowHeight
  return {
    rows,
    columnCount: columns.length,
    pageRows: Math.max(1, Math.floor(height / rowHeight) - 2),
    isRightToLeft: scroller.current ? getComputedStyle(scroller.current).direction === 'rtl' : false,
    hasLetterKeys,
    hasSelection: selection.gids.size > 0,
  }
}

function onKey<R extends GridRow>(event: KeyboardEvent, state: GridState, props: GridProps<R>): void {
  const { target, key, nativeEvent } = event
  const { place, gid } = state.place
  if (event.defaultPrevented || nativeEvent.isComposing || gid === null || place.row < 0) return
  if (!(target instanceof Element) || target.closest(EDITABLE) || !target.closest('[data-gid]')) return
  const isOnControl = target.closest(INTERACTIVE) !== null
  if ((isOnControl && (key === 'Enter' || key === ' ')) || hasForeignKey(event)) return
  const move = moveOf(pressOf(event), place, sizeOf(state, props))
  if (!move) return
  event.preventDefault()
  state.run(move, gid)
}

/** Notes where a range that a press extends begins: at the row that has the focus before the press takes it, or below. */
function onPointer<R extends GridRow>({ place, pressedFrom }: GridState, { rows }: GridProps<R>): void {
  pressedFrom.current = rows.slice(Math.max(0, place.index)).find(isSelectable)?.gid ?? null
}

/** A press on a row: with Shift it extends the selection, with Mod it toggles the row, otherwise it moves the focus. */
function onPress<R extends GridRow>(event: MouseEvent, state: GridState, { rows }: GridProps<R>): void {
  const gid = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-gid]')?.dataset.gid : undefined
  const row = rows.find(one => one.gid === gid)
  const act = row && isSelectable(row) ? selectionPress(event, row.gid, state.pressedFrom.current) : null
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  state.select(act)
}

function Body<R extends GridRow>({ state, props }: { state: GridState; props: GridProps<R> }) {
  const { rows, columns, selection, renderCell, keyOf } = props
  const { shown, place, rowHeight } = state
  return (
    <div role="rowgroup" className="grid-body" style={{ height: shown.height }}>
      {shown.items.map(({ index }) => {
        const row = rows[index]
        return row ? (
          <GridRowView
            key={keyOf?.(row.gid) ?? row.gid}
            row={row}
            index={index}
            columns={columns}
            offset={index === shown.sticky ? null : index * rowHeight}
            isCurrent={row.gid === place.gid}
            isSelected={isSelectable(row) ? selection.gids.has(row.gid) : undefined}
            renderCell={renderCell}
          />
        ) : null
      })}
    </div>
  )
}

/** The widths that are shown: those of the columns, or those of a column that is being resized. */
function useWidths(columns: readonly GridColumn[]) {
  const [preview, setPreview] = useState<readonly number[] | null>(null)
  const widths = preview ?? columns.map(({ width }) => width)
  return { widths, setPreview }
}

export function Grid<R extends GridRow>(props: GridProps<R>) {
  const { label, rows, className = '', onResize } = props
  const state = useGrid(props)
  const { widths, setPreview } = useWidths(props.columns)
  const columns = useStaying(state.scroller, props.columns, widths)
  const style: CSSProperties & Record<`--${string}`, string | number> = {
    '--grid-columns': templateOf(widths),
    '--grid-row': `${state.rowHeight}px`,
    ...pinOffsets(columns, widths),
    minWidth: widths.reduce((sum, width) => sum + width, 0),
  }
  const resize = (columnId: string, width: number) => {
    setPreview(null)
    onResize?.(columnId, width)
  }
  return (
    <div ref={state.scroller} className={`grid-scroll ${className}`} style={stayingWidth(columns, widths)}>
      <div
        ref={state.grid}
        role="treegrid"
        className="grid"
        style={style}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        onKeyDown={event => onKey(event, state, props)}
        onPointerDownCapture={() => onPointer(state, props)}
        onClickCapture={event => onPress(event, state, props)}
        onFocus={event => state.place.onFocus(event.target)}
        onBlur={event => state.place.onBlur(event.target, event.relatedTarget)}
      >
        <GridHeader columns={columns} onPreview={setPreview} onResize={onResize ? resize : undefined} />
        <Body state={state} props={{ ...props, columns }} />
      </div>
    </div>
  )
}
