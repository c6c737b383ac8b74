/**
 * From a consent to access: codes, refresh tokens and access tokens of applications. A code is good once, for ten
 * minutes, for the application and the address it was made for; whoever brings it a second time ends what the first
 * one got, because one of the two has stolen it. Of all of them only digests are kept.
 */
import { digest, randomHex, sameText } from '../lib/secret.ts'
import { hold, insert, lock, unlink, update } from '../store/change.ts'
import type { Writer } from '../store/db.ts'
import {
  codeByHash,
  codesBefore,
  nthRefreshToken,
  refreshTokenByHash,
  tokensBefore,
  tokensBehind,
} from '../store/queries/identity/oauth.ts'
import { isToken } from '../store/queries/people.ts'
import { type Application, mayAsk } from './applications.ts'
import type { Parties } from './grants.ts'
import { issueToken } from './tokens.ts'

const CODE_LIFE = 10 * 60 * 1000

/** How long an access token lasts, in milliseconds. */
export const ACCESS_LIFE = 60 * 60 * 1000

/** Codes and access tokens are remembered for this long after their end, to be known when they come back. */
const MEMORY = 24 * 60 * 60 * 1000

/** How many refresh tokens an application has of one person; the oldest makes room, or each sign-in would leave one. */
const MOST_REFRESH_TOKENS = 50

/** How many access tokens a refresh token has; the oldest makes room for a new one. */
const MOST_ACCESS_TOKENS = 50

/** The secret that a client keeps while the person decides; `S256` stands for its digest, `plain` for itself. */
export interface Challenge {
  text: string
  method: 'S256' | 'plain'
}

export interface CodeTerms extends Parties {
  redirectUri: string
  scopes: string[]
  challenge: Challenge | null
  /** A text of the client that comes back in the identity token. */
  nonce: string | null
}

/** What an application may act with. */
export interface Access extends Parties {
  accessToken: string
  /** Only the exchange of a code makes one. */
  refreshToken?: string
  scopes: string[]
  nonce: string | null
}

/** Makes a code; it cannot be shown again. */
export async function issueCode(tx: Writer, terms: CodeTerms): Promise<string> {
  for (const hash of await codesBefore(tx, tx.now - MEMORY)) await unlink(tx, 'authorization_codes', { hash })
  const code = randomHex(32)
  await insert(tx, 'authorization_codes', {
    hash: digest(code),
    application: terms.application,
    user: terms.user,
    redirect_uri: terms.redirectUri,
    scopes: terms.scopes.join(' '),
    challenge: terms.challenge?.text ?? null,
    challenge_method: terms.challenge?.method ?? null,
    nonce: terms.nonce,
    refresh_token: null,
    created_at: tx.now,
    expires_at: tx.now + CODE_LIFE,
    is_used: 0,
  })
  return code
}

/** What a client brings along with a code. */
export interface Proof {
  application: Application
  redirectUri: string | undefined
  verifier: string | undefined
}

/** Exchanges a code. Undefined when it is good for nothing, or not for this client; the transaction still counts. */
export async function redeemCode(tx: Writer, code: string, proof: Proof): Promise<Access | undefined> {
  const { application, redirectUri, verifier } = proof
  const hash = digest(code)
  const found = await codeByHash(tx, hash)
  if (!found) return undefined
  // doors: of two who bring the same code the second one finds it used; and the person may be ending all this.
  await hold(tx, 'doors', found.user)
  const row = await codeByHash(tx, hash)
  if (!row || row.application !== application.gid) return undefined
  if (row.is_used) {
    if (row.refresh_token !== null) await endRefreshToken(tx, row.refresh_token)
    return undefined
  }
  if (row.expires_at <= tx.now || row.redirect_uri !== redirectUri || !proves(row, verifier)) return undefined
  const { user, scopes, nonce } = row
  // What the application may ask for can have become less since the person decided.
  if (!mayAsk(application, scopes.split(' '))) return undefined
  const { gid, token } = await issueRefreshToken(tx, { user, application: application.gid }, scopes)
  await update(tx, 'authorization_codes', { hash }, { is_used: 1, refresh_token: gid })
  return { ...(await accessFrom(tx, application, { gid, user, scopes })), refreshToken: token, nonce }
}

async function issueRefreshToken(tx: Writer, parties: Parties, scopes: string) {
  const gid = tx.gid()
  const token = `2/${parties.user}/${gid}:${randomHex(16)}`
  await insert(tx, 'refresh_tokens', { gid, hash: digest(token), ...parties, scopes, created_at: tx.now })
  const surplus = await nthRefreshToken(tx, parties, MOST_REFRESH_TOKENS + 1)
  if (surplus !== undefined) await endRefreshToken(tx, surplus)
  return { gid, token }
}

/** A code that was asked for with a challenge needs its verifier; one without a challenge takes none. */
function proves(row: { challenge: string | null; challenge_method: string | null }, verifier: string | undefined) {
  if (row.challenge === null || verifier === undefined) return row.challenge === null && verifier === undefined
  const hashed = Buffer.from(digest(verifier), 'hex').toString('base64url')
  return sameText(row.challenge_method === 'S256' ? hashed : verifier, row.challenge)
}

/** A new access token. Undefined when the refresh token is not alive, or the application may not ask for so much any more. */
export async function refresh(tx: Writer, token: string, application: Application): Promise<Access | undefined> {
  const found = await refreshTokenByHash(tx, digest(token))
  if (!found) return undefined
  // doors: the person may be ending the grant. Whoever ends the application waits for the row, and finds the new token.
  await hold(tx, 'doors', found.user)
  const row = await lock(tx, 'refresh_tokens', { gid: found.gid })
  if (row?.application !== application.gid || !mayAsk(application, row.scopes.split(' '))) return undefined
  for (const gid of await tokensBefore(tx, row.gid, tx.now - MEMORY)) await unlink(tx, 'tokens', { gid })
  return accessFrom(tx, application, row)
}

async function accessFrom(
  tx: Writer,
  { gid: application, name }: Application,
  { gid: refreshToken, user, scopes }: { gid: number; user: number; scopes: string },
): Promise<Access> {
  const expiresAt = tx.now + ACCESS_LIFE
  const { token } = await issueToken(tx, {
    ...{ user, name, kind: 'application', scopes, application, refreshToken, expiresAt },
  })
  for (const gid of await tokensBehind(tx, refreshToken, MOST_ACCESS_TOKENS)) await unlink(tx, 'tokens', { gid })
  return { application, user, accessToken: token, scopes: scopes.split(' '), nonce: null }
}

/** Ends a refresh token of this application and the access tokens made with it. False when it is an access token. */
export async function revoke(tx: Writer, token: string, { gid: application }: Application): Promise<boolean> {
  const hash = digest(token)
  const row = await refreshTokenByHash(tx, hash)
  if (row?.application === application) {
    // doors: an access token that is being made with it must be found.
    await hold(tx, 'doors', row.user)
    await endRefreshToken(tx, row.gid)
  }
  return !(await isToken(tx, hash))
}

async function endRefreshToken(tx: Writer, gid: number): Promise<void> {
  await unlink(tx, 'tokens', { refresh_token: gid })
  await unlink(tx, 'refresh_tokens', { gid })
}
