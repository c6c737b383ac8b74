/** Display values: numbers with separators, currency signs and units, and dates. Always a string. */
import { formatTimestamp } from '../../../lib/date.ts'

/** The columns of a custom field that say how its numbers are written. */
export interface FieldFormat {
  format: string | null
  precision: number | null
  currency_code: string | null
  custom_label: string | null
  custom_label_position: string | null
}

/** A format of the runtime, and what it writes before the digits. */
interface DecimalFormat {
  prefix: string
  format: Intl.NumberFormat
}

const formats = new Map<string, DecimalFormat>()

function formatOf(digits: number, currency: string | null): DecimalFormat {
  const key = `${digits} ${currency}`
  const cached = formats.get(key)
  if (cached) return cached
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = new Intl.NumberFormat('en-US', currency ? { ...options, style: 'currency', currency } : options)
  const created = { prefix: format.format(0).replace(/[\d.]+$/, ''), format }
  formats.set(key, created)
  return created
}

/**
 * A number with separators and a number of decimal places. The runtime writes only those that must be rounded or have an
 * exponent, because it takes several times as long.
 */
function decimal(number: number, digits: number, currency: string | null): string {
  const { prefix, format } = formatOf(digits, currency)
  const size = Math.abs(number)
  if (!(size < 1e21) || (size > 0 && size < 1e-6) || Object.is(number, -0)) return format.format(number)
  const [whole = '', fraction = ''] = String(size).split('.')
  if (fraction.length > digits) return format.format(number)
  return `${number < 0 ? '-' : ''}${prefix}${grouped(whole)}${digits > 0 ? `.${fraction.padEnd(digits, '0')}` : ''}`
}

/** Digits with a separator before each three of them. */
function grouped(digits: string): string {
  let at = digits.length % 3 || 3
  let text = digits.slice(0, at)
  for (; at < digits.length; at += 3) text += `,${digits.slice(at, at + 3)}`
  return text
}

/** `1,234.50`, `$10.00`, `25 %` as `25%`, `5 gold pieces`, `1h 42m`, `1234`. A percentage is stored as a fraction. */
export function displayNumber(number: number, field: FieldFormat): string {
  const digits = field.precision ?? 0
  switch (field.format) {
    case 'currency':
      return decimal(number, digits, field.currency_code)
    case 'percentage':
      return `${decimal(number * 100, digits, null)}%`
    case 'duration':
      return displayMinutes(number)
    case 'identifier':
      return number.toFixed(0)
    case 'custom': {
      const text = decimal(number, digits, null)
      return field.custom_label_position === 'prefix'
        ? `${field.custom_label} ${text}`
        : `${text} ${field.custom_label}`
    }
    default:
      return decimal(number, digits, null)
  }
}

function displayMinutes(minutes: number): string {
  const sign = minutes < 0 ? '-' : ''
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  if (hours === 0) return `${sign}${rest}m`
  return rest === 0 ? `${sign}${hours}h` : `${sign}${hours}h ${rest}m`
}

/** A date as its midnight in UTC, or a timestamp. */
export const displayDate = (on: string, at: number | null): string =>
  at === null ? `${on}T00:00:00.000Z` : formatTimestamp(at)
