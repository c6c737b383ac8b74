/** The tasks of a calendar as they follow the records and the view: those on days, and those without a due date. */
import { useCallback, useMemo, useState } from 'react'
import { useCache, useComputed } from '../../data/hooks.ts'
import { entryGid } from '../../data/lists.ts'
import type { Gid } from '../../data/records.ts'
import { arrange, type ViewContext, type ViewState } from '../../data/views.ts'
import type { DueDates } from '../../text/format.ts'
import { createLingering } from '../task_list/lingering.ts'
import { useRelease } from '../task_list/use_release.ts'
import { daysOf } from './dates.ts'
import type { Span } from './weeks.ts'

interface CalendarTasks {
  readonly spans: readonly Span[]
  readonly unscheduled: readonly Gid[]
}

const NONE: readonly Gid[] = []

export function useCalendarTasks(list: Gid, view: ViewState, today: string): CalendarTasks {
  const { records, lists, user } = useCache()
  const [released, setReleased] = useState(0)
  const isInList = (gid: Gid) => records.get(entryGid(list, gid)) !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each list
  const lingering = useMemo(() => createLingering(records.get, isInList), [records, list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object that is new when something of the calendar is
  const key = useMemo(() => ({}), [lingering, view, released, today])
  const arranged = (): Gid[] => {
    const context: ViewContext = {
      ...{ contents: lists.contents(list), get: lingering.seen, user, today, canAdd: false },
      ...{ subtasks: () => NONE, isCollapsed: () => false, isExpanded: () => false },
    }
    // A calendar orders by days; inside a day the manual order applies.
    const rows = arrange({ ...view, sort: [], group: null }, context)
    return rows.flatMap(({ gid, kind }) => (kind === 'task' ? [gid] : []))
  }
  const compute = (): CalendarTasks => {
    let tasks = arranged()
    if (lingering.note(new Set(tasks), view)) {
      tasks = arranged()
      lingering.note(new Set(tasks), view)
    }
    const spans: Span[] = []
    const unscheduled: Gid[] = []
    for (const gid of tasks) {
      const days = daysOf((records.get(gid) ?? {}) as DueDates)
      if (days) spans.push({ gid, ...days })
      else unscheduled.push(gid)
    }
    return { spans, unscheduled }
  }
  const concerns = (gid: Gid) => gid.startsWith(`${list}/`) || records.get(gid)?.list === list || isInList(gid)
  const tasks = useComputed(compute, concerns, key)
  const release = useCallback(
    (gid: Gid) => {
      lingering.release(gid)
      setReleased(count => count + 1)
    },
    [lingering],
  )
  useRelease(lingering.kept(), release, '.calendar-chip')
  return tasks
}
