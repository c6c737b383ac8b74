/**
 * Access checks as SQL: one condition for each type of object, "`me` has at least this level on it".
 *
 * Levels are ordered: 1 view, 2 comment, 3 edit, 4 admin. The highest level of all paths counts.
 *
 * Invariants:
 * - the same condition returns the levels on a set of gids and filters every list, so the two cannot disagree;
 * - a user without an active membership of the object's workspace has no level;
 * - a user with a view-only licence has at most view;
 * - a service account has every level on all objects of its workspace.
 *
 * A type is one entry of `conditions`. Containers have access grants (`access/containers.ts`), workspaces and teams
 * have memberships. An object inside one of them has the level of that one, which a column names.
 *
 * Conditions bind the caller as the parameter `me` and name the object by its alias in the surrounding query.
 */
import { sql } from 'kysely'
import type { Name } from '../../names.ts'
import type { ParamFn } from '../statement.ts'
import { knownPerson, ofPerson, user } from './access/people.ts'
import {
  type AccessCondition,
  type AccessLevel,
  granted,
  type HiddenKind,
  isActiveMember,
  showsOpen,
} from './access/principals.ts'
import { type FollowingName, following, tableOf, trashable } from './objects.ts'

/** The access check of an object: that of its type, or whether the caller knows a person. */
export type Guard = Name | 'known_person'

/** The condition that the caller has at least `level` on the object at `alias`, as that type. */
export function atLeast(type: Guard, alias: string, level: AccessLevel, param: ParamFn): AccessCondition {
  return conditions[type](alias, level, param('me'))
}

type AccessRule = (alias: string, level: AccessLevel, me: unknown) => AccessCondition

const col = (alias: string, column: string) => sql.ref(`${alias}.${column}`)

/** An object that has access grants, possibly of a kind that roles may hide. */
const container =
  (kind?: HiddenKind): AccessRule =>
  (alias, level, me) =>
    isActiveMember(col(alias, 'workspace'), level, me, granted(col(alias, 'gid'), level, me, kind))

const projects = container('projects')
const portfolios = container('portfolios')
const goals = container()

/** Guests may comment, which lets them create tasks. They cannot create tags, teams or projects. */
const inWorkspace: Record<AccessLevel, AccessCondition> = {
  1: sql`1 = 1`,
  2: sql`1 = 1`,
  3: sql`w.is_guest = 0`,
  4: sql`w.is_admin = 1`,
}

/** An absence is visible to members, and to guests who know the person. The person and administrators can change it. */
const absence: AccessRule = (alias, level, me) => {
  const person = col(alias, 'user')
  const changes = sql<boolean>`${person} = ${me} or w.is_admin = 1`
  return isActiveMember(col(alias, 'workspace'), level, me, level > 1 ? changes : ofPerson(person, me))
}

/** Agents are hidden from guests, as other people whom they do not know. */
const agent: AccessRule = (alias, level, me) =>
  isActiveMember(col(alias, 'workspace'), level, me, level === 1 ? sql`w.is_guest = 0` : sql`1 = 0`)

/** Roles are hidden from guests. */
const role: AccessRule = (alias, level, me) =>
  isActiveMember(col(alias, 'workspace'), level, me, level < 3 ? sql`w.is_guest = 0` : inWorkspace[level])

const workspace: AccessRule = (alias, level, me) => isActiveMember(col(alias, 'gid'), level, me, inWorkspace[level])

// wire: docs: without any team admin every member may do everything; guests cannot be team admin
const team: AccessRule = (alias, level, me) => {
  const gid = col(alias, 'gid')
  const headless = sql`not exists (select 1 from team_memberships h where h.team = ${gid} and h.is_admin = 1)`
  const admin = level === 4 ? sql`and (m.is_admin = 1 or (w.is_guest = 0 and ${headless}))` : sql``
  const member = sql<boolean>`exists (select 1 from team_memberships m
    where m.team = ${gid} and m."user" = ${me} ${admin})`
  const open =
    level === 1 ? sql`or (w.is_guest = 0 and ${showsOpen('teams')} and ${col(alias, 'visibility')} <> 'secret')` : sql``
  const superAdmin = sql`or w.is_admin = 1`
  return isActiveMember(col(alias, 'organization'), level, me, sql`${member} ${open} ${superAdmin}`)
}

/** The assignee and the followers of a task may edit it. A level on a project applies to the tasks in it. */
const reaches = (task: string, level: AccessLevel, me: unknown): AccessCondition => sql`(
  ${
    level < 4
      ? sql`${col(task, 'assignee')} = ${me} or exists (
    select 1 from task_followers f where f.task = ${col(task, 'gid')} and f."user" = ${me}) or`
      : sql``
  }
  exists (select 1 from task_memberships tm join projects p on p.gid = tm.project
    where tm.task = ${col(task, 'gid')} and p.deleted_at is null and ${granted(sql.ref('tm.project'), level, me, 'projects')}))`

