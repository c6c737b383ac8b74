/** Durations as people type them. */

const HOUR_MINUTES = 60
/** The limit of the server: a year. */
const MAX_MINUTES = 366 * 24 * HOUR_MINUTES

const CLOCK = /^(\d{1,4}):([0-5]\d)$/
const UNITS = /^(?:(\d+(?:[.,]\d+)?) ?(?:h|hr|hrs|hour|hours))?(?: ?(?:and )?(\d+) ?(?:m|min|mins|minute|minutes)?)?$/

/**
 * The minutes of a typed duration: "1h 30m", "90m", "1:30", "1.5h", "2 hours", or a number of minutes. Null if it is no
 * duration, nothing, or longer than a year.
 */
export function parseDuration(typed: string): number | null {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const minutes = clockMinutes(text) ?? unitMinutes(text)
  return minutes !== null && minutes > 0 && minutes <= MAX_MINUTES ? minutes : null
}

function clockMinutes(text: string): number | null {
  const [, hours, minutes] = CLOCK.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * HOUR_MINUTES + Number(minutes)
}

function unitMinutes(text: string): number | null {
  const [, hours, minutes] = UNITS.exec(text) ?? []
  if (hours === undefined && minutes === undefined) return null
  return Math.round(Number((hours ?? '0').replace(',', '.')) * HOUR_MINUTES) + Number(minutes ?? 0)
}

const two = (count: number): string => String(count).padStart(2, '0')

/** The time that a running timer shows: "0:05", "12:40", "1:02:09". */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / HOUR_MINUTES)
  const rest = two(seconds % 60)
  return hours > 0 ? `${hours}:${two(minutes % HOUR_MINUTES)}:${rest}` : `${minutes}:${rest}`
}
