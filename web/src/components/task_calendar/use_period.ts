/** The days that a calendar shows. The address has them: `date=2026-12`, and `zoom=week` for other periods than months. */
import { useLocation, useRouter } from '@tanstack/react-router'
import { useMemo, useSyncExternalStore } from 'react'
import { withQuery } from '../../data/addresses.ts'
import { preferences, subscribePreferences, WEEKDAYS } from '../../data/preferences.ts'
import { PHONE, useMedia } from '../use_media.ts'
import { type Period, periodOf, stepPeriod, type Zoom } from './weeks.ts'

const ZOOMS: readonly string[] = ['two_weeks', 'week']
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** The day that an address names: the first one of a month; undefined without one. */
function dayIn(text: string | null): string | undefined {
  const day = text?.length === 7 ? `${text}-01` : (text ?? '')
  if (!DAY.test(day)) return undefined
  // The thirty-first of a short month is no day.
  const date = new Date(`${day}T12:00:00Z`)
  return date.toISOString().slice(0, 10) === day ? day : undefined
}

export interface PeriodControl {
  readonly period: Period
  /** A day in the period. */
  readonly day: string
  readonly hasWeekNumbers: boolean
  setZoom(zoom: Zoom): void
  /** Shows the period with a day. */
  goTo(day: string): void
  step(direction: 1 | -1): void
}

export function usePeriod(today: string): PeriodControl {
  const { history } = useRouter()
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const { week_start, week_numbers } = useSyncExternalStore(subscribePreferences, preferences)
  const isPhone = useMedia(PHONE)
  const parameters = new URLSearchParams(query)
  const [date, asked] = [dayIn(parameters.get('date')), parameters.get('zoom')]
  const zoom = (!isPhone && asked !== null && ZOOMS.includes(asked) ? asked : 'month') as Zoom
  // A month that contains today is read from today on.
  const day = date === undefined || (zoom === 'month' && date.slice(0, 7) === today.slice(0, 7)) ? today : date
  // Sunday is 0, as the platform counts.
  const weekStart = (WEEKDAYS.indexOf(week_start ?? 'monday') + 1) % WEEKDAYS.length
  const period = useMemo(() => periodOf(zoom, day, weekStart), [zoom, day, weekStart])
  const write = (next: string, nextZoom: Zoom) => {
    const { pathname, search } = history.location
    const shown = nextZoom === 'month' ? next.slice(0, 7) : next
    const isNow = nextZoom === 'month' ? shown === today.slice(0, 7) : shown === today
    const changes = { date: isNow ? null : shown, zoom: nextZoom === 'month' ? null : nextZoom }
    history.replace(pathname + withQuery(search, changes))
  }
  return {
    ...{ period, day, hasWeekNumbers: week_numbers && !isPhone },
    setZoom: next => write(day, next),
    goTo: next => write(next, zoom),
    step: direction => write(stepPeriod(zoom, day, direction), zoom),
  }
}
