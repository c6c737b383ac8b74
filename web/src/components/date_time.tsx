/** A moment, as people say it: "3 days ago". The exact one is in its title. */

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exactFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

const toTheSecond = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** A moment to the second, in words. */
export const exactly = (at: string): string => toTheSecond.format(new Date(at))

function relative(seconds: number): string {
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relativeFormat.format(Math.round(seconds / size), unit)
  }
  return seconds > 0 ? 'in a moment' : 'just now'
}

export function DateTime({ at }: { at: string }) {
  const when = new Date(at)
  return (
    <time dateTime={at} title={exactFormat.format(when)}>
      {relative((when.getTime() - Date.now()) / 1000)}
    </time>
  )
}

/** When something was last used. */
export function LastUsed({ at }: { at: string | null }) {
  return at === null ? (
    <span>never used</span>
  ) : (
    <span>
      used <DateTime at={at} />
    </span>
  )
}
