/**
 * What ends with a membership, and what ends before one begins: everything that opens the account. The organization that
 * speaks for an address (see `queries/identity/homes.ts`) begins and ends it alone; others only change their own
 * membership.
 */
import { hold, unlink, update } from '../store/change.ts'
import type { Writer } from '../store/db.ts'
import { isAtHome, speaksFor } from '../store/queries/identity/homes.ts'
import { belongsAnywhere } from '../store/queries/identity/organizations.ts'
import { endShownLinks } from './links.ts'

/**
 * Called wherever a membership has ended, of the workspace that is given. When it was the last one, or that workspace
 * speaks for the user, ends all that opens the account; otherwise nothing.
 */
export async function endAccess(tx: Writer, user: number, workspace?: number): Promise<void> {
  // doors: who leaves two workspaces at once belongs to one for each of them; and what is being made must be found.
  await hold(tx, 'doors', user)
  const stays = await belongsAnywhere(tx, user)
  if (stays && (workspace === undefined || !(await speaksFor(tx, workspace, user)))) return
  await endWaysIn(tx, user)
  if (!stays) await update(tx, 'applications', { owner: user }, { owner_left_at: tx.now })
}

/**
 * Called before a user joins a workspace. True when the workspace speaks for the user: then nothing that was made before
 * opens the account any more, because others may have made it. Otherwise the links end that administrators have seen,
 * but not those of the organization that speaks for the user.
 */
export async function prepareToJoin(tx: Writer, user: number, workspace: number): Promise<boolean> {
  // doors: what is being made is found, or is made by who knows that the person has joined.
  await hold(tx, 'doors', user)
  await update(tx, 'applications', { owner: user }, { owner_left_at: null })
  if (await speaksFor(tx, workspace, user)) {
    await endWaysIn(tx, user)
    return true
  }
  if (!(await isAtHome(tx, user))) await endShownLinks(tx, user)
  return false
}

/** Ends what lets programs act for a user, and leaves what lets the person in. The caller holds the doors of the user. */
export async function endPrograms(tx: Writer, user: number): Promise<void> {
  await unlink(tx, 'tokens', { user, kind: 'personal' })
  await unlink(tx, 'tokens', { user, kind: 'application' })
  await unlink(tx, 'authorization_codes', { user })
  await unlink(tx, 'refresh_tokens', { user })
  await unlink(tx, 'grants', { user })
}

/**
 * Ends the tokens, sessions, links, grants and password of a user, what the user may do for the installation, and
 * forgets who that is at a provider: an address may pass to somebody else, who must find nothing of it. The caller holds
 * the doors of the user.
 */
async function endWaysIn(tx: Writer, user: number): Promise<void> {
  // Sessions go with their tokens.
  await unlink(tx, 'tokens', { user })
  await unlink(tx, 'sign_in_links', { user })
  await unlink(tx, 'passwords', { user })
  await unlink(tx, 'external_identities', { user })
  await unlink(tx, 'authorization_codes', { user })
  await unlink(tx, 'refresh_tokens', { user })
  await unlink(tx, 'grants', { user })
  await unlink(tx, 'administrators', { user })
}
