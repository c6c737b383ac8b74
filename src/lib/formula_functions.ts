/**
 * The operators and functions of formulas, on decimal numbers, so that 0.1 + 0.2 is 0.3. Every function accepts
 * operands of any type and never throws; an operand of the wrong type gives null. The compiler has already checked the
 * number of operands.
 */
import Big from 'big.js'
import { midnight } from './date.ts'

/** Digits after the point that every step keeps. */
const PRECISION_DIGITS = 40

/**
 * Digits after the point that comparisons and rounding use. The others only carry the remainder of a division, so that
 * 1 / 3 * 3 equals 1; an error in the last digit cannot reach these while numbers are bounded.
 */
const DECISIVE_DIGITS = 20

// A constructor of its own, because settings are global to a constructor.
const Decimal = Big()
Decimal.DP = PRECISION_DIGITS
Decimal.RM = Decimal.roundHalfUp

type Decimal = Big.Big

/** A calendar date, `YYYY-MM-DD`, with the timestamp in milliseconds if it is known. */
export interface FormulaDate {
  date: string
  at?: number | null
}

/** The value of a field. An empty text and an empty list equal null. */
export type FormulaValue = number | string | boolean | FormulaDate | readonly unknown[] | null

/** A value inside a formula. */
export type Operand = Decimal | Exclude<FormulaValue, number>

type Apply = (...operands: Operand[]) => Operand

/** A function of the language, and its number of operands. */
export interface Callable {
  minOperands: number
  maxOperands: number
  apply: Apply
}

const MAX_NUMBER = 1e15
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const ZERO = new Decimal(0)

const isDecimal = (operand: Operand) => operand instanceof Decimal

/** The number with `PRECISION_DIGITS`, or null if it is too large. */
function bounded(number: Decimal | null): Decimal | null {
  return number === null || number.abs().gt(MAX_NUMBER) ? null : number.round(PRECISION_DIGITS)
}

/** The decimal of a number or its text, or null if there is none. */
function decimal(value: number | string): Decimal | null {
  try {
    return new Decimal(value)
  } catch {
    return null
  }
}

/**
 * Rounds to `digits` after the point, halves away from zero, by the decimal that `value` shows: 1.005 becomes 1.01. NaN
 * if `value` is not a number.
 */
export function roundHalfUp(value: number | string, digits: number): number {
  // Plus zero turns a negative zero into zero.
  return (decimal(value)?.round(digits).toNumber() ?? Number.NaN) + 0
}

/** The operand for a field value. */
export function operand(value: FormulaValue | undefined): Operand {
  if (typeof value === 'number') return bounded(decimal(value))
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  return value
}

/** The number of a literal, or null if it is too large. */
export const literal = (digits: string) => bounded(decimal(digits))

/** The result of a formula as a number, or null for any other type. */
export const result = (value: Operand) => (value instanceof Decimal ? value.toNumber() + 0 : null)

/** Requires numbers. */
function numeric(calculate: (...numbers: Decimal[]) => Decimal | null): Apply {
  return (...operands) => (operands.every(isDecimal) ? bounded(calculate(...operands)) : null)
}

/** Requires at least one number and ignores nulls. */
function aggregate(calculate: (first: Decimal, ...others: Decimal[]) => Decimal): Apply {
  return (...operands) => {
    const [first, ...others] = operands.filter(operand => operand !== null)
    return first instanceof Decimal && others.every(isDecimal) ? bounded(calculate(first, ...others)) : null
  }
}

const sum = (first: Decimal, ...others: Decimal[]) => others.reduce((a, b) => a.plus(b), first)

function round(number: Decimal, digits: Decimal = ZERO): Decimal | null {
  const places = digits.toNumber()
  return Number.isInteger(places) && Math.abs(places) <= 15 ? number.round(DECISIVE_DIGITS).round(places) : null
}

function floor(number: Decimal): Decimal {
  const rounded = number.round(DECISIVE_DIGITS)
  const whole = rounded.round(0, Decimal.roundDown)
  return rounded.lt(whole) ? whole.minus(1) : whole
}

const ceil = (number: Decimal) => floor(number.neg()).neg()

/** The date of an operand, or of a text such as '2026-01-31'. */
function dateOf(operand: Operand): FormulaDate | null {
  if (typeof operand === 'string') return midnight(operand) === undefined ? null : { date: operand }
  if (typeof operand !== 'object' || operand instanceof Decimal || Array.isArray(operand)) return null
  return operand as FormulaDate | null
}

