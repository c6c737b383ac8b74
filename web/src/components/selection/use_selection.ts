/** The selection of what a list or a board shows: what is no longer shown leaves it. */
import { useEffect } from 'react'
import { type Selection, type SelectionAct, selectionAfter, selectionWithin } from './selection.ts'

interface Options {
  /** What can be selected, as it is shown. Must stay the same array while nothing changes. */
  readonly order: readonly string[]
  readonly selection: Selection
  /** The present gid of a row that got another one. */
  resolve?: ((gid: string) => string) | undefined
  onSelectionChange(selection: Selection): void
}

/** Returns how an act changes the selection; a range within a part of the order begins and ends in it. */
export function useSelection({ order, selection, resolve, onSelectionChange }: Options) {
  useEffect(() => {
    const kept = selectionWithin(selection, order, resolve)
    if (kept !== selection) onSelectionChange(kept)
  }, [order, selection, resolve, onSelectionChange])
  return (act: SelectionAct, within = order) => onSelectionChange(selectionAfter(selection, act, within))
}
