/**
 * Pages of worlds. A path can name a world, but the app owns all paths of a host, and the session of a browser belongs to
 * one. So a browser that opens a page below `/-/w/NAME` is sent to the host `NAME.localhost`.
 */
import type { IncomingMessage } from 'node:http'
import { isPage } from '../http/pages.ts'
import { hostName } from './guard.ts'
import type { WorldSelection } from './select.ts'

/** Hosts of this machine, where a browser also reaches `NAME.localhost`. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1'])

/** Where a browser finds the page that it requests; undefined for all other requests. */
export function pageAddress(request: IncomingMessage, { name, prefix, host }: WorldSelection): string | undefined {
  const { url = '/', headers, method } = request
  if (prefix === '' || method !== 'GET' || !isPage({ url, headers })) return undefined
  if (!LOOPBACK.has(hostName(host) ?? '')) return undefined
  const port = /:\d+$/.exec(host)?.[0] ?? ''
  return `${schemeOf(request)}://${name}.localhost${port}${url}`
}

/** The scheme of the connection of a request. */
export const schemeOf = ({ socket }: IncomingMessage): 'http' | 'https' => ('encrypted' in socket ? 'https' : 'http')
