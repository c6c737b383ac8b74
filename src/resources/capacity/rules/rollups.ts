/**
 * The values of budgets, computed when they are read, so that they are never stale. Sums are exact; the only division, by
 * the minutes of an hour, is the last step and rounds once.
 */
import { type Amount, divide, formatAmount, jsonAmount, ONE, parseAmount } from '../../../lib/amount.ts'
import type { Reader } from '../../../store/db.ts'
import type { BudgetRow } from '../../../store/queries/capacity/capacity.ts'
import {
  type EnteredTime,
  enteredTimes,
  estimatedTimes,
  plannedTimes,
  type TimeLine,
} from '../../../store/queries/capacity/rollups.ts'
import type { LoadContext, Row } from '../../../vocabulary/field.ts'

const THOUSANDTHS_OF_A_MINUTE = 1000n
const MINUTES_OF_AN_HOUR = 60n

/** The minutes of some lines, or what they cost. A person without a rate costs nothing. */
function rollUp(type: string, lines: readonly Pick<TimeLine, 'time' | 'rate'>[]): Amount {
  let sum = 0n
  for (const { time, rate } of lines) sum += time * (type === 'time' ? ONE : (parseAmount(rate ?? '0') ?? 0n))
  return divide(sum, type === 'time' ? THOUSANDTHS_OF_A_MINUTE : THOUSANDTHS_OF_A_MINUTE * MINUTES_OF_AN_HOUR)
}

/** The columns of a budget, as the functions below need them. */
type BudgetRows = readonly (Row & BudgetRow & { currency_code: string })[]

const unitsOf = ({ budget_type, currency_code }: BudgetRows[number]) =>
  budget_type === 'time' ? 'minutes' : currency_code

const ownColumns = ['parent', 'budget_type', 'currency_code'] as const

/** The lines of each project. */
function byProject<L extends TimeLine>(lines: readonly L[]): (project: number) => readonly L[] {
  const groups = Map.groupBy(lines, line => line.project)
  return project => groups.get(project) ?? []
}

export const estimateColumns = [...ownColumns, 'estimate_enabled', 'estimate_source', 'estimate_filter'] as const

/** What is planned has no billable status: all of it counts as billable. */
const countsPlans = ({ estimate_enabled, estimate_filter }: BudgetRows[number]) =>
  estimate_enabled === 1 && estimate_filter !== 'non_billable'

/** The estimate of each budget as JSON. */
export async function loadEstimates(found: Row[], { reader }: Pick<LoadContext, 'reader'>): Promise<unknown[]> {
  const rows = found as BudgetRows[number][]
  const linesOf = async (
    source: string,
    load: (reader: Reader, projects: readonly number[]) => Promise<TimeLine[]>,
  ) => {
    const counted = rows.filter(row => row.estimate_source === source && countsPlans(row))
    const lines = await load(
      reader,
      counted.map(({ parent }) => parent),
    )
    return [source, byProject(lines)] as const
  }
  const sources = new Map([await linesOf('tasks', estimatedTimes), await linesOf('capacity_plans', plannedTimes)])
  return rows.map(row => {
    const { parent, budget_type, estimate_enabled, estimate_source: source, estimate_filter } = row
    const members = { enabled: estimate_enabled === 1, source, billable_status_filter: estimate_filter }
    if (estimate_enabled === 0) return { ...members, value: null, units: null }
    const lines = countsPlans(row) ? (sources.get(source)?.(parent) ?? []) : []
    return { ...members, value: jsonAmount(formatAmount(rollUp(budget_type, lines))), units: unitsOf(row) }
  })
}

export const actualColumns = [...ownColumns, 'actual_filter'] as const

const countsEntry = (filter: string, { billable_status: status }: EnteredTime): boolean =>
  filter === 'any' || status === (filter === 'billable' ? 'billable' : 'nonBillable')

/** The actual value of each budget as JSON. */
export async function loadActuals(found: Row[], { reader }: Pick<LoadContext, 'reader'>): Promise<unknown[]> {
  const rows = found as BudgetRows[number][]
  const projects = rows.map(({ parent }) => parent)
  const linesOf = byProject(await enteredTimes(reader, projects))
  return rows.map(row => {
    const { parent, budget_type, actual_filter: filter } = row
    const lines = linesOf(parent).filter(line => countsEntry(filter, line))
    const value = jsonAmount(formatAmount(rollUp(budget_type, lines)))
    return { billable_status_filter: filter, value, units: unitsOf(row) }
  })
}

export const totalColumns = ['budget_type', 'currency_code', 'total_enabled', 'total_time', 'total_cost'] as const

/** The total of each budget as JSON. */
export const loadTotals = (rows: Row[]): unknown[] =>
  (rows as BudgetRows[number][]).map(row => {
    if (row.total_enabled === 0) return { enabled: false, value: null, units: null }
    const value = row.budget_type === 'time' ? row.total_time : row.total_cost
    return { enabled: true, value: jsonAmount(value), units: unitsOf(row) }
  })
