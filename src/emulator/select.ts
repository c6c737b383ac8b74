/**
 * The world of a request, by the first of these that names one: the path `/-/w/NAME/…`, a token `NAME~token`, the host
 * `NAME.localhost`. The request is then written as the world would have received it alone.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WriteHead } from './exchange/tap.ts'

export const DEFAULT_WORLD = 'default'

const NAME = '[a-z0-9][a-z0-9-]{0,31}'

const [NAMED, PATH, TOKEN, HOST] = [
  new RegExp(`^${NAME}$`),
  new RegExp(`^(/-/w/(${NAME}))(?=[/?]|$)`),
  new RegExp(`^(bearer +)(${NAME})~(.+)$`, 'i'),
  new RegExp(`^(${NAME})\\.localhost(?::\\d+)?$`, 'i'),
]

export const isWorldName = (name: string): boolean => NAMED.test(name)

export interface WorldSelection {
  name: string
  /** What the client writes before the paths of the world; empty for most. */
  prefix: string
  /** The header `Host` as the client sent it. */
  host: string
}

/**
 * Selects the world of a request and removes the selection from it. URLs in responses are made from the header `Host`, so
 * that gets the prefix; paths in the header `Location` get it from `keepPrefix`.
 */
export function selectWorld(request: IncomingMessage): WorldSelection {
  const { headers } = request
  const { host = 'localhost' } = headers
  const [, prefix = '', inPath] = (request.url?.startsWith('/-/w/') && PATH.exec(request.url)) || []
  if (prefix) {
    const rest = (request.url ?? '').slice(prefix.length)
    request.url = rest.startsWith('/') ? rest : `/${rest}`
    headers.host = `${host}${prefix}`
  }
  const inToken = takeFromToken(request)
  const inHost = host.includes('.') ? HOST.exec(host)?.[1]?.toLowerCase() : undefined
  return { name: inPath ?? inToken ?? inHost ?? DEFAULT_WORLD, prefix, host }
}

/** Removes the name of a world from the token, and returns it. */
function takeFromToken({ headers }: IncomingMessage): string | undefined {
  const { authorization = '' } = headers
  const [, scheme = '', name, token = ''] = (authorization.includes('~') && TOKEN.exec(authorization)) || []
  if (name !== undefined) {
    headers.authorization = `${scheme}${token}`
    return name
  }
  const [, basic] = /^basic +(\S+)$/i.exec(authorization) ?? []
  const text = basic && Buffer.from(basic, 'base64').toString()
  const [, , inBasic, rest = ''] = (text && TOKEN.exec(`bearer ${text}`)) || []
  if (inBasic !== undefined) headers.authorization = `Basic ${Buffer.from(rest).toString('base64')}`
  return inBasic
}

/** The header with the name of the world. */
const WORLD_HEADER = 'X-Workloom-Emulator'

/**
 * Adds the name of the world to a response, and the prefix to a path in its header `Location`. The name joins the headers
 * of `writeHead`: Node.js takes a slow way for responses with headers from before.
 */
export function showWorld(response: ServerResponse, { name, prefix }: Pick<WorldSelection, 'name' | 'prefix'>): void {
  const writeHead = response.writeHead as WriteHead
  response.writeHead = ((status: number, reason: unknown, headers: unknown) => {
    const given = headers ?? reason
    if (Array.isArray(given)) given.push(WORLD_HEADER, name)
    else response.setHeader(WORLD_HEADER, name)
    if (prefix !== '') keepPrefix(response, given, prefix)
    return writeHead.call(response, status, reason, headers)
  }) as ServerResponse['writeHead']
}

function keepPrefix(response: ServerResponse, headers: unknown, prefix: string): void {
  if (Array.isArray(headers)) {
    const at = headers.findIndex((name, index) => index % 2 === 0 && String(name).toLowerCase() === 'location')
    if (at >= 0) headers[at + 1] = withPrefix(String(headers[at + 1]), prefix)
  } else if (typeof headers === 'object' && headers !== null && 'location' in headers) {
    headers.location = withPrefix(String(headers.location), prefix)
  }
  const location = response.getHeader('location')
  if (location !== undefined) response.setHeader('location', withPrefix(String(location), prefix))
}

const withPrefix = (location: string, prefix: string): string =>
  /^\/(?!\/)/.test(location) ? `${prefix}${location}` : location
