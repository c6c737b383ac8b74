/**
 * OpenID Connect: identifies people to other programs. The issuer is the address of the API; its document, its keys
 * and its userinfo endpoint are below that address.
 */
import type { Actor } from '../../identity/actor.ts'
import { ACCESS_TOKEN_TTL_MS } from '../../identity/authorization.ts'
import { publicKeys, type SigningOptions, signClaims } from '../../identity/signing_keys.ts'
import type { Clock } from '../../lib/clock.ts'
import { missingScope } from '../../lib/errors.ts'
import { digest } from '../../lib/secret.ts'
import { photoPath } from '../../resources/people/rules/photo.ts'
import type { Reader } from '../../store/db.ts'
import { type Person, personOf } from '../../store/queries/identity/oauth.ts'

/** The base path of the keys and of userinfo. */
export const OPENID_PATH = '/api/1.0/openid_connect'

const issuerOf = (origin: string) => `${origin}/api/1.0`

/** The discovery document. */
export const configuration = (origin: string): Record<string, unknown> => ({
  issuer: issuerOf(origin),
  authorization_endpoint: `${origin}/-/oauth_authorize`,
  token_endpoint: `${origin}/-/oauth_token`,
  revocation_endpoint: `${origin}/-/oauth_revoke`,
  userinfo_endpoint: `${origin}${OPENID_PATH}/userinfo`,
  jwks_uri: `${origin}${OPENID_PATH}/jwks`,
  response_types_supported: ['code', 'id_token', 'code id_token'],
  response_modes_supported: ['query', 'fragment'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'implicit'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  code_challenge_methods_supported: ['S256', 'plain'],
  request_uri_parameter_supported: false,
  scopes_supported: ['openid', 'email', 'profile'],
  claims_supported: ['iss', 'aud', 'sub', 'iat', 'exp', 'nonce', 'c_hash', 'email', 'name', 'picture'],
})

/** The keys that verify identity tokens. */
export const keySet = async (reader: Reader) => ({ keys: await publicKeys(reader) })

/** The claims about a person. There is no `email_verified`: the server does not verify addresses. */
function claimsOf(
  { gid, email, name, photo }: Person,
  scopes: readonly string[] | null,
  origin: string,
): Record<string, unknown> {
  const has = (scope: string) => scopes === null || scopes.includes(scope)
  const path = photoPath(gid, photo)
  return {
    sub: String(gid),
    ...(has('email') ? { email } : {}),
    ...(has('profile') ? { name, ...(path && { picture: origin + path }) } : {}),
  }
}

/** The claims that the scopes of a token allow. Throws 403 without the scope `openid`. */
export async function userinfo(
  reader: Reader,
  { gid, scopes }: Actor,
  origin: string,
): Promise<Record<string, unknown>> {
  if (scopes !== null && !scopes.includes('openid')) throw missingScope('openid')
  return claimsOf(await personOf(reader, gid), scopes, origin)
}

/** The content of an identity token. */
export interface TokenSubject {
  application: number
  user: number
  scopes: readonly string[]
  nonce: string | null
  /** The code that is issued with the token, which has its digest. */
  code?: string | undefined
}

/** A signed identity token; it expires with the access token. */
export async function identityToken(
  signing: SigningOptions & { clock: Clock },
  origin: string,
  { application, user, scopes, nonce, code }: TokenSubject,
): Promise<string> {
  const now = Math.floor(signing.clock() / 1000)
  return signClaims(signing, {
    iss: issuerOf(origin),
    aud: String(application),
    ...claimsOf(await personOf(signing.store.read, user), scopes, origin),
    iat: now,
    exp: now + ACCESS_TOKEN_TTL_MS / 1000,
    ...(nonce === null ? {} : { nonce }),
    ...(code === undefined ? {} : { c_hash: leftHalfDigest(code) }),
  })
}

/** OpenID Connect 3.3.2.11: the left half of the digest. */
const leftHalfDigest = (text: string) => Buffer.from(digest(text).slice(0, 32), 'hex').toString('base64url')
