/** The checks of `doctor` for the network: public address, proxies, mail server, and Redis. */

import { causeOf } from '../../lib/errors.ts'
import { pingRedis } from '../../store/counters/redis_ping.ts'
import { servingAddress } from '../../store/queries/instances/address.ts'
import { isFolderLocked } from '../../store/sqlite.ts'
import { bad, type CheckContext, doubtful, type Finding, good } from './check.ts'
import { verifyMail } from './mail_check.ts'

/** For the answer of a server. */
const TIMEOUT_MS = 5_000

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** The address that the server announced; undefined when none runs. */
async function announced({ look, place, now }: CheckContext): Promise<string | undefined> {
  if (!look || ('folder' in place && !isFolderLocked(place.folder))) return undefined
  return servingAddress(look.read, (await look.server?.())?.now ?? now)
}

export async function checkAddress(scene: CheckContext): Promise<Finding> {
  const { publicUrl } = scene.settings
  const served = await announced(scene)
  const url = publicUrl ?? served
  if (url === undefined) return doubtful('no server is running on this store', 'start one: workloom serve')
  const wrong = await unreachable(url)
  if (wrong !== undefined) {
    const todo = served === undefined ? 'start the server' : 'check DNS, the proxy, and the firewall of this machine'
    return bad(`${url} does not answer as Workloom (${wrong})`, todo)
  }
  if (served !== undefined && served !== url) {
    return doubtful(
      `${url} answers, but the running server writes ${served} into links`,
      `start it with --public-url ${url}`,
    )
  }
  const { hostname, protocol } = new URL(url)
  if (LOOPBACK.test(hostname)) {
    return doubtful(
      `${url} answers, but only to this machine`,
      'for others, add a proxy with TLS, and set --public-url',
    )
  }
  return protocol === 'https:'
    ? good(`${url} answers`)
    : doubtful(`${url} answers without TLS`, 'add a proxy with TLS: tokens and passwords are sent in plain text')
}

/** The reason why the address does not lead to a Workloom server; undefined if it does. */
async function unreachable(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
    const text = await response.text()
    return response.ok && /^\{"status":"ok"\}$/.test(text.slice(0, 100)) ? undefined : `it answers ${response.status}`
  } catch (error) {
    return (causeOf(error) as Error).message
  }
}

export function checkProxies({ settings: { trustedProxies, publicUrl } }: CheckContext): Finding {
  const wide = trustedProxies.filter(network => Number(network.split('/')[1] ?? 128) < 8)
  if (wide.length > 0) {
    return bad(
      `${wide.join(', ')} is trusted, which is nearly every address`,
      'name only the addresses of proxies in --trusted-proxies',
    )
  }
  if (publicUrl?.startsWith('https:') && trustedProxies.length === 0) {
    return doubtful(
      'people connect with TLS, and no proxy is trusted',
      'name the proxy in --trusted-proxies: without that, all people share its address and its limits for sign-in attempts',
    )
  }
  return good(trustedProxies.length === 0 ? 'none is trusted' : `${trustedProxies.join(', ')} trusted`)
}

export async function checkMail({ settings: { mail } }: CheckContext): Promise<Finding> {
  if (!mail) return doubtful('no mail server', 'links are shown and printed instead; set --smtp-url to send them')
  const { host } = new URL(mail.url)
  const wrong = await verifyMail(mail.url, TIMEOUT_MS).then(() => undefined, reasonOf)
  return wrong === undefined
    ? good(`${host} accepts e-mail`)
    : bad(`${host} does not accept e-mail (${wrong})`, 'check --smtp-url')
}

export async function checkRedis({ settings: { redisUrl } }: CheckContext): Promise<Finding | undefined> {
  if (redisUrl === undefined) return undefined
  const { host } = new URL(redisUrl)
  const wrong = await pingRedis(redisUrl, TIMEOUT_MS).then(() => undefined, reasonOf)
  return wrong === undefined
    ? good(`${host} answers`)
    : bad(
        `${host} does not answer (${wrong})`,
        'start it, or check --redis-url; meanwhile each instance enforces its part of the limits',
      )
}

const reasonOf = (error: unknown): string =>
  String((causeOf(error) as Error).message)
    .replace(/\s+/g, ' ')
    .slice(0, 200)
