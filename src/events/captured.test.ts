/** Change capture of the whole schema: every table and column is captured, or listed here with the reason. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sqliteDialect } from '../store/dialect.ts'
import { migrate } from '../store/migrate.ts'
import { sqliteConnection } from '../store/sqlite.ts'
import type { Tables } from '../store/tables.ts'
import { changeCapture } from './change_capture.ts'

const PERSONAL = 'only the user sees it'
const MANY_WORKSPACES = 'a user belongs to several workspaces, and a change to one'
const NO_EVENTS = 'the API has no events of custom fields'
const TEMPORARY = 'a credential that lives for minutes'
const PROVISIONED = 'only the identity provider of the organization sees it; accounts and memberships are captured'
const RECORD = 'a record of what happened'
const INTERNAL = 'state of the program itself'
const DERIVED = 'derived from captured rows'

/** Tables without capture, by the reason. */
const UNCAPTURED: Record<string, string> = {
  schema_versions: INTERNAL,
  workspace_domains: 'derived from workspaces.email_domains',
  users: MANY_WORKSPACES,
  user_task_lists: 'inserted with the membership, and never updated',
  favorites: PERSONAL,
  task_externals: PERSONAL,
  tag_followers: 'the API does not show followers as a change of a tag',
  story_likes: 'the API has no events of likes of a story',
  enum_options: NO_EVENTS,
  custom_field_settings: NO_EVENTS,
  external_identities: 'the sign-in itself is in the audit log',
  authorization_codes: TEMPORARY,
  refresh_tokens: 'part of a grant, which is captured',
  signing_keys: INTERNAL,
  provisioned_users: PROVISIONED,
  provisioned_entries: PROVISIONED,
  provisioned_groups: PROVISIONED,
  waiting_members: PROVISIONED,
  changes: RECORD,
  streams: RECORD,
  webhooks: 'only its owner sees it',
  webhook_deliveries: RECORD,
  audit_log_events: RECORD,
  jobs: INTERNAL,
  instances: INTERNAL,
  shared_counters: INTERNAL,
  commits: INTERNAL,
  access_grants: DERIVED,
  active_memberships: DERIVED,
  project_followers: DERIVED,
  live_settings: DERIVED,
  task_fields: DERIVED,
  task_custom_fields: DERIVED,
}

const FIXED = 'set when the row is inserted, and never updated'
const BOOKKEEPING = 'follows from another column of the same write, which is captured'
const POSITION = 'a position among its siblings is no change'
const USAGE = 'records the use of the row'

/** Columns without capture of tables that are captured, by the reason. */
const UNCAPTURED_COLUMNS: Record<string, Record<string, string>> = {
  settings: { name: FIXED },
  workspaces: { 'gid is_organization created_at': FIXED, plan: 'only the operator sets it' },
  tokens: {
    'gid user kind application refresh_token created_at': FIXED,
    'scopes expires_at': 'set together with the name or the secret',
    last_used_at: USAGE,
  },
  workspace_memberships: { 'gid user workspace is_service created_at': FIXED },
  teams: {
    'gid organization created_at': FIXED,
    name_key: BOOKKEEPING,
    'edit_team_name_or_description_access_level edit_team_visibility_or_trash_team_access_level': 'no',
    'member_invite_management_access_level guest_invite_management_access_level': 'no',
    'join_request_management_access_level team_member_removal_access_level team_content_management_access_level': 'no',
  },
  team_memberships: { 'gid team user workspace': FIXED },
  projects: {
    'gid workspace created_at': FIXED,
    'completed_by modified_at deleted_by': BOOKKEEPING,
  },
  project_memberships: { 'gid project member workspace': FIXED },
  sections: { 'gid project workspace created_at': FIXED, rank: POSITION },
  tasks: {
    'gid workspace is_rendered_as_separator created_by created_at': FIXED,
    'completed_by assigned_by modified_at deleted_by': BOOKKEEPING,
    rank: POSITION,
  },
  task_memberships: { 'task project workspace': FIXED, rank: POSITION },
  task_followers: { 'task user': FIXED },
  task_likes: { 'gid task user': FIXED },
  task_dependencies: { 'task dependency': FIXED },
  tags: { 'gid workspace created_at': FIXED },
  task_tags: { 'task tag': FIXED },
  stories: {
    'gid target workspace type resource_subtype source detail created_by created_at': FIXED,
    is_edited: BOOKKEEPING,
  },
  custom_fields: {
    'gid workspace resource_subtype is_global_to_workspace home created_by created_at': FIXED,
    'name description format precision currency_code custom_label custom_label_position': NO_EVENTS,
    'has_notifications_enabled id_prefix next_id formula input_restrictions': NO_EVENTS,
    'privacy_setting default_access_level': NO_EVENTS,
  },
  custom_field_values: { 'gid task custom_field workspace': FIXED },
  custom_field_choices: { 'value choice rank': FIXED },
  passwords: { user: FIXED, hash: 'a secret; changed_at is captured' },
  administrators: { 'user created_at': FIXED },
  invitations: {
    'gid email workspace invited_by created_at': FIXED,
    'is_admin is_guest expires_at': 'the role is recorded when the person joins',
  },
  sign_in_links: { 'hash user purpose created_at expires_at': FIXED },
  sessions: { 'token came_by agent address': FIXED },
  service_accounts: {
    'gid workspace created_by created_at': FIXED,
    scopes: 'the audit log has no event type of it',
  },
  applications: {
    'gid owner created_at': FIXED,
    'name redirect_uris scopes': 'the audit log has no event type of it',
  },
  grants: { 'gid application user created_at': FIXED, scopes: 'the first grant is recorded' },
}

const database = new DatabaseSync(':memory:')
await migrate(
  sqliteConnection(database, () => {}),
  sqliteDialect,
)

const names = database
  .prepare("select name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite_%'")
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
      if (isCaptured === listed.includes(column) || !columns.includes(column)) undecided.push(`${table}.${column}`)
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
