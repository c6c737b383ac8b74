/**
 * The objects whose cached values a write invalidates (`memory_cache.ts`).
 *
 * Invariant: a table that is missing here, and a row whose object is not known, invalidate everything. So an omission costs
 * time, but never shows an outdated value.
 */
import { mayRevokeRights, revokesRights } from '../queries/access/revocations.ts'
import type { TableName } from '../tables.ts'
import { EVERYTHING, type Invalidations, RIGHTS } from './memory_cache.ts'

type WrittenColumns = Record<string, unknown>

/**
 * For each table: the columns that hold the gids of dependent objects, and for each of those the columns whose change
 * matters (`true`: all). Inserts and deletes always matter. No columns: no cached value depends on the table.
 */
const DEPENDENT_COLUMNS: Partial<Record<TableName, Record<string, true | readonly string[]>>> = {
  workspaces: { gid: true },
  workspace_domains: { workspace: true },
  users: { gid: true },
  tokens: { gid: true },
  workspace_memberships: { gid: true, user: true, workspace: true },
  // A caller who can see a team may see more of the objects shared with it.
  teams: { gid: true, organization: ['visibility', 'deleted_at'] },
  team_memberships: { gid: true, team: true, user: true, workspace: true },
  user_task_lists: { gid: true, owner: true, workspace: true },
  projects: { gid: true },
  project_memberships: { gid: true, project: true, member: true },
  access_grants: { object: true },
  sections: { gid: true, project: true },
  tasks: { gid: true, parent: ['parent', 'deleted_at'] },
  task_externals: { task: true },
  task_memberships: { task: true },
  task_followers: { task: true },
  task_likes: { task: true },
  task_dependencies: { task: true, dependency: true },
  task_tags: { task: true },
  tags: { gid: true },
  tag_followers: { tag: true },
  stories: { gid: true },
  story_likes: { story: true },
  portfolios: { gid: true },
  portfolio_memberships: { gid: true, portfolio: true, member: true },
  portfolio_items: { gid: true, portfolio: true, item: true },
  goals: { gid: true },
  goal_memberships: { gid: true, goal: true, member: true },
  goal_likes: { goal: true },
  // Whether any metric of a workspace is automatic.
  goal_metrics: { gid: true, goal: true, workspace: ['progress_source'] },
  goal_relationships: { gid: true, supported_goal: true, supporting_resource: true },
  status_updates: { gid: true },
  status_update_likes: { status_update: true },
  project_briefs: { gid: true, project: ['deleted_at'] },
  reactions: { target: true },
  access_requests: {},
  custom_type_memberships: { gid: true, custom_type: true, member: true },
  custom_field_memberships: { gid: true, custom_field: true, member: true },
  project_templates: { gid: true },
  task_templates: { gid: true },
  attachments: { gid: true },
  ...{ unreferenced_files: {}, file_usage: {} },
  custom_fields: { gid: true },
  enum_options: { gid: true, custom_field: true },
  custom_field_settings: { gid: true, parent: true, custom_field: true },
  custom_types: { gid: true },
  custom_type_status_options: { gid: true, custom_type: true },
  custom_field_values: { gid: true, object: true },
  custom_field_choices: { value: true },
  ...{ favorites: {}, passwords: {}, administrators: {}, invitations: {}, sign_in_links: {}, sessions: {} },
  ...{ external_identities: {}, service_accounts: {}, applications: {}, grants: {}, authorization_codes: {} },
  ...{ refresh_tokens: {}, signing_keys: {}, provisioned_users: {}, provisioned_entries: {}, provisioned_groups: {} },
  ...{ waiting_members: {}, changes: {}, streams: {}, webhooks: {}, webhook_deliveries: {}, audit_log_events: {} },
  ...{ requested_jobs: { gid: true }, job_copies: {} },
  ...{ template_tasks: {} },
  exports: { gid: true },
  ...{ template_tasks: {}, template_dependencies: {} },
  idempotent_responses: {},
  ...{ jobs: {}, instances: {}, shared_counters: {}, commits: {} },
  ...{ search_texts: {}, unindexed_texts: {} },
  ...{ name_words: {}, uses: {} },
  roles: { gid: true },
  ooo_entries: { gid: true },
  rule_triggers: { gid: true },
  project_counts: {},
  ...{ views: {}, personal_states: {}, notifications: {}, due_notices: {}, notification_mails: {}, mail_states: {} },
  // What is shown of a period never changes.
  time_periods: { gid: ['display_name'] },
  ...{ allocations: { gid: true }, budgets: { gid: true }, rates: { gid: true }, placeholders: { gid: true } },
  time_tracking_entries: { gid: true },
  time_tracking_categories: { gid: true },
  timesheet_approval_statuses: { gid: true },
  ...{ rules: {}, rule_runs: {}, rule_dates: {}, rule_requests: {} },
}

/** The rows that a write names and sets. */
interface WriteScope {
  where: object | null
  set: object | null
  may?: object
  rows?: FoundRows | Promise<FoundRows> | undefined
}

type FoundRows = readonly { before: object | null }[]

/** Records the objects of a write. Until the rows that it found are known, every object counts as changed. */
export function invalidate(
  invalidations: Invalidations,
  table: TableName,
  { where, set, may, rows }: WriteScope,
): void {
  if (where === null) {
    if (mayRevokeRights(table, null, set)) invalidations.add(RIGHTS)
    invalidateRows(invalidations, table, may ?? set ?? {}, {}, undefined)
  } else if (rows instanceof Promise) {
    const over = (found: FoundRows | undefined) => invalidateFound(invalidations, table, where, set, found)
    invalidations.defer(rows.then(over, () => over(undefined)))
  } else invalidateFound(invalidations, table, where, set, rows)
}

/** Records `RIGHTS` unless the found rows show that no right has ended. */
function invalidateFound(
  invalidations: Invalidations,
  table: TableName,
  where: object,
  set: object | null,
  rows: FoundRows | undefined,
): void {
  const ended = rows === undefined || rows.some(({ before }) => revokesRights(table, set, before))
  if (ended && mayRevokeRights(table, where, set)) invalidations.add(RIGHTS)
  invalidateRows(invalidations, table, where, set, rows)
}

/** `where` holds for all rows; `rows` are the rows before the write, when they are known. */
function invalidateRows(
  invalidations: Invalidations,
  table: TableName,
  where: object,
  set: object | null,
  rows: FoundRows | undefined,
): void {
  const columns = DEPENDENT_COLUMNS[table]
  if (columns === undefined) return void invalidations.add(EVERYTHING)
  for (const column in columns) {
    const matter = columns[column]
    const isNew = set === null || Object.keys(set).length === 0
    if (!isNew && matter !== true && !matter?.some(name => name in set)) continue
    if (set && column in set) addObjects(invalidations, set as WrittenColumns, column)
    if (column in where) addObjects(invalidations, where as WrittenColumns, column)
    else if (rows) for (const { before } of rows) addObjects(invalidations, (before ?? {}) as WrittenColumns, column)
    else invalidations.add(EVERYTHING)
  }
}

/** Adds the gids in a column. Null adds none. */
function addObjects(invalidations: Invalidations, row: WrittenColumns, column: string): void {
  const value = row[column]
  if (value === null) return
  if (typeof value === 'number') invalidations.add(value)
  else if (Array.isArray(value)) for (const gid of value) invalidations.add(gid)
  else invalidations.add(EVERYTHING)
}
