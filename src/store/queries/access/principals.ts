/**
 * Principals: those to whom an access grant gives a level on an object. A user, who has it as an active member of the
 * workspace of the object; a team, whose members have it, but for those with limited access, while it is not in the
 * trash; or a role in that workspace. So nothing is written when people come, leave, or get another role.
 *
 * Conditions bind the caller as the parameter `me`, and see the caller's own membership of the workspace as `w`. The names
 * inside (w, g, tb, te) must differ from every alias of the surrounding query, or they would hide it.
 */
import { type RawBuilder, sql } from 'kysely'

export type Level = 1 | 2 | 3 | 4
export type Condition = RawBuilder<boolean>

/** Roles. Each object belongs to one workspace, so they need no name of it; gids are larger. */
export const ROLES = { everybody: 1, full: 2, administrators: 3 } as const

/** An active membership `w` of the workspace in `column`, as far as this level allows it. */
export const belongs = (
  column: RawBuilder<unknown>,
  level: Level,
  me: unknown,
  more?: Condition,
): Condition => sql`exists (
  select 1 from workspace_memberships w where w."user" = ${me} and w.workspace = ${column} and w.is_active = 1
  ${level > 1 ? sql`and w.is_view_only = 0` : sql``} ${more ? sql`and (w.is_service = 1 or ${more})` : sql``})`

/** Whether `principal` is the caller at `w`, or one that the caller belongs to. */
const isMine = (principal: RawBuilder<unknown>, me: unknown): Condition => sql`(${principal} = ${me}
  or ${principal} = ${sql.lit(ROLES.everybody)} or (${principal} = ${sql.lit(ROLES.full)} and w.is_guest = 0)
  or (${principal} = ${sql.lit(ROLES.administrators)} and w.is_admin = 1)
  or exists (select 1 from team_memberships tb join teams te on te.gid = tb.team where tb.team = ${principal}
    and tb."user" = ${me} and tb.is_limited_access = 0 and te.deleted_at is null))`

/**
 * Whether a grant at `g` gives the caller at `w` this level. The sign keeps SQLite from an index for each principal: the
 * grants of one object lie side by side.
 */
export const gives = (level: Level, me: unknown): Condition =>
  sql`g.level >= ${sql.lit(level)} and g.workspace = w.workspace and ${isMine(sql`+g.principal`, me)}`

/** Whether the caller at `w` has a grant of this level on the object in `column`. */
export const granted = (column: RawBuilder<unknown>, level: Level, me: unknown): Condition =>
  sql`exists (select 1 from access_grants g where g.object = ${column} and ${gives(level, me)})`