// wire: docs: any one path is enough; subtasks inherit from the chain of their parents
const task: AccessRule = (alias, level, me) => {
  const above = sql`exists (with recursive up (gid) as (
      select ${col(alias, 'parent')}
      union select a.parent from up join tasks a on a.gid = up.gid where a.parent is not null and a.deleted_at is null)
    select 1 from up join tasks a on a.gid = up.gid where a.deleted_at is null and ${reaches('a', level, me)})`
  const more = sql<boolean>`${reaches(alias, level, me)} or (${col(alias, 'parent')} is not null and ${above})`
  return isActiveMember(col(alias, 'workspace'), level, me, more)
}

const workspaceMembership: AccessRule = (alias, level, me) => {
  const person = ofPerson(col(alias, 'user'), me)
  const needed: AccessCondition = level > 2 ? sql`${inWorkspace[level]} and (${person})` : person
  return isActiveMember(col(alias, 'workspace'), level, me, needed)
}

/** Members of a workspace can see the My Tasks of people whom they know, but not the tasks in it. */
const userTaskList: AccessRule = (alias, level, me) => {
  const owner = col(alias, 'owner')
  return isActiveMember(col(alias, 'workspace'), level, me, level > 1 ? sql`${owner} = ${me}` : ofPerson(owner, me))
}

/** The contents of My Tasks: only its owner has access. */
const myTasks: AccessRule = (alias, level, me) =>
  isActiveMember(col(alias, 'workspace'), level, me, sql`${col(alias, 'owner')} = ${me}`)

/** The types that can contain other objects. */
const roots = {
  workspace: { type: 'workspace', rule: workspace },
  team: { type: 'team', rule: team },
  project: { type: 'project', rule: projects },
  portfolio: { type: 'portfolio', rule: portfolios },
  goal: { type: 'goal', rule: goals },
  custom_field: { type: 'custom_field', rule: customField },
  custom_type: { type: 'custom_type', rule: customType },
  task: { type: 'task', rule: task },
  user_task_list: { type: 'user_task_list', rule: userTaskList },
  my_tasks: { type: 'user_task_list', rule: myTasks },
  project_brief: { type: 'project_brief', rule: (alias, level, me) => inProject(alias, level, me) },
} as const satisfies Record<string, { type: Name; rule: AccessRule }>

/** A project or My Tasks that a column names. */
const inList = (column: string): AccessRule => within(column, 'my_tasks', 'project')

const inProject: AccessRule = (alias, level, me) => within('project', 'project')(alias, level, me)

/** The level on the object that a column names, which has one of these types; none when that object is in the trash. */
function within(column: string, ...types: (keyof typeof roots)[]): AccessRule {
  return (alias, level, me) => {
    const paths = types.map((name, at) => {
      const { type, rule } = roots[name]
      // Rules can be nested, so each has its own alias.
      const root = `r${at}_${name}`
      return sql`exists (select 1 from ${sql.table(tableOf(type))} as ${sql.id(root)} where ${col(root, 'gid')} = ${col(alias, column)}
        ${trashable(type) ? sql`and ${col(root, 'deleted_at')} is null` : sql``} and ${rule(root, level, me)})`
    })
    return sql`(${sql.join(paths, sql` or `)})`
  }
}

/**
 * A field of one project, portfolio or goal is visible only to its creator, to administrators and to users who can see that.
 * Guests use fields, and change none.
 */
function customField(alias: string, level: AccessLevel, me: unknown): AccessCondition {
  const own = sql`${col(alias, 'created_by')} = ${me} or w.is_admin = 1`
  const inProject = sql`(${col(alias, 'project')} is null or ${own}
    or ${within('project', 'my_tasks', 'project', 'portfolio', 'goal')(alias, 1, me)})`
  const noGuest = level > 2 ? sql`and w.is_guest = 0` : sql``
  const more = sql<boolean>`${granted(col(alias, 'gid'), level, me)} and ${inProject} ${noGuest}`
  return isActiveMember(col(alias, 'workspace'), level, me, more)
}

/**
 * The owner of a template and the admins of its team may change it. A public one is visible to the members of its team;
 * without a team, to the members of the workspace. A team in the trash hides its templates from its owner too.
 */
const projectTemplate: AccessRule = (alias, level, me) => {
  const [own, team] = [col(alias, 'owner'), col(alias, 'team')]
  const inTeam = sql`exists (select 1 from team_memberships tm
    where tm.team = ${team} and tm."user" = ${me} and tm.is_limited_access = 0)`
  const shared = sql`(${col(alias, 'is_public')} = 1 and ((${team} is null and w.is_guest = 0) or ${inTeam}))`
  const more = sql<boolean>`${own} = ${me} or (${team} is null and w.is_admin = 1) ${level === 1 ? sql`or ${shared}` : sql``}`
  return sql`(not exists (select 1 from teams te where te.gid = ${team} and te.deleted_at is not null)
    and (${isActiveMember(col(alias, 'workspace'), level, me, more)} or ${within('team', 'team')(alias, 4, me)}))`
}

