/** Plans: portfolios, their members and items. */
import type { Flag, Gid, Timestamp } from './column.ts'

export interface PlanTables {
  portfolios: PortfolioTable
  portfolio_memberships: PortfolioMembershipTable
  /** The memberships of users: those of teams have no place in the older API of memberships. */
  portfolio_user_memberships: PortfolioMembershipTable
  portfolio_items: PortfolioItemTable
}

interface PortfolioTable {
  gid: Gid
  workspace: Gid
  owner: Gid | null
  name: string
  color: string | null
  archived: Flag
  privacy_setting: string
  default_access_level: string
  start_on: string | null
  due_on: string | null
  /** The latest status update that is not deleted; written with it, so that reads need no subselect. */
  current_status_update: Gid | null
  created_by: Gid
  created_at: Timestamp
  deleted_at: Timestamp | null
  deleted_by: Gid | null
}

/** `member` is the gid of a user or a team. */
interface PortfolioMembershipTable {
  gid: Gid
  portfolio: Gid
  member: Gid
  workspace: Gid
  access_level: string
}

/** The row of a project is also its project portfolio setting. */
interface PortfolioItemTable {
  gid: Gid
  portfolio: Gid
  /** A project or a portfolio; `item_type` says which. */
  item: Gid
  item_type: string
  workspace: Gid
  rank: string
  is_access_control_inherited: Flag
  created_at: Timestamp
}
