/** Where a request comes from, and whether a page of this server made it. */
import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import { sessionCookie } from '../identity/sessions.ts'

/** What is looked at of a request, whoever received it. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  /** `http` or `https`, the host, and the address of the client: as a proxy says, where one is believed. */
  readonly protocol: string
  readonly host: string
  readonly ip: string
}

export interface Visit {
  /** `https://host`, as the client knows it, without a slash at the end. */
  origin: string
  /** Whether the client came by TLS. */
  secure: boolean
  /** The address of the client, and what it says of itself. */
  address: string
  agent: string
  /** The secret of the session in its cookie. */
  session: string | undefined
  cookies: Record<string, string | undefined>
  /** Whether the browser is to show the answer as a page; what says nothing of that counts as one. */
  isPage: boolean
}

export function visitOf({ publicUrl }: Own, request: Received): Visit {
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
    isPage: /^(?:document)?$/.test(String(headers['sec-fetch-dest'] ?? '')),
  }
}

export const originOf = (publicUrl: string | null, protocol: string, host = 'localhost'): string =>
  publicUrl ?? `${protocol}://${host}`

/**
 * Whether a page of this server makes the call. A cookie alone proves nothing: another site can make a browser send
 * it, but not a header of its own, nor does the answer to a preflight allow that with cookies.
 */
export function fromOurPage(own: Own, request: Received): boolean {
  const { headers } = request
  const site = headers['sec-fetch-site']
  return (
    headers['x-requested-with'] !== undefined &&
    (site === undefined || site === 'same-origin' || site === 'none') &&
    !isOfAnother(own, request)
  )
}

interface Own {
  publicUrl: string | null
}

/** Whether the browser says that a page of another origin makes the call. A page may be open by another name of ours. */
export function isOfAnother({ publicUrl }: Own, { headers, host }: Received): boolean {
  const { origin } = headers
  if (origin === undefined || origin === publicUrl) return false
  const page = URL.parse(origin)
  // The port of the protocol may be said or not.
  return page === null || page.host !== URL.parse(`${page.protocol}//${host}`)?.host
}
