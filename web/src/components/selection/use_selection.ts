/** The selection of what a list or a board shows: what is no longer shown leaves it. */
import { useEffect } from 'react'
import { type Selection, type SelectionAct, selectionAfter, selectionWithin } from './selection.ts'

interface Options {
  /** What can be selected, as it is shown. Must stay the same array while nothing changes. */
  readonly order: readonly string[]
  readonly selection: Selection
  onSelectionChange(selection: Selection): void
}

/** Returns how an act changes the selection; a range within a part of the order begins and ends in it. */
export function useSelection({ order, selection, onSelectionChange }: Options) {
  useEffect(() => {
    const kept = selectionWithin(selection, order)
    if (kept !== selection) onSelectionChange(kept)
  }, [order, selection, onSelectionChange])
  return (act: SelectionAct, within = order) => onSelectionChange(selectionAfter(selection, act, within))
}
