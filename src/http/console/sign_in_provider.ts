/**
 * Sign-in by the OpenID provider of the installation: the redirect to it, and its callback. The browser opens both, so
 * an error is a redirect to the web app, which explains `problem`.
 */
import { LOGIN_TTL_MS, type LoginTransaction } from '../../identity/provider.ts'
import { type SignInRefusal, signInByProvider } from '../../identity/sign_in.ts'
import { signInSettings } from '../../identity/sign_in_settings.ts'
import { seal, unseal } from '../../lib/secret.ts'
import type { ClientInfo } from '../client.ts'
import { type Console, type ConsoleReply, type ConsoleRoute, publicRoute } from './route.ts'

/**
 * Why the sign-in failed:
 * - `no_provider`: there is no provider;
 * - `provider`: the provider failed;
 * - `declined`: the provider or the person refused;
 * - `expired`: the callback came too late or in another browser;
 * - all others: no account here has the address, or the provider has not verified it.
 */
type SignInProblem = 'no_provider' | 'provider' | 'declined' | 'expired' | SignInRefusal

/** The redirect URI. It must be the same string in both requests, so it is normalized. */
const callbackUrl = ({ origin }: ClientInfo) => new URL('/-/sign_in/callback', origin)

const loginCookie = ({ secure }: ClientInfo) => (secure ? '__Host-workloom_login' : 'workloom_login')

/** Redirects and deletes the login cookie: a callback cannot be used twice, whatever its result. */
const redirectBack = (client: ClientInfo, location: string): ConsoleReply => ({
  location,
  cookies: { [loginCookie(client)]: { text: '', seconds: 0 } },
})

const redirectWithProblem = (client: ClientInfo, problem: SignInProblem): ConsoleReply =>
  redirectBack(client, `/sign_in?problem=${problem}`)

/** A path of this server; `/` for everything that a browser could take for another site. */
export function ownPath(text: string | undefined): string {
  const own = (path: string) => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)
  if (text === undefined || text.length > 1000 || !own(text)) return '/'
  const url = URL.parse(text, 'http://here.invalid')
  const path = url ? `${url.pathname}${url.search}${url.hash}` : '/'
  // Parsing turns `/.//elsewhere` into `//elsewhere`.
  return url?.host === 'here.invalid' && own(path) ? path : '/'
}

async function beginLogin(console: Console, client: ClientInfo, return_to: string): Promise<ConsoleReply> {
  const { provider: settings } = await signInSettings(console.store.read)
  if (!settings) return redirectWithProblem(client, 'no_provider')
  try {
    const { url, login } = await console.provider.begin(settings, callbackUrl(client).href, return_to)
    const text = seal(console.key, JSON.stringify(login))
    return { location: url, cookies: { [loginCookie(client)]: { text, seconds: LOGIN_TTL_MS / 1000 } } }
  } catch (cause) {
    return logProviderFailure(console, client, cause)
  }
}

async function finishLogin(console: Console, client: ClientInfo, query: Record<string, string>): Promise<ConsoleReply> {
  const { provider: settings } = await signInSettings(console.store.read)
  if (!settings) return redirectWithProblem(client, 'no_provider')
  const login = readLogin(console, client)
  // A callback that belongs to no login of this browser is rejected before anything else is read.
  if (login?.issuer !== settings.issuer || login.state !== query.state) return redirectWithProblem(client, 'expired')
  if (query.error !== undefined) return redirectWithProblem(client, 'declined')
  // Each guessed code causes a request to the provider, which must not be flooded.
  const succeeded = await console.attempts.guess(client.address)
  try {
    const at = callbackUrl(client)
    at.search = new URLSearchParams(query).toString()
    const claims = await console.provider.finish(settings, at, login)
    const entered = await signInByProvider(console.store, settings, claims, client)
    succeeded()
    if (typeof entered === 'string') return redirectWithProblem(client, entered)
    return { ...redirectBack(client, ownPath(login.return_to)), session: entered.session }
  } catch (cause) {
    return logProviderFailure(console, client, cause)
  }
}

/** Logs the failure of the provider for its operator. */
function logProviderFailure(console: Console, client: ClientInfo, cause: unknown): ConsoleReply {
  const { message, cause: deeper } = cause as Error
  const why = deeper instanceof Error ? `${message}: ${deeper.message}` : message
  console.log({ level: 'error', message: 'Signing in at the provider failed.', cause: why })
  return redirectWithProblem(client, 'provider')
}

function readLogin({ key, clock }: Console, client: ClientInfo): LoginTransaction | undefined {
  const sealed = client.cookies[loginCookie(client)]
  try {
    const login = sealed ? (JSON.parse(unseal(key, sealed)) as LoginTransaction) : undefined
    return login && login.expires_at > clock() ? login : undefined
  } catch {
    // Not sealed by this server, or with an older key.
    return undefined
  }
}

export const routes: ConsoleRoute[] = [
  publicRoute('GET', '/sign_in/provider', {
    doc: 'Redirect to the provider. `return_to` is the path to return to.',
    page: true,
    execute: ({ console, client, query }) => beginLogin(console, client, ownPath(query.return_to)),
  }),
  publicRoute('GET', '/sign_in/callback', {
    doc: 'Callback of the provider.',
    page: true,
    execute: ({ console, client, query }) => finishLogin(console, client, query),
  }),
]
