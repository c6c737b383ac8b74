/**
 * Who may do what, as SQL: for each type of object one condition, "`me` has at least this right on it".
 *
 * The same condition answers the rights of a set of gids and filters every list, so the two cannot disagree.
 * Rights are ordered: 1 view, 2 comment, 3 edit, 4 admin. Nobody who is not an active member of an object's workspace
 * has any; the people of a view-only licence never have more than view. The highest of all paths counts. A service
 * account has every right on whatever belongs to its workspace.
 *
 * Conditions bind the caller as the parameter `me` and name the object by its alias in the surrounding query.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Name } from '../../names.ts'
import type { ParamFn } from '../statement.ts'

export type Level = 1 | 2 | 3 | 4
type Condition = RawBuilder<boolean>

/** What can be asked of an object: the rights of a type, or whether the caller knows a person. */
export type Guard = Name | 'known_person'

/** The condition that the caller has at least `level` on the object at `alias`, as that type. */
export function atLeast(type: Guard, alias: string, level: Level, param: ParamFn): Condition {
  return conditions[type](alias, level, param('me'))
}

const col = (alias: string, column: string) => sql.ref(`${alias}.${column}`)

// wire: resource-behaviours 8: a level on a project, from the least
const levels = ['viewer', 'commenter', 'editor', 'admin']

const levelIn = (column: RawBuilder<unknown>, level: Level): Condition =>
  sql`${column} in (${sql.join(levels.slice(level - 1).map(name => sql.lit(name)))})`

/** An active membership `w` of the workspace in `column`, as far as this level allows it. */
const belongs = (column: RawBuilder<unknown>, level: Level, me: unknown, more?: Condition): Condition => sql`exists (
  select 1 from workspace_memberships w where w."user" = ${me} and w.workspace = ${column} and w.is_active = 1
  ${level > 1 ? sql`and w.is_view_only = 0` : sql``} ${more ? sql`and (w.is_service = 1 or ${more})` : sql``})`

/** Guests may comment: that lets them make tasks of their own, but neither tags nor teams nor projects. */
const inWorkspace: Record<Level, Condition> = {
  1: sql`1 = 1`,
  2: sql`1 = 1`,
  3: sql`w.is_guest = 0`,
  4: sql`w.is_admin = 1`,
}

const workspace = (alias: string, level: Level, me: unknown): Condition =>
  belongs(col(alias, 'gid'), level, me, inWorkspace[level])

// wire: docs: without any team admin every member may do everything; guests cannot be team admin
function team(alias: string, level: Level, me: unknown): Condition {
  const gid = col(alias, 'gid')
  const headless = sql`not exists (select 1 from team_memberships h where h.team = ${gid} and h.is_admin = 1)`
  const role = level === 4 ? sql`and (m.is_admin = 1 or (w.is_guest = 0 and ${headless}))` : sql``
  const member = sql<boolean>`exists (select 1 from team_memberships m
    where m.team = ${gid} and m."user" = ${me} ${role})`
  const open = level === 1 ? sql`or (w.is_guest = 0 and ${col(alias, 'visibility')} <> 'secret')` : sql``
  const superAdmin = sql`or w.is_admin = 1`
  return belongs(col(alias, 'organization'), level, me, sql`${member} ${open} ${superAdmin}`)
}

// The names inside (w, m, tb, te) must differ from every alias that a query gives to projects, or they would hide it.
function project(alias: string, level: Level, me: unknown): Condition {
  const gid = col(alias, 'gid')
  const shared = levelIn(col(alias, 'default_access_level'), level)
  const privacy = col(alias, 'privacy_setting')
  const direct = sql`exists (select 1 from project_memberships m
    where m.project = ${gid} and m.member = ${me} and ${levelIn(sql.ref('m.access_level'), level)})`
  const throughTeam = sql`exists (select 1 from project_memberships m join team_memberships tb on tb.team = m.member
    join teams te on te.gid = tb.team
    where m.project = ${gid} and tb."user" = ${me} and tb.is_limited_access = 0 and te.deleted_at is null
    and ${levelIn(sql.ref('m.access_level'), level)})`
  const ofTeam = sql`(${privacy} <> 'private' and ${col(alias, 'team')} is not null and ${shared}
    and exists (select 1 from team_memberships tb join teams te on te.gid = tb.team
    where tb.team = ${col(alias, 'team')} and tb."user" = ${me} and tb.is_limited_access = 0
    and te.deleted_at is null))`
  const ofAll = sql`(w.is_guest = 0 and ${privacy} = 'public_to_workspace' and ${shared})`
  return belongs(col(alias, 'workspace'), level, me, sql`${ofAll} or ${direct} or ${ofTeam} or ${throughTeam}`)
}

