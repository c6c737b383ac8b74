/** Creates workspaces and accounts, and adds users to workspaces. The operations and the set-up use it. */
import { prepareToJoin } from '../../../identity/revoke_access.ts'
import { addressKey, domainName } from '../../../lib/address.ts'
import { invalidReference } from '../../../lib/errors.ts'
import { ranksBetween } from '../../../lib/rank.ts'
import { deleteWhere, insert, insertAll, tryInsertAll, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { isServiceAccount } from '../../../store/queries/identity/service_accounts.ts'
import { membershipsIn } from '../../../store/queries/people.ts'
import { waitingTeams } from '../../../store/queries/scim/waiting.ts'
import { extendTimePeriods } from '../../goals/rules/time_periods.ts'
import { createStandardRoles } from './standard_roles.ts'

export interface Role {
  is_admin?: boolean
  is_guest?: boolean
  is_view_only?: boolean
  is_service?: boolean
}

/** Creates a workspace without members. Organizations have the e-mail domains of their members. */
export async function createWorkspace(
  tx: Writer,
  { name, domains, plan }: { name: string; domains: string[] | null; plan: string },
): Promise<number> {
  const gid = tx.gid()
  const normalized = (domains ?? []).map(domain => domainName(domain) ?? domain.toLowerCase())
  await insert(tx, 'workspaces', {
    ...{
      gid,
      name,
      is_organization: domains ? 1 : 0,
      email_domains: JSON.stringify(normalized),
      plan,
      // January; administrators can change it.
      fiscal_year_start: 1,
      currency_code: 'USD',
      created_at: tx.now,
    },
  })
  await extendTimePeriods(tx, gid)
  await linkDomains(tx, gid, normalized)
  await createStandardRoles(tx, gid)
  return gid
}

/** Replaces the e-mail domains of an organization. They are in normal form. */
export async function setDomains(tx: Writer, workspace: number, domains: string[]): Promise<void> {
  await update(tx, 'workspaces', { gid: workspace }, { email_domains: JSON.stringify(domains) })
  await deleteWhere(tx, 'workspace_domains', { workspace })
  await linkDomains(tx, workspace, domains)
}

/** Inserts the rows that find an organization by domain. */
const linkDomains = (tx: Writer, workspace: number, domains: string[]) =>
  tryInsertAll(
    tx,
    'workspace_domains',
    [...new Set(domains)].map(domain => ({ domain, workspace })),
  )

/** Creates an account. The address must not have one; it is stored in normal form. */
export async function createUser(tx: Writer, { name, email }: { name: string; email: string }): Promise<number> {
  const gid = tx.gid()
  await insert(tx, 'users', { gid, name, email: addressKey(email), time_zone: 'UTC', photo: null, created_at: tx.now })
  return gid
}

/** What happens to the former teams of a user: only an identity provider restores them. */
type TeamsPolicy = 'restored' | 'forgotten'

/**
 * Makes a user an active member of a workspace, with a My Tasks list. A former member gets the former list.
 * `prepareToJoin` revokes earlier access to the account; returns true if it revoked all of it.
 * Throws 400 for a service account: it belongs only to the workspace that created it.
 */
export async function join(
  tx: Writer,
  user: number,
  workspace: number,
  role: Role = {},
  teams: TeamsPolicy = 'forgotten',
): Promise<boolean> {
  if (!role.is_service && (await isServiceAccount(tx, user))) throw invalidReference('user', user)
  const flags = {
    is_active: 1,
    is_admin: role.is_admin ? 1 : 0,
    is_guest: role.is_guest ? 1 : 0,
    is_view_only: role.is_view_only ? 1 : 0,
    is_service: role.is_service ? 1 : 0,
    role: null,
    hides: 0,
  }
  // people: the second of two concurrent requests finds the membership, and no user leaves meanwhile.
  await advisoryLock(tx, 'people', workspace)
  const before = (await membershipsIn(tx, workspace, [user])).get(user)
  if (before?.is_active) return false
  const isEmptied = await prepareToJoin(tx, user, workspace)
  if (before) {
    const waiting = teams === 'restored' && !flags.is_guest ? await waitingTeams(tx, user, workspace) : []
    await reactivate(tx, { gid: before.gid, user, workspace, flags, waiting })
    return isEmptied
  }
  await insert(tx, 'workspace_memberships', { gid: tx.gid(), user, workspace, ...flags, created_at: tx.now })
  await createUserTaskList(tx, user, workspace)
  return isEmptied
}

interface ReturningMember {
  gid: number
  user: number
  workspace: number
  flags: { is_guest: number }
  /** The teams to restore. */
  waiting: number[]
}

/** Reactivates the membership and its provisioned attributes, and restores the waiting teams. */
async function reactivate(tx: Writer, { gid, user, workspace, flags, waiting }: ReturningMember) {
  await update(tx, 'workspace_memberships', { gid }, flags)
  await update(tx, 'provisioned_users', { membership: gid }, { deleted_at: null })
  const membershipOf = (team: number) => ({ gid: tx.gid(), team, user, workspace, is_admin: 0, is_limited_access: 0 })
  await tryInsertAll(tx, 'team_memberships', waiting.map(membershipOf))
  await deleteWhere(tx, 'waiting_members', { user, workspace })
}

// wire: forum t/109717: the sections of a new My Tasks list; new tasks go to the first
const firstSections = ['Recently assigned', 'Do today', 'Do next week', 'Do later']

async function createUserTaskList(tx: Writer, owner: number, workspace: number): Promise<void> {
  const { list, sections } = newUserTaskList(tx, owner, workspace)
  await insert(tx, 'user_task_lists', list)
  await insertAll(tx, 'sections', sections)
}

/** The rows of a new My Tasks list. */
export function newUserTaskList(tx: Pick<Writer, 'gid' | 'now'>, owner: number, workspace: number) {
  const list = { gid: tx.gid(), owner, workspace, name: 'My Tasks' }
  const ranks = ranksBetween(null, null, firstSections.length)
  const sections = firstSections.map((name, index) => ({
    ...{ gid: tx.gid(), project: list.gid, workspace, name, rank: ranks[index] ?? '', created_at: tx.now },
  }))
  return { list, sections }
}
