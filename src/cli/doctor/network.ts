/** The checks of `doctor` for the network: public address, proxies, mail server, and Redis. */

import { causeOf } from '../../lib/errors.ts'
import { pingRedis } from '../../store/counters/redis_ping.ts'
import { servingAddress } from '../../store/queries/instances/address.ts'
import { isFolderLocked } from '../../store/sqlite.ts'
import { type CheckContext, type Finding, failure, ok, warning } from './check.ts'
import { verifyMail } from './mail_check.ts'

/** For the answer of a server. */
const TIMEOUT_MS = 5_000

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** The address that the server announced; undefined when none runs. */
async function announced({ inspection, location, now }: CheckContext): Promise<string | undefined> {
  if (!inspection || ('folder' in location && !isFolderLocked(location.folder))) return undefined
  return servingAddress(inspection.read, (await inspection.server?.())?.now ?? now)
}

export async function checkAddress(context: CheckContext): Promise<Finding> {
  const { publicUrl } = context.settings
  const served = await announced(context)
  const url = publicUrl ?? served
  if (url === undefined) return warning('no server is running on this store', 'start one: workloom serve')
  const problem = await unreachable(url)
  if (problem !== undefined) {
    const advice = served === undefined ? 'start the server' : 'check DNS, the proxy, and the firewall of this machine'
    return failure(`${url} does not answer as Workloom (${problem})`, advice)
  }
  if (served !== undefined && served !== url) {
    return warning(
      `${url} answers, but the running server writes ${served} into links`,
      `start it with --public-url ${url}`,
    )
  }
  const { hostname, protocol } = new URL(url)
  if (LOOPBACK.test(hostname)) {
    return warning(`${url} answers, but only to this machine`, 'for others, add a proxy with TLS, and set --public-url')
  }
  return protocol === 'https:'
    ? ok(`${url} answers`)
    : warning(`${url} answers without TLS`, 'add a proxy with TLS: tokens and passwords are sent in plain text')
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
    return failure(
      `${wide.join(', ')} is trusted, which is nearly every address`,
      'name only the addresses of proxies in --trusted-proxies',
    )
  }
  if (publicUrl?.startsWith('https:') && trustedProxies.length === 0) {
    return warning(
      'people connect with TLS, and no proxy is trusted',
      'name the proxy in --trusted-proxies: without that, all people share its address and its limits for sign-in attempts',
    )
  }
  return ok(trustedProxies.length === 0 ? 'none is trusted' : `${trustedProxies.join(', ')} trusted`)
}

export async function checkMail({ settings: { mail } }: CheckContext): Promise<Finding> {
  if (!mail) return warning('no mail server', 'links are shown and printed instead; set --smtp-url to send them')
  const { host } = new URL(mail.url)
  const problem = await verifyMail(mail.url, TIMEOUT_MS).then(() => undefined, reasonOf)
  return problem === undefined
    ? ok(`${host} accepts e-mail`)
    : failure(`${host} does not accept e-mail (${problem})`, 'check --smtp-url')
}

export async function checkRedis({ settings: { redisUrl } }: CheckContext): Promise<Finding | undefined> {
  if (redisUrl === undefined) return undefined
  const { host } = new URL(redisUrl)
  const problem = await pingRedis(redisUrl, TIMEOUT_MS).then(() => undefined, reasonOf)
  return problem === undefined
    ? ok(`${host} answers`)
    : failure(
        `${host} does not answer (${problem})`,
        'start it, or check --redis-url; meanwhile each instance enforces its part of the limits',
      )
}

const reasonOf = (error: unknown): string =>
  String((causeOf(error) as Error).message)
    .replace(/\s+/g, ' ')
    .slice(0, 200)
