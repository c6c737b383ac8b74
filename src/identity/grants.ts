/**
 * What people let applications do. A grant remembers the decision, so that the same is not asked twice; codes and
 * tokens carry it out. When a grant ends, everything that came of it ends in the same transaction.
 */
import { hold, insert, unlink, update } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { grantTo } from '../store/queries/identity/applications.ts'

export interface Parties {
  application: number
  user: number
}

/** Whether a person has granted all these scopes before. */
export async function isGranted(reader: Reader, { application, user }: Parties, scopes: string[]): Promise<boolean> {
  const known = (await grantTo(reader, application, user))?.scopes.split(' ') ?? []
  return scopes.every(scope => known.includes(scope))
}

/** Remembers that a person grants these scopes, beside those of before. */
export async function grant(tx: Writer, { application, user }: Parties, scopes: string[]): Promise<void> {
  const known = await grantTo(tx, application, user)
  const all = [...new Set([...(known?.scopes.split(' ') ?? []), ...scopes])].join(' ')
  if (known) await update(tx, 'grants', { gid: known.gid }, { scopes: all })
  else await insert(tx, 'grants', { gid: tx.gid(), application, user, scopes: all, created_at: tx.now })
}

/** Ends a grant, and with it all codes and tokens that the application has from this person. */
export async function endGrant(tx: Writer, parties: Parties): Promise<void> {
  await unlink(tx, 'tokens', { ...parties })
  await unlink(tx, 'refresh_tokens', { ...parties })
  await unlink(tx, 'authorization_codes', { ...parties })
  await unlink(tx, 'grants', { ...parties })
}

/** Ends the grants that these people gave an application, as each of them could. */
export async function endGrants(tx: Writer, application: number, users: readonly number[]): Promise<void> {
  // doors: a token that is being made with a grant must be found.
  await hold(tx, 'doors', ...users)
  for (const user of users) await endGrant(tx, { application, user })
}
