/** Change capture of the whole schema: every table and column is captured, or listed here with the reason. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createCatalog } from '../catalog/catalog.ts'
import type { Name } from '../names.ts'
import { sqliteDialect } from '../store/dialect.ts'
import { migrate } from '../store/migrate.ts'
import { changeValueTypes } from '../store/queries/events/streams.ts'
import { tableOf } from '../store/queries/objects.ts'
import { sqliteConnection } from '../store/sqlite.ts'
import type { Tables } from '../store/tables.ts'
import { isRecorded } from '../vocabulary/changes.ts'
import { changeCapture } from './change_capture.ts'

const PERSONAL = 'only the user sees it'
const MANY_WORKSPACES = 'a user belongs to several workspaces, and a change to one'
const NO_EVENTS = 'the API has no events of custom fields'
const NO_TYPE_EVENTS = 'the API has no events of custom types'
const TEMPORARY = 'a credential that lives for minutes'
const PROVISIONED = 'only the identity provider of the organization sees it; accounts and memberships are captured'
const RECORD = 'a record of what happened'
const CONTENT = 'the API has no events of the content of a template'
const INTERNAL = 'state of the program itself'
const DERIVED = 'derived from captured rows'

/** Tables without capture, by the reason. */
const UNCAPTURED: Record<string, string> = {
  schema_versions: INTERNAL,
  workspace_domains: 'derived from workspaces.email_domains',
  user_task_lists: 'inserted with the membership, and never updated',
  favorites: PERSONAL,
  views: 'how lists are shown, which the API does not know',
  personal_states: PERSONAL,
  notifications: PERSONAL,
  due_notices: RECORD,
  notification_mails: INTERNAL,
  mail_states: INTERNAL,
  uses: DERIVED,
  name_words: DERIVED,
  task_externals: PERSONAL,
  tag_followers: 'the API does not show followers as a change of a tag',
  story_likes: 'the API has no events of likes of a story',
  status_update_likes: 'the API has no events of likes of a status update',
  custom_field_memberships: NO_EVENTS,
  custom_type_memberships: 'the API has no events of custom types',
  agents: 'a view of service accounts',
  access_requests: 'the API has no events of requests for access; approving one creates a membership',
  reactions: 'the API has no events of reactions',
  exports: 'only its user can see an export',
  enum_options: NO_EVENTS,
  custom_field_settings: NO_EVENTS,
  custom_type_status_options: NO_TYPE_EVENTS,
  external_identities: 'the sign-in itself is in the audit log',
  authorization_codes: TEMPORARY,
  refresh_tokens: 'part of a grant, which is captured',
  signing_keys: INTERNAL,
  provisioned_users: PROVISIONED,
  provisioned_entries: PROVISIONED,
  provisioned_groups: PROVISIONED,
  waiting_members: PROVISIONED,
  changes: RECORD,
  idempotent_responses: RECORD,
  streams: RECORD,
  webhooks: 'only its owner sees it',
  webhook_deliveries: RECORD,
  audit_log_events: RECORD,
  template_tasks: CONTENT,
  project_counts: DERIVED,
  time_periods: 'the API has no events of time periods; only the program writes them',
  template_dependencies: CONTENT,
  jobs: INTERNAL,
  requested_jobs: 'only its user sees it',
  job_copies: INTERNAL,
  rules: 'only users who can change the project see them; their runs are captured as changes of tasks',
  rule_triggers: 'derived from rules',
  rule_runs: RECORD,
  rule_dates: RECORD,
  rule_requests: INTERNAL,
  instances: INTERNAL,
  shared_counters: INTERNAL,
  commits: INTERNAL,
  unreferenced_files: INTERNAL,
  file_usage: DERIVED,
  access_grants: DERIVED,
  search_texts: DERIVED,
  unindexed_texts: DERIVED,
  active_memberships: DERIVED,
  project_followers: DERIVED,
  portfolio_user_memberships: DERIVED,
  live_settings: DERIVED,
  task_fields: DERIVED,
  item_fields: DERIVED,
  goal_fields: DERIVED,
  goal_likes: 'likes of goals are no change, as those of stories',
  user_fields: DERIVED,
  memberships: DERIVED,
}

