/** Dates and times. A relative time, such as "3 days ago", has the exact time in its title. */

import { preferences } from '../data/preferences.ts'
import { presentRegion } from '../text/format.ts'

/** Units of relative times, in seconds. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** The date and time in the time zone of the person. */
const formatExact = (at: Date, timeStyle: 'short' | 'medium'): string =>
  at.toLocaleString(presentRegion(), { dateStyle: 'medium', timeStyle, timeZone: preferences().time_zone ?? undefined })

/** The date and time, to the second. */
export const formatExactTime = (at: string): string => formatExact(new Date(at), 'medium')

function formatRelative(seconds: number): string {
  for (const [unit, unitSeconds] of UNITS) {
    if (Math.abs(seconds) >= unitSeconds) return relativeFormat.format(Math.round(seconds / unitSeconds), unit)
  }
  return seconds > 0 ? 'in a moment' : 'just now'
}

export function DateTime({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={formatExact(date, 'short')}>
      {formatRelative((date.getTime() - Date.now()) / 1000)}
    </time>
  )
}

export function LastUsed({ at }: { at: string | null }) {
  return at === null ? (
    <span>never used</span>
  ) : (
    <span>
      used <DateTime at={at} />
    </span>
  )
}
