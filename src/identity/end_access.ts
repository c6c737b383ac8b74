/** What ends with the last membership of a person: everything that opens a door, in the same transaction. */
import { hold, unlink } from '../store/change.ts'
import type { Writer } from '../store/db.ts'
import { belongsAnywhere } from '../store/queries/identity/organizations.ts'

/**
 * Ends the tokens, sessions, links, grants and password of a user who is an active member of nothing any more, and
 * forgets who that is at a provider: an address may pass to somebody else, who must find nothing of it. Of anybody
 * else it changes nothing, so it is called wherever a membership ends.
 */
export async function endAccess(tx: Writer, user: number): Promise<void> {
  // doors: who leaves two workspaces at once belongs to one for each of them; and what is being made must be found.
  await hold(tx, 'doors', user)
  if (await belongsAnywhere(tx, user)) return
  // Sessions go with their tokens.
  await unlink(tx, 'tokens', { user })
  await unlink(tx, 'sign_in_links', { user })
  await unlink(tx, 'passwords', { user })
  await unlink(tx, 'external_identities', { user })
  await unlink(tx, 'authorization_codes', { user })
  await unlink(tx, 'refresh_tokens', { user })
  await unlink(tx, 'grants', { user })
}
