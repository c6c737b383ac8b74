/** What all rules of the second implementation of rights use: levels, and the members of workspaces and teams. */
import type { Facts } from './facts.ts'

/** 0 none, 1 view, 2 comment, 3 edit, 4 admin. */
export type Level = number

export type Rule = (facts: Facts, me: number, gid: number) => Level

const ORDER = ['viewer', 'commenter', 'editor', 'admin']
export const levelOf = (name: string): Level => ORDER.indexOf(name) + 1

interface Who {
  isGuest: boolean
  isAdmin: boolean
  /** Whether the role of the person has a permission to see objects that are open to the workspace. */
  sees(name: 'view_public_teams' | 'view_shared_with_org_projects' | 'view_shared_with_org_portfolios'): boolean
}

/** The best level of an active member of a workspace; 0 for others, and at most 1 with a view-only licence. */
export function inWorkspace(
  { workspace_memberships, roles }: Facts,
  me: number,
  workspace: number,
  levels: (who: Who) => Level[],
): Level {
  const own = workspace_memberships.find(row => row.user === me && row.workspace === workspace && row.is_active === 1)
  if (!own) return 0
  const role = roles.find(({ gid }) => gid === own.role)
  const given = JSON.parse(role?.permissions ?? '{}')
  const sees: Who['sees'] = name => role?.base_role_type !== 'guest' && given[name] !== false
  const [isGuest, isAdmin] = [own.is_guest === 1, own.is_admin === 1]
  const best = own.is_service ? 4 : Math.max(0, ...levels({ isGuest, isAdmin, sees }))
  return own.is_view_only ? Math.min(1, best) : best
}

export const found = <T extends { gid: number }>(rows: readonly T[], gid: number): T | undefined =>
  rows.find(row => row.gid === gid)

export const isThere = (row: object | undefined): boolean =>
  row !== undefined && ((row as { deleted_at?: number | null }).deleted_at ?? null) === null

/** Whether a team in the workspace gives a person its access: not with limited access, and not from the trash. */
export const givesTo = ({ teams, team_memberships }: Facts, me: number, team: number): boolean =>
  isThere(found(teams, team)) &&
  team_memberships.some(row => row.team === team && row.user === me && row.is_limited_access === 0)