const FIXED = 'set when the row is inserted, and never updated'
const BOOKKEEPING = 'follows from another column of the same write, which is captured'
const POSITION = 'a position among its siblings is no change'
const MONEY = 'only admins of the project see its money'
const NO_EVENT_TYPE = 'the audit log has no event type of it'

/** Columns without capture in any table, by the reason. */
const UNCAPTURED_EVERYWHERE: Record<string, string> = {
  gid: FIXED,
  workspace: FIXED,
  user: FIXED,
  created_at: FIXED,
  created_by: FIXED,
  modified_at: BOOKKEEPING,
  deleted_by: BOOKKEEPING,
}

/** Columns without capture of tables that are captured, by the reason. */
const UNCAPTURED_COLUMNS: Record<string, Record<string, string>> = {
  settings: { name: FIXED },
  workspaces: {
    is_organization: FIXED,
    plan: 'only the operator sets it',
    'fiscal_year_start currency_code': NO_EVENT_TYPE,
  },
  tokens: {
    'kind application refresh_token': FIXED,
    'scopes expires_at': 'set together with the name or the secret',
    last_used_at: 'records the use of the token',
  },
  workspace_memberships: { is_service: FIXED, hides: 'follows from the role, which is captured' },
  roles: { 'is_standard_role creation_time': FIXED },
  teams: { organization: FIXED, name_key: BOOKKEEPING },
  team_memberships: { team: FIXED },
  projects: { 'completed_by current_status_update': BOOKKEEPING, created_from_template: FIXED },
  project_templates: {
    'team is_complete': FIXED,
    owner: 'changes only when the owner leaves, which is captured',
    'content requested_dates requested_roles': CONTENT,
  },
  task_templates: { project: FIXED },
  project_memberships: { 'project member': FIXED },
  portfolios: { 'owner current_status_update': BOOKKEEPING },
  portfolio_memberships: { 'portfolio member': FIXED },
  portfolio_items: {
    'portfolio item item_type': FIXED,
    rank: POSITION,
    is_access_control_inherited: 'the API has no events of these settings',
  },
  goals: { current_status_update: BOOKKEEPING },
  goal_memberships: { 'goal member': FIXED, access_level: 'the API has no events of memberships of goals' },
  goal_metrics: { goal: FIXED },
  goal_relationships: {
    'supported_goal supporting_resource supporting_type resource_subtype': FIXED,
    rank: POSITION,
  },
  sections: { project: FIXED },
  tasks: { is_rendered_as_separator: FIXED, 'completed_by assigned_by': BOOKKEEPING },
  task_memberships: { 'task project': FIXED },
  task_followers: { task: FIXED },
  task_likes: { task: FIXED },
  task_dependencies: { 'task dependency': FIXED },
  task_tags: { 'task tag': FIXED },
  stories: { 'target target_type type resource_subtype source detail': FIXED, is_edited: BOOKKEEPING },
  status_updates: { 'parent resource_subtype status_type title text html_text': FIXED },
  project_briefs: { project: FIXED },
  attachments: { 'parent parent_type resource_subtype url file_key media_type size application': FIXED },
  custom_fields: {
    'resource_subtype is_global_to_workspace project': FIXED,
    'description format precision currency_code custom_label custom_label_position': NO_EVENTS,
    'has_notifications_enabled id_prefix next_id formula input_restrictions': NO_EVENTS,
    'privacy_setting default_access_level': NO_EVENTS,
  },
  allocations: { parent: FIXED, 'assignee_type planned_time': BOOKKEEPING },
  budgets: {
    parent: FIXED,
    'budget_type estimate_enabled estimate_source estimate_filter actual_filter': MONEY,
    'total_enabled total_time total_cost': MONEY,
  },
  rates: { 'parent resource resource_kind': FIXED, rate: MONEY },
  placeholders: { name: 'the API has no events of placeholders' },
  users: { 'time_zone photo': MANY_WORKSPACES },
  custom_types: { project: FIXED, name: NO_TYPE_EVENTS },
  custom_field_values: { 'object object_type custom_field': FIXED },
  custom_field_choices: { 'value choice rank': FIXED },
  passwords: { hash: 'a secret; changed_at is captured' },
  invitations: {
    'email invited_by': FIXED,
    'is_admin is_guest expires_at': 'the role is recorded when the person joins',
  },
  sign_in_links: { 'hash purpose expires_at': FIXED },
  sessions: { 'token sign_in_method agent address': FIXED },
  service_accounts: { 'scopes description behavior_guidance': NO_EVENT_TYPE },
  applications: { owner: FIXED, 'name redirect_uris scopes': NO_EVENT_TYPE },
  time_tracking_entries: { task: FIXED, week: BOOKKEEPING },
  timesheet_approval_statuses: { 'start_date end_date week': FIXED, message: 'set together with the status' },
  grants: { application: FIXED, scopes: 'the first grant is recorded' },
}

