/** What moving and stretching does to the dates of a task. Times of day stay as they are. */
import { addDays, type DueDates } from '../../text/format.ts'
import { type DateEnd, type DateValues, draftOf, valuesOf } from '../date_picker/draft.ts'

/** The first and the last day of a task; null without a due date. */
export function daysOf(dates: DueDates, timeZone?: string): { start: string; end: string } | null {
  const { start, due } = draftOf(dates, timeZone)
  if (!due) return null
  return { start: start && start.day < due.day ? start.day : due.day, end: due.day }
}

const DAY_MS = 86_400_000

/** Days from one day to another. */
export const distanceOf = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

const shifted = (end: DateEnd | null, days: number): DateEnd | null => end && { ...end, day: addDays(end.day, days) }

/** The dates some days later. Null for a task without dates. */
export function shiftDates(dates: DueDates, days: number, timeZone?: string): DateValues | null {
  const { start, due } = draftOf(dates, timeZone)
  return due && valuesOf({ start: shifted(start, days), due: shifted(due, days) }, timeZone)
}

/** Moves one end of a task to a day. The start stays before the end; on the same day it loses its time. */
export function stretchDates(dates: DueDates, end: 'start' | 'due', day: string, timeZone?: string): DateValues | null {
  const draft = draftOf(dates, timeZone)
  const { due } = draft
  if (!due) return null
  const start = draft.start ?? { day: due.day, time: null }
  const next =
    end === 'start'
      ? { start: { ...start, day: day < due.day ? day : due.day }, due }
      : { start, due: { ...due, day: day > start.day ? day : start.day } }
  const isOneDay = next.start.day === next.due.day
  // A task of one day needs no start.
  return valuesOf({ due: next.due, start: isOneDay ? null : next.start }, timeZone)
}

/** The dates of a task that is due on a day. */
export const dueOn = (day: string): DateValues => ({ start_on: null, start_at: null, due_on: day, due_at: null })
