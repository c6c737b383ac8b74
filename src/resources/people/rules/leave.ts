/**
 * Removes a user from a workspace.
 * - The membership stays, as an inactive one: stories keep the name of the user, and tasks stay assigned.
 * - All other memberships, requests for access, out-of-office entries, notifications and unshared views are deleted; the
 *   user's projects, portfolios, goals, templates and shared views get a new owner.
 * - If the workspace controls the account, or was its last one, all access to the account is revoked.
 */
import { revokeAccess } from '../../../identity/revoke_access.ts'
import { deleteWhere, findForUpdate, tryInsert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { emailOf, sharedOf } from '../../../store/queries/membership.ts'
import { tableOf } from '../../../store/queries/objects.ts'
import type { OwnMembersType } from '../../../store/queries/sharing/members.ts'
import { giveOwnMember } from '../../sharing/rules/own_members.ts'

/** Deactivates the membership of a user. `heir` gets what the user owns; it is the user if no other member is left. */
export async function leave(tx: Writer, user: number, workspace: number, heir: number): Promise<void> {
  // Waits for requests that add the user to a team or a project: they lock this row. The deletes below find the result.
  await findForUpdate(tx, 'workspace_memberships', { workspace, user })
  await transferProjects(tx, workspace, user, heir)
  await transferOwn(tx, 'portfolio', { workspace, owner: user, heir })
  await transferOwn(tx, 'goal', { workspace, owner: user, heir })
  await deleteWhere(tx, 'team_memberships', { user, workspace })
  await deleteWhere(tx, 'project_memberships', { member: user, workspace })
  await deleteWhere(tx, 'portfolio_memberships', { member: user, workspace })
  await deleteWhere(tx, 'goal_memberships', { member: user, workspace })
  await deleteWhere(tx, 'custom_field_memberships', { member: user, workspace })
  await deleteWhere(tx, 'custom_type_memberships', { member: user, workspace })
  await deleteWhere(tx, 'ooo_entries', { user, workspace })
  await deleteWhere(tx, 'access_requests', { requester: user, workspace })
  await deleteWhere(tx, 'notifications', { user, workspace })
  await deleteWhere(tx, 'notification_mails', { user, workspace })
  // Others use the shared views.
  await deleteWhere(tx, 'views', { owner: user, workspace, is_shared: 0 })
  await update(tx, 'views', { owner: user, workspace }, { owner: heir })
  await update(tx, 'workspace_memberships', { workspace, user }, { is_active: 0, is_admin: 0, role: null, hides: 0 })
  // An earlier invitation would let the user join again.
  await deleteWhere(tx, 'invitations', { email: (await emailOf(tx, user)) ?? '', workspace })
  await revokeAccess(tx, user, workspace)
}

// wire: contract: owned projects go to the caller; private projects without other members stay hidden
async function transferProjects(tx: Writer, workspace: number, owner: number, heir: number): Promise<void> {
  // Locks the projects: concurrent requests could share them, or remove the heir.
  await findForUpdate(tx, 'projects', { workspace, owner })
  for (const project of await sharedOf(tx, 'project', workspace, owner)) {
    const row = { gid: tx.gid(), project, member: heir, workspace, access_level: 'admin', is_follower: 0 }
    const added = await tryInsert(tx, 'project_memberships', row)
    if (!added) await update(tx, 'project_memberships', { project, member: heir }, { access_level: 'admin' })
  }
  await update(tx, 'projects', { workspace, owner }, { owner: heir })
  await update(tx, 'project_templates', { workspace, owner }, { owner: heir })
}

/** Portfolios or goals: those without other readers stay hidden. */
async function transferOwn(
  tx: Writer,
  type: OwnMembersType,
  { workspace, owner, heir }: { workspace: number; owner: number; heir: number },
): Promise<void> {
  const table = tableOf(type)
  // Locks them, for the same reasons.
  await findForUpdate(tx, table, { workspace, owner })
  for (const gid of await sharedOf(tx, type, workspace, owner)) {
    await giveOwnMember(tx, { type, gid, workspace }, heir, 'admin')
  }
  await update(tx, table, { workspace, owner }, { owner: heir })
}
