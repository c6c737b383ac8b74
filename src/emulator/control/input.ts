/** Values in the bodies of the control API. Each function throws 400 with what is wrong. */
import { malformed } from '../../lib/errors.ts'

export type GivenMembers = Record<string, unknown>

/** The value of `data`, if that is the only member. */
export function unwrapped(value: unknown): unknown {
  const isWrapped = typeof value === 'object' && value !== null && Object.keys(value).join() === 'data'
  return isWrapped ? (value as { data: unknown }).data : value
}

/** An object with no other members than these. */
export function members(value: unknown, known: readonly string[]): GivenMembers {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed('The body must be an object.')
  const unknown = Object.keys(value).find(name => !known.includes(name))
  if (unknown === undefined) return value as GivenMembers
  throw malformed(`${unknown}: Unknown member. Known are ${known.join(', ') || 'none'}.`)
}

/** A text, or undefined if the member is absent. */
export function text(name: string, value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value
  throw malformed(`${name}: It must be a text.`)
}

export function oneOf<T extends string>(name: string, value: unknown, known: readonly T[]): T | undefined {
  if (value === undefined || known.some(one => one === value)) return value as T | undefined
  throw malformed(`${name}: It must be one of ${known.join(', ')}.`)
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const DURATION = /^(?:\d{1,12}(?:ms|s|m|h|d))+$/

/** A duration in milliseconds, up to `most`: a number, or a text such as `10s`. Undefined if the member is absent. */
export function duration(name: string, value: unknown, most: number): number | undefined {
  if (value === undefined) return undefined
  const milliseconds = typeof value === 'number' ? value : durationOf(String(value))
  if (Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds <= most) return milliseconds
  throw malformed(`${name}: It must be milliseconds, or a duration such as 10s, 5m, 8h or 2d, up to ${most / 1000} s.`)
}

function durationOf(text: string): number {
  if (!DURATION.test(text)) return Number.NaN
  const parts = text.matchAll(/(\d+)(ms|s|m|h|d)/g)
  return [...parts].reduce((sum, [, number, unit = '']) => sum + Number(number) * (UNITS_MS[unit] ?? 0), 0)
}

const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** Generated gids after the first instant differ from those of seeds; after the second they do not fit. */
const FIRST_INSTANT = Date.UTC(2019, 0, 1)
export const LAST_INSTANT = Date.UTC(2070, 0, 1)

/** Parses an instant; undefined if it is none, or not between 2019 and 2070. */
export function instantOf(value: unknown): number | undefined {
  const at = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN
  return at >= FIRST_INSTANT && at < LAST_INSTANT ? at : undefined
}

export const INSTANT_RULE = 'an instant such as 2026-01-05T09:00:00.000Z, from 2019 to 2069'

/** An instant in milliseconds since the Unix epoch. */
export function instant(name: string, value: unknown): number {
  const at = instantOf(value)
  if (at === undefined) throw malformed(`${name}: It must be ${INSTANT_RULE}.`)
  return at
}

/** Instants on the wire. */
export const shown = (at: number): string => new Date(at).toISOString()
