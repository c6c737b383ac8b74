/**
 * Derived columns, computed when they are read. They are not stored, so they cannot be stale.
 * Callers use them like stored columns: `column(db, 'tasks', 't', 'num_likes', param)`.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Builder } from '../db.ts'
import type { JsonMemberType } from '../dialect.ts'
import type { ParamFn } from '../statement.ts'

type DerivedColumn = (alias: string, param: ParamFn, db: Builder) => RawBuilder<unknown>

/** A condition as 0 or 1: engines return different types for one. */
const flag = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 1 else 0 end`

const gid = (alias: string) => sql.ref(`${alias}.gid`)

const milestone = sql`and t.resource_subtype = 'milestone'`

/** The number of tasks in a project. Subtasks count only if they are in the project themselves. */
const taskCount = (alias: string, more: RawBuilder<unknown>) => sql`(select count(*) from task_memberships x
  join tasks t on t.gid = x.task where x.project = ${gid(alias)} and t.deleted_at is null ${more})`

const field: Record<string, DerivedColumn> = {
  representation_type: alias => sql`case when ${sql.ref(`${alias}.formula`)} is not null then 'formula'
    when ${sql.ref(`${alias}.id_prefix`)} is not null then 'custom_id'
    else ${sql.ref(`${alias}.resource_subtype`)} end`,
  is_formula_field: alias => flag(sql`${sql.ref(`${alias}.formula`)} is not null`),
  is_value_read_only: alias =>
    flag(sql`${sql.ref(`${alias}.formula`)} is not null or ${sql.ref(`${alias}.id_prefix`)} is not null`),
}

// wire: contract: the colours; that each stands for one status follows from the text of the tag "Project statuses"
/** A status as the colour of a project status. A dropped project has none: the API has no colour for it. */
export const STATUS_COLORS = {
  on_track: 'green',
  at_risk: 'yellow',
  off_track: 'red',
  on_hold: 'blue',
  complete: 'complete',
} as const

const statusColor: DerivedColumn = alias => {
  const cases = Object.entries(STATUS_COLORS).map(
    ([status, color]) => sql`when ${sql.lit(status)} then ${sql.lit(color)}`,
  )
  return sql`case ${sql.ref(`${alias}.status_type`)} ${sql.join(cases, sql` `)} end`
}

/**
 * The reactions to an object: for each base the first reaction, the number, whether the caller reacted, and an emoji: that
 * of the caller, or one of the others.
 */
const reactions: DerivedColumn = (alias, param, db) => {
  const own = sql`x."user" = ${param('me')}`
  const columns = ['first', 'emoji_base', 'variant', 'count', 'reacted'].map(name => sql.ref(`r.${name}`))
  return sql`(select ${db.dialect.collect(db.dialect.array(columns))} from (
    select min(x.gid) as first, x.emoji_base as emoji_base,
      coalesce(max(case when ${own} then x.emoji end), min(x.emoji)) as variant, count(*) as count,
      max(case when ${own} then 1 else 0 end) as reacted
    from reactions x where x.target = ${gid(alias)} group by x.emoji_base) r)`
}

/** The currency of the workspace. */
const currency: Record<string, DerivedColumn> = {
  currency_code: alias =>
    sql`(select x.currency_code from workspaces x where x.gid = ${sql.ref(`${alias}.workspace`)})`,
}

/** The rows that say who likes an object of a table. */
export const likesOf = {
  tasks: { table: 'task_likes', from: 'task' },
  stories: { table: 'story_likes', from: 'story' },
  status_updates: { table: 'status_update_likes', from: 'status_update' },
  goals: { table: 'goal_likes', from: 'goal' },
} as const satisfies Record<string, { table: string; from: string }>

function likes(of: keyof typeof likesOf): Record<string, DerivedColumn> {
  const rows = (alias: string) => sql`from ${sql.table(likesOf[of].table)} x
    where ${sql.ref(`x.${likesOf[of].from}`)} = ${gid(alias)}`
  return {
    num_likes: alias => sql`(select count(*) ${rows(alias)})`,
    liked: (alias, param) => flag(sql`exists (select 1 ${rows(alias)} and x."user" = ${param('me')})`),
  }
}

/** The derived columns that differ between callers. */
export const PERSONAL_COLUMNS: ReadonlySet<string> = new Set([
  ...['liked', 'assignee_section', 'external', 'is_editable', 'reaction_summary'],
])

const derived: Record<string, Record<string, DerivedColumn>> = {
  budgets: currency,
  rates: currency,
  projects: {
    num_tasks: alias => taskCount(alias, sql``),
    num_incomplete_tasks: alias => taskCount(alias, sql`and t.completed = 0`),
    num_completed_tasks: alias => taskCount(alias, sql`and t.completed = 1`),
    num_milestones: alias => taskCount(alias, milestone),
    num_incomplete_milestones: alias => taskCount(alias, sql`${milestone} and t.completed = 0`),
    num_completed_milestones: alias => taskCount(alias, sql`${milestone} and t.completed = 1`),
    project_brief: alias => sql`(select x.gid from project_briefs x
      where x.project = ${gid(alias)} and x.deleted_at is null)`,
    public: alias => flag(sql`${sql.ref(`${alias}.privacy_setting`)} = 'public_to_workspace'`),
  },
  portfolios: { public: alias => flag(sql`${sql.ref(`${alias}.privacy_setting`)} = 'public_to_domain'`) },
  goals: {
    ...likes('goals'),
    metric: alias => sql`(select x.gid from goal_metrics x where x.goal = ${gid(alias)})`,
  },
  tasks: {
    ...likes('tasks'),
    num_subtasks: alias => sql`(select count(*) from tasks x where x.parent = ${gid(alias)} and x.deleted_at is null)`,
    // wire: contract: shown to the assignee alone
    assignee_section: (alias, param) => sql`case when ${sql.ref(`${alias}.assignee`)} = ${param('me')} then
      (select x.section from user_task_lists l join task_memberships x on x.project = l.gid and x.task = ${gid(alias)}
      where l.owner = ${param('me')} and l.workspace = ${sql.ref(`${alias}.workspace`)}) end`,
    external: (alias, param) => sql`(select x.external from task_externals x
      where x.task = ${gid(alias)} and x."user" = ${param('me')})`,
  },
  stories: {
    ...likes('stories'),
    // The details from which the text is written. Descriptions can be long, and no text contains them.
    gist: alias => sql`case when ${sql.ref(`${alias}.resource_subtype`)} <> 'notes_changed'
      then ${sql.ref(`${alias}.detail`)} end`,
    reaction_summary: reactions,
    is_editable: (alias, param) =>
      flag(sql`${sql.ref(`${alias}.created_by`)} = ${param('me')} and ${sql.ref(`${alias}.type`)} = 'comment'`),
  },
  status_updates: {
    ...likes('status_updates'),
    color: statusColor,
    reaction_summary: reactions,
  },
  task_templates: {
    project_name: alias => sql`(select x.name from projects x where x.gid = ${sql.ref(`${alias}.project`)})`,
  },
  custom_fields: field,
  team_memberships: {
    is_guest: alias =>
      flag(sql`exists (select 1 from workspace_memberships x
        where x."user" = ${sql.ref(`${alias}.user`)} and x.workspace = ${sql.ref(`${alias}.workspace`)}
        and x.is_guest = 1)`),
  },
  workspace_memberships: {
    user_task_list: alias => sql`(select x.gid from user_task_lists x
      where x.owner = ${sql.ref(`${alias}.user`)} and x.workspace = ${sql.ref(`${alias}.workspace`)})`,
  },
  // Entries of a week without a timesheet are drafts.
  time_tracking_entries: {
    approval_status: alias => sql`coalesce((select x.approval_status from timesheet_approval_statuses x
      where x."user" = ${sql.ref(`${alias}.created_by`)} and x.workspace = ${sql.ref(`${alias}.workspace`)}
      and x.week = ${sql.ref(`${alias}.week`)}), 'DRAFT')`,
  },
  project_memberships: {
    write_access: alias => sql`case when ${sql.ref(`${alias}.access_level`)} in ('admin', 'editor')
      then 'full_write' else 'comment_only' end`,
  },
}

/**
 * A column of `table` at `alias`: stored, derived, or (as `detail.name`) a member of the JSON column `detail`, by
 * default with its JSON type.
 */
export function column(
  db: Builder,
  table: string,
  alias: string,
  name: string,
  param: ParamFn,
  as: JsonMemberType = 'value',
): RawBuilder<unknown> {
  const found = derived[table]?.[name]
  if (found) return found(alias, param, db)
  if (name.startsWith('detail.'))
    return db.dialect.jsonMember(sql.ref(`${alias}.detail`), name.slice('detail.'.length), as)
  return sql.ref(`${alias}.${name}`)
}
