/**
 * Grants of people to applications. A grant records the consent, so that the person is asked once; codes and tokens
 * implement it.
 * Invariant: revoking a grant revokes its codes and tokens in the same transaction.
 */
import { deleteWhere, insert, update } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { advisoryLock } from '../store/locks.ts'
import { grantTo } from '../store/queries/identity/applications.ts'

export interface GrantParties {
  application: number
  user: number
}

/** Whether a person has granted all these scopes already. */
export async function isGranted(
  reader: Reader,
  { application, user }: GrantParties,
  scopes: string[],
): Promise<boolean> {
  const known = (await grantTo(reader, application, user))?.scopes.split(' ') ?? []
  return scopes.every(scope => known.includes(scope))
}

/** Saves that a person grants these scopes, in addition to earlier ones. */
export async function saveGrant(tx: Writer, { application, user }: GrantParties, scopes: string[]): Promise<void> {
  const known = await grantTo(tx, application, user)
  const all = [...new Set([...(known?.scopes.split(' ') ?? []), ...scopes])].join(' ')
  if (known) await update(tx, 'grants', { gid: known.gid }, { scopes: all })
  else await insert(tx, 'grants', { gid: tx.gid(), application, user, scopes: all, created_at: tx.now })
}

/** Revokes a grant, and with it all codes and tokens that the application has from this person. */
export async function revokeGrant(tx: Writer, parties: GrantParties): Promise<void> {
  await deleteWhere(tx, 'tokens', { ...parties })
  await deleteWhere(tx, 'refresh_tokens', { ...parties })
  await deleteWhere(tx, 'authorization_codes', { ...parties })
  await deleteWhere(tx, 'grants', { ...parties })
}

/** Revokes the grants that these people gave an application. */
export async function revokeGrants(tx: Writer, application: number, users: readonly number[]): Promise<void> {
  // credentials: this must find a token that is being issued with a grant.
  await advisoryLock(tx, 'credentials', ...users)
  for (const user of users) await revokeGrant(tx, { application, user })
}
