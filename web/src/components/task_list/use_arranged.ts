/** The rows of a view of a list as lists, boards and calendars follow them, with the tasks that stay for a moment. */
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useCache, useComputed } from '../../data/hooks.ts'
import { entryGid, type ListContents } from '../../data/lists.ts'
import { subscribePreferences, weekStart } from '../../data/preferences.ts'
import type { Gid } from '../../data/records.ts'
import { isLocal } from '../../data/tasks.ts'
import { type ArrangementContext, createArrangement } from '../../data/views/arrangement.ts'
import type { ViewRow, ViewState } from '../../data/views.ts'
import { dayOf } from '../../text/format.ts'
import { useRelease } from './use_release.ts'

/** Which rows the tasks of a view get. Its functions are the same objects while they return the same. */
export type Layout = Omit<ArrangementContext, 'contents' | 'user' | 'today' | 'weekStart' | 'isKept'>

const isSame = <T>(a: Shown<T>, b: Shown<T>): boolean => a.value === b.value && a.kept.join() === b.kept.join()

const NONE: readonly Gid[] = []
const no = () => false

/** Every task is shown, and no subtask. */
export const FLAT: Layout = { subtasks: () => NONE, isCollapsed: no, isExpanded: no, canAdd: false }

/** What was arranged. */
export interface Arranged {
  readonly rows: readonly ViewRow[]
  readonly contents: ListContents
  /** The records that changed since the last time; undefined where any of them may have. */
  readonly changed: ReadonlySet<Gid> | undefined
  /** The sums of the number fields that the layout names, in a section. */
  sums(section: Gid): Readonly<Record<Gid, number>>
}

interface Options<T> {
  readonly list: Gid
  readonly view: ViewState
  readonly layout: Layout
  /** The selector of what shows one task: one that has the focus is not let go. */
  readonly element: string
  /** Whether tasks that are added here stay on the screen although a filter may not match them. */
  readonly keepsAdded?: boolean
  /** Whether a record that is not of the list concerns what is computed. */
  concerns?(gid: Gid): boolean
  /** An object that is new when something else does. */
  readonly key?: unknown
  compute(arranged: Arranged): T
}

/** The tasks that were added here since the view changed: what was typed must not vanish. */
function useAdded(view: ViewState): (gids: Iterable<Gid>) => (gid: Gid) => boolean {
  const { outbox } = useCache()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each view
  const added = useMemo(() => new Set<Gid>(), [view])
  return gids => {
    for (const gid of gids) if (isLocal(gid)) added.add(gid)
    const present = new Set([...added].map(outbox.resolve))
    return gid => present.has(gid)
  }
}

/** What was computed, and the tasks that stay until they are released: either renders again when it changes. */
interface Shown<T> {
  readonly value: T
  readonly kept: readonly Gid[]
}

/** What `compute` makes of the rows of a view, computed again when one of them changes. */
export function useArranged<T>(options: Options<T>): T {
  const { list, view, layout, element, keepsAdded = false, key } = options
  const { records, lists, user } = useCache()
  const [released, setReleased] = useState(0)
  const today = dayOf(new Date())
  const firstDay = useSyncExternalStore(subscribePreferences, weekStart)
  const arrangement = useMemo(() => createArrangement(list, records.get), [list, records])
  const added = useAdded(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object that is new when something of the rows is
  const whole = useMemo(() => ({}), [arrangement, view, layout, released, today, firstDay, key])
  const concerns = (gid: Gid): boolean =>
    gid.startsWith(`${list}/`) ||
    records.get(gid)?.list === list ||
    records.get(entryGid(list, gid)) !== undefined ||
    arrangement.refersTo(gid) ||
    options.concerns?.(gid) === true
  const former = useRef<Shown<T> | undefined>(undefined)
  const { value, kept } = useComputed(
    changed => {
      const contents = lists.contents(list)
      const gids = keepsAdded ? (changed ?? contents.entries.map(({ item }) => item)) : NONE
      const context = { ...layout, contents, user, today, weekStart: firstDay, isKept: added(gids) }
      const rows = arrangement.rows(view, context, changed)
      const now: Shown<T> = {
        value: options.compute({ rows, contents, changed, sums: arrangement.sums }),
        kept: arrangement.kept(),
      }
      if (!former.current || !isSame(former.current, now)) former.current = now
      return former.current
    },
    concerns,
    whole,
  )
  const release = useCallback(
    (gid: Gid) => {
      arrangement.release(gid)
      setReleased(count => count + 1)
    },
    [arrangement],
  )
  useRelease(kept, release, element)
  return value
}
