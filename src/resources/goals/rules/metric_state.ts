/** The columns of a metric after a write: a pure function of the input. */
import { invalid, missingInput } from '../../../lib/errors.ts'
import { isAutomatic, type MetricRow, type ProgressSource } from '../../../store/queries/goals/progress.ts'
import { settleFormat } from '../../fields/rules/define.ts'
import { digitsOf } from '../../fields/rules/numbers.ts'
import { storedDecimal } from './progress.ts'

export type MetricState = Omit<MetricRow, 'gid' | 'goal' | 'workspace' | 'created_by'>

export const metricUnits = ['none', 'currency', 'percentage'] as const

export interface MetricInput {
  precision?: number
  unit?: (typeof metricUnits)[number]
  currency_code?: string | null
  initial_number_value?: number
  target_number_value?: number
  current_number_value?: number
  progress_source?: ProgressSource
  is_custom_weight?: boolean
}

const MAX_NUMBER = 1e15

const noFormat = {
  ...{ format: null, precision: 0, currency_code: null, custom_label: null, custom_label_position: null },
}

/** A number as a metric stores it, rounded to its precision. Throws 400 for one that is too large. */
export function metricNumber(
  field: string,
  number: number,
  { precision, unit }: Pick<MetricState, 'precision' | 'unit'>,
): string {
  if (Math.abs(number) > MAX_NUMBER) throw invalid(field, `Must be between -${MAX_NUMBER} and ${MAX_NUMBER}`)
  return storedDecimal(number, digitsOf({ precision, format: unit }))
}

/** Throws 400 for a number of which the program is the source. */
export function mustBeWritable(source: string): void {
  if (isAutomatic(source)) {
    throw invalid('current_number_value', 'Cannot be set: it is calculated from what supports the goal')
  }
}

/**
 * The columns of a new metric. What the program calculates is a percentage by default, from 0 to 100%. Throws 400 for an
 * invalid combination.
 */
export function settleMetric(given: MetricInput): MetricState {
  const { progress_source = 'manual', initial_number_value: initial = 0 } = given
  const automatic = isAutomatic(progress_source)
  const unit = given.unit ?? (automatic ? 'percentage' : 'none')
  const format = settleFormat('number', noFormat, { ...given, format: unit })
  const shown = { precision: format.precision ?? 0, unit }
  const target = given.target_number_value ?? (unit === 'percentage' ? 1 : undefined)
  if (target === undefined) throw missingInput('target_number_value')
  if (given.current_number_value !== undefined) mustBeWritable(progress_source)
  const [first, last] = [
    metricNumber('initial_number_value', initial, shown),
    metricNumber('target_number_value', target, shown),
  ]
  // wire: contract: the text is a guess
  if (first === last) throw invalid('target_number_value', 'Must differ from initial_number_value')
  return {
    ...{ ...shown, currency_code: format.currency_code },
    ...{ initial_number_value: first, target_number_value: last },
    current_number_value: metricNumber('current_number_value', given.current_number_value ?? initial, shown),
    ...{ progress_source, is_custom_weight: given.is_custom_weight ? 1 : 0 },
  }
}
