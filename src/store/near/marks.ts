/**
 * Which objects a write touches: those on which its rows hang. What is kept in memory of one of them ends with the commit
 * (`memory.ts`). What must always hold: a table that is not here, or a row of which the object is not known, touches
 * everything, so what is forgotten here is slow and never wrong.
 */
import { takesRights, tookRights } from '../queries/access/losses.ts'
import type { Tables } from '../tables.ts'
import { EVERYTHING, type Marks, RIGHTS } from './memory.ts'

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
  custom_fields: { gid: true },
  enum_options: { gid: true, custom_field: true },
  custom_field_settings: { gid: true, parent: true, custom_field: true },
  custom_field_values: { gid: true, task: true },
  custom_field_choices: { value: true },
  ...{ favorites: {}, passwords: {}, administrators: {}, invitations: {}, sign_in_links: {}, sessions: {} },
  ...{ external_identities: {}, service_accounts: {}, applications: {}, grants: {}, authorization_codes: {} },
  ...{ refresh_tokens: {}, signing_keys: {}, provisioned_users: {}, provisioned_entries: {}, provisioned_groups: {} },
  ...{ waiting_members: {}, changes: {}, streams: {}, webhooks: {}, webhook_deliveries: {}, audit_log_events: {} },
  ...{ jobs: {}, instances: {}, shared_counters: {}, commits: {} },
}

/** A write, as `written/write.ts` notes it. */
interface Write {
  where: object | null
  set: object | null
  may?: object
  rows?: Rows | Promise<Rows> | undefined
}

type Rows = readonly { before: object | null }[]

/** Notes a write. While it is not known which rows it found, everything is taken for touched. */
export function mark(marks: Marks, table: Table, { where, set, may, rows }: Write): void {
  if (where === null) {
    if (takesRights(table, null, set)) marks.add(RIGHTS)
    markRows(marks, table, may ?? set ?? {}, {}, undefined)
  } else if (rows instanceof Promise) {
    const over = (found: Rows | undefined) => markFound(marks, table, where, set, found)
    marks.wait(rows.then(over, () => over(undefined)))
  } else markFound(marks, table, where, set, rows)
}

/** A right may have ended, unless the rows that were found say that none has. */
function markFound(marks: Marks, table: Table, where: object, set: object | null, rows: Rows | undefined): void {
  const ended = rows === undefined || rows.some(({ before }) => tookRights(table, set, before))
  if (ended && takesRights(table, where, set)) marks.add(RIGHTS)
  markRows(marks, table, where, set, rows)
}

/** Notes rows of which `where` says something that holds for all of them, and `rows` what each was, when that is known. */
function markRows(marks: Marks, table: Table, where: object, set: object | null, rows: Rows | undefined): void {
  const columns = hangs[table]
  if (columns === undefined) return void marks.add(EVERYTHING)
  for (const column in columns) {
    const matter = columns[column]
    const isNew = set === null || Object.keys(set).length === 0
    if (!isNew && matter !== true && !matter?.some(name => name in set)) continue
    if (set && column in set) addObjects(marks, set as Row, column)
    if (column in where) addObjects(marks, where as Row, column)
    else if (rows) for (const { before } of rows) addObjects(marks, (before ?? {}) as Row, column)
    else marks.add(EVERYTHING)
  }
}

/** The objects that a column names. One that names none touches none. */
function addObjects(marks: Marks, row: Row, column: string): void {
  const value = row[column]
  if (value === null) return
  if (typeof value === 'number') marks.add(value)
  else if (Array.isArray(value)) for (const gid of value) marks.add(gid)
  else marks.add(EVERYTHING)
}
