/**
 * OAuth authorization: codes, refresh tokens and access tokens of applications. Only their digests are stored.
 * Invariants:
 * - a code is valid once, for ten minutes, for the application and the redirect URI for which it was issued;
 * - a second use of a code revokes the tokens of the first use, because one of the two clients stole it.
 */
import { digest, randomHex, sameText } from '../lib/secret.ts'
import { deleteWhere, findForUpdate, insert, update } from '../store/change.ts'
import type { Writer } from '../store/db.ts'
import { advisoryLock } from '../store/locks.ts'
import {
  codeByHash,
  codesExpiredBefore,
  nthRefreshToken,
  refreshTokenByHash,
  tokensExpiredBefore,
  tokensOlderThanNewest,
} from '../store/queries/identity/oauth.ts'
import { isToken } from '../store/queries/people.ts'
import { mayRequest, type OAuthApplication } from './applications.ts'
import type { GrantParties } from './grants.ts'
import { issueToken } from './tokens.ts'

const CODE_TTL_MS = 10 * 60 * 1000

export const ACCESS_TOKEN_TTL_MS = 60 * 60 * 1000

/** The retention of expired codes and access tokens: a second use must be recognized. */
const EXPIRED_RETENTION_MS = 24 * 60 * 60 * 1000

/** For each application and person; a new one replaces the oldest, because each sign-in creates one. */
const MAX_REFRESH_TOKENS = 50

/** For each refresh token; a new one replaces the oldest. */
const MAX_ACCESS_TOKENS = 50

/** The PKCE challenge: with `S256` the digest of the verifier, with `plain` the verifier itself. */
export interface Challenge {
  text: string
  method: 'S256' | 'plain'
}

export interface NewCode extends GrantParties {
  redirectUri: string
  scopes: string[]
  challenge: Challenge | null
  /** A text of the client, which the identity token repeats. */
  nonce: string | null
}

/** The tokens and scopes that an application receives. */
export interface IssuedAccess extends GrantParties {
  accessToken: string
  /** Only the exchange of a code issues one. */
  refreshToken?: string
  scopes: string[]
  nonce: string | null
}

/** Creates a code; it cannot be shown again. */
export async function issueCode(tx: Writer, newCode: NewCode): Promise<string> {
  for (const hash of await codesExpiredBefore(tx, tx.now - EXPIRED_RETENTION_MS))
    await deleteWhere(tx, 'authorization_codes', { hash })
  const code = randomHex(32)
  await insert(tx, 'authorization_codes', {
    hash: digest(code),
    application: newCode.application,
    user: newCode.user,
    redirect_uri: newCode.redirectUri,
    scopes: newCode.scopes.join(' '),
    challenge: newCode.challenge?.text ?? null,
    challenge_method: newCode.challenge?.method ?? null,
    nonce: newCode.nonce,
    refresh_token: null,
    created_at: tx.now,
    expires_at: tx.now + CODE_TTL_MS,
    is_used: 0,
  })
  return code
}

/** What a client sends with a code. */
export interface CodeProof {
  application: OAuthApplication
  redirectUri: string | undefined
  verifier: string | undefined
}

/** Exchanges a code. Returns undefined when it is invalid, or not of this client; the caller must commit even then. */
export async function redeemCode(tx: Writer, code: string, proof: CodeProof): Promise<IssuedAccess | undefined> {
  const { application, redirectUri, verifier } = proof
  const hash = digest(code)
  const found = await codeByHash(tx, hash)
  if (!found) return undefined
  // credentials: of two uses of a code, the second one must find it used; and the person may be revoking access.
  await advisoryLock(tx, 'credentials', found.user)
  const row = await codeByHash(tx, hash)
  if (!row || row.application !== application.gid) return undefined
  if (row.is_used) {
    if (row.refresh_token !== null) await revokeRefreshToken(tx, row.refresh_token)
    return undefined
  }
  if (row.expires_at <= tx.now || row.redirect_uri !== redirectUri || !verifies(row, verifier)) return undefined
  const { user, scopes, nonce } = row
  // The application may have lost scopes since the person consented.
  if (!mayRequest(application, scopes.split(' '))) return undefined
  const { gid, token } = await issueRefreshToken(tx, { user, application: application.gid }, scopes)
  await update(tx, 'authorization_codes', { hash }, { is_used: 1, refresh_token: gid })
  return { ...(await issueAccess(tx, application, { gid, user, scopes })), refreshToken: token, nonce }
}

