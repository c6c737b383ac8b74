/**
 * The client of the OpenID provider: authorization code with PKCE, state and nonce.
 * Invariants:
 * - the `LoginTransaction` is in a sealed cookie of the browser that started it, so another browser cannot finish it;
 * - the signature of the identity token is always verified.
 */
import type { ClientAuth, Configuration } from 'openid-client'
import { addressOf } from '../lib/address.ts'
import type { Clock } from '../lib/clock.ts'
import { unseal } from '../lib/secret.ts'
import type { ProviderSettings } from './sign_in_settings.ts'

/** The state of a sign-in at the provider, which must match when the browser returns. */
export interface LoginTransaction {
  issuer: string
  state: string
  nonce: string
  verifier: string
  return_to: string
  /** Milliseconds since the Unix epoch. */
  expires_at: number
}

/** The claims of a provider about a person. */
export interface Claims {
  issuer: string
  subject: string
  email: string | undefined
  /** Whether the provider verified the address; if it does not say, the setting `trusts_addresses`. */
  email_verified: boolean
}

export interface Provider {
  /** Discovers the issuer. Rejects when it does not answer, or has another name. */
  check(settings: ProviderSettings): Promise<void>
  /** Returns the address of the provider for the browser, and the login to store. `back` is the redirect URI. */
  begin(settings: ProviderSettings, back: string, return_to: string): Promise<{ url: string; login: LoginTransaction }>
  /** Exchanges the code in `at`, the full address to which the browser returned, for the claims. */
  finish(settings: ProviderSettings, at: URL, login: LoginTransaction): Promise<Claims>
}

/** The time that a person may take at the provider. */
export const LOGIN_TTL_MS = 10 * 60 * 1000

/** The time for which the discovery document is cached. The keys are loaded again whenever an unknown one signs. */
const DISCOVERY_TTL_MS = 60 * 60 * 1000

const TIMEOUT_SECONDS = 10

// Loaded on demand, because many installations have no provider.
const loadLibrary = () => import('openid-client')

export function createProvider({ clock, key }: { clock: Clock; key: string }): Provider {
  let cached: { settings: string; expiresAt: number; configuration: Promise<Configuration> } | undefined

  /** Concurrent callers share one discovery; a failed one is not cached. */
  async function discovered(settings: ProviderSettings): Promise<Configuration> {
    const text = JSON.stringify(settings)
    if (cached?.settings === text && cached.expiresAt > clock()) return cached.configuration
    const configuration = discover(settings, secretOf(settings, key))
    const entry = { settings: text, expiresAt: clock() + DISCOVERY_TTL_MS, configuration }
    cached = entry
    return configuration.catch(error => {
      if (cached === entry) cached = undefined
      throw error
    })
  }

  return {
    async check(settings) {
      await discover(settings, secretOf(settings, key))
    },
    async begin(settings, back, return_to) {
      const { url, ...secrets } = await authorizationUrl(await discovered(settings), back)
      return { url, login: { ...secrets, issuer: settings.issuer, return_to, expires_at: clock() + LOGIN_TTL_MS } }
    },
    finish: async (settings, at, login) => exchangeCode(await discovered(settings), at, login, settings),
  }
}

/** The address for the browser, and the secrets of the login. */
async function authorizationUrl(configuration: Configuration, redirect_uri: string) {
  const client = await loadLibrary()
  const [state, nonce] = [client.randomState(), client.randomNonce()]
  const verifier = client.randomPKCECodeVerifier()
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return { url: url.href, state, nonce, verifier }
}

async function exchangeCode(
  configuration: Configuration,
  at: URL,
  { state, nonce, verifier }: LoginTransaction,
  { trusts_addresses }: ProviderSettings,
): Promise<Claims> {
  const client = await loadLibrary()
  const tokens = await client.authorizationCodeGrant(configuration, at, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no identity token.')
  const { iss: issuer, sub: subject } = claims
  // Some providers return the address only from the userinfo endpoint.
  const needsUserInfo = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
  const source = needsUserInfo ? await client.fetchUserInfo(configuration, tokens.access_token, subject) : claims
  const email = typeof source.email === 'string' ? addressOf(source.email) : undefined
  // Some providers send the flag as a string.
  const email_verified = String(source.email_verified ?? trusts_addresses) === 'true'
  return { issuer, subject, email, email_verified }
}

function secretOf({ client_secret: sealed }: ProviderSettings, key: string): string {
  try {
    return unseal(key, sealed)
  } catch (cause) {
    throw new Error('The client secret was sealed under another key: enter it again, or start with that key', { cause })
  }
}

async function discover({ issuer, client_id }: ProviderSettings, secret: string): Promise<Configuration> {
  const client = await loadLibrary()
  const url = new URL(issuer)
  const plain = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
  const authenticate: ClientAuth = (as, ...rest) => {
    const post = as.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (post ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret))(as, ...rest)
  }
  return client.discovery(url, client_id, undefined, authenticate, {
    timeout: TIMEOUT_SECONDS,
    execute: [client.enableNonRepudiationChecks, ...plain],
  })
}

/** Whether an issuer is allowed: with TLS, or on this machine. */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.search || url.hash || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname))
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