/** Followers and the assignee may edit; whoever has a level on one of the projects has it on the task. */
const reaches = (task: string, level: Level, me: unknown): Condition => sql`(
  ${
    level < 4
      ? sql`${col(task, 'assignee')} = ${me} or exists (
    select 1 from task_followers f where f.task = ${col(task, 'gid')} and f."user" = ${me}) or`
      : sql``
  }
  exists (select 1 from task_memberships tm join projects p on p.gid = tm.project
    where tm.task = ${col(task, 'gid')} and p.deleted_at is null and ${project('p', level, me)}))`

// wire: docs: any one path is enough; subtasks inherit from the chain of their parents
function task(alias: string, level: Level, me: unknown): Condition {
  const above = sql`exists (with recursive up (gid) as (
      select ${col(alias, 'parent')}
      union select a.parent from up join tasks a on a.gid = up.gid where a.parent is not null and a.deleted_at is null)
    select 1 from up join tasks a on a.gid = up.gid where a.deleted_at is null and ${reaches('a', level, me)})`
  return belongs(
    col(alias, 'workspace'),
    level,
    me,
    sql`${reaches(alias, level, me)} or (${col(alias, 'parent')} is not null and ${above})`,
  )
}

/** Whether `column` is the caller, or somebody with whom the caller shares a team, a project or a task. */
export const met = (column: RawBuilder<unknown>, me: unknown): Condition => sql`(${column} = ${me} or ${column} in (
  select b."user" from team_memberships a join team_memberships b on b.team = a.team
    join teams x on x.gid = a.team where a."user" = ${me} and x.deleted_at is null
  union select b.member from project_memberships a join project_memberships b on b.project = a.project
    join projects x on x.gid = a.project where a.member = ${me} and x.deleted_at is null
  union select b."user" from task_followers a join task_followers b on b.task = a.task
    join tasks x on x.gid = a.task where a."user" = ${me} and x.deleted_at is null))`

/**
 * Oneself, and whoever shares a workspace; guests know only whom they work with. Only oneself may change what belongs
 * to the person.
 */
function user(alias: string, level: Level, me: unknown): Condition {
  const gid = col(alias, 'gid')
  if (level > 1) return sql`(${gid} = ${me})`
  return sql`(${gid} = ${me} or exists (select 1 from workspace_memberships a join workspace_memberships b
    on b.workspace = a.workspace where a."user" = ${gid} and a.is_active = 1 and b."user" = ${me}
    and b.is_active = 1 and (b.is_guest = 0 or ${met(gid, me)})))`
}

/**
 * A person whom the caller knows or knew: the names of former members stay on what they did. A guest knows only the
 * people of shared teams, projects and tasks.
 */
function knownPerson(alias: string, _level: Level, me: unknown): Condition {
  const gid = col(alias, 'gid')
  return sql`(${gid} = ${me} or exists (select 1 from workspace_memberships a join workspace_memberships b
    on b.workspace = a.workspace where a."user" = ${gid} and b."user" = ${me} and b.is_active = 1
    and (b.is_guest = 0 or ${met(gid, me)})))`
}

/** What tells of a person in a workspace is seen by its members; guests see it of those whom they know. */
const ofPerson = (column: RawBuilder<unknown>, me: unknown): Condition => sql`w.is_guest = 0 or ${met(column, me)}`

const workspaceMembership = (alias: string, level: Level, me: unknown): Condition => {
  const person = ofPerson(col(alias, 'user'), me)
  const needed: Condition = level > 2 ? sql`${inWorkspace[level]} and (${person})` : person
  return belongs(col(alias, 'workspace'), level, me, needed)
}

const userTaskList = (alias: string, level: Level, me: unknown): Condition => {
  const owner = col(alias, 'owner')
  return belongs(col(alias, 'workspace'), level, me, level > 1 ? sql`${owner} = ${me}` : ofPerson(owner, me))
}

