/** The client of a request, and whether a page of this server sent it. */
import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import { sessionCookie } from '../identity/sessions.ts'

/** The common properties of a request, for Fastify and for the API listener. */
export interface RequestHead {
  readonly headers: IncomingHttpHeaders
  /** `http` or `https`, the host, and the client's address: from the headers of a trusted proxy, if there is one. */
  readonly protocol: string
  readonly host: string
  readonly ip: string
}

export interface ClientInfo {
  /** `https://host`, as the client knows it, without a slash at the end. */
  origin: string
  /** Whether the client uses TLS. */
  secure: boolean
  /** The IP address and the user agent of the client. */
  address: string
  agent: string
  /** The secret of the session in its cookie. */
  session: string | undefined
  cookies: Record<string, string | undefined>
  /** What the page of the web app calls itself, in the header `X-Workloom-Page`; undefined for an unsuitable value. */
  page: string | undefined
  /** Whether the browser shows the response as a page; without the header, this is assumed. */
  isPage: boolean
}

export function clientInfo({ publicUrl }: PublicAddress, request: RequestHead): ClientInfo {
  const { headers, protocol, ip: address } = request
  const cookies = parseCookie(headers.cookie ?? '')
  const origin = originOf(publicUrl, protocol, headers.host)
  const secure = origin.startsWith('https:')
  return {
    origin,
    secure,
    address,
    agent: headers['user-agent'] ?? '',
    session: cookies[sessionCookie(secure)],
    cookies,
    page: pageIn(headers['x-workloom-page']),
    isPage: /^(?:document)?$/.test(String(headers['sec-fetch-dest'] ?? '')),
  }
}

/** At most 64 printable characters. */
const pageIn = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && /^[\x20-\x7e]{1,64}$/.test(header) ? header : undefined

export const originOf = (publicUrl: string | null, protocol: string, host = 'localhost'): string =>
  publicUrl ?? `${protocol}://${host}`

/**
 * Whether a page of this server makes the call. A cookie alone proves nothing: another site can make a browser send it.
 * But the other site cannot add a custom header, and the preflight response does not allow one with cookies.
 */
export function isSameOrigin(server: PublicAddress, request: RequestHead): boolean {
  const { headers } = request
  const site = headers['sec-fetch-site']
  return (
    headers['x-requested-with'] !== undefined &&
    (site === undefined || site === 'same-origin' || site === 'none') &&
    !hasForeignOrigin(server, request)
  )
}

interface PublicAddress {
  publicUrl: string | null
}

/**
 * Whether the browser says that a page of another origin makes the call. The page may use another name of this server.
 */
export function hasForeignOrigin({ publicUrl }: PublicAddress, { headers, host }: RequestHead): boolean {
  const { origin } = headers
  if (origin === undefined || origin === publicUrl) return false
  const page = URL.parse(origin)
  // The default port may be present or absent.
  return page === null || page.host !== URL.parse(`${page.protocol}//${host}`)?.host
}