/** A custom type has the level of its project, or a higher one that the type itself gives. It is hidden with the project. */
function customType(alias: string, level: AccessLevel, me: unknown): AccessCondition {
  const project = sql`select 1 from projects pt where pt.gid = ${col(alias, 'project')} and pt.deleted_at is null`
  const more = sql<boolean>`(${granted(col(alias, 'gid'), level, me)} or ${within('project', 'project')(alias, level, me)})`
  return sql`(exists (${project}) and ${isActiveMember(col(alias, 'workspace'), level, me, more)})`
}

/** Viewing a setting requires view on its field and on its parent. Other levels are those on the parent. */
const setting: AccessRule = (alias, level, me) => sql`(${within('custom_field', 'custom_field')(alias, 1, me)}
  and ${within('parent', 'project', 'team', 'user_task_list', 'portfolio', 'goal')(alias, level, me)})`

/** Viewing the setting of a project in a portfolio requires view on both. Only admins of the project can change it. */
const portfolioSetting: AccessRule = (alias, level, me) => sql`(${within('portfolio', 'portfolio')(alias, 1, me)}
  and ${within('item', 'project')(alias, level > 1 ? 4 : 1, me)})`

/** Viewing what supports a goal requires view on both. Other levels are those on the goal. */
const goalRelationship: AccessRule = (alias, level, me) => sql`(${within('supported_goal', 'goal')(alias, level, me)}
  and ${within('supporting_resource', 'goal', 'project', 'task', 'portfolio')(alias, 1, me)})`

/** A request for access is visible to the requester, and to users who can edit the object: one of them decides. */
const accessRequest: AccessRule = (alias, level, me) => {
  const decides = within('target', 'project', 'portfolio', 'goal')(alias, level < 3 ? 3 : level, me)
  if (level > 1) return decides
  // The API has no requests to join a team.
  const mine = sql<boolean>`${col(alias, 'requester')} = ${me} and ${col(alias, 'target_type')} <> 'team'`
  const own = isActiveMember(col(alias, 'workspace'), level, me, mine)
  return sql`(${own} or ${decides})`
}

/** Budgets and rates: only admins of the project see them, and they have every level. */
const money: AccessRule = (alias, _level, me) => within('parent', 'project')(alias, 4, me)

/** Only the user of the row has access to it. */
const owned: AccessRule = (alias, level, me) =>
  sql`(${col(alias, 'user')} = ${me} and ${isActiveMember(col(alias, 'workspace'), level, me)})`

/** A timesheet: its user submits it, administrators of the workspace approve it. */
const timesheet: AccessRule = (alias, level, me) => {
  const own = level < 4 ? sql`${col(alias, 'user')} = ${me} or` : sql``
  return isActiveMember(col(alias, 'workspace'), level, me, sql`(${own} w.is_admin = 1)`)
}

/** Conditions of their own; the other types follow the object that a column names: see `objects.ts`. */
const own: Record<Exclude<Guard, FollowingName>, AccessRule> = {
  workspace,
  team,
  role,
  ooo_entry: absence,
  agent,
  project: projects,
  portfolio: portfolios,
  project_portfolio_setting: portfolioSetting,
  goal: goals,
  goal_relationship: goalRelationship,
  task,
  user,
  known_person: knownPerson,
  user_task_list: userTaskList,
  membership: within('parent', 'project', 'portfolio', 'goal', 'custom_field', 'custom_type'),
  access_request: accessRequest,
  story: within('target', 'task', 'goal'),
  status_update: within('parent', 'project', 'portfolio', 'goal'),
  section: inList('project'),
  attachment: within('parent', 'task', 'project', 'project_brief'),
  workspace_membership: workspaceMembership,
  task_counts: projects,
  project_template: projectTemplate,
  custom_field: customField,
  custom_field_setting: setting,
  custom_type: customType,
  // Events have no access check of their own: the one of the object whose stream contains them applies.
  event: () => sql`1 = 0`,
  batch_response: () => sql`1 = 0`,
  webhook: owned,
  job: owned,
  graph_export: owned,
  export_request: owned,
  organization_export: owned,
  budget: money,
  rate: money,
  // Reactions are listed with their target, whose access check applies.
  reaction: () => sql`1 = 0`,
  timesheet_approval_status: timesheet,
  // Only service accounts of the workspace.
  audit_log_event: (alias, level, me) => isActiveMember(col(alias, 'workspace'), level, me, sql`1 = 0`),
}

const followed = following.map(({ type, column, followed }) => [type, within(column, followed)])

const conditions = { ...own, ...Object.fromEntries(followed) } as Record<Guard, AccessRule>
