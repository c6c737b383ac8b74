/**
 * The weeks of a calendar, and where tasks stand in them. Pure functions: days are texts such as `2026-12-08`, which sort
 * as they follow each other.
 */
import { addDays } from '../../text/format.ts'

/** How much a calendar shows at once. */
export type Zoom = 'month' | 'two_weeks' | 'week'

export interface Period {
  readonly zoom: Zoom
  /** "December 2026", or the first and the last day of other periods. */
  readonly title: string
  /** The month as `2026-12`; days of others are shown softer. Null where all days are alike. */
  readonly month: string | null
  readonly weeks: readonly (readonly string[])[]
}

const WEEK_DAYS = 7
const ZOOM_WEEKS = { two_weeks: 2, week: 1 } as const
const DAY_MS = 86_400_000

const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

/** The weekday from 0, Sunday, to 6. */
export const weekdayOf = (day: string): number => noonOf(day).getUTCDay()

/** The first day of the week that contains a day. `weekStart` is a weekday from 0, Sunday. */
export const startOfWeek = (day: string, weekStart: number): string =>
  addDays(day, -((weekdayOf(day) - weekStart + WEEK_DAYS) % WEEK_DAYS))

const weekFrom = (first: string): string[] => Array.from({ length: WEEK_DAYS }, (_, at) => addDays(first, at))

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
const monthFormat = format({ month: 'long', year: 'numeric' })
const dayFormat = format({ day: 'numeric', month: 'long', year: 'numeric' })
const longWeekday = format({ weekday: 'long' })
const shortWeekday = format({ weekday: 'short' })

/** The name of the weekday of a day: "Tuesday", and "Tue". */
export const weekdayNames = (day: string): { long: string; short: string } => ({
  long: longWeekday.format(noonOf(day)),
  short: shortWeekday.format(noonOf(day)),
})

/** The weeks that show a day. */
export function periodOf(zoom: Zoom, day: string, weekStart: number): Period {
  if (zoom !== 'month') {
    const first = startOfWeek(day, weekStart)
    const weeks = Array.from({ length: ZOOM_WEEKS[zoom] }, (_, at) => weekFrom(addDays(first, at * WEEK_DAYS)))
    const last = addDays(first, weeks.length * WEEK_DAYS - 1)
    return { zoom, title: dayFormat.formatRange(noonOf(first), noonOf(last)), month: null, weeks }
  }
  const month = day.slice(0, 7)
  const weeks: string[][] = []
  for (
    let first = startOfWeek(`${month}-01`, weekStart);
    first.slice(0, 7) <= month;
    first = addDays(first, WEEK_DAYS)
  ) {
    weeks.push(weekFrom(first))
  }
  return { zoom, title: monthFormat.format(noonOf(`${month}-01`)), month, weeks }
}

/** A day of the next or previous period: the same one of the month, or its last one. */
export function stepPeriod(zoom: Zoom, day: string, direction: 1 | -1): string {
  if (zoom !== 'month') return addDays(day, direction * WEEK_DAYS * ZOOM_WEEKS[zoom])
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + direction, 0, 12)).toISOString().slice(0, 10)
  return `${last.slice(0, 7)}-${String(Math.min(date, Number(last.slice(8)))).padStart(2, '0')}`
}

/** The number of the week as ISO 8601 counts: that of the week's Thursday. */
export function weekNumber(week: readonly string[]): number {
  const thursday = week.find(day => weekdayOf(day) === 4) ?? week[0] ?? ''
  const dayOfYear = Math.round(
    (noonOf(thursday).getTime() - Date.parse(`${thursday.slice(0, 4)}-01-01T12:00Z`)) / DAY_MS,
  )
  return Math.floor(dayOfYear / WEEK_DAYS) + 1
}

/** A task on its days. */
export interface Span {
  readonly gid: string
  readonly start: string
  readonly end: string
}

/** The part of a task in one week. It belongs to the cell of its first day there. */
export interface Segment {
  readonly gid: string
  /** The number of days. */
  readonly days: number
  /** Whether the task starts and ends in this week. */
  readonly isStart: boolean
  readonly isEnd: boolean
}

export interface DayCell {
  readonly day: string
  /** What stands in the cell from the top; null leaves the place to a bar that began on an earlier day. */
  readonly lanes: readonly (Segment | null)[]
  /** How many tasks of the day have no place. */
  readonly more: number
  /** All tasks of the day. */
  readonly tasks: readonly string[]
}

interface Placed extends Segment {
  readonly from: number
  readonly to: number
  readonly lane: number
}

const covers = ({ from, to }: Placed, at: number) => from <= at && at <= to

/** Gives each task of a week the highest free lane. Longer ones come first, and keep one lane on all their days. */
function placed(week: readonly string[], spans: readonly Span[]): Placed[] {
  const [first = '', last = ''] = [week[0], week.at(-1)]
  const inWeek = spans
    .filter(({ start, end }) => start <= last && end >= first)
    .map(({ gid, start, end }) => {
      const [isStart, isEnd] = [start >= first, end <= last]
      const [from, to] = [isStart ? week.indexOf(start) : 0, isEnd ? week.indexOf(end) : week.length - 1]
      return { gid, from, to, days: to - from + 1, isStart, isEnd }
    })
  const order = inWeek.toSorted((one, other) => one.from - other.from || other.days - one.days)
  const done: Placed[] = []
  for (const one of order) {
    const taken = new Set(done.filter(({ from, to }) => from <= one.to && to >= one.from).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane++
    done.push({ ...one, lane })
  }
  return done
}

/**
 * The cells of a week in which each has room for `limit` lines. Where tasks have no place, the last line says how many,
 * and a bar that would cross such a line is counted on all its days.
 */
export function layoutWeek(week: readonly string[], spans: readonly Span[], limit: number): DayCell[] {
  const all = placed(week, spans)
  const isOver = week.map((_, at) => all.some(one => one.lane >= limit && covers(one, at)))
  const isHidden = (one: Placed) =>
    one.lane >= limit || (one.lane === limit - 1 && isOver.some((over, at) => over && covers(one, at)))
  const shown = all.filter(one => !isHidden(one))
  return week.map((day, at) => {
    const here = all.filter(one => covers(one, at)).toSorted((one, other) => one.lane - other.lane)
    const visible = shown.filter(one => covers(one, at))
    const lanes: (Segment | null)[] = Array.from(
      { length: Math.max(0, ...visible.map(({ lane }) => lane + 1)) },
      () => null,
    )
    for (const { gid, days, isStart, isEnd, from, lane } of visible) {
      if (from === at) lanes[lane] = { gid, days, isStart, isEnd }
    }
    return { day, lanes, more: here.length - visible.length, tasks: here.map(({ gid }) => gid) }
  })
}
