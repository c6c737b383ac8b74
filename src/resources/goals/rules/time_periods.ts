/**
 * Creates the time periods of workspaces.
 *
 * Invariants:
 * - a workspace has the periods of its calendar from its creation on, without a gap;
 * - a period keeps its gid: a calendar that is set again has the same periods as before;
 * - writers of periods lock the row of the workspace.
 */
import { formatTimestamp } from '../../../lib/date.ts'
import { getForUpdate, insertAll, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { lastDayOf } from '../../../store/queries/goals/time_periods.ts'
import { fiscalYearOf, periodsOf } from './fiscal_year.ts'

/** The years before and after the current fiscal year that have periods: goals of the past are imported, too. */
const PAST_YEARS_COUNT = 5
const FUTURE_YEARS_COUNT = 5

/** A date in the last year that must have periods. */
export function horizonOf(ms: number): string {
  const today = formatTimestamp(ms)
  return `${Number(today.slice(0, 4)) + FUTURE_YEARS_COUNT}${today.slice(4, 10)}`
}

/** Inserts the fiscal years of a workspace after `last`; without `last`, all that it must have. */
async function addTimePeriods(tx: Writer, workspace: number, month: number, last?: string): Promise<void> {
  const current = fiscalYearOf(formatTimestamp(tx.now), month)
  const from = last === undefined ? current - PAST_YEARS_COUNT : fiscalYearOf(last, month) + 1
  const years = Array.from({ length: Math.max(0, current + FUTURE_YEARS_COUNT + 1 - from) }, (_, index) => from + index)
  const rows = years.flatMap(year => {
    const gids = new Map<string | null, number>()
    return periodsOf(year, month).map(({ within, ...shown }) => {
      const gid = tx.gid()
      gids.set(shown.period, gid)
      return { gid, workspace, fiscal_year_start: month, ...shown, parent: gids.get(within) ?? null, is_current: 1 }
    })
  })
  await insertAll(tx, 'time_periods', rows)
}

/** Inserts the fiscal years that a workspace lacks by now. */
export async function extendTimePeriods(tx: Writer, workspace: number): Promise<void> {
  const { fiscal_year_start: month } = await getForUpdate(tx, 'workspaces', workspace)
  await addTimePeriods(tx, workspace, month, await lastDayOf(tx, workspace, month))
}

/** Sets the month, 1 to 12, in which fiscal years start. Goals keep the periods to which they refer. */
export async function setFiscalYearStart(tx: Writer, workspace: number, month: number): Promise<void> {
  const before = await getForUpdate(tx, 'workspaces', workspace)
  if (before.fiscal_year_start === month) return
  await update(tx, 'workspaces', { gid: workspace }, { fiscal_year_start: month })
  await update(tx, 'time_periods', { workspace, is_current: 1 }, { is_current: 0 })
  await update(tx, 'time_periods', { workspace, fiscal_year_start: month }, { is_current: 1 })
  await extendTimePeriods(tx, workspace)
}
