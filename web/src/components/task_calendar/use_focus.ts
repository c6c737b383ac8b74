/** The focus of a calendar: one day, which Tab leads to, or a task on it. Arrows move between days. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { Gid } from '../../data/records.ts'
import { addDays } from '../../text/format.ts'
import { setTarget } from '../target.ts'
import { type Period, startOfWeek, stepPeriod, weekdayOf } from './weeks.ts'

const NONE: readonly Gid[] = []
const WEEK_DAYS = 7

/** Elements of a day that have arrows of their own. */
const OWN_KEYS = '[aria-haspopup][aria-expanded="true"]'

interface Options {
  readonly calendar: RefObject<HTMLElement | null>
  readonly period: Period
  /** The day of the address. */
  readonly day: string
  goTo(day: string): void
  /** Adds a task on a day, where that is allowed. */
  add(day: string): void
}

const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK_DAYS, ArrowDown: WEEK_DAYS },
}

/** The day to which a key leads. */
function dayAfter(key: string, day: string, { weeks, zoom }: Period, isRightToLeft: boolean): string | null {
  const first = weeks[0]?.[0] ?? day
  const start = startOfWeek(day, weekdayOf(first))
  const step = STEPS[key]
  if (step !== undefined) return addDays(day, isRightToLeft && Math.abs(step) === 1 ? -step : step)
  if (key === 'Home') return start
  if (key === 'End') return addDays(start, WEEK_DAYS - 1)
  if (key === 'PageUp') return stepPeriod(zoom, day, -1)
  return key === 'PageDown' ? stepPeriod(zoom, day, 1) : null
}

export function useFocus({ calendar, period, day: addressed, goTo, add }: Options) {
  const [current, setCurrent] = useState(addressed)
  const [request, setRequest] = useState<{ day: string; task: Gid | null } | null>(null)
  const isShown = (day: string) => period.weeks.some(week => week.includes(day))
  const day = isShown(current) ? current : addressed
  const cellOf = (wanted: string) => calendar.current?.querySelector<HTMLElement>(`.calendar-day[data-day="${wanted}"]`)
  const linksOf = (wanted: string) => [
    ...(cellOf(wanted)?.querySelectorAll<HTMLElement>('.calendar-link, .calendar-more') ?? []),
  ]
  useLayoutEffect(() => {
    if (!request) return
    const cell = cellOf(request.day)
    const task = request.task
      ? calendar.current?.querySelector<HTMLElement>(`.calendar-weeks [data-gid="${CSS.escape(request.task)}"] > a`)
      : null
    const element = task ?? cell
    if (!element) return
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest' })
    setRequest(null)
  })
  useEffect(() => () => setTarget('focus', NONE), [])

  /** Moves the focus to a day, or to a task on it, and shows it. */
  const focus = (wanted: string, task: Gid | null = null) => {
    setCurrent(wanted)
    setRequest({ day: wanted, task })
    const isElsewhere = period.month !== null && !wanted.startsWith(period.month)
    if (!isShown(wanted) || isElsewhere) goTo(wanted)
  }
  /** The next task of the day, or its line that says how many more there are. */
  const stepInside = (from: HTMLElement, step: number): boolean => {
    const links = linksOf(day)
    const next = links[links.indexOf(from) + step]
    next?.focus()
    return next !== undefined
  }
  const onKey = (event: KeyboardEvent<HTMLElement>): boolean => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
    if (altKey || ctrlKey || metaKey || shiftKey || !(target instanceof HTMLElement)) return false
    const isCell = target.getAttribute('role') === 'gridcell'
    if (key === 'Enter' && isCell) {
      const [first] = linksOf(day)
      if (first) first.focus()
      else add(day)
      return true
    }
    if (key === 'Escape' && !isCell) {
      cellOf(day)?.focus()
      return true
    }
    if (!isCell && key === 'ArrowDown' && stepInside(target, 1)) return true
    if (!isCell && key === 'ArrowUp' && stepInside(target, -1)) return true
    const next = dayAfter(key, day, period, getComputedStyle(target).direction === 'rtl')
    if (next) focus(next)
    return next !== null
  }
  return {
    /** The day that Tab leads to. */
    day,
    focus,
    choose: setCurrent,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { target, currentTarget, defaultPrevented, nativeEvent } = event
      if (defaultPrevented || nativeEvent.isComposing || !(target instanceof Element)) return
      if (!currentTarget.contains(target) || target.closest(OWN_KEYS) || !onKey(event)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const gid = target.closest<HTMLElement>('.calendar-chip')?.dataset.gid
      const focused = target.closest<HTMLElement>('.calendar-day')?.dataset.day
      setTarget('focus', gid ? [gid] : NONE)
      if (focused) setCurrent(focused)
    },
    onBlur: ({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (target.isConnected && !currentTarget.contains(relatedTarget)) setTarget('focus', NONE)
    },
  }
}
