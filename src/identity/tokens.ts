/**
 * Tokens, `2/<user>/<token>:<32 hex>`. Only their SHA-256 is kept: the secret part is random, so the digest opens
 * nothing. A token that is deleted ends with the next request, in whatever process it was deleted. A request that
 * shows an unknown one costs a digest and a lookup, and leaves nothing behind.
 */
import { expiredBearer, type Topic, unauthorized } from '../lib/errors.ts'
import { digest, randomHex } from '../lib/secret.ts'
import { hold, insert, lock, update } from '../store/change.ts'
import type { Store, Writer } from '../store/db.ts'
import { tokenNear, tokenOf } from '../store/queries/people.ts'
import type { Actor, Kind } from './actor.ts'

export interface TokenTerms {
  user: number
  name: string
  /** `personal` when not said. */
  kind?: Kind
  /** Names separated by a space; everything when not said. */
  scopes?: string | null
  application?: number
  refreshToken?: number
  /** Milliseconds since the Unix epoch; never when not said. */
  expiresAt?: number | null
}

/** What can be known of a token, and the token itself, which cannot be shown again. */
export interface IssuedToken {
  gid: number
  token: string
}

const newSecret = (user: number, gid: number): string => `2/${user}/${gid}:${randomHex(16)}`

/** Makes a token. */
export async function issueToken(tx: Writer, terms: TokenTerms): Promise<IssuedToken> {
  const gid = tx.gid()
  const token = newSecret(terms.user, gid)
  await insert(tx, 'tokens', {
    gid,
    user: terms.user,
    hash: digest(token),
    kind: terms.kind ?? 'personal',
    name: terms.name,
    scopes: terms.scopes ?? null,
    application: terms.application ?? null,
    refresh_token: terms.refreshToken ?? null,
    created_at: tx.now,
    expires_at: terms.expiresAt ?? null,
    last_used_at: null,
  })
  return { gid, token }
}

/** Makes a personal access token for a user and returns it; it cannot be shown again. */
export const createToken = async (tx: Writer, user: number, name: string): Promise<string> =>
  (await issueToken(tx, { user, name })).token

/** Gives a token a new secret, which it returns; the old one is dead with the commit. Gid, name and scopes stay. */
export async function resetToken(tx: Writer, user: number, gid: number): Promise<string> {
  const token = newSecret(user, gid)
  await update(tx, 'tokens', { gid }, { hash: digest(token), last_used_at: null })
  return token
}

/** What a request shows of its sender. */
export interface Credentials {
  /** The header of that name. */
  authorization: string | undefined
  /** The secret of a browser's session, from its cookie; only of requests that no other site can cause. */
  session: string | undefined
}

/**
 * Who sends this request at `now`, in milliseconds since the Unix epoch; a header counts before a cookie. Throws 401
 * for everything that is not a living token.
 */
export async function authenticate(store: Store, credentials: Credentials, now: number): Promise<Actor> {
  const { authorization, session } = credentials
  const token = authorization ? secretOf(authorization) : session
  const hearing = store.read.near.catchUp()
  if (hearing) await hearing
  const found = token ? (tokenNear(store.read, token) ?? (await tokenOf(store.read, token, digest(token)))) : undefined
  if (!found || (found.kind === 'session') !== !authorization) throw unauthorized(topicOf(credentials))
  if (found.expires_at !== null && found.expires_at <= now) {
    throw found.kind === 'application' ? expiredBearer() : unauthorized(topicOf(credentials))
  }
  if (found.last_used_at === null || now - found.last_used_at >= NOTED_EVERY) {
    await noteUse(store, found.gid, now)
    // The row may be one that the store keeps.
    found.last_used_at = now
  }
  return {
    gid: found.user,
    token: found.gid,
    kind: found.kind as Kind,
    scopes: found.scopes === null ? null : found.scopes.split(' '),
    application: found.application,
    timeZone: found.time_zone,
  }
}

/**
 * The store for one caller, who may have lost access since the door: a write throws 401 when the token is gone. What
 * makes something that lasts, such as another token, writes through this.
 */
export const heldBy = (store: Store, { gid, token }: Pick<Actor, 'gid' | 'token'>): Store => ({
  ...store,
  write: (work, by) =>
    store.write(async tx => {
      // doors: whoever ends all that lets this person in comes before this write, or finds what it has made.
      await hold(tx, 'doors', gid)
      if (!(await lock(tx, 'tokens', { gid: token }))) throw unauthorized()
      return work(tx)
    }, by),
})

/** How exactly it is known when a token was last used, in milliseconds: a write for each request would be dear. */
const NOTED_EVERY = 10 * 60 * 1000

async function noteUse(store: Store, gid: number, now: number): Promise<void> {
  // A store that takes no writes, as on a full disk, still answers who reads.
  await store.write(tx => update(tx, 'tokens', { gid }, { last_used_at: now })).catch(() => undefined)
}

// wire: the Ruby client sends the token as the user name of HTTP Basic, with an empty password
/** What may be wrong, by the form of what was sent alone: that tells nobody which tokens there are. */
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
