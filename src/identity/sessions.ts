/**
 * Browser sessions: tokens with their secret in a cookie. With TLS the cookie has the prefix `__Host-`, which no other
 * host and no connection without TLS can set. Each sign-in creates a new session, which prevents session fixation.
 */
import { digest } from '../lib/secret.ts'
import { deleteAll, deleteWhere, insert } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { sessionsOf } from '../store/queries/identity/sessions.ts'
import { issueToken } from './tokens.ts'

export const SESSION_TTL_MS = 30 * 24 * 60 * 60 * 1000

/** For this time after a sign-in by link, access to the mailbox replaces the old password as proof. */
const LINK_PROOF_TTL_MS = 60 * 60 * 1000

/** The name of the cookie; `secure` if people reach the server with TLS. */
export const sessionCookie = (secure: boolean): string => (secure ? '__Host-workloom_session' : 'workloom_session')

export type SignInMethod = 'password' | 'link' | 'provider'

export interface Browser {
  agent: string
  address: string
  /** The secret of the earlier session of the browser, which is revoked. */
  session?: string | undefined
}

/** For each person; a new one replaces the oldest, so that sign-ins cannot fill the store. */
const MAX_SESSIONS = 100

/** Creates a session and returns its secret, for the cookie only. Deletes expired sessions of the person. */
export async function createSession(
  tx: Writer,
  user: number,
  { agent, address, session }: Browser,
  method: SignInMethod = 'password',
): Promise<string> {
  if (session) await deleteWhere(tx, 'tokens', { hash: digest(session), kind: 'session' })
  const known = await sessionsOf(tx, user)
  await revokeSessions(
    tx,
    known.filter(({ expires_at }, newer) => expires_at <= tx.now || newer >= MAX_SESSIONS - 1),
  )
  const expiresAt = tx.now + SESSION_TTL_MS
  const { gid, token } = await issueToken(tx, { user, name: 'Session', kind: 'session', expiresAt })
  await insert(tx, 'sessions', {
    token: gid,
    sign_in_method: method,
    agent: agent.slice(0, 300).toWellFormed(),
    address,
  })
  return token
}

const revokeSessions = (tx: Writer, sessions: { gid: number }[]): Promise<void> =>
  deleteAll(
    tx,
    'tokens',
    sessions.map(({ gid }) => gid),
  )

/** Revokes all sessions of a person except one. */
export async function revokeOtherSessions(tx: Writer, user: number, keptGid: number): Promise<void> {
  await revokeSessions(
    tx,
    (await sessionsOf(tx, user)).filter(({ gid }) => gid !== keptGid),
  )
}

/** Whether the session began with a link recently: then the person may set a password without the old one. */
export async function hasJustUsedLink(reader: Reader, user: number, gid: number, now: number): Promise<boolean> {
  const session = (await sessionsOf(reader, user)).find(one => one.gid === gid)
  return session?.sign_in_method === 'link' && now - session.created_at < LINK_PROOF_TTL_MS
}
