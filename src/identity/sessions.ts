/**
 * Sessions of browsers: tokens whose secret stands in a cookie. Behind TLS the cookie has the prefix `__Host-`, which
 * no other host and no plain connection can set. A session is new at each sign-in, so none can be planted before it.
 */
import { insert } from '../store/change.ts'
import type { Writer } from '../store/db.ts'
import { issueToken } from './tokens.ts'

/** How long a session lasts, in milliseconds. */
export const SESSION_LIFE = 30 * 24 * 60 * 60 * 1000

/** The name of the cookie; `secure` when people reach the program by TLS. */
export const sessionCookie = (secure: boolean): string => (secure ? '__Host-workloom_session' : 'workloom_session')

/** Starts a session and answers its secret, for the cookie alone. */
export async function createSession(
  tx: Writer,
  user: number,
  where: { agent: string; address: string },
): Promise<string> {
  const expiresAt = tx.now + SESSION_LIFE
  const { gid, token } = await issueToken(tx, { user, name: 'Session', kind: 'session', expiresAt })
  await insert(tx, 'sessions', { token: gid, agent: where.agent.slice(0, 300), address: where.address })
  return token
}
