/**
 * Where the objects of each type are stored: one line for each type, from which the lists of the trash, its purge, its
 * audit events and the access rules of contained objects are derived.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Name } from '../../names.ts'
import type { Reader, Statement } from '../db.ts'
import { statement } from '../statement.ts'
import type { TableName } from '../tables.ts'

/** The columns that the list of the trash shows; `t` is the row. */
interface TrashColumns {
  /** The name, where that is not the column `name`. */
  name?: RawBuilder<unknown>
  /** The column with the user who deleted it, where it is stored. */
  deletedBy?: string
}

interface StoredType {
  /** Null for a type that is not stored. */
  table: TableName | null
  /** The column with its workspace, where that is not `workspace`. */
  workspace?: string
  /** Deleted objects stay in the table, with `deleted_at`, until they are purged. */
  trash?: TrashColumns
  /** Its rows are objects of this type, shown in another way. */
  shows?: Name
  /** The column and the type of the object whose rights it follows; other types have a condition in `access.ts`. */
  follows?: Readonly<
    Record<string, 'workspace' | 'team' | 'project' | 'portfolio' | 'goal' | 'task' | 'custom_field' | 'custom_type'>
  >
}

const named = ['users', 'placeholders', 'projects']

/** The name of the object that a column names. */
const nameOf = (column: string) =>
  sql`coalesce(${sql.join(named.map(table => sql`(select n.name from ${sql.table(table)} n where n.gid = ${sql.ref(`t.${column}`)})`))}, '')`

const stored = {
  workspace: { table: 'workspaces', workspace: 'gid' },
  workspace_membership: { table: 'workspace_memberships' },
  user: { table: 'users' },
  user_task_list: { table: 'user_task_lists' },
  team: { table: 'teams', workspace: 'organization', trash: {} },
  team_membership: { table: 'team_memberships', follows: { team: 'team' } },
  project: { table: 'projects', trash: { deletedBy: 'deleted_by' } },
  project_membership: { table: 'project_memberships', follows: { project: 'project' } },
  membership: { table: 'memberships' },
  access_request: { table: 'access_requests' },
  section: { table: 'sections' },
  task_counts: { table: 'projects', shows: 'project' },
  task: { table: 'tasks', trash: { deletedBy: 'deleted_by' } },
  tag: { table: 'tags', trash: {}, follows: { workspace: 'workspace' } },
  // The text of a deleted story is not shown; only its author deletes a story.
  story: {
    table: 'stories',
    trash: {
      name: sql`coalesce((select k.name from tasks k where k.gid = t.target),
        (select k.name from goals k where k.gid = t.target))`,
      deletedBy: 'created_by',
    },
  },
  portfolio: { table: 'portfolios', trash: { deletedBy: 'deleted_by' } },
  portfolio_membership: { table: 'portfolio_memberships', follows: { portfolio: 'portfolio' } },
  project_portfolio_setting: { table: 'portfolio_items' },
  goal: { table: 'goals', trash: { deletedBy: 'deleted_by' } },
  goal_metric: { table: 'goal_metrics', follows: { goal: 'goal' } },
  goal_relationship: { table: 'goal_relationships' },
  status_update: {
    table: 'status_updates',
    trash: { name: sql`t.title`, deletedBy: 'deleted_by' },
  },
  project_brief: {
    table: 'project_briefs',
    trash: { name: sql`t.title`, deletedBy: 'deleted_by' },
    follows: { project: 'project' },
  },
  attachment: { table: 'attachments', trash: { deletedBy: 'deleted_by' } },
  project_status: { table: 'status_updates', shows: 'status_update', follows: { parent: 'project' } },
  reaction: { table: 'reactions' },
  project_template: { table: 'project_templates', trash: { deletedBy: 'deleted_by' } },
  task_template: { table: 'task_templates', trash: { deletedBy: 'deleted_by' }, follows: { project: 'project' } },
  custom_field: { table: 'custom_fields', trash: {} },
  enum_option: { table: 'enum_options', follows: { custom_field: 'custom_field' } },
  custom_field_setting: { table: 'custom_field_settings' },
  custom_type: { table: 'custom_types', trash: { deletedBy: 'deleted_by' } },
  custom_type_status_option: { table: 'custom_type_status_options', follows: { custom_type: 'custom_type' } },
  event: { table: 'changes' },
  webhook: { table: 'webhooks' },
  audit_log_event: { table: 'audit_log_events' },
  batch_response: { table: null },
  graph_export: { table: 'exports' },
  export_request: { table: 'exports' },
  organization_export: { table: 'exports' },
  message: { table: 'status_updates', shows: 'status_update', follows: { parent: 'project' } },
  job: { table: 'requested_jobs' },
  time_period: { table: 'time_periods', follows: { workspace: 'workspace' } },
  rule_trigger: { table: 'rule_triggers', follows: { project: 'project' } },
  placeholder: { table: 'placeholders', trash: { deletedBy: 'deleted_by' }, follows: { workspace: 'workspace' } },
  allocation: {
    table: 'allocations',
    trash: { name: nameOf('assignee'), deletedBy: 'deleted_by' },
    follows: { parent: 'project' },
  },
  // Only admins of the project see its money.
  budget: { table: 'budgets', trash: { name: nameOf('parent'), deletedBy: 'deleted_by' } },
  rate: { table: 'rates', trash: { name: nameOf('resource'), deletedBy: 'deleted_by' } },
  time_tracking_category: {
    table: 'time_tracking_categories',
    trash: { deletedBy: 'deleted_by' },
    follows: { workspace: 'workspace' },
  },
  time_tracking_entry: { table: 'time_tracking_entries', follows: { task: 'task' } },
  timesheet_approval_status: { table: 'timesheet_approval_statuses' },
  role: { table: 'roles' },
  ooo_entry: { table: 'ooo_entries' },
  agent: { table: 'agents' },
} as const satisfies Record<Name, StoredType>

