/**
 * Asking somebody to join whose address is another organization's. The invitation is for the address: it makes no account,
 * tells nothing of one, and changes none. The person accepts it when signed in, and only then belongs to the workspace.
 */
import { hold, insert, lock, unlink, unlinked, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { invitationsFor } from '../../../store/queries/identity/invitations.ts'
import { join, type Role } from './join.ts'

/** How long an invitation can be accepted, in milliseconds. */
const INVITATION_LIFE = 7 * 24 * 60 * 60 * 1000

interface Wish {
  /** In normal form. */
  email: string
  workspace: number
  role: Pick<Role, 'is_admin' | 'is_guest'>
  /** Who asks; null for the program. */
  by: number | null
  /** Whether this role takes the place of the one that somebody asked for before. */
  replaces: boolean
}

/** Asks, or asks again. Answers the gid of the invitation. The caller holds the people of the workspace. */
export async function ask(tx: Writer, { email, workspace, role, by, replaces }: Wish): Promise<number> {
  const flags = { is_admin: role.is_admin ? 1 : 0, is_guest: role.is_guest ? 1 : 0 }
  const expires_at = tx.now + INVITATION_LIFE
  const known = await lock(tx, 'invitations', { email, workspace })
  if (known && known.expires_at > tx.now) {
    if (replaces) await update(tx, 'invitations', { gid: known.gid }, { ...flags, expires_at })
    return known.gid
  }
  if (known) await unlink(tx, 'invitations', { gid: known.gid })
  const gid = tx.gid()
  await insert(tx, 'invitations', { gid, email, workspace, ...flags, invited_by: by, created_at: tx.now, expires_at })
  return gid
}

/** Makes the user what an invitation says. False when it is not the user's, or not good any more. */
export async function accept(tx: Writer, user: number, gid: number): Promise<boolean> {
  const found = (await invitationsFor(tx, user, tx.now)).find(one => one.gid === gid)
  if (!found) return false
  const { workspace, is_admin, is_guest } = found
  // people: an administrator may be bringing the person in, or out, at this moment.
  await hold(tx, 'people', workspace)
  // Of two who accept at once, the one whose delete finds the row joins.
  if ((await unlinked(tx, 'invitations', { gid })) === 0) return false
  await join(tx, user, workspace, { is_admin: is_admin === 1, is_guest: is_guest === 1 })
  return true
}

/** Says no to an invitation. False when it is not the user's. */
export async function decline(tx: Writer, user: number, gid: number): Promise<boolean> {
  const found = (await invitationsFor(tx, user, tx.now)).find(one => one.gid === gid)
  return found !== undefined && (await unlinked(tx, 'invitations', { gid })) > 0
}
