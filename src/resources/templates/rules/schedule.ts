/**
 * Moves the dates of a copied project to another time. Pure functions.
 * Invariants:
 * - dates keep their order;
 * - the first start or the last due date is on the requested day, unless that is on a weekend which is skipped;
 * - where weekends are skipped, no date is on one, and the number of working days between two dates is kept.
 */
import { addDays, midnight, parseDate } from '../../../lib/date.ts'
import { invalid, malformed, missingMember } from '../../../lib/errors.ts'
import type { TaskTable } from '../../../store/tables/work.ts'
import type { CopiedDates } from './copied_tasks.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7
const WORK_DAYS = 5
/** The first Monday of the Unix epoch, in days. */
const MONDAY_DAYS = 4

/** The input `schedule_dates`: exactly one of the two days. */
export interface ScheduleInput {
  should_skip_weekends: boolean
  start_on?: string | undefined
  due_on?: string | undefined
}

/** Which date of the project is moved to which day. */
export interface Schedule {
  from: string
  to: string
  anchor: 'start' | 'due'
  skipsWeekends: boolean
}

/** Parses `schedule_dates`. Throws 400. */
export function parseSchedule(raw: unknown): ScheduleInput {
  const at = 'schedule_dates'
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw invalid(at, 'Value is not a JSON object')
  const { should_skip_weekends: skips, start_on, due_on } = raw as Record<string, unknown>
  if (skips === undefined) throw missingMember(`${at}: should_skip_weekends`)
  if (typeof skips !== 'boolean') throw invalid(`${at}: should_skip_weekends`, 'Not true or false')
  const given = { start_on: start_on ?? undefined, due_on: due_on ?? undefined }
  if ((given.start_on === undefined) === (given.due_on === undefined)) {
    throw malformed('You must provide exactly one of start_on and due_on in schedule_dates')
  }
  const day = (name: 'start_on' | 'due_on') =>
    given[name] === undefined ? undefined : parseDate(`${at}: ${name}`, given[name])
  return { should_skip_weekends: skips, start_on: day('start_on'), due_on: day('due_on') }
}

/** The days since the Unix epoch. */
export const dayOf = (date: string): number => (midnight(date) ?? 0) / DAY_MS

const weekday = (day: number): number => (((day - MONDAY_DAYS) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS

/** The number of a working day. A day of a weekend has that of the Monday after, or of the Friday before. */
export function workdayOf(day: number, weekend: 'after' | 'before'): number {
  const weeks = Math.floor((day - MONDAY_DAYS) / WEEK_DAYS)
  const inWeek = weekday(day)
  const number = weeks * WORK_DAYS + Math.min(inWeek, WORK_DAYS)
  return inWeek >= WORK_DAYS && weekend === 'before' ? number - 1 : number
}

/** The day with this number. */
function dayOfWorkday(number: number): number {
  const weeks = Math.floor(number / WORK_DAYS)
  return MONDAY_DAYS + weeks * WEEK_DAYS + (number - weeks * WORK_DAYS)
}

/** The number of days by which a date moves. */
function shiftOf({ from, to, anchor, skipsWeekends }: Schedule, date: string): number {
  if (!skipsWeekends) return dayOf(to) - dayOf(from)
  const weekend = anchor === 'start' ? 'after' : 'before'
  const steps = workdayOf(dayOf(to), weekend) - workdayOf(dayOf(from), weekend)
  return dayOfWorkday(workdayOf(dayOf(date), weekend) + steps) - dayOf(date)
}

/** Moves a day. Throws 400 if the calendar ends before it. */
export const shiftDate = (schedule: Schedule, date: string): string => addDays(date, shiftOf(schedule, date))

type Dates = Pick<TaskTable, keyof CopiedDates>

/** The dates of a copy. A time stays at the same time of its day, in UTC. */
export function shiftedDates(schedule: Schedule, { start_on, start_at, due_on, due_at }: Dates): CopiedDates {
  const move = (on: string | null, at: number | null) =>
    on === null || at === null ? at : at + shiftOf(schedule, on) * DAY_MS
  return {
    start_on: start_on && shiftDate(schedule, start_on),
    start_at: move(start_on, start_at),
    due_on: due_on && shiftDate(schedule, due_on),
    due_at: move(due_on, due_at),
  }
}