/** The types whose objects are moved to the trash. */
export type TrashName = { [N in Name]: (typeof stored)[N] extends { trash: object } ? N : never }[Name]

/** The types that follow the rights of another object. */
export type FollowingName = { [N in Name]: (typeof stored)[N] extends { follows: object } ? N : never }[Name]

const entries = Object.entries(stored) as [Name, StoredType][]

/**
 * The types that an export contains: what is stored for the people of a workspace, each object once. The log of changes,
 * what watches it and what was requested in the background belong to programs.
 */
const UNEXPORTED: readonly Name[] = [
  ...(['event', 'webhook', 'audit_log_event', 'job', 'graph_export', 'export_request', 'organization_export'] as const),
]
export const exportedTypes: readonly Name[] = entries.flatMap(([type, { table, shows }]) =>
  table === null || shows !== undefined || UNEXPORTED.includes(type) ? [] : [type],
)

/** The table of a type. Throws for a type that is not stored. */
export function tableOf<N extends Name>(type: N): NonNullable<(typeof stored)[N]['table']> {
  const { table } = stored[type]
  if (table === null) throw new Error(`There is no table of ${type}.`)
  return table as NonNullable<(typeof stored)[N]['table']>
}

export const workspaceColumnOf = (type: Name): string => (stored[type] as StoredType).workspace ?? 'workspace'

/** Whether deleted objects of this type stay in their table until they are purged. */
export function trashable(type: Name): boolean {
  const { trash, shows }: StoredType = stored[type]
  return trash !== undefined || (shows !== undefined && trashable(shows))
}

/** The types with a trash, each after those that it can refer to. */
export const trashTypes: readonly ({ type: TrashName; table: TrashTable; workspace: string } & TrashColumns)[] =
  entries.flatMap(([type, { table, trash, workspace = 'workspace' }]) =>
    trash ? [{ type: type as TrashName, table: table as TrashTable, workspace, ...trash }] : [],
  )

export type TrashTable = (typeof stored)[TrashName]['table']

/** The column and the type of the object whose rights each of these types follows. */
export const following = entries.flatMap(([type, { follows = {} }]) =>
  Object.entries(follows).map(([column, followed]) => ({ type: type as FollowingName, column, followed })),
)

const deleted = new Map<Name, Statement<{ gid: number }>>()

/** Whether `gid` is in the trash of a workspace of which the caller is a full member. */
export async function wasDeleted(reader: Reader, me: number, type: Name, gid: number): Promise<boolean> {
  if (!trashable(type)) return false
  let known = deleted.get(type)
  if (!known) {
    const workspace = sql.ref(`t.${workspaceColumnOf(type)}`)
    known = statement(param => {
      return sql<{ gid: number }>`select t.gid as gid from ${sql.table(tableOf(type))} as t
        join workspace_memberships w on w.workspace = ${workspace} and w."user" = ${param('me')}
        where t.gid = ${param('gid')} and t.deleted_at is not null and w.is_active = 1 and w.is_guest = 0`
    })
    deleted.set(type, known)
  }
  return (await reader.first(known, { me, gid })) !== undefined
}

const present = new Map<TableName, Statement<{ gid: number }>>()

/** Those of these gids that rows of a table have. */
export async function presentIn(reader: Reader, table: TableName, gids: readonly number[]): Promise<Set<number>> {
  let known = present.get(table)
  if (!known) {
    known = statement(
      (param, db) => sql<{ gid: number }>`select t.gid as gid from ${sql.table(table)} as t
        where ${db.dialect.isAmong(sql.ref('t.gid'), param('gids'))}`,
    )
    present.set(table, known)
  }
  const rows = gids.length === 0 ? [] : await reader.all(known, { gids: reader.db.dialect.set(gids) })
  return new Set(rows.map(({ gid }) => gid))
}
