/**
 * Dates, times, numbers and durations as people read them.
 *
 * Invariants:
 * - A day such as `2026-12-08` never passes through a time zone: it is computed in UTC.
 * - Functions that depend on the present take it as an argument.
 */

const LOCALE = 'en-GB'

/** The conventions for numbers and moments. Days of tasks are written the same everywhere. */
let region = LOCALE

/** Sets the language tag whose conventions numbers and moments follow. Its language is English. */
export function setRegion(locale: string): void {
  region = locale
}

/** The language tag of `setRegion`. */
export const presentRegion = (): string => region

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

/** The formats are created once: creating one takes longer than formatting. */
const formats = new Map<string, Intl.DateTimeFormat>()
function dateFormat(options: Intl.DateTimeFormatOptions, locale = LOCALE): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}

const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

/** The calendar day of a moment in a time zone, by default that of the browser. */
export function dayOf(at: Date, timeZone?: string): string {
  const parts = dateFormat({ year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(one => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The day `count` days later, or earlier for a negative count. */
export const addDays = (day: string, count: number): string =>
  new Date(noonOf(day).getTime() + count * DAY_MS).toISOString().slice(0, 10)

/** Days from one day to another. */
const daysBetween = (from: string, to: string): number =>
  Math.round((noonOf(to).getTime() - noonOf(from).getTime()) / DAY_MS)

const monthFormat = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

/** "12 Dec", with the year where it is not that of today. */
function formatDate(day: string, today: string): string {
  const month = monthFormat.format(noonOf(day))
  const date = `${Number(day.slice(8))} ${month}`
  return day.slice(0, 4) === today.slice(0, 4) ? date : `${date} ${day.slice(0, 4)}`
}

const NEXT_DAYS = 6

/** A day: "Today", "Tomorrow", "Yesterday", a weekday within the next six days, otherwise its date. */
export function formatDay(day: string, today: string): string {
  const distance = daysBetween(today, day)
  if (distance === 0) return 'Today'
  if (distance === 1) return 'Tomorrow'
  if (distance === -1) return 'Yesterday'
  if (distance > 0 && distance <= NEXT_DAYS) {
    return dateFormat({ weekday: 'long', timeZone: 'UTC' }).format(noonOf(day))
  }
  return formatDate(day, today)
}

/** A day with everything that names it: "Tuesday, 8 December 2026". */
export function formatLongDay(day: string): string {
  const date = noonOf(day)
  const weekday = dateFormat({ weekday: 'long', timeZone: 'UTC' }).format(date)
  return `${weekday}, ${dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(date)}`
}

/** The time of day of a moment: "15:00". */
export const formatTime = (at: Date, timeZone?: string): string =>
  dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(at)

/** The moment of a time such as `15:00` on a day in a time zone, as the API writes it. */
export function momentOf(day: string, time: string, timeZone?: string): string {
  const wall = Date.parse(`${day}T${time}:00Z`)
  // The second round corrects a guess on the other side of a change of the clock.
  let moment = wall
  for (let round = 0; round < 2; round++) {
    const shown = new Date(moment)
    const offset = Date.parse(`${dayOf(shown, timeZone)}T${formatTime(shown, timeZone)}:00Z`) - moment
    moment = wall - offset
  }
  return new Date(moment).toISOString()
}

/** The dates of a task, as the API has them: a moment has the time, a day has none. */
export interface DueDates {
  start_on?: string | null
  start_at?: string | null
  due_on?: string | null
  due_at?: string | null
}

/** The due date of a task, as a range if a start exists; null without one. */
export function formatDue(dates: DueDates, now: Date, timeZone?: string): string | null {
  const today = dayOf(now, timeZone)
  const end = dates.due_at ? dayOf(new Date(dates.due_at), timeZone) : dates.due_on
  if (!end) return null
  const start = dates.start_at ? dayOf(new Date(dates.start_at), timeZone) : dates.start_on
  const time = dates.due_at ? `, ${formatTime(new Date(dates.due_at), timeZone)}` : ''
  if (!start || start === end) return `${formatDay(end, today)}${time}`
  return `${formatRange(start, end, today)}${time}`
}

/** A range of days: "3 – 12 Dec", "28 Nov – 3 Dec". */
function formatRange(start: string, end: string, today: string): string {
  const isSameMonth = start.slice(0, 7) === end.slice(0, 7)
  const from = isSameMonth ? String(Number(start.slice(8))) : formatDate(start, today)
  return `${from} – ${formatDate(end, today)}`
}

/** Whether an incomplete task with these dates is late. */
export function isOverdue({ due_at, due_on }: DueDates, now: Date, timeZone?: string): boolean {
  if (due_at) return new Date(due_at) < now
  return due_on ? due_on < dayOf(now, timeZone) : false
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]
const relativeFormat = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })

/** A moment seen from now: "3 days ago", "in 2 hours", "just now". */
export function formatRelative(at: Date, now: Date): string {
  const distance = at.getTime() - now.getTime()
  for (const [unit, unitMs] of UNITS) {
    if (Math.abs(distance) >= unitMs) return relativeFormat.format(Math.trunc(distance / unitMs), unit)
  }
  return distance > 0 ? 'in a moment' : 'just now'
}

/** A moment in full, for tooltips: "8 December 2026 at 15:00 CET". */
export const formatMoment = (at: Date, timeZone?: string): string =>
  dateFormat(
    {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    },
    region,
  ).format(at)

/** How a number field shows its values, as the API describes it. */
export interface NumberStyle {
  format?: 'none' | 'currency' | 'identifier' | 'percentage' | 'custom' | 'duration'
  precision?: number
  currency_code?: string | null
  custom_label?: string | null
  custom_label_position?: 'prefix' | 'suffix' | null
}

/** A number in the style of its field. Percentages are fractions: 0.25 is "25%". */
export function formatNumber(value: number, style: NumberStyle = {}): string {
  const { format = 'none', precision, currency_code, custom_label, custom_label_position } = style
  if (format === 'duration') return formatDuration(value)
  if (format === 'identifier') return String(value)
  const digits = precision === undefined ? {} : { minimumFractionDigits: precision, maximumFractionDigits: precision }
  if (format === 'percentage') return new Intl.NumberFormat(region, { style: 'percent', ...digits }).format(value)
  if (format === 'currency' && currency_code) {
    const currency = { style: 'currency', currency: currency_code, currencyDisplay: 'narrowSymbol' } as const
    return new Intl.NumberFormat(region, { ...currency, ...digits }).format(value)
  }
  const number = new Intl.NumberFormat(region, digits).format(value)
  if (format !== 'custom' || !custom_label) return number
  return custom_label_position === 'prefix' ? `${custom_label} ${number}` : `${number} ${custom_label}`
}

/** A duration in minutes: "1h 30m", "45m", "0m". */
export function formatDuration(minutes: number): string {
  const total = Math.round(Math.abs(minutes))
  const hours = Math.floor(total / HOUR_MINUTES)
  const rest = total % HOUR_MINUTES
  const sign = minutes < 0 && total > 0 ? '−' : ''
  if (hours === 0) return `${sign}${rest}m`
  return rest === 0 ? `${sign}${hours}h` : `${sign}${hours}h ${rest}m`
}

/** The size of a file: "820 kB", "1.5 MB". */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const STEP = 1000
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(STEP)))
  const value = bytes / STEP ** power
  const style = { style: 'unit', unit: units[power], unitDisplay: power === 0 ? 'long' : 'short' } as const
  return new Intl.NumberFormat(region, { ...style, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
}
