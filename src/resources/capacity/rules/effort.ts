/**
 * The effort of an allocation: hours on each working day, or a part of the capacity of such a day, in percent. The time
 * that it plans is computed when the allocation is written, so that a budget can add it up in one statement.
 */
import { divide, formatAmount, jsonAmount, ONE, parseAmount } from '../../../lib/amount.ts'
import { invalid } from '../../../lib/errors.ts'
import type { AllocationRow } from '../../../store/queries/capacity/capacity.ts'
import { amount, oneOf, type Row, type Values } from '../../../vocabulary/field.ts'
import { parsePart } from '../../../vocabulary/input.ts'
import { dayOf, workdayOf } from '../../templates/rules/schedule.ts'

const effortInput = {
  type: oneOf(['hours', 'percent'], { required: true, doc: 'The unit.' }),
  value: amount({ required: true, doc: 'The hours on each working day, or the part of its capacity in percent.' }),
}

/** With this limit and two decimals, the time of every allocation is a safe integer. */
const MAX_EFFORT = 10_000

const HUNDREDTH = ONE / 100n

type Effort = Pick<AllocationRow, 'effort_type' | 'effort_value'>

export const noEffort: Effort = { effort_type: null, effort_value: null }

/** The columns of an effort; of null, those of none. Throws 400 for an invalid one. */
export function parseEffort(raw: unknown): Effort {
  if (raw === null) return noEffort
  const { type, value } = parsePart({ at: 'effort', references: [] }, effortInput, raw) as Values<typeof effortInput>
  const given = parseAmount(value) ?? 0n
  if (given < 0n || given > BigInt(MAX_EFFORT) * ONE) {
    throw invalid('effort: value', `Must be between 0 and ${MAX_EFFORT}`)
  }
  return { effort_type: type, effort_value: formatAmount(divide(given, HUNDREDTH) * HUNDREDTH) }
}

export const effortColumns = ['effort_type', 'effort_value'] as const

/** The effort of each row as JSON. */
export const loadEfforts = (rows: Row[]): unknown[] =>
  rows.map(({ effort_type: type, effort_value: value }) =>
    type === null ? null : { type, value: jsonAmount(value as string) },
  )

/** Thousandths of a minute on a working day, for each hundredth of the value. A day has 8 hours. */
const TIME_PER_HUNDREDTH = { hours: 600, percent: 48 } as const

/** The time that an allocation plans, in thousandths of a minute. */
export function plannedTime({ effort_type: type, effort_value: value }: Effort, first: string, last: string): number {
  if (type === null || value === null) return 0
  const hundredths = Number((parseAmount(value) ?? 0n) / HUNDREDTH)
  return hundredths * TIME_PER_HUNDREDTH[type as keyof typeof TIME_PER_HUNDREDTH] * workingDays(first, last)
}

/** The days from Monday to Friday between two dates, with both of them. */
export const workingDays = (first: string, last: string): number =>
  workdayOf(dayOf(last) + 1, 'after') - workdayOf(dayOf(first), 'after')
