/** The columns of a budget after a write: a pure function of the stored columns and the input. */
import { invalid } from '../../../lib/errors.ts'
import type { BudgetRow } from '../../../store/queries/capacity/capacity.ts'
import { amount, flag, oneOf, type Values } from '../../../vocabulary/field.ts'
import { parsePart } from '../../../vocabulary/input.ts'

export const budgetTypes = ['time', 'cost'] as const

const billableFilters = ['billable', 'non_billable', 'any'] as const

const filter = oneOf(billableFilters, { doc: 'Which time counts.' })

const estimateInput = {
  billable_status_filter: filter,
  source: oneOf(['none', 'tasks', 'capacity_plans'], { doc: 'What is added up.' }),
  enabled: flag({ doc: 'Whether the budget has an estimate.' }),
}
const actualInput = { billable_status_filter: filter }
const totalInput = {
  enabled: flag({ doc: 'Whether the budget has a total.' }),
  value: amount({ nullable: true, doc: 'The total: in minutes, or in the currency of the workspace.' }),
}

export type BudgetState = Omit<
  BudgetRow,
  'gid' | 'workspace' | 'parent' | 'created_by' | 'created_at' | 'deleted_at' | 'deleted_by'
>

/** The defaults of a new budget. */
export const newBudget: Omit<BudgetState, 'budget_type'> = {
  ...{ estimate_enabled: 0, estimate_source: 'none', estimate_filter: 'billable', actual_filter: 'billable' },
  ...{ total_enabled: 0, total_time: null, total_cost: null },
}

/** The parts of a budget as the client sent them. */
export interface BudgetInput {
  budget_type?: (typeof budgetTypes)[number]
  estimate?: unknown
  actual?: unknown
  total?: unknown
}

/** Throws 400 for an invalid part, and for an enabled estimate without a source. */
export function settleBudget(before: BudgetState, given: BudgetInput): BudgetState {
  const part = (name: 'estimate' | 'actual' | 'total', fields: Parameters<typeof parsePart>[1]) =>
    given[name] === undefined ? {} : parsePart({ at: name, references: [] }, fields, given[name])
  const estimate = part('estimate', estimateInput) as Values<typeof estimateInput>
  const actual = part('actual', actualInput) as Values<typeof actualInput>
  const total = part('total', totalInput) as Values<typeof totalInput>
  const budget_type = given.budget_type ?? before.budget_type
  const after = {
    budget_type,
    estimate_enabled: Number(estimate.enabled ?? before.estimate_enabled),
    estimate_source: estimate.source ?? before.estimate_source,
    estimate_filter: estimate.billable_status_filter ?? before.estimate_filter,
    actual_filter: actual.billable_status_filter ?? before.actual_filter,
    total_enabled: Number(total.enabled ?? before.total_enabled),
    ...{ total_time: before.total_time, total_cost: before.total_cost },
    ...(total.value === undefined ? {} : { [`total_${budget_type}`]: total.value }),
  }
  if (total.value?.startsWith('-')) throw invalid('total: value', 'Must not be negative')
  if (after.estimate_enabled === 1 && after.estimate_source === 'none') {
    throw invalid('estimate: source', 'Cannot be none while the estimate is enabled')
  }
  return after
}
