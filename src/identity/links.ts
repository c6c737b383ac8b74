/**
 * Links that sign a person in once. The secret stands in the fragment of the address, which browsers send to no server
 * and show to no other site. Only its digest is kept; a new link takes the place of an older one of the same purpose.
 */
import { digest, randomHex } from '../lib/secret.ts'
import { hold, insert, unlink, unlinked } from '../store/change.ts'
import type { Writer } from '../store/db.ts'
import { linkOf } from '../store/queries/identity/sign_in.ts'

const HOUR = 60 * 60 * 1000

/** How long a link lives, by what it is for, in milliseconds. */
const LIFE = { first_run: 24 * HOUR, operator: HOUR, invitation: 7 * 24 * HOUR, reset: HOUR }

export type Purpose = keyof typeof LIFE

/** Makes a link for a person and answers its secret. */
export async function createLink(tx: Writer, user: number, purpose: Purpose): Promise<string> {
  const secret = randomHex(24)
  // doors: of two who make a link at once, the second one takes the first one's away.
  await hold(tx, 'doors', user)
  await unlink(tx, 'sign_in_links', { user, purpose })
  const expires_at = tx.now + LIFE[purpose]
  await insert(tx, 'sign_in_links', { hash: digest(secret), user, purpose, created_at: tx.now, expires_at })
  return secret
}

/**
 * Ends the links of a person that an administrator may have seen. Called where the person joins a workspace: from then
 * on the account opens what belongs to somebody else too. The operator's own links stay.
 */
export async function endShownLinks(tx: Writer, user: number): Promise<void> {
  // doors: a link that is being made is either there already, or is made by who knows that the person has joined.
  await hold(tx, 'doors', user)
  for (const purpose of ['invitation', 'reset'] as const) await unlink(tx, 'sign_in_links', { user, purpose })
}

/** The address that a person opens; `home` is where people reach the program. */
export const linkTo = (home: string, secret: string): string => `${home}/sign_in#${secret}`

/** Uses a link up. Answers whom it signs in and what it was for; nothing when it is unknown, used or expired. */
export async function useLink(tx: Writer, secret: string): Promise<{ user: number; purpose: Purpose } | undefined> {
  const hash = digest(secret)
  const found = await linkOf(tx, hash)
  if (!found) return undefined
  // doors: the person may be leaving, or setting a password, which ends all links.
  await hold(tx, 'doors', found.user)
  // Of two who come with the same link, the one whose delete finds the row is signed in.
  if ((await unlinked(tx, 'sign_in_links', { hash })) === 0) return undefined
  return found.expires_at > tx.now ? { user: found.user, purpose: found.purpose as Purpose } : undefined
}
