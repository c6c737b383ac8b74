/**
 * Columns that stay in place while others scroll.
 *
 * Invariants:
 * - The first column and the pinned ones cover at most half of the list; pinned columns beyond scroll with the others.
 * - The offsets are properties of the grid, so that no row renders again while a column is being resized.
 */
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import type { GridColumn } from './types.ts'

const MAX_COVERED_PART = 0.5

const offsetName = (index: number) => `--grid-pin-${index}` as const

/** How many columns stay in place: the first one, and the pinned ones after it for which a list has the width. */
export function stayingCount(columns: readonly GridColumn[], widths: readonly number[], listWidth: number): number {
  let covered = widths[0] ?? 0
  let count = 1
  while (columns[count]?.isPinned) {
    covered += widths[count] ?? 0
    if (covered > listWidth * MAX_COVERED_PART) break
    count++
  }
  return count
}

/** The columns, of which only those are pinned that stay in place in the list as wide as it is now. */
export function useStaying(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly GridColumn[],
  widths: readonly number[],
): readonly GridColumn[] {
  const hasPins = columns.some(({ isPinned }) => isPinned)
  const [listWidth, setListWidth] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || !hasPins) return
    const measure = () => setListWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, hasPins])
  const count = stayingCount(columns, widths, listWidth)
  return useMemo(
    () =>
      columns.some(({ isPinned }, index) => isPinned && index >= count)
        ? columns.map((column, index) => (index < count ? column : { ...column, isPinned: false }))
        : columns,
    [columns, count],
  )
}

/** Where each pinned column stays: after the columns before it. */
export function pinOffsets(columns: readonly GridColumn[], widths: readonly number[]): Record<`--${string}`, string> {
  const offsets: Record<`--${string}`, string> = {}
  let start = 0
  for (const [index, { isPinned }] of columns.entries()) {
    if (isPinned) offsets[offsetName(index)] = `${start}px`
    start += widths[index] ?? 0
  }
  return offsets
}

/** The width that the columns at the start cover: what gets the focus scrolls out from below them. */
export function stayingWidth(columns: readonly GridColumn[], widths: readonly number[]): Record<`--${string}`, string> {
  const staying = widths.filter((_, index) => index === 0 || columns[index]?.isPinned)
  return { '--grid-staying': `${staying.reduce((sum, width) => sum + width, 0)}px` }
}

/** The attributes of a cell of a pinned column. */
export const pinned = (isPinned: boolean | undefined, index: number) =>
  isPinned ? { 'data-pinned': '', style: { insetInlineStart: `var(${offsetName(index)})` } } : undefined
