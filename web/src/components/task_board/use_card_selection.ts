/** The selected cards of a board: those of collapsed columns are not shown, and leave the selection. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { useCache } from '../../data/hooks.ts'
import { EMPTY_SELECTION } from '../selection/selection.ts'
import { useSelection } from '../selection/use_selection.ts'
import { useTarget } from '../target.ts'
import type { BoardColumn } from './columns.ts'

/** `open` must stay the same array while nothing changes. */
export function useCardSelection(open: readonly BoardColumn[], announce: (text: string) => void) {
  const { resolve } = useCache().outbox
  const [selection, setSelection] = useState(EMPTY_SELECTION)
  const order = useMemo(() => open.flatMap(({ cards }) => cards), [open])
  const select = useSelection({ order, selection, resolve, onSelectionChange: setSelection })
  useTarget('selection', [...selection.gids])
  const count = selection.gids.size
  const announced = useRef(count)
  // Items of a list have no state for this, which rows of a grid have.
  useEffect(() => {
    if (count === announced.current) return
    announced.current = count
    announce(count === 0 ? 'No tasks selected' : `${count} ${count === 1 ? 'task' : 'tasks'} selected`)
  }, [count, announce])
  return { selection, setSelection, select }
}

export type CardSelection = ReturnType<typeof useCardSelection>
