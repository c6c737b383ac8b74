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

const formats = new Map<string, Intl.NumberFormat>()

function formatter(digits: number, currency: string | null): Intl.NumberFormat {
  const key = `${digits} ${currency}`
  const cached = formats.get(key)
  if (cached) return cached
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const created = new Intl.NumberFormat('en-US', currency ? { ...options, style: 'currency', currency } : options)
  formats.set(key, created)
  return created
}

/** `1,234.50`, `$10.00`, `25 %` as `25%`, `5 gold pieces`, `1h 42m`, `1234`. A percentage is stored as a fraction. */
export function displayNumber(number: number, field: FieldFormat): string {
  const digits = field.precision ?? 0
  switch (field.format) {
    case 'currency':
      return formatter(digits, field.currency_code).format(number)
    case 'percentage':
      return `${formatter(digits, null).format(number * 100)}%`
    case 'duration':
      return displayMinutes(number)
    case 'identifier':
      return number.toFixed(0)
    case 'custom': {
      const text = formatter(digits, null).format(number)
      return field.custom_label_position === 'prefix'
        ? `${field.custom_label} ${text}`
        : `${text} ${field.custom_label}`
    }
    default:
      return formatter(digits, null).format(number)
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
