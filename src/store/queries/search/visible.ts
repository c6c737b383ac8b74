/**
 * The tasks that a caller may see, found from the caller: from granted projects, assignments, followed tasks, and their
 * subtasks. A source of candidates for callers who see little of a large workspace.
 *
 * Invariants:
 * - it contains every task that the access check of `access.ts` allows, except for service accounts, who see all;
 * - the access check still decides about each candidate.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ParamFn } from '../../statement.ts'
import { PRINCIPAL_KINDS, ROLES } from '../access/principals.ts'

const kind = (name: keyof typeof PRINCIPAL_KINDS) => sql.lit(PRINCIPAL_KINDS[name])
const role = (name: keyof typeof ROLES) => sql.lit(ROLES[name])

/** The containers on which the caller has an access grant, by each kind of principal. */
export function grantedContainers(param: ParamFn): RawBuilder<unknown> {
  const [me, workspace] = [param('me'), param('workspace')]
  return sql`select g.object from access_grants g where g.principal = ${me} and g.kind = ${kind('user')}
    union select g.object from team_memberships b join access_grants g on g.principal = b.team
      where b."user" = ${me} and g.kind = ${kind('team')}
    union select g.object from workspace_memberships w join access_grants g
      on g.principal = ${role('all')} or (g.principal = ${role('full')} and w.is_guest = 0)
      or (g.principal = ${role('administrators')} and w.is_admin = 1)
      where w."user" = ${me} and w.workspace = ${workspace} and g.workspace = ${workspace} and g.kind = ${kind('role')}`
}

/** A select of the gids of the tasks without their subtasks, some of them several times. It is read as far as needed. */
export const directlyVisibleTasks = (param: ParamFn): RawBuilder<unknown> => sql`
  select m.task as gid from task_memberships m where m.project in (${grantedContainers(param)})
  union all select f.task from task_followers f where f."user" = ${param('me')}
  union all select a.gid from tasks a where a.assignee = ${param('me')} and a.workspace = ${param('workspace')}`

/** A select of the gids of the tasks. It begins with all tasks without a parent. */
export const visibleTasks = (param: ParamFn): RawBuilder<unknown> => sql`
  with recursive mine (gid) as (
    select d.gid from (${directlyVisibleTasks(param)}) d
    union select c.gid from mine join tasks c on c.parent = mine.gid)
  select gid from mine`

/** Whether the caller has all rights in the workspace. */
export const isService = (param: ParamFn): RawBuilder<unknown> => sql`(select count(*) from workspace_memberships w
  where w."user" = ${param('me')} and w.workspace = ${param('workspace')} and w.is_service = 1)`

/**
 * A condition that every visible task meets, and few others: the lists of the caller are read once for all tasks, where
 * an access check looks up the rights on the lists of each task. The sign keeps SQLite from the index of that column, by
 * which it would look for each list of the caller among those of the task.
 */
export const mayBeVisible = (alias: string, param: ParamFn): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`(${column('assignee')} = ${param('me')} or ${column('parent')} is not null or ${isService(param)} > 0
    or exists (select 1 from task_followers f where f.task = ${column('gid')} and f."user" = ${param('me')})
    or exists (select 1 from task_memberships m where m.task = ${column('gid')}
      and +m.project in (${grantedContainers(param)})))`
}
