/**
 * Sessions of browsers: tokens whose secret stands in a cookie. Behind TLS the cookie has the prefix `__Host-`, which
 * no other host and no plain connection can set. A session is new at each sign-in, so none can be planted before it.
 */
import { digest } from '../lib/secret.ts'
import { insert, unlink, unlinkAll } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { sessionsOf } from '../store/queries/identity/sessions.ts'
import { issueToken } from './tokens.ts'

/** How long a session lasts, in milliseconds. */
export const SESSION_LIFE = 30 * 24 * 60 * 60 * 1000

/** How long after a sign-in by link the mailbox counts as proof instead of the old password, in milliseconds. */
const PROOF_LIFE = 60 * 60 * 1000

/** The name of the cookie; `secure` when people reach the program by TLS. */
export const sessionCookie = (secure: boolean): string => (secure ? '__Host-workloom_session' : 'workloom_session')

export type CameBy = 'password' | 'link' | 'provider'

export interface Browser {
  agent: string
  address: string
  /** The secret of the session that the browser had before, which ends. */
  session?: string | undefined
}

/** How many sessions a person has; the oldest makes room, or signing in again and again would fill the store. */
const MOST_SESSIONS = 100

/** Starts a session and answers its secret, for the cookie alone. Expired sessions of the person are swept. */
export async function createSession(
  tx: Writer,
  user: number,
  { agent, address, session }: Browser,
  cameBy: CameBy = 'password',
): Promise<string> {
  if (session) await unlink(tx, 'tokens', { hash: digest(session), kind: 'session' })
  const known = await sessionsOf(tx, user)
  await endSessions(
    tx,
    known.filter(({ expires_at }, newer) => expires_at <= tx.now || newer >= MOST_SESSIONS - 1),
  )
  const expiresAt = tx.now + SESSION_LIFE
  const { gid, token } = await issueToken(tx, { user, name: 'Session', kind: 'session', expiresAt })
  await insert(tx, 'sessions', { token: gid, came_by: cameBy, agent: agent.slice(0, 300).toWellFormed(), address })
  return token
}

/** Ends sessions for good. */
const endSessions = (tx: Writer, sessions: { gid: number }[]): Promise<void> =>
  unlinkAll(
    tx,
    'tokens',
    sessions.map(({ gid }) => gid),
  )

/** Ends all sessions of a person but one. */
export async function endOtherSessions(tx: Writer, user: number, kept: number): Promise<void> {
  await endSessions(
    tx,
    (await sessionsOf(tx, user)).filter(({ gid }) => gid !== kept),
  )
}

/** Whether the session at `gid` began with a link a short while ago: whoever reads the mailbox may set a password. */
export async function hasJustUsedLink(reader: Reader, user: number, gid: number, now: number): Promise<boolean> {
  const session = (await sessionsOf(reader, user)).find(one => one.gid === gid)
  return session?.came_by === 'link' && now - session.created_at < PROOF_LIFE
}
