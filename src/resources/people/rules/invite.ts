/**
 * Invitations for addresses that belong to another organization. An invitation is for an address: it creates, reveals
 * and changes no account. The user accepts it after signing in, and only then is a member of the workspace.
 */
import { deleteAndCount, deleteWhere, findForUpdate, insert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { invitationsFor } from '../../../store/queries/identity/invitations.ts'
import { join, type Role } from './join.ts'

/** How long an invitation can be accepted. */
const INVITATION_TTL_MS = 7 * 24 * 60 * 60 * 1000

interface InvitationRequest {
  /** In normal form. */
  email: string
  workspace: number
  role: Pick<Role, 'is_admin' | 'is_guest'>
  /** The user who invites; null for the server. */
  by: number | null
  /** Whether the role replaces that of an earlier invitation. */
  replaces: boolean
}

/** Creates or renews an invitation, and returns its gid. The caller has the `people` lock of the workspace. */
export async function inviteUser(
  tx: Writer,
  { email, workspace, role, by, replaces }: InvitationRequest,
): Promise<number> {
  const flags = { is_admin: role.is_admin ? 1 : 0, is_guest: role.is_guest ? 1 : 0 }
  const expires_at = tx.now + INVITATION_TTL_MS
  const known = await findForUpdate(tx, 'invitations', { email, workspace })
  if (known && known.expires_at > tx.now) {
    if (replaces) await update(tx, 'invitations', { gid: known.gid }, { ...flags, expires_at })
    return known.gid
  }
  if (known) await deleteWhere(tx, 'invitations', { gid: known.gid })
  const gid = tx.gid()
  await insert(tx, 'invitations', { gid, email, workspace, ...flags, invited_by: by, created_at: tx.now, expires_at })
  return gid
}

/** Joins the workspace of an invitation. False if it is for another user, or has expired. */
export async function acceptInvitation(tx: Writer, user: number, gid: number): Promise<boolean> {
  const found = (await invitationsFor(tx, user, tx.now)).find(one => one.gid === gid)
  if (!found) return false
  const { workspace, is_admin, is_guest } = found
  // people: a concurrent request of an administrator could add or remove the user.
  await advisoryLock(tx, 'people', workspace)
  // Of two concurrent requests, only the one that deletes the row joins.
  if ((await deleteAndCount(tx, 'invitations', { gid })) === 0) return false
  await join(tx, user, workspace, { is_admin: is_admin === 1, is_guest: is_guest === 1 })
  return true
}

/** Declines an invitation. False if it is for another user. */
export async function declineInvitation(tx: Writer, user: number, gid: number): Promise<boolean> {
  const found = (await invitationsFor(tx, user, tx.now)).find(one => one.gid === gid)
  return found !== undefined && (await deleteAndCount(tx, 'invitations', { gid })) > 0
}
