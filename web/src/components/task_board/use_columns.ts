/** The columns of a board as they follow the records and the view. */
import { useRef, useState } from 'react'
import type { Gid } from '../../data/records.ts'
import type { ViewState } from '../../data/views.ts'
import { FLAT, type Layout, useArranged } from '../task_list/use_arranged.ts'
import { type BoardColumn, columnsOf } from './columns.ts'

interface Columns {
  readonly columns: readonly BoardColumn[]
  /** Keeps the order as it is, while something is dragged. */
  freeze(): void
  thaw(): void
}

const LAYOUT: Layout = { ...FLAT, hasEmptyGroups: true }

export function useColumns(list: Gid, view: ViewState): Columns {
  const former = useRef<readonly BoardColumn[]>([])
  const [frozen, setFrozen] = useState<readonly BoardColumn[] | null>(null)
  const columns = useArranged({
    ...{ list, view, layout: LAYOUT, element: '.board-card' },
    compute: ({ rows }) => {
      former.current = columnsOf(rows, former.current)
      return former.current
    },
  })
  return { columns: frozen ?? columns, freeze: () => setFrozen(columns), thaw: () => setFrozen(null) }
}
