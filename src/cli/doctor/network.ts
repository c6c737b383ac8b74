/** What `doctor` looks at around the server: its address, the proxies before it, mail, and the shared limits. */

import { causeOf } from '../../lib/errors.ts'
import { pingRedis } from '../../store/counters/redis_ping.ts'
import { servedAt } from '../../store/queries/instances/address.ts'
import { isHeld } from '../../store/sqlite.ts'
import { bad, doubtful, type Finding, good, type Scene } from './check.ts'
import { verifyMail } from './mail_check.ts'

/** Milliseconds that a server is given to answer. */
const TIMEOUT_MS = 5_000

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Where the server says that it is reached; undefined when none runs. */
async function announced({ look, place, now }: Scene): Promise<string | undefined> {
  if (!look || ('folder' in place && !isHeld(place.folder))) return undefined
  return servedAt(look.read, (await look.server?.())?.now ?? now)
}

export async function checkAddress(scene: Scene): Promise<Finding> {
  const { publicUrl } = scene.settings
  const served = await announced(scene)
  const url = publicUrl ?? served
  if (url === undefined) return doubtful('no server runs on this store', 'start one: workloom serve')
  const wrong = await unreachable(url)
  if (wrong !== undefined) {
    const todo =
      served === undefined ? 'start the server' : 'look at DNS, at the proxy, and whether this machine may reach it'
    return bad(`${url} does not answer as Workloom (${wrong})`, todo)
  }
  if (served !== undefined && served !== url) {
    return doubtful(
      `${url} answers, but the server that runs writes ${served} into links`,
      `give it --public-url ${url}`,
    )
  }
  const { hostname, protocol } = new URL(url)
  if (LOOPBACK.test(hostname)) {
    return doubtful(
      `${url} answers, to this machine alone`,
      'for others, put a proxy with TLS before it, and tell --public-url',
    )
  }
  return protocol === 'https:'
    ? good(`${url} answers`)
    : doubtful(`${url} answers without TLS`, 'put a proxy with TLS before it: tokens and passwords travel as they are')
}

/** Why the address does not lead to a server of this program; undefined when it does. */
async function unreachable(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
    const text = await response.text()
    return response.ok && /^\{"status":"ok"\}$/.test(text.slice(0, 100)) ? undefined : `it answers ${response.status}`
  } catch (error) {
    return (causeOf(error) as Error).message
  }
}

export function checkProxies({ settings: { trustedProxies, publicUrl } }: Scene): Finding {
  const wide = trustedProxies.filter(network => Number(network.split('/')[1] ?? 128) < 8)
  if (wide.length > 0) {
    return bad(
      `${wide.join(', ')} is believed, which is nearly everybody`,
      'name the addresses of proxies in --trusted-proxies',
    )
  }
  if (publicUrl?.startsWith('https:') && trustedProxies.length === 0) {
    return doubtful(
      'people come by TLS, and no proxy is believed',
      'name the proxy in --trusted-proxies: all people share its address when wrong passwords are counted',
    )
  }
  return good(trustedProxies.length === 0 ? 'none is believed' : `${trustedProxies.join(', ')} believed`)
}

export async function checkMail({ settings: { mail } }: Scene): Promise<Finding> {
  if (!mail) return doubtful('no mail server', 'links are shown and printed instead; --smtp-url sends them')
  const { host } = new URL(mail.url)
  const wrong = await verifyMail(mail.url, TIMEOUT_MS).then(() => undefined, reasonOf)
  return wrong === undefined
    ? good(`${host} takes mail`)
    : bad(`${host} takes no mail (${wrong})`, 'look at --smtp-url')
}

export async function checkRedis({ settings: { redisUrl } }: Scene): Promise<Finding | undefined> {
  if (redisUrl === undefined) return undefined
  const { host } = new URL(redisUrl)
  const wrong = await pingRedis(redisUrl, TIMEOUT_MS).then(() => undefined, reasonOf)
  return wrong === undefined
    ? good(`${host} answers`)
    : bad(`${host} does not answer (${wrong})`, 'start it, or look at --redis-url; limits hold by parts meanwhile')
}

const reasonOf = (error: unknown): string =>
  String((causeOf(error) as Error).message)
    .replace(/\s+/g, ' ')
    .slice(0, 200)
