/**
 * Tokens, `2/<user>/<token>:<32 hex>`. Only their SHA-256 is stored: the secret part is random, so the digest is useless
 * to a reader of the store.
 * Invariants:
 * - a deleted token fails from the next request on, at every instance;
 * - a request with an unknown token costs a digest and a lookup, and allocates nothing that lasts.
 */
import { expiredBearer, type Topic, unauthorized } from '../lib/errors.ts'
import { digest, randomHex } from '../lib/secret.ts'
import { findForUpdate, insert, update } from '../store/change.ts'
import type { Store, Writer } from '../store/db.ts'
import { advisoryLock } from '../store/locks.ts'
import { cachedToken, tokenOf } from '../store/queries/people.ts'
import type { Actor, TokenKind } from './actor.ts'

export interface NewToken {
  user: number
  name: string
  /** `personal` by default. */
  kind?: TokenKind
  /** Names separated by a space; everything by default. */
  scopes?: string | null
  application?: number
  refreshToken?: number
  /** Milliseconds since the Unix epoch; never by default. */
  expiresAt?: number | null
}

/** A new token, which cannot be shown again. */
export interface IssuedToken {
  gid: number
  token: string
}

const newSecret = (user: number, gid: number): string => `2/${user}/${gid}:${randomHex(16)}`

/** Creates a token. */
export async function issueToken(tx: Writer, options: NewToken): Promise<IssuedToken> {
  const gid = tx.gid()
  const token = newSecret(options.user, gid)
  await insert(tx, 'tokens', {
    gid,
    user: options.user,
    hash: digest(token),
    kind: options.kind ?? 'personal',
    name: options.name,
    scopes: options.scopes ?? null,
    application: options.application ?? null,
    refresh_token: options.refreshToken ?? null,
    created_at: tx.now,
    expires_at: options.expiresAt ?? null,
    last_used_at: null,
  })
  return { gid, token }
}

/** Creates a personal access token for a user and returns it; it cannot be shown again. */
export const createToken = async (tx: Writer, user: number, name: string): Promise<string> =>
  (await issueToken(tx, { user, name })).token

/** Replaces the secret of a token and returns it; the old one is invalid after the commit. Gid, name and scopes stay. */
export async function resetToken(tx: Writer, user: number, gid: number): Promise<string> {
  const token = newSecret(user, gid)
  await update(tx, 'tokens', { gid }, { hash: digest(token), last_used_at: null })
  return token
}

/** The credentials in a request. */
export interface Credentials {
  /** The header `Authorization`. */
  authorization: string | undefined
  /** The secret of a session from the cookie; only for requests that no other site can cause. */
  session: string | undefined
}

/**
 * Returns the caller of a request at `now`, in milliseconds since the Unix epoch. The header takes precedence over the
 * cookie. Throws 401 without a valid token.
 */
export async function authenticate(store: Store, credentials: Credentials, now: number): Promise<Actor> {
  const { authorization, session } = credentials
  const token = authorization ? secretOf(authorization) : session
  const syncing = store.read.cache.catchUp()
  if (syncing) await syncing
  const found = token
    ? (cachedToken(store.read, token) ?? (await tokenOf(store.read, token, digest(token))))
    : undefined
  if (!found || (found.kind === 'session') !== !authorization) throw unauthorized(topicOf(credentials))
  if (found.expires_at !== null && found.expires_at <= now) {
    throw found.kind === 'application' ? expiredBearer() : unauthorized(topicOf(credentials))
  }
  if (found.last_used_at === null || now - found.last_used_at >= LAST_USED_INTERVAL_MS) {
    await recordUse(store, found.gid, now)
    // The row may be in the memory cache.
    found.last_used_at = now
  }
  return {
    gid: found.user,
    token: found.gid,
    kind: found.kind as TokenKind,
    scopes: found.scopes === null ? null : found.scopes.split(' '),
    application: found.application,
    timeZone: found.time_zone,
    roles: found.roles,
  }
}

/**
 * The store for one caller, who may have lost access since the authentication: a write throws 401 if the token was
 * deleted. Operations that create something that lasts, such as another token, must write through this.
 */
export const withLockedToken = (store: Store, { gid, token }: Pick<Actor, 'gid' | 'token'>): Store => ({
  ...store,
  write: (work, by, confirm) =>
    store.write(
      async tx => {
        // credentials: a revocation of the person's credentials comes before this write, or finds what it created.
        await advisoryLock(tx, 'credentials', gid)
        if (!(await findForUpdate(tx, 'tokens', { gid: token }))) throw unauthorized()
        return work(tx)
      },
      by,
      confirm,
    ),
})

/** The precision of `last_used_at`, because a write for each request would be expensive. */
const LAST_USED_INTERVAL_MS = 10 * 60 * 1000

async function recordUse(store: Store, gid: number, now: number): Promise<void> {
  // A store that refuses writes, such as on a full disk, still serves reads.
  await store.write(tx => update(tx, 'tokens', { gid }, { last_used_at: now })).catch(() => undefined)
}

// wire: the Ruby client sends the token as the user name of HTTP Basic, with an empty password
/** The error topic, by the form of the credentials only, so that it does not reveal which tokens exist. */
function topicOf({ authorization, session }: Credentials): Topic {
  if (!authorization) return session === undefined ? 'missing-token' : 'session-ended'
  const [, value] = /^(?:bearer|basic)(?: +(.*))?$/i.exec(authorization) ?? [undefined, authorization]
  if (value === authorization) return 'no-bearer'
  return value ? 'wrong-token' : 'missing-token'
}

function secretOf(header: string): string | undefined {
  const [scheme = '', value = ''] = header.split(' ', 2)
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return value
    case 'basic': {
      const text = Buffer.from(value, 'base64').toString()
      return text.endsWith(':') ? text.slice(0, -1) : undefined
    }
    default:
      return undefined
  }
}
