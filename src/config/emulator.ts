/**
 * The settings of the emulator, and what it excludes: data that lasts, and networks, unless the operator allows them. No
 * option overrides the first.
 */
import { BlockList, isIP } from 'node:net'
import { type OptionName, usageError } from './options.ts'
import { count, flag, type OptionValue, port, strictness, text } from './values.ts'

export interface EmulatorSettings {
  /** The file of the seed; undefined for the one that is built in. */
  seed: string | undefined
  /** `real`, `held` or an instant; undefined for the clock of the seed. */
  clock: string | undefined
  allowsNetwork: boolean
  maxWorlds: number
  strictness: 'relaxed' | 'warn' | 'strict'
  requestsKept: number
  /** The process with which the emulator exits. */
  parent: number | undefined
  /** Null without TLS. */
  tls: TlsSettings | null
  shell: Shell
}

export interface TlsSettings {
  /** Null if there is no port with TLS, only tunnels. */
  port: number | null
  /** The folder of the authority; undefined for the one of the user. */
  folder: string | undefined
  /** The hosts whose tunnels end in the emulator. */
  hosts: string[]
}

export const SHELLS = ['sh', 'powershell', 'dotenv'] as const

export type Shell = (typeof SHELLS)[number]

/** The options that only the emulator takes. */
export const emulatorOptions = [
  ...(['seed', 'clock', 'emulator-network', 'worlds', 'strictness', 'requests-kept', 'parent'] as const),
  ...(['tls', 'tls-port', 'tls-folder', 'intercept'] as const),
] satisfies OptionName[]

const MAX_PID = 4_194_304

/** The settings; null without the option `--emulator`. Throws a CommandError. */
export function emulatorOf(
  given: Partial<Record<OptionName, OptionValue>>,
  { host, isInMemory, workers }: { host: string; isInMemory: boolean; workers: number },
): EmulatorSettings | null {
  if (!flag(given.emulator)) {
    const [first] = emulatorOptions.flatMap(name => given[name] ?? [])
    if (first) throw usageError(`${first.source} needs --emulator.`)
    return null
  }
  const source = given.emulator?.source
  if (!isInMemory || workers > 1)
    throw usageError(
      `${source} needs --memory, and neither --data, --database-url nor --workers: it must not change real data.`,
    )
  const allowsNetwork = flag(given['emulator-network'])
  if (!isLoopback(host) && !allowsNetwork)
    throw usageError(`The emulator has no protection: to listen on ${host}, allow that with --emulator-network.`)
  return {
    ...{ seed: text(given.seed), clock: text(given.clock), allowsNetwork },
    maxWorlds: count(given.worlds, 1000) ?? 64,
    strictness: strictness(given.strictness) ?? 'warn',
    requestsKept: count(given['requests-kept'], 1_000_000) ?? 10_000,
    parent: count(given.parent, MAX_PID),
    ...{ tls: tlsOf(given), shell: shellOf(given.shell) },
  }
}

function tlsOf(given: Partial<Record<OptionName, OptionValue>>): TlsSettings | null {
  const hasPort = flag(given.tls) || given['tls-port'] !== undefined
  const hosts = hostsOf(given.intercept)
  if (!hasPort && hosts.length === 0) return null
  return { port: hasPort ? (port(given['tls-port']) ?? 8443) : null, folder: text(given['tls-folder']), hosts }
}

const HOST = /^(?:[a-z\d](?:[a-z\d-]{0,62})\.)+[a-z][a-z\d-]{0,62}$/

function hostsOf(given: OptionValue | undefined): string[] {
  const hosts = (text(given)?.toLowerCase() ?? '').split(',').flatMap(host => host.trim() || [])
  const wrong = hosts.find(host => !HOST.test(host))
  if (given && (wrong !== undefined || hosts.length === 0))
    throw usageError(`${given.source} must be names of hosts such as app.asana.com, not ${JSON.stringify(given.text)}.`)
  return hosts
}

function shellOf(given: OptionValue | undefined): Shell {
  const found = SHELLS.find(one => one === (given?.text ?? 'sh'))
  if (found) return found
  throw usageError(`${given?.source} must be one of ${SHELLS.join(', ')}, not ${JSON.stringify(given?.text)}.`)
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6'))
