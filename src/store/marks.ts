/**
 * Which objects a write touches: those on which its rows hang. What is kept in memory of one of them ends with the commit
 * (`near.ts`). What must always hold: a table that is not here, or a row of which the object is not known, touches
 * everything, so what is forgotten here is slow and never wrong.
 */
import { EVERYTHING } from './near.ts'
import type { Tables } from './tables.ts'

type Table = keyof Tables
type Row = Record<string, unknown>

/**
 * The columns with the gids of the objects on which rows hang, and the columns of which a change matters there: `true` for
 * all of them. A row that comes or goes always matters. No columns: nothing that is kept depends on such rows.
 */
const hangs: Partial<Record<Table, Record<string, true | readonly string[]>>> = {
  workspaces: { gid: true },
  workspace_domains: { workspace: true },
  users: { gid: true },
  tokens: { gid: true },
  workspace_memberships: { gid: true, user: true, workspace: true },
  // Whoever sees a team may see more of what is shared with it.
  teams: { gid: true, organization: ['visibility', 'deleted_at'] },
  team_memberships: { gid: true, team: true, user: true, workspace: true },
  user_task_lists: { gid: true, owner: true, workspace: true },
  projects: { gid: true },
  project_memberships: { gid: true, project: true, member: true },
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
  custom_fields: { gid: true },
  enum_options: { gid: true, custom_field: true },
  custom_field_settings: { gid: true, parent: true, custom_field: true },
  custom_field_values: { gid: true, task: true },
  custom_field_choices: { value: true },
  ...{ favorites: {}, passwords: {}, administrators: {}, invitations: {}, sign_in_links: {}, sessions: {} },
  ...{ external_identities: {}, service_accounts: {}, applications: {}, grants: {}, authorization_codes: {} },
  ...{ refresh_tokens: {}, signing_keys: {}, provisioned_users: {}, provisioned_entries: {}, provisioned_groups: {} },
  ...{ waiting_members: {}, changes: {}, streams: {}, webhooks: {}, webhook_deliveries: {}, audit_log_events: {} },
  ...{ jobs: {}, nodes: {}, shelf: {}, commits: {} },
}

/** Notes rows that came or went. */
export function markRows(marks: Set<number>, table: Table, rows: readonly object[]): void {
  const columns = hangs[table]
  if (columns === undefined) return void marks.add(EVERYTHING)
  for (const column in columns) for (const row of rows) marks.add(objectIn(row as Row, column))
}

/**
 * Notes that columns were set. What is known of the rows: what `where` says of all of them, and `before` says of each,
 * when they were read.
 */
export function markSet(
  marks: Set<number>,
  table: Table,
  { where, set, before }: { where: object; set: object; before: readonly object[] | undefined },
): void {
  const columns = hangs[table]
  if (columns === undefined) return void marks.add(EVERYTHING)
  for (const column in columns) {
    const matter = columns[column]
    if (matter !== true && !matter?.some(name => name in set)) continue
    if (column in set) marks.add(objectIn(set as Row, column))
    if (column in where) marks.add(objectIn(where as Row, column))
    else if (before) for (const row of before) marks.add(objectIn(row as Row, column))
    else marks.add(EVERYTHING)
  }
}

/** The object that a column names. One that names none touches none. */
function objectIn(row: Row, column: string): number {
  const gid = row[column]
  if (gid === null) return NOTHING
  return typeof gid === 'number' ? gid : EVERYTHING
}

/** No object has this gid, and nothing depends on it. */
const NOTHING = -1
