/** Time periods. */
import type { Flag, Gid } from './column.ts'

export interface TimePeriodTables {
  time_periods: {
    gid: Gid
    workspace: Gid
    /** The month, 1 to 12, in which the fiscal years of its calendar start. */
    fiscal_year_start: number
    period: string
    start_on: string
    end_on: string
    display_name: string
    parent: Gid | null
    /** Whether its calendar is that of the workspace now: lists show no others. */
    is_current: Flag
  }
}
