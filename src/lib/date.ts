/**
 * Dates and timestamps in their wire form. A date is a text, `YYYY-MM-DD`; a timestamp is milliseconds since the Unix
 * epoch. Both are in the years 1000 to 9999, so that texts sort like times and have the same length.
 */
import { invalid, malformed } from './errors.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const MIN_MS = Date.UTC(1000, 0, 1)
const MAX_MS = Date.UTC(10_000, 0, 1) - 1

const DATE = /^([1-9][0-9]{3})-([0-9]{2})-([0-9]{2})$/
const TIMESTAMP =
  /^([0-9-]{10})(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?(?:Z|([+-])([0-9]{2})(?::?([0-9]{2}))?)?)?$/

/** Returns a date of the calendar unchanged. `field` is the name in the error. */
export function parseDate(field: string, value: unknown): string {
  if (typeof value === 'string' && midnight(value) !== undefined) return value
  // wire: forum t/69643
  throw invalid(field, `Date must be in ISO-8601 (yyyy-mm-dd) format, not: ${describe(value)}`)
}

/**
 * The timestamp of `value`: a date with a time, to the millisecond; further digits are dropped. A date alone is its
 * midnight, and a time without a zone is UTC.
 */
export function parseTimestamp(field: string, value: unknown): number {
  const ms = typeof value === 'string' ? timestampOf(value) : undefined
  if (ms !== undefined) return ms
  throw invalid(field, `Timestamp must be in ISO-8601 (yyyy-mm-ddThh:mm:ss.sssZ) format, not: ${describe(value)}`)
}

const days = new Map<number, string>()
const two = Array.from({ length: 60 }, (_, index) => String(index).padStart(2, '0'))

/** `YYYY-MM-DDTHH:mm:ss.SSSZ`. Every record has timestamps, but a response has few days, so days are cached. */
export function formatTimestamp(ms: number): string {
  // wire: clients parse by a fixed pattern, three digits of milliseconds and `Z`
  const day = Math.floor(ms / DAY_MS)
  let prefix = days.get(day)
  if (prefix === undefined) {
    if (days.size >= 1000) days.clear()
    prefix = new Date(day * DAY_MS).toISOString().slice(0, 11)
    days.set(day, prefix)
  }
  const rest = ms - day * DAY_MS
  const [hours, minutes] = [Math.floor(rest / 3_600_000), Math.floor(rest / 60_000) % 60]
  const millis = String(rest % 1000).padStart(3, '0')
  return `${prefix}${two[hours]}:${two[minutes]}:${two[Math.floor(rest / 1000) % 60]}.${millis}Z`
}

/** The calendar date at a timestamp, in an IANA time zone; the zone must have passed `isTimeZone`. */
export function localDate(ms: number, timeZone: string): string {
  let year = ''
  let month = ''
  let day = ''
  for (const part of calendar(timeZone).formatToParts(ms)) {
    if (part.type === 'year') year = part.value
    else if (part.type === 'month') month = part.value
    else if (part.type === 'day') day = part.value
  }
  return `${year.padStart(4, '0')}-${month}-${day}`
}

/** The first moment of a date in a time zone, as a timestamp. */
export function startOfDay(date: string, timeZone: string): number {
  // No zone is more than 15 hours from UTC.
  let [before, from] = [
    (midnight(date) ?? Number.NaN) - 15 * 3_600_000,
    (midnight(date) ?? Number.NaN) + 15 * 3_600_000,
  ]
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (localDate(middle, timeZone) < date) before = middle
    else from = middle
  }
  return from
}

/**
 * The first moment after `ms` at which clocks of a time zone show `hh:mm`. Where they skip that time, the moment at which they
 * skip it.
 */
export function nextTimeOfDay(ms: number, time: string, timeZone: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const minute = hours * 60 + minutes
  for (let date = localDate(ms, timeZone); ; date = addDays(date, 1)) {
    const start = startOfDay(date, timeZone)
    // A day on which clocks change has an hour more or less.
    const shifts = [0, 60, -60].map(shift => start + (minute + shift) * 60_000)
    const shown = shifts.find(at => localDate(at, timeZone) === date && timeOfDay(at, timeZone) === time)
    const at = shown ?? start + minute * 60_000
    if (at > ms) return at
  }
}

/** What clocks of a time zone show, as `hh:mm`. */
const timeOfDay = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms)

/** The date `days` days later, or earlier if `days` is negative. */
export function addDays(date: string, days: number): string {
  const ms = (midnight(date) ?? Number.NaN) + days * DAY_MS
  if (!(ms >= MIN_MS && ms <= MAX_MS)) throw malformed('Dates must lie between the years 1000 and 9999')
  return new Date(ms).toISOString().slice(0, 10)
}

/** The Monday before the first one of the Unix epoch, from which weeks are counted. */
const FIRST_MONDAY_MS = Date.UTC(1969, 11, 29)

/** The number of the week of a date. Weeks begin on Monday; the one of the Unix epoch is week 0. */
export const weekOf = (date: string): number => Math.floor(((midnight(date) ?? Number.NaN) - FIRST_MONDAY_MS) / WEEK_MS)

/** Whether a date is a Monday. */
export const isMonday = (date: string): boolean => ((midnight(date) ?? Number.NaN) - FIRST_MONDAY_MS) % WEEK_MS === 0

/** Whether `name` is a time zone of the IANA database, an alias such as `US/Pacific` included. */
export function isTimeZone(name: string): boolean {
  // Intl also accepts offsets such as `+01:00`, which are not names.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    calendar(name)
    return true
  } catch {
    return false
  }
}

/** Midnight UTC of a date, or undefined when the calendar has no such date. */
export function midnight(text: string): number | undefined {
  const match = DATE.exec(text)
  if (match === null) return undefined
  const day = Number(match[3])
  const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, day))
  // Date rolls over the 31st of April and the 13th month, so the day or the month differs.
  return date.getUTCDate() === day && date.getUTCMonth() + 1 === Number(match[2]) ? date.getTime() : undefined
}

// wire: offsets and missing parts are accepted; one client sends microseconds and no zone
function timestampOf(text: string): number | undefined {
  const match = TIMESTAMP.exec(text)
  if (match === null) return undefined
  const [, date = '', hour = '0', minute = '0', second = '0', fraction = '', sign, east = '0', eastMinute = '0'] = match
  const start = midnight(date)
  if (start === undefined || +hour > 23 || +minute > 59 || +second > 59) return undefined
  if (+east > 23 || +eastMinute > 59) return undefined
  const time = (+hour * 60 + +minute) * 60_000 + +second * 1000 + +fraction.slice(0, 3).padEnd(3, '0')
  const offset = (+east * 60 + +eastMinute) * 60_000
  const ms = start + time + (sign === '-' ? offset : -offset)
  return ms >= MIN_MS && ms <= MAX_MS ? ms : undefined
}

/** A rejected value as its error repeats it. Lists and objects can have any size, so only their type is named. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'object' && value !== null) return 'object'
  return String(value).slice(0, 100).toWellFormed()
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** Caches formatters: creating one costs far more than using one. Throws a RangeError if the zone is unknown. */
function calendar(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone)
  if (known !== undefined) return known
  const formatter = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  // Clients send the names, in any case, so their number has no other limit.
  if (calendars.size >= 1000) calendars.clear()
  calendars.set(timeZone, formatter)
  return formatter
}
