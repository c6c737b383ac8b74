/** Until when notifications are snoozed: the usual times, the time of a day, and how notices name it. */
import { addDays, type DueDates, dayOf, formatDay, formatTime, momentOf } from '../../text/format.ts'

const LATER_MS = 3 * 60 * 60 * 1000
/** From this time of the day on, three hours later is no longer the same day. */
const LAST_LATER_TIME = '20:00'
const MORNING = '09:00'
const WEEK_DAYS = 7

const laterThan = (now: Date): string => new Date(now.getTime() + LATER_MS).toISOString()

/** The usual times, the nearest first. */
export function snoozeTimes(now: Date, zone?: string): { label: string; until: string }[] {
  const today = dayOf(now, zone)
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay()
  const monday = addDays(today, WEEK_DAYS - ((weekday + WEEK_DAYS - 1) % WEEK_DAYS))
  const isEarly = formatTime(now, zone) < LAST_LATER_TIME
  return [
    ...(isEarly ? [{ label: 'Later today', until: laterThan(now) }] : []),
    { label: 'Tomorrow', until: momentOf(addDays(today, 1), MORNING, zone) },
    { label: 'Next week', until: momentOf(monday, MORNING, zone) },
  ]
}

/** A chosen moment, or the morning of a day; today, if that has passed, some hours from now. Null for what is over. */
export function snoozeUntil({ due_on, due_at }: DueDates, now: Date, zone?: string): string | null {
  const present = now.toISOString()
  if (due_at) return due_at > present ? due_at : null
  if (!due_on || due_on < dayOf(now, zone)) return null
  const morning = momentOf(due_on, MORNING, zone)
  return morning > present ? morning : laterThan(now)
}

/** "tomorrow, 09:00", "12 Dec, 09:00". */
export function untilText(until: string, now: Date, zone?: string): string {
  const at = new Date(until)
  const day = formatDay(dayOf(at, zone), dayOf(now, zone))
  const isWord = day === 'Today' || day === 'Tomorrow'
  return `${isWord ? day.toLowerCase() : day}, ${formatTime(at, zone)}`
}
