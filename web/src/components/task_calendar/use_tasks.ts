/** The tasks of a calendar as they follow the records and the view: those on days, and those without a due date. */
import { useMemo } from 'react'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import type { ViewState } from '../../data/views.ts'
import type { DueDates } from '../../text/format.ts'
import { FLAT, useArranged } from '../task_list/use_arranged.ts'
import { daysOf } from './dates.ts'
import type { Span } from './weeks.ts'

interface CalendarTasks {
  readonly spans: readonly Span[]
  readonly unscheduled: readonly Gid[]
}

export function useCalendarTasks(list: Gid, view: ViewState): CalendarTasks {
  const { records } = useCache()
  // A calendar orders by days; inside a day the manual order applies.
  const byDay = useMemo(() => ({ ...view, sort: [], group: null }), [view])
  return useArranged({
    ...{ list, view: byDay, layout: FLAT, element: '.calendar-chip' },
    compute: ({ rows }) => {
      const spans: Span[] = []
      const unscheduled: Gid[] = []
      for (const { gid, kind } of rows) {
        if (kind !== 'task') continue
        const days = daysOf((records.get(gid) ?? {}) as DueDates)
        if (days) spans.push({ gid, ...days })
        else unscheduled.push(gid)
      }
      return { spans, unscheduled }
    },
  })
}
