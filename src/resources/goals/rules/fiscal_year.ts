/** The calendar of fiscal years: which periods they have. A fiscal year is named after the year in which it ends. */
import { addDays } from '../../../lib/date.ts'

export const PERIODS = ['FY', 'H1', 'H2', 'Q1', 'Q2', 'Q3', 'Q4'] as const

type Period = (typeof PERIODS)[number]

interface FiscalPeriod {
  period: Period
  /** The period that contains it directly. */
  within: Period | null
  start_on: string
  end_on: string
  display_name: string
}

/** For each period, a year before its parts: what contains it, its first month in the year, and its length in months. */
const PARTS: readonly (readonly [Period, within: Period | null, first: number, months: number])[] = [
  ['FY', null, 0, 12],
  ['H1', 'FY', 0, 6],
  ['Q1', 'H1', 0, 3],
  ['Q2', 'H1', 3, 3],
  ['H2', 'FY', 6, 6],
  ['Q3', 'H2', 6, 3],
  ['Q4', 'H2', 9, 3],
]

/** The first day of a month, counted from January of a year. */
const firstDay = (year: number, month: number): string => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)

/** The fiscal year that contains a date, when fiscal years start in the month `start`, 1 to 12. */
export function fiscalYearOf(date: string, start: number): number {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))]
  return start > 1 && month >= start ? year + 1 : year
}

/** The periods of a fiscal year that starts in the month `start`, 1 to 12; each after the one that contains it. */
export function periodsOf(fiscalYear: number, start: number): FiscalPeriod[] {
  const year = start === 1 ? fiscalYear : fiscalYear - 1
  const name = `FY${String(fiscalYear % 100).padStart(2, '0')}`
  return PARTS.map(([period, within, first, months]) => ({
    ...{ period, within, start_on: firstDay(year, start - 1 + first) },
    end_on: addDays(firstDay(year, start - 1 + first + months), -1),
    display_name: period === 'FY' ? name : `${period} ${name}`,
  }))
}
