/**
 * Signing in at the OpenID provider of the installation: there, and back. Both are opened by the browser itself, so a
 * refusal is an address of the web app, which says in words what `problem` means.
 */
import { LOGIN_LIFETIME_MS, type LoginTransaction } from '../../identity/provider.ts'
import { enterByProvider, type Refused } from '../../identity/sign_in.ts'
import { signInSettings } from '../../identity/sign_in_settings.ts'
import { seal, unseal } from '../../lib/secret.ts'
import type { Visit } from '../visit.ts'
import { type Console, open, type Reply, type Route } from './route.ts'

/**
 * Why nobody was signed in: there is no provider, it does not answer as it should, it says no; the person came back
 * too late or with another browser; nobody here has the address; the provider has not checked the address.
 */
type Problem = 'no_provider' | 'provider' | 'declined' | 'expired' | Refused

/** The address of return. It must be the same text both times, so it is written as the standard writes addresses. */
const callback = ({ origin }: Visit) => new URL('/-/sign_in/callback', origin)

const cookieOf = ({ secure }: Visit) => (secure ? '__Host-workloom_login' : 'workloom_login')

/** Ends the login, whatever became of it: an address that was used is not used again. */
const back = (visit: Visit, location: string): Reply => ({
  location,
  cookies: { [cookieOf(visit)]: { text: '', seconds: 0 } },
})

const refused = (visit: Visit, problem: Problem): Reply => back(visit, `/sign_in?problem=${problem}`)

/** A path of this server, as it was given; `/` for everything that a browser could take for another site. */
export function ownPath(text: string | undefined): string {
  const own = (path: string) => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)
  if (text === undefined || text.length > 1000 || !own(text)) return '/'
  const url = URL.parse(text, 'http://here.invalid')
  const path = url ? `${url.pathname}${url.search}${url.hash}` : '/'
  // Parsed, `/.//elsewhere` has become `//elsewhere`.
  return url?.host === 'here.invalid' && own(path) ? path : '/'
}

async function begin(console: Console, visit: Visit, return_to: string): Promise<Reply> {
  const { provider: settings } = await signInSettings(console.store.read)
  if (!settings) return refused(visit, 'no_provider')
  try {
    const { url, login } = await console.provider.begin(settings, callback(visit).href, return_to)
    const text = seal(console.key, JSON.stringify(login))
    return { location: url, cookies: { [cookieOf(visit)]: { text, seconds: LOGIN_LIFETIME_MS / 1000 } } }
  } catch (cause) {
    return failed(console, visit, cause)
  }
}

async function finish(console: Console, visit: Visit, query: Record<string, string>): Promise<Reply> {
  const { provider: settings } = await signInSettings(console.store.read)
  if (!settings) return refused(visit, 'no_provider')
  const login = loginOf(console, visit)
  // An answer to somebody else's login, or to none, is not even looked at.
  if (login?.issuer !== settings.issuer || login.state !== query.state) return refused(visit, 'expired')
  if (query.error !== undefined) return refused(visit, 'declined')
  // Each guess at a code is a request to the provider, which must not be flooded from here.
  const succeeded = await console.attempts.guess(visit.address)
  try {
    const at = callback(visit)
    at.search = new URLSearchParams(query).toString()
    const claims = await console.provider.finish(settings, at, login)
    const entered = await enterByProvider(console.store, settings, claims, visit)
    succeeded()
    if (typeof entered === 'string') return refused(visit, entered)
    return { ...back(visit, ownPath(login.return_to)), session: entered.session }
  } catch (cause) {
    return failed(console, visit, cause)
  }
}

/** What the provider did wrong, only its operator can mend: the log says what it was. */
function failed(console: Console, visit: Visit, cause: unknown): Reply {
  const { message, cause: deeper } = cause as Error
  const why = deeper instanceof Error ? `${message}: ${deeper.message}` : message
  console.log({ level: 'error', message: 'Signing in at the provider failed.', cause: why })
  return refused(visit, 'provider')
}

function loginOf({ key, clock }: Console, visit: Visit): LoginTransaction | undefined {
  const sealed = visit.cookies[cookieOf(visit)]
  try {
    const login = sealed ? (JSON.parse(unseal(key, sealed)) as LoginTransaction) : undefined
    return login && login.expires_at > clock() ? login : undefined
  } catch {
    // Not ours, or sealed under an older key.
    return undefined
  }
}

export const routes: Route[] = [
  open('GET', '/sign_in/provider', {
    doc: 'Go to the provider; `return_to` is the path to come back to.',
    page: true,
    run: ({ console, visit, query }) => begin(console, visit, ownPath(query.return_to)),
  }),
  open('GET', '/sign_in/callback', {
    doc: 'Come back from the provider.',
    page: true,
    run: ({ console, visit, query }) => finish(console, visit, query),
  }),
]
