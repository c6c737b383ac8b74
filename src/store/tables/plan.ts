/** Plans: portfolios with their members and items, project briefs, goals with what supports them, and time periods. */
import type { Flag, Gid, Timestamp } from './column.ts'

export interface PlanTables {
  portfolios: PortfolioTable
  portfolio_memberships: PortfolioMembershipTable
  /** The memberships of users: those of teams have no place in the older API of memberships. */
  portfolio_user_memberships: PortfolioMembershipTable
  portfolio_items: PortfolioItemTable
  project_briefs: ProjectBriefTable
  goals: GoalTable
  /** `member` is the gid of a user or a team. */
  goal_memberships: { gid: Gid; goal: Gid; member: Gid; workspace: Gid; access_level: string }
  goal_likes: { gid: Gid; goal: Gid; user: Gid }
  goal_metrics: GoalMetricTable
  goal_relationships: GoalRelationshipTable
  /** The numbers of tasks of the projects that goals follow; derived. */
  project_counts: {
    project: Gid
    tasks: number
    completed_tasks: number
    milestones: number
    completed_milestones: number
  }
  time_periods: TimePeriodTable
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

interface GoalTable {
  gid: Gid
  workspace: Gid
  team: Gid | null
  owner: Gid | null
  name: string
  notes: string
  html_notes: string | null
  is_workspace_level: Flag
  privacy_setting: string
  default_access_level: string
  time_period: Gid | null
  start_on: string | null
  due_on: string | null
  /** Null without a metric, and for a new one. */
  status: string | null
  /** The latest status update that is not deleted; written with it, so that reads need no subselect. */
  current_status_update: Gid | null
  created_by: Gid
  created_at: Timestamp
  deleted_at: Timestamp | null
  deleted_by: Gid | null
}

/** The numbers are exact decimals as text. */
interface GoalMetricTable {
  gid: Gid
  goal: Gid
  workspace: Gid
  precision: number
  unit: string
  currency_code: string | null
  initial_number_value: string
  target_number_value: string
  current_number_value: string
  progress_source: string
  is_custom_weight: Flag
  created_by: Gid
}

interface GoalRelationshipTable {
  gid: Gid
  supported_goal: Gid
  /** A goal, a project, a task or a portfolio; `supporting_type` says which. */
  supporting_resource: Gid
  supporting_type: string
  resource_subtype: string
  workspace: Gid
  /** An exact decimal from 0 to 1 as text. */
  contribution_weight: string
  rank: string
  created_at: Timestamp
}

interface TimePeriodTable {
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

interface ProjectBriefTable {
  gid: Gid
  project: Gid
  workspace: Gid
  title: string
  text: string
  html_text: string | null
  created_by: Gid
  created_at: Timestamp
  modified_at: Timestamp
  deleted_at: Timestamp | null
  deleted_by: Gid | null
}
