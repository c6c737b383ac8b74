/** The columns of a board as they follow the records and the view. */
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useCache, useComputed } from '../../data/hooks.ts'
import { entryGid } from '../../data/lists.ts'
import { subscribePreferences, weekStart } from '../../data/preferences.ts'
import type { Gid } from '../../data/records.ts'
import { arrange, type ViewContext, type ViewState } from '../../data/views.ts'
import { dayOf } from '../../text/format.ts'
import { createLingering } from '../task_list/lingering.ts'
import { useRelease } from '../task_list/use_release.ts'
import { type BoardColumn, columnsOf } from './columns.ts'

const NONE: readonly Gid[] = []

interface Columns {
  readonly columns: readonly BoardColumn[]
  /** Keeps the order as it is, while something is dragged. */
  freeze(): void
  thaw(): void
}

export function useColumns(list: Gid, view: ViewState): Columns {
  const { records, lists, user } = useCache()
  const former = useRef<readonly BoardColumn[]>([])
  const [frozen, setFrozen] = useState<readonly BoardColumn[] | null>(null)
  const [released, setReleased] = useState(0)
  const isInList = (gid: Gid) => records.get(entryGid(list, gid)) !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each list
  const lingering = useMemo(() => createLingering(records.get, isInList), [records, list])
  const today = dayOf(new Date())
  const firstDay = useSyncExternalStore(subscribePreferences, weekStart)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object that is new when something of the columns is
  const key = useMemo(() => ({}), [lingering, view, released, today, firstDay])
  const compute = () => {
    const context: ViewContext = {
      ...{
        contents: lists.contents(list),
        get: lingering.seen,
        user,
        today,
        weekStart: firstDay,
        canAdd: false,
        hasEmptyGroups: true,
      },
      ...{ subtasks: () => NONE, isCollapsed: () => false, isExpanded: () => false },
    }
    const arranged = () => columnsOf(arrange(view, context), former.current)
    const note = () => lingering.note(new Set(former.current.flatMap(({ cards }) => cards)), view)
    former.current = arranged()
    if (note()) {
      former.current = arranged()
      note()
    }
    return former.current
  }
  const concerns = (gid: Gid) =>
    gid.startsWith(`${list}/`) ||
    records.get(gid)?.list === list ||
    isInList(gid) ||
    former.current.some(column => column.gid === gid)
  const columns = useComputed(compute, concerns, key)
  const release = useCallback(
    (gid: Gid) => {
      lingering.release(gid)
      setReleased(count => count + 1)
    },
    [lingering],
  )
  useRelease(lingering.kept(), release, '.board-card')
  return { columns: frozen ?? columns, freeze: () => setFrozen(columns), thaw: () => setFrozen(null) }
}
