/**
 * Dates of templates: days after the creation of a task. The server has the day and the time of a due date in UTC; people
 * see both in their time zone. Invariant: the start is not after the due date.
 */
import type { RelativeDates } from '../../../data/task_templates.ts'
import { dayOf, formatTime, momentOf } from '../../../text/format.ts'

/** Dates as people see them. */
export interface LocalDates {
  readonly start: number | null
  readonly due: number | null
  /** Such as `15:00`. */
  readonly time: string | null
}

export const NO_DATES: LocalDates = { start: null, due: null, time: null }

/** The server accepts no more days, before or after. */
export const MAX_DAYS = 100_000

/** A clock: the present and the time zone, by default that of the browser. */
interface Clock {
  readonly now: Date
  readonly timeZone?: string
}

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** The dates of a template as people see them, with the time of today's offset from UTC. */
export function localDates({ start_on: start, due_on, due_time }: RelativeDates, { now, timeZone }: Clock): LocalDates {
  if (due_on === null || due_time === null) return { start, due: due_on, time: null }
  const moment = new Date(now.toISOString().replace(/T.+$/, `T${due_time}`))
  const day = moment.toISOString().slice(0, 10)
  return { start, due: due_on + daysBetween(day, dayOf(moment, timeZone)), time: formatTime(moment, timeZone) }
}

/** The dates as the server takes them. */
export function sentDates({ start, due, time }: LocalDates, { now, timeZone }: Clock): RelativeDates {
  if (due === null || time === null) return { start_on: due === null ? null : start, due_on: due, due_time: null }
  const today = dayOf(now, timeZone)
  const moment = momentOf(today, time, timeZone)
  return { start_on: start, due_on: due + daysBetween(today, moment.slice(0, 10)), due_time: moment.slice(11) }
}

/** With another due date. A start that would be after it comes on the same day. */
export const withDue = (dates: LocalDates, due: number): LocalDates => ({
  ...dates,
  due,
  start: dates.start === null ? null : Math.min(dates.start, due),
})

/** With another start. A due date that would be before it comes on the same day. */
export const withStart = (dates: LocalDates, start: number): LocalDates => ({
  ...dates,
  start,
  due: Math.max(dates.due ?? start, start),
})

/** A typed number of days; undefined for a text that is none. */
export function typedDays(text: string): number | undefined {
  const typed = text.trim().replace('−', '-')
  const days = /^[+-]?\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN
  return Math.abs(days) <= MAX_DAYS ? days : undefined
}

const count = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

function daysInWords(days: number): string {
  if (days === 0) return 'On the day it is created'
  return days > 0 ? `${count(days)} after creation` : `${count(-days)} before creation`
}

/** The dates in words: "3 days after creation, 15:00", "Day 1 to 3 after creation"; null without a due date. */
export function datesInWords({ start, due, time }: LocalDates): string | null {
  if (due === null) return null
  const at = time === null ? '' : `, ${time}`
  if (start === null || start === due) return `${daysInWords(due)}${at}`
  if (start >= 0) return `${start} to ${count(due)} after creation${at}`
  return `${daysInWords(start)} to ${daysInWords(due).toLowerCase()}${at}`
}
