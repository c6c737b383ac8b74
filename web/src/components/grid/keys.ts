/** What a key does in a grid. */
import { type KeyPress, letterOf } from '../../text/keys.ts'
import { selectionKey } from '../selection/keys.ts'
import type { GridRow } from './types.ts'

/** The focused row, and the focused cell in it; null is the row itself. */
export interface GridPlace {
  row: number
  column: number | null
}

export type GridMove =
  | { type: 'focus'; place: GridPlace; extends?: boolean }
  | { type: 'expand'; isExpanded: boolean }
  | { type: 'open' | 'edit' | 'toggle' | 'all' | 'clear' }

export interface GridSize {
  rows: readonly Pick<GridRow, 'level' | 'isExpanded'>[]
  columnCount: number
  pageRows: number
  isRightToLeft: boolean
  hasLetterKeys: boolean
  hasSelection: boolean
}

function parentOf(rows: GridSize['rows'], row: number): number {
  const level = rows[row]?.level ?? 1
  let parent = row - 1
  while (parent >= 0 && (rows[parent]?.level ?? 1) >= level) parent--
  return parent
}

/** Moves between rows; null for other keys. */
function rowMove(press: KeyPress, { row, column }: GridPlace, { rows, pageRows }: GridSize): GridMove | null {
  const last = rows.length - 1
  const focus = (index: number): GridMove => ({
    type: 'focus',
    place: { row: Math.max(0, Math.min(last, index)), column },
    ...(press.shiftKey ? { extends: true } : {}),
  })
  if (press.key === 'ArrowDown') return focus(row + 1)
  if (press.key === 'ArrowUp') return focus(row - 1)
  if (press.key === 'PageDown') return focus(row + pageRows)
  if (press.key === 'PageUp') return focus(row - pageRows)
  if (press.isMod && press.key === 'Home') return focus(0)
  if (press.isMod && press.key === 'End') return focus(last)
  return null
}

/** Moves between the row, its cells, its children and its parent. */
function sideMove(press: KeyPress, { row, column }: GridPlace, size: GridSize): GridMove | null {
  const cell = (index: number | null): GridMove => ({ type: 'focus', place: { row, column: index } })
  if (press.key === 'Home') return cell(0)
  if (press.key === 'End') return cell(size.columnCount - 1)
  const isForward = press.key === (size.isRightToLeft ? 'ArrowLeft' : 'ArrowRight')
  const isBack = press.key === (size.isRightToLeft ? 'ArrowRight' : 'ArrowLeft')
  if (!isForward && !isBack) return null
  const { isExpanded } = size.rows[row] ?? {}
  if (column !== null) {
    if (isForward) return cell(Math.min(size.columnCount - 1, column + 1))
    return cell(column === 0 ? null : column - 1)
  }
  if (isForward) return isExpanded === false ? { type: 'expand', isExpanded: true } : cell(0)
  if (isExpanded) return { type: 'expand', isExpanded: false }
  const parent = parentOf(size.rows, row)
  return parent < 0 ? null : { type: 'focus', place: { row: parent, column: null } }
}

/** The move for a letter. */
function letterMove(press: KeyPress, place: GridPlace, size: GridSize): GridMove | null {
  const selecting = selectionKey(press, size.hasLetterKeys)
  if (selecting || press.isMod || press.shiftKey || !size.hasLetterKeys) return selecting
  const letter = letterOf(press)
  if (letter === 'j') return rowMove({ ...press, key: 'ArrowDown' }, place, size)
  return letter === 'k' ? rowMove({ ...press, key: 'ArrowUp' }, place, size) : null
}

/** What a key does at a place; null where it does nothing here. */
export function moveOf(press: KeyPress, place: GridPlace, size: GridSize): GridMove | null {
  if (press.altKey || size.rows.length === 0) return null
  const row = rowMove(press, place, size)
  if (row) return row
  const letter = letterMove(press, place, size)
  if (letter || press.isMod || press.shiftKey) return letter
  if (press.key === 'Enter') return { type: place.column === null ? 'open' : 'edit' }
  if (press.key === 'F2' && place.column !== null) return { type: 'edit' }
  if (press.key === 'Escape') {
    if (place.column !== null) return { type: 'focus', place: { ...place, column: null } }
    return size.hasSelection ? { type: 'clear' } : null
  }
  return sideMove(press, place, size)
}
