/** The part of the rows that is in the document: the visible ones, the current one and the sticky section. */
import { type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useMemo } from 'react'
import type { GridRow } from './types.ts'

const OVERSCAN_COUNT = 10
const DEFAULT_ROW_PX = 36

/** The row height of the density. */
export const densityRowHeight = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || DEFAULT_ROW_PX

interface Options {
  scroller: RefObject<HTMLElement | null>
  rows: readonly GridRow[]
  rowHeight: number
  /** The index of the current row, which stays in the document; -1 without one. */
  current: number
}

const isSticky = ({ kind, isSticky: sticky = kind === 'section' }: GridRow) => sticky

export function useWindow({ scroller, rows, rowHeight, current }: Options) {
  const stickyIndexes = useMemo(() => rows.flatMap((row, index) => (isSticky(row) ? [index] : [])), [rows])
  const rangeExtractor = useCallback(
    ({ startIndex, endIndex, overscan, count }: Range) => {
      const shown = new Set<number>()
      // The section of the first row below the header, which covers one row.
      const sticky = stickyIndexes.findLast(index => index <= startIndex + 1)
      if (sticky !== undefined) shown.add(sticky)
      if (current >= 0 && current < count) shown.add(current)
      for (let at = Math.max(0, startIndex - overscan); at <= Math.min(count - 1, endIndex + overscan); at++)
        shown.add(at)
      return [...shown].sort((a, b) => a - b)
    },
    [stickyIndexes, current],
  )
  // The same function for the same rows: the virtual list computes all of its places anew for another one.
  const getItemKey = useCallback((index: number) => rows[index]?.gid ?? index, [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan: OVERSCAN_COUNT,
    rangeExtractor,
    // The header is in the scroller, before the rows, and covers its start.
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight + (stickyIndexes.length > 0 ? rowHeight : 0),
    scrollPaddingEnd: rowHeight / 2,
  })
  const scrolled = virtual.scrollOffset ?? 0
  const first = Math.floor(scrolled / rowHeight)
  return {
    virtual,
    items: virtual.getVirtualItems(),
    height: rows.length * rowHeight,
    /** The index of the section that stays at the top; -1 at the start of the list. */
    sticky: scrolled > 0 ? (stickyIndexes.findLast(index => index <= first) ?? -1) : -1,
  }
}
