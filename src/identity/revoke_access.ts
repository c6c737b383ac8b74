/**
 * Revokes credentials when a membership ends, and before one begins. Only the organization that owns the domain of an
 * address (see `queries/identity/domains.ts`) revokes all credentials of the account; others only change their own
 * membership.
 */
import { deleteWhere, update } from '../store/change.ts'
import type { Writer } from '../store/db.ts'
import { advisoryLock } from '../store/locks.ts'
import { controlsAccount, isInOwnOrganization } from '../store/queries/identity/domains.ts'
import { belongsAnywhere } from '../store/queries/identity/organizations.ts'
import { revokeShownLinks } from './links.ts'

/**
 * Revokes all credentials of a user when the membership that ended was the last one, or was in the workspace that speaks
 * for the user. Must be called after every end of a membership, with its workspace.
 */
export async function revokeAccess(tx: Writer, user: number, workspace?: number): Promise<void> {
  // credentials: of two memberships that end at once, each would see the other; and this must find what is being created.
  await advisoryLock(tx, 'credentials', user)
  const isMember = await belongsAnywhere(tx, user)
  if (isMember && (workspace === undefined || !(await controlsAccount(tx, workspace, user)))) return
  await revokeCredentials(tx, user)
  if (!isMember) await update(tx, 'applications', { owner: user }, { owner_left_at: tx.now })
}

/**
 * Must be called before a user joins a workspace. Returns true when the workspace speaks for the user: then all earlier
 * credentials are revoked, because others may have created them. Otherwise the sign-in links are revoked that
 * administrators have seen, but not those of the organization that speaks for the user.
 */
export async function prepareToJoin(tx: Writer, user: number, workspace: number): Promise<boolean> {
  // credentials: this finds what is being created, or its creator sees that the person has joined.
  await advisoryLock(tx, 'credentials', user)
  await update(tx, 'applications', { owner: user }, { owner_left_at: null })
  if (await controlsAccount(tx, workspace, user)) {
    await revokeCredentials(tx, user)
    return true
  }
  if (!(await isInOwnOrganization(tx, user))) await revokeShownLinks(tx, user)
  return false
}

/** Revokes what lets programs act for a user, not what lets the person sign in. Requires the lock on `credentials`. */
export async function revokePrograms(tx: Writer, user: number): Promise<void> {
  await deleteWhere(tx, 'tokens', { user, kind: 'personal' })
  await deleteWhere(tx, 'tokens', { user, kind: 'application' })
  await deleteWhere(tx, 'authorization_codes', { user })
  await deleteWhere(tx, 'refresh_tokens', { user })
  await deleteWhere(tx, 'grants', { user })
}

/**
 * Revokes all credentials of a user: tokens, sessions, links, grants, password, installation rights and the identity at a
 * provider. An address may pass to another person, who must find nothing of it. Requires the lock on `credentials`.
 */
async function revokeCredentials(tx: Writer, user: number): Promise<void> {
  // Sessions are deleted by cascade.
  await deleteWhere(tx, 'tokens', { user })
  await deleteWhere(tx, 'sign_in_links', { user })
  await deleteWhere(tx, 'passwords', { user })
  await deleteWhere(tx, 'external_identities', { user })
  await deleteWhere(tx, 'authorization_codes', { user })
  await deleteWhere(tx, 'refresh_tokens', { user })
  await deleteWhere(tx, 'grants', { user })
  await deleteWhere(tx, 'administrators', { user })
}
