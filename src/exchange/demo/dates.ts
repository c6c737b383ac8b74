/** Dates of the demo, relative to the clock, and its numbers, which depend on the seed alone. */
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Saturday and Sunday. */
const WEEKEND: readonly number[] = [6, 0]

/** The days and times around an instant. */
export interface Calendar {
  /** A weekday that many days from today, as a date: past ones move back from a weekend, others forward. */
  day(days: number): string
  /** The time that many hours ago. */
  hoursAgo(hours: number): string
  /** The quarter and the year of today, such as `Q1 FY26` and `FY26`. */
  quarter: string
  year: string
}

export function calendarAt(now: number): Calendar {
  const today = new Date(now)
  const year = `FY${String(today.getUTCFullYear() % 100).padStart(2, '0')}`
  return {
    day(days) {
      const step = days < 0 ? -1 : 1
      let at = now + days * DAY_MS
      while (WEEKEND.includes(new Date(at).getUTCDay())) at += step * DAY_MS
      return new Date(at).toISOString().slice(0, 10)
    },
    hoursAgo: hours => new Date(now - hours * HOUR_MS).toISOString(),
    quarter: `Q${Math.floor(today.getUTCMonth() / 3) + 1} ${year}`,
    year,
  }
}
