/**
 * Columns that stay in place while others scroll. Their offsets are properties of the grid, so that no row renders
 * again while a column is being resized.
 */
import type { GridColumn } from './types.ts'

const offsetName = (index: number) => `--grid-pin-${index}` as const

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

/** The attributes of a cell of a pinned column. */
export const pinned = (isPinned: boolean | undefined, index: number) =>
  isPinned ? { 'data-pinned': '', style: { insetInlineStart: `var(${offsetName(index)})` } } : undefined
