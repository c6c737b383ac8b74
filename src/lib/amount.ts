/**
 * Amounts: decimal numbers that are exact, such as money and effort. A double has 15 to 17 digits; an amount has 20 before
 * and 20 after the point. It is stored as text, computed as an integer of its last digit, and written into JSON digit by
 * digit.
 */
import { exactNumber } from './exact_json.ts'

/** An amount as an integer: the number of its smallest units. */
export type Amount = bigint

const DECIMAL_DIGITS = 20
const MAX_WHOLE_DIGITS = 20

/** The smallest units in 1. */
export const ONE: Amount = 10n ** BigInt(DECIMAL_DIGITS)

const LIMIT = ONE * 10n ** BigInt(MAX_WHOLE_DIGITS)

// Longer texts are refused unread, because the time of conversions grows with the square of the length.
const MAX_CHARACTERS = 100
const DECIMAL = /^([+-]?)([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]{1,3}))?$/

/** The amount that a decimal text shows, rounded to 20 decimals; undefined for other texts and larger numbers. */
export function parseAmount(text: string): Amount | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    text.length > MAX_CHARACTERS ? [] : (DECIMAL.exec(text) ?? [])
  if (sign === undefined || whole + fraction === '') return undefined
  const digits = BigInt(whole + fraction)
  const shift = DECIMAL_DIGITS - fraction.length + Number(exponent)
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : divide(digits, 10n ** BigInt(-shift))
  if (units >= LIMIT) return undefined
  return sign === '-' ? -units : units
}

/** An amount as decimal text, without zeros at the end. */
export function formatAmount(amount: Amount): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(DECIMAL_DIGITS + 1, '0')
  const fraction = digits.slice(-DECIMAL_DIGITS).replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -DECIMAL_DIGITS)}${fraction && `.${fraction}`}`
}

/** The quotient, rounded to the nearest integer, halves away from zero. */
export function divide(amount: bigint, by: bigint): bigint {
  const half = by / 2n
  return (amount < 0n ? amount - half : amount + half) / by
}

/** A stored amount as a JSON number with all its digits; null stays null. */
export const jsonAmount = (text: string | null): object | null => (text === null ? null : exactNumber(text))
