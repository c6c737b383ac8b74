/**
 * The dates of a task while they are edited.
 *
 * Invariants:
 * - A start without a due date is kept in the draft, but is no value yet.
 * - The start is not after the due date: the other end moves by the same number of days.
 */
import { addDays, type DueDates, dayOf, formatLongDay, formatTime, momentOf } from '../../text/format.ts'

/** One end of the range: a day, and a time such as `15:00`. */
export interface DateEnd {
  day: string
  time: string | null
}

export interface DateDraft {
  start: DateEnd | null
  due: DateEnd | null
}

/** An end in words: "Friday, 11 December 2026, 15:00". */
export const formatEnd = ({ day, time }: DateEnd): string =>
  time ? `${formatLongDay(day)}, ${time}` : formatLongDay(day)

const WEEK_DAYS = 7

/** The days that are chosen most often. */
export const usualDays = (today: string): readonly (readonly [label: string, day: string])[] => [
  ['Today', today],
  ['Tomorrow', addDays(today, 1)],
  ['Next week', addDays(today, WEEK_DAYS)],
]

/** The members that the API expects together. */
export type DateValues = Required<{ [member in keyof DueDates]: string | null }>

function endOf(on: string | null | undefined, at: string | null | undefined, timeZone?: string): DateEnd | null {
  if (at) {
    const moment = new Date(at)
    return { day: dayOf(moment, timeZone), time: formatTime(moment, timeZone) }
  }
  return on ? { day: on, time: null } : null
}

export const draftOf = (dates: DueDates, timeZone?: string): DateDraft => ({
  start: endOf(dates.start_on, dates.start_at, timeZone),
  due: endOf(dates.due_on, dates.due_at, timeZone),
})

const DAY_MS = 86_400_000
const distanceOf = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Whether the start is after the due date, or at the same moment. */
function isReversed(start: DateEnd, due: DateEnd): boolean {
  if (start.day !== due.day) return start.day > due.day
  return start.time !== null && due.time !== null && start.time >= due.time
}

/** Sets one end. The other end keeps its distance if it would be on the wrong side; at the same day it loses its time. */
export function withEnd(draft: DateDraft, name: 'start' | 'due', end: DateEnd): DateDraft {
  const next = { ...draft, [name]: end }
  const { start, due } = next
  if (!start || !due || !isReversed(start, due)) return next
  if (start.day === due.day)
    return name === 'due' ? { ...next, start: { ...start, time: null } } : { ...next, due: { ...due, time: null } }
  const length = draft.start && draft.due ? Math.max(0, distanceOf(draft.start.day, draft.due.day)) : 0
  return name === 'due'
    ? { start: { ...start, day: addDays(end.day, -length) }, due: end }
    : { start: end, due: { ...due, day: addDays(end.day, length) } }
}

/** What several tasks have in common: an end in which they differ is null. */
export function commonDraft(drafts: readonly DateDraft[]): DateDraft {
  const common = (name: 'start' | 'due') => {
    const ends = new Set(drafts.map(draft => JSON.stringify(draft[name])))
    return ends.size === 1 ? (drafts[0]?.[name] ?? null) : null
  }
  return { start: common('start'), due: common('due') }
}

/** The members for the API; null while a start has no due date. */
export function valuesOf({ start, due }: DateDraft, timeZone?: string): DateValues | null {
  if (start && !due) return null
  return {
    start_on: start?.day ?? null,
    start_at: start?.time ? momentOf(start.day, start.time, timeZone) : null,
    due_on: due?.day ?? null,
    due_at: due?.time ? momentOf(due.day, due.time, timeZone) : null,
  }
}
