/** The time period of a goal. */
import type { Reader } from '../../../store/db.ts'
import { workspaceOfTimePeriod } from '../../../store/queries/goals/time_periods.ts'
import { mustBeOf } from '../../work/rules/membership.ts'

/** Throws 400 unless a time period is of this workspace. */
export async function mustFitTimePeriod(reader: Reader, workspace: number, time_period: number | null): Promise<void> {
  if (time_period === null) return
  mustBeOf(workspace, await workspaceOfTimePeriod(reader, time_period), 'time_period', time_period)
}
