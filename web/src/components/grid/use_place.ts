/**
 * The focus of a grid: one row, or one cell in it.
 *
 * Invariants:
 * - The focus on anything inside a row counts as the focus on the row.
 * - If the current row disappears while it has the focus, the row that takes its position receives the focus. A row that
 *   gets another gid keeps it.
 */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { GridPlace } from './keys.ts'
import type { GridColumn, GridRow } from './types.ts'

interface Current {
  gid: string
  /** Where the row was last, for the case that it disappears. */
  index: number
  column: number | null
}

interface Options {
  grid: RefObject<HTMLElement | null>
  rows: readonly GridRow[]
  columns: readonly GridColumn[]
  resolve?: ((gid: string) => string) | undefined
  onCurrent?(gid: string | null): void
}

const rowOf = (element: Element | null) => element?.closest<HTMLElement>('[role="row"][data-gid]') ?? null

function focusPlace(grid: HTMLElement | null, { gid, column }: Current): void {
  const row = grid?.querySelector<HTMLElement>(`[role="row"][data-gid="${CSS.escape(gid)}"]`)
  const cells = row?.querySelectorAll<HTMLElement>(':scope > [role="gridcell"]')
  const cell = column === null ? null : cells?.[Math.min(column, cells.length - 1)]
  ;(cell ?? row)?.focus({ preventScroll: true })
}

/** Moves the focus on request, and to the next row when the current one disappears. */
function useCurrent({ grid, rows, resolve }: Options) {
  const [current, setCurrent] = useState<Current | null>(null)
  const [request, setRequest] = useState(0)
  const hasFocus = useRef(false)
  const found = current ? rows.findIndex(({ gid }) => gid === current.gid) : -1
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a request moves the focus, not each current row
  useLayoutEffect(() => {
    if (request > 0 && current) focusPlace(grid.current, current)
  }, [request, grid])
  useLayoutEffect(() => {
    if (!current || found >= 0) return
    const renamed = resolve && rows.find(({ gid }) => gid === resolve(current.gid))
    const next = renamed ?? rows[Math.min(current.index, rows.length - 1)]
    setCurrent(next ? { ...current, gid: next.gid } : null)
    if (next && hasFocus.current && document.activeElement === document.body) setRequest(count => count + 1)
  }, [current, found, rows, resolve])
  return { current, setCurrent, found, hasFocus, requestFocus: () => setRequest(count => count + 1) }
}

export function usePlace(options: Options) {
  const { grid, rows, columns, onCurrent } = options
  const { current, setCurrent, found, hasFocus, requestFocus } = useCurrent(options)
  const move = ({ row, column }: GridPlace) => {
    const gid = rows[row]?.gid
    if (gid === undefined) return
    setCurrent({ gid, index: row, column })
    requestFocus()
  }
  return {
    gid: current?.gid ?? rows[0]?.gid ?? null,
    index: current ? found : -1,
    place: { row: found, column: current?.column ?? null } satisfies GridPlace,
    move,
    onFocus(target: Element) {
      const gid = rowOf(target)?.dataset.gid
      if (gid === undefined) return
      hasFocus.current = true
      const cell = target.closest<HTMLElement>('[role="gridcell"]')
      const isInCell = cell !== null && (target === cell || current?.column != null)
      const column = isInCell ? columns.findIndex(({ id }) => id === cell.dataset.column) : -1
      const next = { gid, index: rows.findIndex(row => row.gid === gid), column: column < 0 ? null : column }
      if (gid === current?.gid && next.column === current.column) return
      setCurrent(next)
      onCurrent?.(gid)
    },
    onBlur(target: Element, to: EventTarget | null) {
      // A removed element loses the focus too; it is no longer connected.
      if (!target.isConnected || (to instanceof Node && grid.current?.contains(to))) return
      hasFocus.current = false
      onCurrent?.(null)
    },
  }
}
