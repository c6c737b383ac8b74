/** Time tracking: entries of tasks, their categories, and the timesheets of people. */
import type { Flag, Gid, Timestamp } from './column.ts'

export interface TimeTables {
  time_tracking_entries: TimeTrackingEntryTable
  time_tracking_categories: TimeTrackingCategoryTable
  timesheet_approval_statuses: TimesheetTable
}

interface TimeTrackingEntryTable {
  gid: Gid
  workspace: Gid
  task: Gid
  attributable_to: Gid | null
  category: Gid | null
  duration_minutes: number
  entered_on: string
  /** The number of the week of `entered_on`: see `lib/date.ts`. */
  week: number
  billable_status: string
  description: string
  created_by: Gid
  created_at: Timestamp
}

interface TimeTrackingCategoryTable {
  gid: Gid
  workspace: Gid
  name: string
  color: string
  is_archived: Flag
  created_at: Timestamp
  deleted_at: Timestamp | null
  deleted_by: Gid | null
}

/** The status of the entries of one user in one week. Without a row they are drafts. */
interface TimesheetTable {
  gid: Gid
  workspace: Gid
  user: Gid
  start_date: string
  end_date: string
  week: number
  approval_status: string
  /** What the latest change of the status said. */
  message: string | null
  created_at: Timestamp
}