/** On the project or the user task list that a column names; what is in My Tasks is for its owner alone. */
const list = (column: RawBuilder<unknown>, level: Level, me: unknown): Condition => sql`(
  exists (select 1 from user_task_lists l where l.gid = ${column}
    and ${belongs(col('l', 'workspace'), level, me, sql`l.owner = ${me}`)})
  or exists (select 1 from projects p where p.gid = ${column} and p.deleted_at is null
    and ${project('p', level, me)}))`

/** Sections follow the list that they divide. */
const section = (alias: string, level: Level, me: unknown): Condition => list(col(alias, 'project'), level, me)

/** An object that has the rights of another one, which it names in a column; none when that one is in the trash. */
const follow =
  (root: (alias: string, level: Level, me: unknown) => Condition, table: string, column: string) =>
  (alias: string, level: Level, me: unknown): Condition =>
    sql`exists (select 1 from ${sql.table(table)} as r where r.gid = ${col(alias, column)}
    ${table === 'workspaces' ? sql`` : sql`and r.deleted_at is null`} and ${root('r', level, me)})`

// wire: docs: guests see the fields that are open to them, and change none; a private field is its maker's
function customField(alias: string, level: Level, me: unknown): Condition {
  const open = sql`${col(alias, 'privacy_setting')} = 'public_with_guests'
    or (${col(alias, 'privacy_setting')} = 'public' and w.is_guest = 0)`
  const names: Record<Level, string[]> = { 1: [], 2: [], 3: ['editor', 'admin'], 4: ['admin'] }
  const shared = sql`w.is_guest = 0 and ${col(alias, 'default_access_level')} in (${sql.join(
    names[level].map(name => sql.lit(name)),
  )})`
  const own = sql`${col(alias, 'created_by')} = ${me} or w.is_admin = 1`
  // A field that was made inside one project is seen by whoever sees the project.
  const local = sql`(${col(alias, 'home')} is null or ${list(col(alias, 'home'), 1, me)})`
  return belongs(
    col(alias, 'workspace'),
    level,
    me,
    sql`${own} or ((${open}) and ${local}${level > 2 ? sql` and ${shared}` : sql``})`,
  )
}

/** A setting is seen where both the field and what it applies to are, and changed with the latter. */
const setting = (alias: string, level: Level, me: unknown): Condition => sql`(
  exists (select 1 from custom_fields sf where sf.gid = ${col(alias, 'custom_field')} and sf.deleted_at is null
    and ${customField('sf', 1, me)})
  and (exists (select 1 from projects sp where sp.gid = ${col(alias, 'parent')} and sp.deleted_at is null
      and ${project('sp', level, me)})
    or exists (select 1 from teams st where st.gid = ${col(alias, 'parent')} and st.deleted_at is null
      and ${team('st', level, me)})
    or exists (select 1 from user_task_lists sl where sl.gid = ${col(alias, 'parent')}
      and ${userTaskList('sl', level, me)})))`

/** A webhook is its owner's alone. */
const webhook = (alias: string, level: Level, me: unknown): Condition =>
  sql`(${col(alias, 'user')} = ${me} and ${belongs(col(alias, 'workspace'), level, me)})`

const conditions: Record<Guard, (alias: string, level: Level, me: unknown) => Condition> = {
  workspace,
  team,
  project,
  task,
  user,
  known_person: knownPerson,
  user_task_list: userTaskList,
  section,
  workspace_membership: workspaceMembership,
  team_membership: follow(team, 'teams', 'team'),
  task_counts: project,
  project_membership: follow(project, 'projects', 'project'),
  tag: follow(workspace, 'workspaces', 'workspace'),
  custom_field: customField,
  enum_option: follow(customField, 'custom_fields', 'custom_field'),
  custom_field_setting: setting,
  story: follow(task, 'tasks', 'target'),
  // What is heard at an object is shown to whoever sees that object, and by nothing else.
  event: () => sql`1 = 0`,
  webhook,
  // Of all that belong to a workspace, service accounts alone.
  audit_log_event: (alias, level, me) => belongs(col(alias, 'workspace'), level, me, sql`1 = 0`),
}
