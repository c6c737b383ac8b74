/**
 * Filters: conditions on the values of fields.
 *
 * Invariants:
 * - A condition whose value is not complete yet filters nothing.
 * - "is not" is the opposite of "is", so that a task without a value is not Ben's.
 */
import { addDays } from '../../text/format.ts'
import type { Gid, WorkRecord } from '../records.ts'
import { dayIn, fieldValue, type TaskValue, WORDS } from './values.ts'

/** One row of filters: "Assignee is Ben". */
export interface Filter {
  /** A member such as `assignee`, or the gid of a custom field. */
  readonly field: string
  readonly operator: string
  readonly value: readonly string[]
}

/** What the words "me" and "this week" mean. */
export interface FilterContext {
  readonly user: Gid
  readonly today: string
  /** The first day of weeks; Monday without it. */
  readonly weekStart?: WeekStart
}

/** The number of values of the operators; of those not named here, one. */
const ARITIES: Readonly<Record<string, number>> = { empty: 0, not_empty: 0, overdue: 0, this_week: 0, between: 2 }

export const arityOf = (operator: string): number => ARITIES[operator] ?? 1

/** The person that a filter means, whose app this is. */
export const ME = 'me'
/** The day on which a filter is read. */
export const TODAY = 'today'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const WEEK_DAYS = 7
/** A filter can look this far: farther days have no calendar. */
const MAX_DAYS = 36_500

/** Whether the value is complete, so that the filter has an effect. */
export function isActive({ operator, value }: Filter): boolean {
  return value.length >= arityOf(operator) && value.every(part => part !== '')
}

/** The days as they are counted from Sunday. */
const WEEK = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

export type WeekStart = (typeof WEEK)[number]

/** The first day of the week of a day. */
export function weekStartOf(day: string, weekStart: WeekStart = 'mon'): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + WEEK_DAYS - WEEK.indexOf(weekStart)) % WEEK_DAYS))
}

type Test = (value: TaskValue, task: WorkRecord) => boolean

const lower = (text: string): string => text.toLocaleLowerCase()

const isOneOf =
  (wanted: ReadonlySet<string>): Test =>
  value => {
    if (value.kind === 'choices') return value.choices.some(({ id }) => wanted.has(id))
    if (value.kind === 'text') return wanted.has(lower(value.text))
    if (value.kind === 'number') return wanted.has(String(value.number))
    const day = dayIn(value)
    return day !== null && wanted.has(day)
  }

/** The values as `isOneOf` compares them. */
const wantedOf = (value: readonly string[], { user, today }: FilterContext): ReadonlySet<string> =>
  new Set(
    value.flatMap(part => {
      if (part === ME) return [user, part]
      if (part === TODAY) return [today, part]
      const number = Number(part)
      return part.trim() !== '' && Number.isFinite(number) ? [String(number), part] : [part, lower(part)]
    }),
  )

const contains = (words: readonly string[]): Test => {
  const wanted = words.map(lower)
  return value => {
    if (value.kind !== 'text') return false
    const text = lower(value.text)
    return wanted.every(word => text.includes(word))
  }
}

/** A test of days and numbers, compared with a limit. */
const compares = (limit: string, passes: (order: number) => boolean): Test => {
  const number = Number(limit)
  return value => {
    if (value.kind === 'number') return Number.isFinite(number) && passes(value.number - number)
    const day = dayIn(value)
    return day !== null && DAY.test(limit) && passes(day < limit ? -1 : day > limit ? 1 : 0)
  }
}

const isWithin =
  (first: string, last: string): Test =>
  value => {
    const day = dayIn(value)
    return day !== null && day >= first && day <= last
  }

const daysOf = (text: string): number => Math.min(MAX_DAYS, Math.max(0, Math.trunc(Number(text)) || 0))

const not =
  (test: Test): Test =>
  (value, task) =>
    !test(value, task)

const isEmpty: Test = ({ kind }) => kind === 'empty'

const isLate =
  (today: string): Test =>
  (value, { completed }) => {
    const day = dayIn(value)
    return completed !== true && day !== null && day < today
  }

/** The tests of the operators. */
const TESTS: Readonly<Record<string, (value: readonly string[], context: FilterContext, field: string) => Test>> = {
  is: (value, context) => isOneOf(wantedOf(value, context)),
  any: (value, context) => isOneOf(wantedOf(value, context)),
  is_not: (value, context) => not(isOneOf(wantedOf(value, context))),
  contains: (value, _, field) => contains(field === WORDS ? value.flatMap(text => text.split(/\s+/)) : value),
  not_contains: value => not(contains(value)),
  lt: ([limit = ''], { today }) => compares(limit === TODAY ? today : limit, order => order < 0),
  le: ([limit = ''], { today }) => compares(limit === TODAY ? today : limit, order => order <= 0),
  gt: ([limit = ''], { today }) => compares(limit === TODAY ? today : limit, order => order > 0),
  ge: ([limit = ''], { today }) => compares(limit === TODAY ? today : limit, order => order >= 0),
  between: ([first = '', last = '']) => isWithin(first, last),
  next: ([days = ''], { today }) => isWithin(today, addDays(today, daysOf(days))),
  last: ([days = ''], { today }) => isWithin(addDays(today, -daysOf(days)), today),
  this_week: (_, { today, weekStart }) => {
    const first = weekStartOf(today, weekStart)
    return isWithin(first, addDays(first, WEEK_DAYS - 1))
  },
  overdue: (_, { today }) => isLate(today),
  empty: () => isEmpty,
  not_empty: () => not(isEmpty),
}

export const isOperator = (name: string): boolean => Object.hasOwn(TESTS, name)

/** Whether a task matches the filters: all of them, or any of them. Without filters every task does. */
export function matcher(
  filters: readonly Filter[],
  match: 'all' | 'any',
  context: FilterContext,
): (task: WorkRecord) => boolean {
  const tests = filters.filter(isActive).flatMap(({ field, operator, value }) => {
    const test = TESTS[operator]?.(value, context, field)
    return test ? [(task: WorkRecord) => test(fieldValue(task, field), task)] : []
  })
  if (tests.length === 0) return () => true
  return task => (match === 'all' ? tests.every(test => test(task)) : tests.some(test => test(task)))
}
