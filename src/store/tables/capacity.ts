/** Capacity and money: allocations, budgets, rates and placeholders. Amounts are decimal text, so that they stay exact. */
import type { Flag, Gid, Timestamp } from './column.ts'

export interface CapacityTables {
  placeholders: PlaceholderTable
  allocations: AllocationTable
  budgets: BudgetTable
  rates: RateTable
}

interface PlaceholderTable {
  gid: Gid
  workspace: Gid
  name: string
  created_by: Gid
  created_at: Timestamp
  deleted_at: Timestamp | null
  deleted_by: Gid | null
}

/** Part of the time of a user or a placeholder, for a project. */
interface AllocationTable {
  gid: Gid
  workspace: Gid
  parent: Gid
  /** A user or a placeholder; `assignee_type` says which. */
  assignee: Gid
  assignee_type: string
  start_date: string
  end_date: string
  effort_type: string | null
  effort_value: string | null
  /** The effort over all days, in thousandths of a minute; 0 without an effort. */
  planned_time: number
  created_by: Gid
  created_at: Timestamp
  deleted_at: Timestamp | null
  deleted_by: Gid | null
}

/** `total_time` is in minutes, `total_cost` in the currency of the workspace; each stays while the other one applies. */
interface BudgetTable {
  gid: Gid
  workspace: Gid
  parent: Gid
  budget_type: string
  estimate_enabled: Flag
  estimate_source: string
  estimate_filter: string
  actual_filter: string
  total_enabled: Flag
  total_time: string | null
  total_cost: string | null
  created_by: Gid
  created_at: Timestamp
  deleted_at: Timestamp | null
  deleted_by: Gid | null
}

/** What an hour of a user or a placeholder costs in a project. */
interface RateTable {
  gid: Gid
  workspace: Gid
  parent: Gid
  /** A user or a placeholder; `resource_kind` says which. */
  resource: Gid
  resource_kind: string
  rate: string
  created_by: Gid
  created_at: Timestamp
  deleted_at: Timestamp | null
  deleted_by: Gid | null
}