async function issueRefreshToken(tx: Writer, parties: GrantParties, scopes: string) {
  const gid = tx.gid()
  const token = `2/${parties.user}/${gid}:${randomHex(16)}`
  await insert(tx, 'refresh_tokens', { gid, hash: digest(token), ...parties, scopes, created_at: tx.now })
  const surplus = await nthRefreshToken(tx, parties, MAX_REFRESH_TOKENS + 1)
  if (surplus !== undefined) await revokeRefreshToken(tx, surplus)
  return { gid, token }
}

/** A code with a challenge requires its verifier; one without a challenge accepts none. */
function verifies(row: { challenge: string | null; challenge_method: string | null }, verifier: string | undefined) {
  if (row.challenge === null || verifier === undefined) return row.challenge === null && verifier === undefined
  const hashed = Buffer.from(digest(verifier), 'hex').toString('base64url')
  return sameText(row.challenge_method === 'S256' ? hashed : verifier, row.challenge)
}

/** Issues an access token. Returns undefined when the refresh token is invalid, or the application lost one of the scopes. */
export async function refreshAccess(
  tx: Writer,
  token: string,
  application: OAuthApplication,
): Promise<IssuedAccess | undefined> {
  const found = await refreshTokenByHash(tx, digest(token))
  if (!found) return undefined
  // credentials: the person may be revoking the grant. A deletion of the application waits for the row, and finds the token.
  await advisoryLock(tx, 'credentials', found.user)
  const row = await findForUpdate(tx, 'refresh_tokens', { gid: found.gid })
  if (row?.application !== application.gid || !mayRequest(application, row.scopes.split(' '))) return undefined
  for (const gid of await tokensExpiredBefore(tx, row.gid, tx.now - EXPIRED_RETENTION_MS))
    await deleteWhere(tx, 'tokens', { gid })
  return issueAccess(tx, application, row)
}

async function issueAccess(
  tx: Writer,
  { gid: application, name }: OAuthApplication,
  { gid: refreshToken, user, scopes }: { gid: number; user: number; scopes: string },
): Promise<IssuedAccess> {
  const expiresAt = tx.now + ACCESS_TOKEN_TTL_MS
  const { token } = await issueToken(tx, {
    ...{ user, name, kind: 'application', scopes, application, refreshToken, expiresAt },
  })
  for (const gid of await tokensOlderThanNewest(tx, refreshToken, MAX_ACCESS_TOKENS))
    await deleteWhere(tx, 'tokens', { gid })
  return { application, user, accessToken: token, scopes: scopes.split(' '), nonce: null }
}

/** Revokes a refresh token of this application and its access tokens. Returns false when `token` is an access token. */
export async function revokeToken(tx: Writer, token: string, { gid: application }: OAuthApplication): Promise<boolean> {
  const hash = digest(token)
  const row = await refreshTokenByHash(tx, hash)
  if (row?.application === application) {
    // credentials: this must find an access token that is being issued with it.
    await advisoryLock(tx, 'credentials', row.user)
    await revokeRefreshToken(tx, row.gid)
  }
  return !(await isToken(tx, hash))
}

async function revokeRefreshToken(tx: Writer, gid: number): Promise<void> {
  await deleteWhere(tx, 'tokens', { refresh_token: gid })
  await deleteWhere(tx, 'refresh_tokens', { gid })
}
