/**
 * Access checks of people. A member knows all people of their workspaces. A guest knows only people with whom they
 * share a team, a project or a task.
 */
import { type RawBuilder, sql } from 'kysely'
import type { AccessCondition, AccessLevel } from './principals.ts'

const col = (alias: string, column: string) => sql.ref(`${alias}.${column}`)

/** Whether `column` is the caller, or a person with whom the caller shares a team, a project or a task. */
export const sharesWork = (
  column: RawBuilder<unknown>,
  me: unknown,
): AccessCondition => sql`(${column} = ${me} or ${column} in (
  select b."user" from team_memberships a join team_memberships b on b.team = a.team
    join teams x on x.gid = a.team where a."user" = ${me} and x.deleted_at is null
  union select b.member from project_memberships a join project_memberships b on b.project = a.project
    join projects x on x.gid = a.project where a.member = ${me} and x.deleted_at is null
  union select b."user" from task_followers a join task_followers b on b.task = a.task
    join tasks x on x.gid = a.task where a."user" = ${me} and x.deleted_at is null))`

/**
 * A user can view themselves and the active members of their workspaces; a guest only those whom the guest knows. Only
 * the user themselves has a higher level.
 */
export function user(alias: string, level: AccessLevel, me: unknown): AccessCondition {
  const gid = col(alias, 'gid')
  if (level > 1) return sql`(${gid} = ${me})`
  return sql`(${gid} = ${me} or exists (select 1 from workspace_memberships a join workspace_memberships b
    on b.workspace = a.workspace where a."user" = ${gid} and a.is_active = 1 and b."user" = ${me}
    and b.is_active = 1 and (b.is_guest = 0 or ${sharesWork(gid, me)})))`
}

/**
 * Like `user`, but including former members of the caller's workspaces: their names stay visible on what they did.
 */
export function knownPerson(alias: string, _level: AccessLevel, me: unknown): AccessCondition {
  const gid = col(alias, 'gid')
  return sql`(${gid} = ${me} or exists (select 1 from workspace_memberships a join workspace_memberships b
    on b.workspace = a.workspace where a."user" = ${gid} and b."user" = ${me} and b.is_active = 1
    and (b.is_guest = 0 or ${sharesWork(gid, me)})))`
}

/** Data about a person in a workspace: visible to members, and to guests who know the person. */
export const ofPerson = (column: RawBuilder<unknown>, me: unknown): AccessCondition =>
  sql`w.is_guest = 0 or ${sharesWork(column, me)}`
