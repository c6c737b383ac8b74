/** The newest gid in use, so that a clock that was set back, or one of another machine, never repeats a gid. */
import { sql } from 'kysely'
import { momentOf } from '../../../lib/gid.ts'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { TableName } from '../../tables.ts'

/** All tables with generated gids. The engine numbers the rows of the change log, so that is not among them. */
export const TABLES_WITH_GIDS = [
  ...['workspaces', 'users', 'tokens', 'workspace_memberships', 'teams', 'team_memberships', 'user_task_lists'],
  ...['projects', 'project_memberships', 'sections', 'tasks', 'task_likes', 'tags', 'stories', 'story_likes'],
  ...['status_updates', 'status_update_likes', 'reactions', 'project_briefs', 'attachments', 'access_requests'],
  ...['custom_fields', 'enum_options', 'custom_field_settings', 'custom_field_values', 'custom_field_memberships'],
  ...['custom_types', 'custom_type_status_options', 'custom_type_memberships'],
  ...['portfolios', 'portfolio_memberships', 'portfolio_items', 'project_templates', 'task_templates'],
  ...['goals', 'goal_memberships', 'goal_likes', 'goal_metrics', 'goal_relationships'],
  ...['rules', 'rule_triggers', 'rule_runs', 'rule_requests', 'requested_jobs', 'exports', 'search_texts', 'uses'],
  ...['service_accounts', 'applications', 'grants', 'refresh_tokens', 'waiting_members', 'invitations'],
  ...['time_periods'],
  ...[
    'allocations',
    'budgets',
    'rates',
    'placeholders',
    'views',
    'notifications',
    'notification_mails',
    'idempotent_responses',
  ],
  ...['roles', 'ooo_entries', 'time_tracking_entries', 'time_tracking_categories', 'timesheet_approval_statuses'],
  ...['webhooks', 'webhook_deliveries', 'jobs', 'audit_log_events'],
] as const satisfies readonly TableName[]

const newest: Statement<{ gid: number | null }> = statement(() => {
  const each = TABLES_WITH_GIDS.map(table => sql`select max(gid) as gid from ${sql.table(table)}`)
  return sql<{ gid: number | null }>`select max(gid) as gid from (${sql.join(each, sql` union all `)}) as every`
})

/** The first time, in milliseconds since the Unix epoch, from which on no gid is in use. */
export async function firstUnusedTime(reader: Reader): Promise<number> {
  const found = await reader.first(newest, {})
  return momentOf(found?.gid ?? 0) + 1
}
