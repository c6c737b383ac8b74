/**
 * Principals, to which an access grant gives a level on an object. A grant applies only to active members of the
 * object's workspace. A principal is
 * - a user,
 * - a team that is not in the trash: its members, except those with limited access,
 * - a role in the workspace.
 * So no grant is written when people join, leave or change their role.
 *
 * Conditions bind the caller as the parameter `me`, and use the caller's membership of the workspace as `w`. The
 * aliases inside (w, g, tb, te) must differ from every alias of the surrounding query, or they would hide it.
 */
import { type RawBuilder, sql } from 'kysely'

export type AccessLevel = 1 | 2 | 3 | 4
export type AccessCondition = RawBuilder<boolean>

/**
 * The kinds of principals. An object has few roles and teams, which are adjacent in the index; users are looked up by
 * gid.
 */
export const PRINCIPAL_KINDS = { role: 1, team: 2, user: 3 } as const

/** Roles in the workspace of the object. */
export const ROLES = { all: 1, full: 2, administrators: 3 } as const

/**
 * What a custom role can hide from a person where it is open to the whole workspace: bits of the column `hides` of a
 * membership.
 */
export const HIDDEN_KINDS = { teams: 1, projects: 2, portfolios: 4 } as const

export type HiddenKind = keyof typeof HIDDEN_KINDS

/** Whether the role of the caller at `w` shows objects of this kind that are open to the workspace. */
export const showsOpen = (kind: HiddenKind): AccessCondition => sql`(w.hides & ${sql.lit(HIDDEN_KINDS[kind])}) = 0`

/** Whether the caller has an active membership `w` of the workspace in `column` that allows this level. */
export const isActiveMember = (
  column: RawBuilder<unknown>,
  level: AccessLevel,
  me: unknown,
  more?: AccessCondition,
): AccessCondition => sql`exists (
  select 1 from workspace_memberships w where w."user" = ${me} and w.workspace = ${column} and w.is_active = 1
  ${level > 1 ? sql`and w.is_view_only = 0` : sql``} ${more ? sql`and (w.is_service = 1 or ${more})` : sql``})`

const at = sql.ref('g.principal')
const is = (kind: keyof typeof PRINCIPAL_KINDS) => sql`g.kind = ${sql.lit(PRINCIPAL_KINDS[kind])}`

/** Whether the caller at `w` has the role in a grant at `g`, on an object of a kind that the role may hide. */
const inRole = (hidden?: HiddenKind) => sql`(${is('role')} and (${at} = ${sql.lit(ROLES.all)}
  or (${at} = ${sql.lit(ROLES.full)} and w.is_guest = 0${hidden ? sql` and ${showsOpen(hidden)}` : sql``})
  or (${at} = ${sql.lit(ROLES.administrators)} and w.is_admin = 1)))`

/** Whether the caller is in the team in a grant at `g`. */
const inTeam = (me: unknown) => sql`(${is('team')} and exists (
  select 1 from team_memberships tb join teams te on te.gid = tb.team where tb.team = ${at}
    and tb."user" = ${me} and tb.is_limited_access = 0 and te.deleted_at is null))`

/** Whether the caller at `w` has a grant of this level on the object in `column`. */
export function granted(
  column: RawBuilder<unknown>,
  level: AccessLevel,
  me: unknown,
  hidden?: HiddenKind,
): AccessCondition {
  const grant = sql`select 1 from access_grants g where g.object = ${column} and g.level >= ${sql.lit(level)}
    and g.workspace = w.workspace`
  // The offset keeps PostgreSQL from collecting all grants of the caller to check one object.
  const one = sql`limit 1 offset 0`
  return sql`(exists (${grant} and ${is('user')} and ${at} = ${me} ${one})
    or exists (${grant} and g.kind < ${sql.lit(PRINCIPAL_KINDS.user)} and (${inRole(hidden)} or ${inTeam(me)}) ${one}))`
}
