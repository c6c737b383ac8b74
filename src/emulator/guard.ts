/**
 * Refuses control requests that a web page could have caused: those with the origin of another site, and those whose host
 * is a name, which its owner could have pointed to this machine.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/** Why a control request is refused; undefined if it is not. `publicHost` is a further host that clients may use. */
export function refusalOf(
  { origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  host: string,
  publicHost: string | undefined,
): string | undefined {
  const name = hostName(host)
  if (name === undefined || !(isLocal(name) || name === publicHost)) {
    return `The host ${JSON.stringify(host)} is not allowed here: use an IP address or localhost.`
  }
  const isForeign = origin !== undefined && URL.parse(origin)?.host.toLowerCase() !== host.toLowerCase()
  if (isForeign || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
    return 'Pages of other sites cannot control the emulator.'
  }
  return undefined
}

/** The name or address in a header `Host`, without the port. */
export function hostName(host: string): string | undefined {
  const url = /^[^/\s@?#]+$/.test(host) ? URL.parse(`http://${host}`) : null
  return url?.hostname.replace(/^\[|\]$/g, '').toLowerCase()
}

const isLocal = (name: string): boolean => isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')
