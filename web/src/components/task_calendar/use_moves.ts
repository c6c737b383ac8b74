/** Rescheduling: tasks move to other days by keys and by dragging, and their ends by dragging. Each is one act. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { setDates } from '../../data/task_changes.ts'
import { isLocal } from '../../data/tasks.ts'
import { addDays, type DueDates, formatLongDay } from '../../text/format.ts'
import { useAct } from '../act.ts'
import type { DateValues } from '../date_picker/draft.ts'
import { useDrag } from '../drag/use_drag.ts'
import { daysOf, distanceOf, dueOn, shiftDates, stretchDates } from './dates.ts'

const NO_DATES: DateValues = { start_on: null, start_at: null, due_on: null, due_at: null }

const UNSCHEDULED = 'unscheduled'

const dayOfElement = (element: Element | null | undefined) => element?.closest<HTMLElement>('[data-day]')?.dataset.day

/** The day under a point: bars lie over the cells of several days. */
function dayAt(x: number, y: number): string | undefined {
  const cell = document.elementsFromPoint(x, y).find(one => one.matches('.calendar-day'))
  return dayOfElement(cell)
}

/** The picture of a dragged task: one line, also for a bar. */
function previewOf(source: HTMLElement): HTMLElement {
  const chip = source.closest<HTMLElement>('.calendar-chip') ?? source
  const copy = chip.cloneNode(true) as HTMLElement
  copy.removeAttribute('data-days')
  copy.style.width = `${Math.min(chip.offsetWidth, MAX_PREVIEW_PX)}px`
  return copy
}

const MAX_PREVIEW_PX = 200

interface Options {
  readonly calendar: RefObject<HTMLElement | null>
  readonly canEdit: boolean
}

export function useMoves({ calendar, canEdit }: Options) {
  const cache = useCache()
  const act = useAct()
  const [announced, setAnnounced] = useState('')
  const grabbed = useRef<string | undefined>(undefined)
  const datesOf = (task: Gid) => (cache.records.get(task) ?? {}) as DueDates
  const perform = (task: Gid, dates: DateValues, title: string, isQuiet = false) =>
    act({ title, steps: [setDates(cache, task, dates)] }, { isQuiet })

  /** What a release changes; null for nothing. */
  const changeOf = (source: HTMLElement, target: HTMLElement): { dates: DateValues; title: string } | null => {
    const task = source.dataset.gid ?? ''
    const dates = datesOf(task)
    const days = daysOf(dates)
    const { day } = target.dataset
    if (!day) return days ? { dates: NO_DATES, title: 'Due date removed' } : null
    if (!days) return { dates: dueOn(day), title: `Moved to ${formatLongDay(day)}` }
    const { end } = source.dataset
    if (end === 'start' || end === 'due') {
      const stretched = stretchDates(dates, end, day)
      const after = stretched && daysOf(stretched)
      if (!stretched || (after?.start === days.start && after.end === days.end)) return null
      return { dates: stretched, title: end === 'start' ? 'Start date changed' : 'Due date changed' }
    }
    // A bar moves by as many days as the pointer does.
    const distance = distanceOf(grabbed.current ?? days.end, day)
    const moved = distance === 0 ? null : shiftDates(dates, distance)
    return moved && { dates: moved, title: `Moved to ${formatLongDay(addDays(days.end, distance))}` }
  }

  useEffect(() => {
    const element = calendar.current
    if (!element) return
    const note = ({ clientX, clientY }: PointerEvent) => {
      grabbed.current = dayAt(clientX, clientY)
    }
    element.addEventListener('pointerdown', note, { capture: true })
    return () => element.removeEventListener('pointerdown', note, { capture: true })
  }, [calendar])
  useDrag(calendar, {
    source: canEdit ? '.calendar-end, .calendar-chip:not([data-pending])' : '.never',
    target: `.calendar-day, [data-${UNSCHEDULED}]`,
    preview: previewOf,
    place: (source, target) => (changeOf(source, target) ? 'into' : null),
    onDrop: (source, target) => {
      const change = changeOf(source, target)
      if (change) perform(source.dataset.gid ?? '', change.dates, change.title)
    },
  })
  return {
    announced,
    /** Moves a task by days, and says where it is now. Returns its last day. */
    shift: (task: Gid, days: number): string | null => {
      const moved = canEdit && !isLocal(task) ? shiftDates(datesOf(task), days) : null
      const end = moved && daysOf(moved)?.end
      if (!moved || !end) return null
      const title = `Moved to ${formatLongDay(end)}`
      perform(task, moved, title, true)
      setAnnounced(title)
      return end
    },
  }
}