const startOf = ({ date }: FormulaDate) => midnight(date) ?? Number.NaN

/** The time from `b` to `a`, in units of `unit` milliseconds. */
function between(a: Operand, b: Operand, timeOf: (date: FormulaDate) => number, unit: number): Operand {
  const later = dateOf(a)
  const earlier = dateOf(b)
  if (later === null || earlier === null) return null
  return bounded(decimal(timeOf(later) - timeOf(earlier))?.div(unit) ?? null)
}

/** Negative, zero or positive if `a` is before, equal to or after `b`; null if their types differ. */
function order(a: Operand, b: Operand): number | null {
  if (a instanceof Decimal && b instanceof Decimal) return a.minus(b).round(DECISIVE_DIGITS).cmp(ZERO)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b)
  const left = dateOf(a)
  const right = dateOf(b)
  if (left === null || right === null) return null
  if (typeof left.at === 'number' && typeof right.at === 'number') return left.at - right.at
  return left.date < right.date ? -1 : Number(left.date > right.date)
}

function comparing(holds: (order: number) => boolean): Apply {
  return (a, b) => {
    if (a === null || b === null) return false
    const sign = order(a, b)
    return sign === null ? null : holds(sign)
  }
}

/** Whether a condition is true; null counts as false. Undefined if it is not a condition. */
function truth(operand: Operand): boolean | undefined {
  if (operand === null) return false
  return typeof operand === 'boolean' ? operand : undefined
}

/** Requires conditions. */
function logical(decide: (...conditions: boolean[]) => boolean): Apply {
  return (...operands) => {
    const conditions = operands.map(truth)
    return conditions.every(condition => condition !== undefined) ? decide(...conditions) : null
  }
}

function choose(condition: Operand, then: Operand, otherwise: Operand = null): Operand {
  const holds = truth(condition)
  if (holds === undefined) return null
  return holds ? then : otherwise
}

function count(operand: Operand): Operand {
  if (operand === null) return ZERO
  return new Decimal(Array.isArray(operand) ? operand.length : 1)
}

/** Binary operators by their text. */
export const OPERATORS: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  ['or', logical((a, b) => a || b)],
  ['and', logical((a, b) => a && b)],
  ['=', comparing(order => order === 0)],
  ['!=', comparing(order => order !== 0)],
  ['<>', comparing(order => order !== 0)],
  ['<', comparing(order => order < 0)],
  ['<=', comparing(order => order <= 0)],
  ['>', comparing(order => order > 0)],
  ['>=', comparing(order => order >= 0)],
  ['+', numeric((a, b) => a.plus(b))],
  ['-', numeric((a, b) => a.minus(b))],
  ['*', numeric((a, b) => a.times(b))],
  ['/', numeric((a, b) => (b.eq(0) ? null : a.div(b)))],
])

/** Prefix operators by their text. */
export const PREFIXES: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  ['not', logical(a => !a)],
  ['-', numeric(a => a.neg())],
])

const takes = (minOperands: number, maxOperands: number, apply: Apply): Callable => ({
  minOperands,
  maxOperands,
  apply,
})
const MANY = Number.POSITIVE_INFINITY

/** Functions by name. */
export const FUNCTIONS: ReadonlyMap<string, Callable> = new Map([
  ['if', takes(2, 3, choose)],
  ['coalesce', takes(1, MANY, (...operands) => operands.find(operand => operand !== null) ?? null)],
  ['isblank', takes(1, 1, operand => operand === null)],
  ['count', takes(1, 1, count)],
  [
    'min',
    takes(
      1,
      MANY,
      aggregate((...all) => all.reduce((a, b) => (b.lt(a) ? b : a))),
    ),
  ],
  [
    'max',
    takes(
      1,
      MANY,
      aggregate((...all) => all.reduce((a, b) => (b.gt(a) ? b : a))),
    ),
  ],
  ['sum', takes(1, MANY, aggregate(sum))],
  [
    'avg',
    takes(
      1,
      MANY,
      aggregate((...all) => sum(...all).div(all.length)),
    ),
  ],
  ['round', takes(1, 2, numeric(round))],
  ['floor', takes(1, 1, numeric(floor))],
  ['ceil', takes(1, 1, numeric(ceil))],
  [
    'abs',
    takes(
      1,
      1,
      numeric(a => a.abs()),
    ),
  ],
  ['days', takes(2, 2, (a, b) => between(a, b, startOf, DAY_MS))],
  ['hours', takes(2, 2, (a, b) => between(a, b, date => date.at ?? startOf(date), HOUR_MS))],
])
