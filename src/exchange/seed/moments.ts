/** Points in time of a seed, which can be relative to the time of the load. */
import type { Moment, Relative } from './contents.ts'

export const ONE_DAY_MS = 86_400_000

const UNITS_MS: Readonly<Record<string, number>> = {
  ...{ w: 7 * ONE_DAY_MS, d: ONE_DAY_MS, h: 3_600_000, m: 60_000, s: 1000 },
}

const isRelative = (value: unknown): value is Relative =>
  typeof value === 'object' && value !== null && 'relative' in value && 'as' in value

/** Milliseconds since the Unix epoch. */
function msOf({ relative }: Relative, now: number): number {
  return now + Number(relative.slice(0, -1)) * (UNITS_MS[relative.at(-1) ?? ''] ?? 0)
}

export const momentAt = (moment: Moment, now: number): number =>
  typeof moment === 'number' ? moment : msOf(moment, now)

/** A value with what is relative in it at this time: days in UTC, and times. */
export function settled(value: unknown, now: number): unknown {
  if (isRelative(value)) {
    const ms = msOf(value, now)
    return value.as === 'date' ? new Date(ms).toISOString().slice(0, 10) : ms
  }
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, settled(one, now)]))
  if (Array.isArray(value)) return value.map(one => settled(one, now))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, settled(one, now)]))
}
