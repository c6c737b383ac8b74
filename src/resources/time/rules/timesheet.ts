/**
 * Timesheets and the entries that they lock. Invariant: the entries of a user in a week do not change after their timesheet
 * was submitted, until it is a draft again or rejected.
 */
import { notAllowed } from '../../../lib/errors.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { statusesOfWeeks } from '../../../store/queries/time/timesheets.ts'
import { lockingStatuses, type TimesheetStatus } from './timesheet_status.ts'

/** The user of entries or of a timesheet, in a workspace. */
interface TimeOwner {
  workspace: number
  created_by: number
}

/** Locks the weeks of a user for a change of entries. Throws 403 if a timesheet of these weeks was submitted or approved. */
export async function lockWeeks(tx: Writer, { workspace, created_by }: TimeOwner, ...weeks: number[]): Promise<void> {
  // timesheets: a concurrent request could submit one of these weeks.
  await advisoryLock(tx, 'timesheets', created_by)
  const statuses = await statusesOfWeeks(tx, workspace, created_by, weeks)
  const locking = statuses.find(status => lockingStatuses.includes(status as TimesheetStatus))
  if (locking !== undefined) {
    throw notAllowed(
      `The timesheet of this week is ${locking.toLowerCase()}: its time tracking entries cannot change until it is a draft again.`,
    )
  }
}
