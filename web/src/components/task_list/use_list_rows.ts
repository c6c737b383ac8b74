/** The rows of a list as they follow the records, the view and what is typed. */
import { useMemo } from 'react'
import { useCache } from '../../data/hooks.ts'
import { entryGid } from '../../data/lists.ts'
import type { Gid } from '../../data/records.ts'
import { isShown, type ViewState } from '../../data/views.ts'
import { type ListRows, listRows, NO_ROWS } from './rows.ts'
import type { Editing, ListRow } from './types.ts'
import { type Arranged, type Layout, useArranged } from './use_arranged.ts'

interface Options {
  readonly list: Gid
  readonly view: ViewState
  readonly canAdd: boolean
  readonly canAddSections: boolean
  readonly collapsed: ReadonlySet<Gid>
  readonly expanded: ReadonlySet<Gid>
  readonly editing: Editing
  /** The number fields whose sums are shown. */
  readonly summed: readonly Gid[]
}

/** Which rows the tasks get: sections that are folded, tasks that are unfolded, and one that gets a subtask. */
function useLayout({ list, view, canAdd, collapsed, expanded, editing, summed }: Options): Layout {
  const { records, lists } = useCache()
  const growing = editing?.type === 'add_task' && editing.list !== list ? editing.list : undefined
  return useMemo(() => {
    const shown = (gid: Gid) => {
      const task = records.get(gid)
      return task && isShown(task, view.show) ? gid : []
    }
    return {
      ...{ canAdd, growing, summed },
      subtasks: task => lists.contents(task).entries.flatMap(({ item }) => shown(item)),
      isCollapsed: gid => collapsed.has(gid),
      isExpanded: gid => expanded.has(gid),
    }
  }, [records, lists, view, canAdd, collapsed, expanded, growing, summed])
}

export function useListRows(options: Options): readonly ListRow[] {
  const { list, view, canAddSections, expanded, editing, summed } = options
  const { records, lists } = useCache()
  const layout = useLayout(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the former rows of each list
  const former = useMemo((): { current: ListRows } => ({ current: NO_ROWS }), [list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object that is new when something of the rows is
  const key = useMemo(() => ({}), [canAddSections, editing, summed])
  const isPending = (gid: Gid) => records.isPending(gid) || records.isPending(entryGid(list, gid))
  const compute = ({ rows, changed, sums }: Arranged) => {
    const totals = (section: Gid) => (summed.length > 0 ? sums(section) : undefined)
    const context = { list, editing, canAddSections, changed, get: records.get, isPending, totals }
    former.current = listRows(rows, context, former.current)
    return former.current.rows
  }
  /** Subtasks that are shown, and where they stand. */
  const concerns = (gid: Gid): boolean => {
    if (expanded.size === 0) return false
    const record = records.get(gid)
    if (!record) return true
    if (typeof record.list === 'string') return expanded.has(record.list)
    return record.resource_type === 'task' && lists.listsOf(gid).some(one => expanded.has(one))
  }
  const element = '[role="row"]'
  return useArranged({ list, view, layout, element, keepsAdded: true, concerns, key, compute })
}
