/**
 * Who may do what, as SQL: for each type of object one condition, "`me` has at least this right on it".
 *
 * The same condition answers the rights of a set of gids and filters every list, so the two cannot disagree.
 * Rights are ordered: 1 view, 2 comment, 3 edit, 4 admin. Nobody who is not an active member of an object's workspace
 * has any; the people of a view-only licence never have more than view. The highest of all paths counts. A service
 * account has every right on whatever belongs to its workspace.
 *
 * A type is one line of `conditions`. Containers have access grants (`access/containers.ts`), workspaces and teams their
 * memberships; whatever is inside one of them follows it, by a column.
 *
 * Conditions bind the caller as the parameter `me` and name the object by its alias in the surrounding query.
 */
import { sql } from 'kysely'
import type { Name } from '../../names.ts'
import type { ParamFn } from '../statement.ts'
import { knownPerson, ofPerson, user } from './access/people.ts'
import { belongs, type Condition, granted, type Level } from './access/principals.ts'
import { tableOf, trashable } from './objects.ts'

/** What can be asked of an object: the rights of a type, or whether the caller knows a person. */
export type Guard = Name | 'known_person'

/** The condition that the caller has at least `level` on the object at `alias`, as that type. */
export function atLeast(type: Guard, alias: string, level: Level, param: ParamFn): Condition {
  return conditions[type](alias, level, param('me'))
}

type Rule = (alias: string, level: Level, me: unknown) => Condition

const col = (alias: string, column: string) => sql.ref(`${alias}.${column}`)

/** An object that has access grants. */
const container: Rule = (alias, level, me) =>
  belongs(col(alias, 'workspace'), level, me, granted(col(alias, 'gid'), level, me))

/** Guests may comment: that lets them make tasks of their own, but neither tags nor teams nor projects. */
const inWorkspace: Record<Level, Condition> = {
  1: sql`1 = 1`,
  2: sql`1 = 1`,
  3: sql`w.is_guest = 0`,
  4: sql`w.is_admin = 1`,
}

const workspace: Rule = (alias, level, me) => belongs(col(alias, 'gid'), level, me, inWorkspace[level])

// wire: docs: without any team admin every member may do everything; guests cannot be team admin
const team: Rule = (alias, level, me) => {
  const gid = col(alias, 'gid')
  const headless = sql`not exists (select 1 from team_memberships h where h.team = ${gid} and h.is_admin = 1)`
  const role = level === 4 ? sql`and (m.is_admin = 1 or (w.is_guest = 0 and ${headless}))` : sql``
  const member = sql<boolean>`exists (select 1 from team_memberships m
    where m.team = ${gid} and m."user" = ${me} ${role})`
  const open = level === 1 ? sql`or (w.is_guest = 0 and ${col(alias, 'visibility')} <> 'secret')` : sql``
  const superAdmin = sql`or w.is_admin = 1`
  return belongs(col(alias, 'organization'), level, me, sql`${member} ${open} ${superAdmin}`)
}

/** The assignee of a task and its followers may edit it; what a project gives holds for the tasks that are in it. */
const reaches = (task: string, level: Level, me: unknown): Condition => sql`(
  ${
    level < 4
      ? sql`${col(task, 'assignee')} = ${me} or exists (
    select 1 from task_followers f where f.task = ${col(task, 'gid')} and f."user" = ${me}) or`
      : sql``
  }
  exists (select 1 from task_memberships tm join projects p on p.gid = tm.project
    where tm.task = ${col(task, 'gid')} and p.deleted_at is null and ${granted(sql.ref('tm.project'), level, me)}))`

// wire: docs: any one path is enough; subtasks inherit from the chain of their parents
const task: Rule = (alias, level, me) => {
  const above = sql`exists (with recursive up (gid) as (
      select ${col(alias, 'parent')}
      union select a.parent from up join tasks a on a.gid = up.gid where a.parent is not null and a.deleted_at is null)
    select 1 from up join tasks a on a.gid = up.gid where a.deleted_at is null and ${reaches('a', level, me)})`
  const more = sql<boolean>`${reaches(alias, level, me)} or (${col(alias, 'parent')} is not null and ${above})`
  return belongs(col(alias, 'workspace'), level, me, more)
}