const database = new DatabaseSync(':memory:')
await migrate(
  sqliteConnection(database, () => {}),
  sqliteDialect,
)

const names = database
  .prepare(
    "select name from pragma_table_list where schema = 'main' and type in ('table', 'view') and name not like 'sqlite_%'",
  )
  .all() as { name: keyof Tables }[]

const columnsOf = (table: string): string[] =>
  (database.prepare(`pragma table_info("${table}")`).all() as { name: string }[]).map(({ name }) => name)

test('every table of the schema is captured, or is listed with a reason', () => {
  const undecided = names.filter(({ name }) => changeCapture.captures(name) === name in UNCAPTURED)
  assert.deepEqual(
    undecided.map(({ name }) => name),
    [],
    'declare `changes` of its resource, or list the table in UNCAPTURED; a captured table must not be listed',
  )
  const known = new Set<string>(names.map(({ name }) => name))
  assert.deepEqual(
    Object.keys(UNCAPTURED).filter(name => !known.has(name)),
    [],
    'no such table',
  )
})

test('every column of a captured table is captured, or is listed with a reason', () => {
  const undecided: string[] = []
  for (const { name: table } of names) {
    if (table in UNCAPTURED) continue
    const listed = Object.keys(UNCAPTURED_COLUMNS[table] ?? {}).flatMap(columns => columns.split(' '))
    const columns = columnsOf(table)
    for (const column of new Set([...columns, ...listed])) {
      const isCaptured = columns.includes(column) && changeCapture.captures(table, [column])
      const isListed = listed.includes(column) || column in UNCAPTURED_EVERYWHERE
      if (isCaptured === isListed || !columns.includes(column)) undecided.push(`${table}.${column}`)
    }
  }
  assert.deepEqual(
    undecided,
    [],
    'make its field writable, name it in `changes.columns` of the resource, or list it in UNCAPTURED_COLUMNS',
  )
  assert.deepEqual(
    Object.keys(UNCAPTURED_COLUMNS).filter(table => table in UNCAPTURED || columnsOf(table).length === 0),
    [],
    'no captured table',
  )
})

test('every type that a change can have as a value can be loaded for an event', () => {
  const types = createCatalog().resources.flatMap(({ name, changes, fields }) => {
    if (!isRecorded(changes)) return []
    const columns = columnsOf(tableOf(name))
    const references = Object.entries(fields).filter(([field, { kind, write, column = field }]) => {
      return kind === 'one' && write === 'always' && columns.includes(column)
    })
    const added = 'columns' in changes ? Object.values(changes.columns ?? {}) : []
    return [
      ...references.flatMap(([, { types = [] }]) => types),
      ...added.flatMap(column => (typeof column === 'string' ? [] : [column.value])),
    ]
  })
  const known: readonly Name[] = changeValueTypes
  assert.deepEqual(
    [...new Set(types)].filter(type => !known.includes(type)),
    [],
    'add the type to changeValueTypes in src/store/queries/events/streams.ts',
  )
})

test('every column that a resource names in its changes exists', () => {
  const missing = createCatalog().resources.flatMap(({ name, changes }) => {
    if (!isRecorded(changes) || 'mapper' in changes) return []
    const { addedTo = {}, streams = [], task, columns = {} } = changes
    const named = [...Object.keys(addedTo), ...streams, ...(task ? [task] : []), ...Object.keys(columns)]
    const existing = columnsOf(tableOf(name))
    return named.filter(column => !existing.includes(column)).map(column => `${name}: ${column}`)
  })
  assert.deepEqual(missing, [])
})
