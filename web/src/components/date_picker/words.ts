/** Typed dates: "tomorrow", "fri 3pm", "in 2 weeks", "8.12.". Loaded when the user types. */
import { GB } from 'chrono-node/en'
import { dayOf, formatTime } from '../../text/format.ts'
import type { DateEnd } from './draft.ts'

const DAY_AND_MONTH = /^(\d{1,2})\.(\d{1,2})\.?(\d{4})?$/
const two = (part: string | number) => String(part).padStart(2, '0')

export interface FoundDate {
  readonly start: number
  readonly end: number
  readonly date: DateEnd
}

/** The first date in a text, as people in the time zone mean it. */
export function findWords(text: string, now: Date, timeZone?: string): FoundDate | null {
  // The parser reads the clock of this machine, so it gets the wall clock of the zone as if it were that clock.
  const reference = new Date(`${dayOf(now, timeZone)}T${formatTime(now, timeZone)}:00`)
  const found = GB.parse(text, reference, { forwardDate: true })[0]
  if (!found) return null
  const { start, index } = found
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute') => start.get(name) ?? 0
  const day = `${part('year')}-${two(part('month'))}-${two(part('day'))}`
  const time = start.isCertain('hour') ? `${two(part('hour'))}:${two(part('minute'))}` : null
  return { start: index, end: index + found.text.length, date: { day, time } }
}

/** A date in words; null if it is none. */
export function parseWords(text: string, now: Date, timeZone?: string): DateEnd | null {
  const typed = text
    .trim()
    .replace(DAY_AND_MONTH, (_, day: string, month: string, year?: string) =>
      [two(day), two(month), year].filter(Boolean).join('/'),
    )
  return findWords(typed, now, timeZone)?.date ?? null
}