const workspaceMembership: Rule = (alias, level, me) => {
  const person = ofPerson(col(alias, 'user'), me)
  const needed: Condition = level > 2 ? sql`${inWorkspace[level]} and (${person})` : person
  return belongs(col(alias, 'workspace'), level, me, needed)
}

/** Everybody knows that everybody has My Tasks. */
const userTaskList: Rule = (alias, level, me) => {
  const owner = col(alias, 'owner')
  return belongs(col(alias, 'workspace'), level, me, level > 1 ? sql`${owner} = ${me}` : ofPerson(owner, me))
}

/** What is in My Tasks is for its owner alone. */
const myTasks: Rule = (alias, level, me) =>
  belongs(col(alias, 'workspace'), level, me, sql`${col(alias, 'owner')} = ${me}`)

/** What another object can be inside of. */
const roots = {
  workspace: { type: 'workspace', rule: workspace },
  team: { type: 'team', rule: team },
  project: { type: 'project', rule: container },
  custom_field: { type: 'custom_field', rule: customField },
  task: { type: 'task', rule: task },
  user_task_list: { type: 'user_task_list', rule: userTaskList },
  my_tasks: { type: 'user_task_list', rule: myTasks },
} as const satisfies Record<string, { type: Name; rule: Rule }>

/** A project or My Tasks that a column names. */
const inList = (column: string): Rule => within(column, 'my_tasks', 'project')

/** The rights of the object that a column names, which is of one of these types; none when that one is in the trash. */
function within(column: string, ...types: (keyof typeof roots)[]): Rule {
  return (alias, level, me) => {
    const ways = types.map((name, at) => {
      const { type, rule } = roots[name]
      // A rule that holds another one keeps its own names.
      const root = `r${at}_${name}`
      return sql`exists (select 1 from ${sql.table(tableOf(type))} as ${sql.id(root)} where ${col(root, 'gid')} = ${col(alias, column)}
        ${trashable(type) ? sql`and ${col(root, 'deleted_at')} is null` : sql``} and ${rule(root, level, me)})`
    })
    return sql`(${sql.join(ways, sql` or `)})`
  }
}

/** A field that was made inside one project is open to those alone who see the project. */
function customField(alias: string, level: Level, me: unknown): Condition {
  const own = sql`${col(alias, 'created_by')} = ${me} or w.is_admin = 1`
  const seen = sql`(${col(alias, 'home')} is null or ${own} or ${inList('home')(alias, 1, me)})`
  return belongs(col(alias, 'workspace'), level, me, sql`${granted(col(alias, 'gid'), level, me)} and ${seen}`)
}

/** A setting is seen where both the field and what it applies to are, and changed with the latter. */
const setting: Rule = (alias, level, me) => sql`(${within('custom_field', 'custom_field')(alias, 1, me)}
  and ${within('parent', 'project', 'team', 'user_task_list')(alias, level, me)})`

/** A webhook is its owner's alone. */
const webhook: Rule = (alias, level, me) =>
  sql`(${col(alias, 'user')} = ${me} and ${belongs(col(alias, 'workspace'), level, me)})`

const conditions: Record<Guard, Rule> = {
  workspace,
  team,
  project: container,
  task,
  user,
  known_person: knownPerson,
  user_task_list: userTaskList,
  section: inList('project'),
  workspace_membership: workspaceMembership,
  team_membership: within('team', 'team'),
  task_counts: container,
  project_membership: within('project', 'project'),
  tag: within('workspace', 'workspace'),
  custom_field: customField,
  enum_option: within('custom_field', 'custom_field'),
  custom_field_setting: setting,
  story: within('target', 'task'),
  // What is heard at an object is shown to whoever sees that object, and by nothing else.
  event: () => sql`1 = 0`,
  webhook,
  // Of all that belong to a workspace, service accounts alone.
  audit_log_event: (alias, level, me) => belongs(col(alias, 'workspace'), level, me, sql`1 = 0`),
}
