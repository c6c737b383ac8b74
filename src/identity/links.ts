/**
 * Links that sign a person in once. The secret is in the fragment of the address, which browsers send to no server and
 * show to no other site. Only its digest is stored; a new link replaces an older one with the same purpose.
 */
import { digest, randomHex } from '../lib/secret.ts'
import { deleteAndCount, deleteWhere, insert } from '../store/change.ts'
import type { Writer } from '../store/db.ts'
import { advisoryLock } from '../store/locks.ts'
import { linkOf } from '../store/queries/identity/sign_in.ts'

const HOUR_MS = 60 * 60 * 1000

/** The lifetime of a link by its purpose. */
const LINK_TTL_MS = { first_run: 24 * HOUR_MS, operator: HOUR_MS, invitation: 7 * 24 * HOUR_MS, reset: HOUR_MS }

export type LinkPurpose = keyof typeof LINK_TTL_MS

/** Creates a link for a person and returns its secret. */
export async function createLink(tx: Writer, user: number, purpose: LinkPurpose): Promise<string> {
  const secret = randomHex(24)
  // credentials: of two links that are created at once, the second one must replace the first.
  await advisoryLock(tx, 'credentials', user)
  await deleteWhere(tx, 'sign_in_links', { user, purpose })
  const expires_at = tx.now + LINK_TTL_MS[purpose]
  await insert(tx, 'sign_in_links', { hash: digest(secret), user, purpose, created_at: tx.now, expires_at })
  return secret
}

/**
 * Revokes the links of a person that an administrator may have seen. Called before the person joins a workspace, which
 * gives the account access to the objects of others. Links of the operator stay valid.
 */
export async function revokeShownLinks(tx: Writer, user: number): Promise<void> {
  // credentials: this finds a link that is being created, or its creator sees that the person has joined.
  await advisoryLock(tx, 'credentials', user)
  for (const purpose of ['invitation', 'reset'] as const) await deleteWhere(tx, 'sign_in_links', { user, purpose })
}

/** The address that a person opens; `home` is the address of the server. */
export const linkTo = (home: string, secret: string): string => `${home}/sign_in#${secret}`

/** Uses a link. Returns its user and purpose; undefined when it is unknown, used or expired. */
export async function useLink(tx: Writer, secret: string): Promise<{ user: number; purpose: LinkPurpose } | undefined> {
  const hash = digest(secret)
  const found = await linkOf(tx, hash)
  if (!found) return undefined
  // credentials: the person may be leaving, or setting a password, which revokes all links.
  await advisoryLock(tx, 'credentials', found.user)
  // Of two uses of the same link, the one whose delete finds the row succeeds.
  if ((await deleteAndCount(tx, 'sign_in_links', { hash })) === 0) return undefined
  return found.expires_at > tx.now ? { user: found.user, purpose: found.purpose as LinkPurpose } : undefined
}
