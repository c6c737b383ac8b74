/**
 * Links that end the e-mails of one person without a sign-in. The signature covers the person, so a link cannot be changed to
 * another one. They do not expire: people unsubscribe from old e-mails.
 */
import { parseGid } from '../lib/gid.ts'
import { derive, sameText, sign } from '../lib/secret.ts'

/** The path of all links. */
export const UNSUBSCRIBE = '/-/unsubscribe'

const signatureOf = (key: string, user: string) => sign(derive(key, 'unsubscribe'), user)

/** The path of the link of a person; `key` is the key of the installation. */
export const unsubscribePath = (key: string, user: number): string =>
  `${UNSUBSCRIBE}?u=${user}&t=${signatureOf(key, String(user))}`

/** The person of a link; undefined if it was changed. */
export function unsubscriberIn(
  key: string,
  { u = '', t = '' }: Record<string, string | undefined>,
): number | undefined {
  const user = parseGid(u)
  return user !== undefined && sameText(t, signatureOf(key, String(user))) ? user : undefined
}
