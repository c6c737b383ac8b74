/** The rows of a list as they follow the records, the view and what is typed. */
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useCache, useComputed, useOutbox } from '../../data/hooks.ts'
import { entryGid, type ListContents } from '../../data/lists.ts'
import { subscribePreferences, weekStart } from '../../data/preferences.ts'
import type { Gid, WorkRecord } from '../../data/records.ts'
import { isLocal } from '../../data/tasks.ts'
import { arrange, type ViewContext, type ViewState } from '../../data/views.ts'
import { dayOf } from '../../text/format.ts'
import { createLingering } from './lingering.ts'
import { listRows } from './rows.ts'
import { totalsOf } from './totals.ts'
import type { Editing, ListRow } from './types.ts'

const LINGER_MS = 2000
const NOTHING: ReadonlyMap<Gid, ListRow> = new Map()

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

/** Lets tasks go that no longer match, after a moment, and not while they have the focus. */
function useRelease(kept: readonly Gid[], release: (gid: Gid) => void): void {
  const key = kept.join(',')
  useEffect(() => {
    if (!key) return
    const timer = setInterval(() => {
      const focused = document.activeElement?.closest<HTMLElement>('[role="row"]')?.dataset.gid
      for (const gid of key.split(',')) if (gid !== focused) release(gid)
    }, LINGER_MS)
    return () => clearInterval(timer)
  }, [key, release])
}

/**
 * The tasks that were added here since the view changed. They stay on the screen although a filter may not match them:
 * what was typed must not vanish.
 */
function useAdded(view: ViewState): (contents: ListContents) => (gid: Gid) => boolean {
  const { outbox } = useCache()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each view
  const added = useMemo(() => new Set<Gid>(), [view])
  return ({ entries }) => {
    for (const { item } of entries) if (isLocal(item)) added.add(item)
    const gids = new Set([...added].map(outbox.resolve))
    return gid => gids.has(gid)
  }
}

export function useListRows(options: Options): readonly ListRow[] {
  const { list, view, canAdd, canAddSections, collapsed, expanded, editing, summed } = options
  const cache = useCache()
  const { records, lists, outbox } = cache
  const { unsent } = useOutbox()
  const [released, setReleased] = useState(0)
  const former = useRef(NOTHING)
  const added = useAdded(view)
  const isInList = (gid: Gid) => records.get(entryGid(list, gid)) !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each list
  const lingering = useMemo(() => createLingering(records.get, isInList), [records, list])
  const shownView = useMemo(() => ({ view, collapsed, expanded }), [view, collapsed, expanded])
  const today = dayOf(new Date())
  const firstDay = useSyncExternalStore(subscribePreferences, weekStart)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object that is new when something of the rows is
  const key = useMemo(
    () => ({}),
    [lingering, shownView, canAdd, canAddSections, editing, unsent, released, summed, today, firstDay],
  )
  const grows = editing?.type === 'add_task' && editing.list !== list ? editing.list : undefined
  const compute = () => {
    const contents = lists.contents(list)
    const get = (gid: Gid): WorkRecord | undefined => {
      const record = lingering.seen(gid)
      return record && gid === grows ? { ...record, num_subtasks: Number(record.num_subtasks ?? 0) + 1 } : record
    }
    const isShown = (gid: Gid) => view.show === 'all' || (get(gid)?.completed === true) === (view.show === 'completed')
    const context: ViewContext = {
      ...{ contents, get, user: cache.user, today, weekStart: firstDay, canAdd, isKept: added(contents) },
      subtasks: task => lists.contents(task).entries.flatMap(({ item }) => (isShown(item) ? item : [])),
      isCollapsed: gid => collapsed.has(gid),
      isExpanded: task => expanded.has(task) || task === grows,
    }
    const arranged = () => {
      const rows = arrange(view, context)
      return { rows, shown: new Set(rows.flatMap(({ kind, gid }) => (kind === 'task' ? gid : []))) }
    }
    let { rows, shown } = arranged()
    if (lingering.note(shown, shownView)) {
      ;({ rows, shown } = arranged())
      lingering.note(shown, shownView)
    }
    const totals = (section: Gid) => {
      if (summed.length === 0) return undefined
      const own = contents.entries.filter(entry => entry.section === section && isShown(entry.item))
      return totalsOf(
        own.flatMap(({ item }) => records.get(item) ?? []),
        summed,
      )
    }
    const isPending = (gid: Gid) => unsent > 0 && (outbox.isPending(gid) || outbox.isPending(entryGid(list, gid)))
    // A new task gets its gid from the server while it is renamed.
    const edited = editing?.type === 'rename' ? { ...editing, gid: outbox.resolve(editing.gid) } : editing
    const result = listRows(
      rows,
      { list, editing: edited, canAddSections, get: records.get, isPending, totals },
      former.current,
    )
    former.current = new Map(result.map(row => [row.gid, row]))
    return result
  }
  const concerns = (gid: Gid): boolean => {
    const record = records.get(gid)
    if (!record) return true
    if (typeof record.list === 'string') return record.list === list || expanded.has(record.list)
    if (record.resource_type !== 'task') return false
    return lists.listsOf(gid).some(one => one === list || expanded.has(one))
  }
  const rows = useComputed(compute, concerns, key)
  const release = useCallback(
    (gid: Gid) => {
      lingering.release(gid)
      setReleased(count => count + 1)
    },
    [lingering],
  )
  useRelease(lingering.kept(), release)
  return rows
}
