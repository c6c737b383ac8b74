/**
 * The settings of the program, from options and environment variables.
 *
 * Each option `--some-name` is also the variable `WORKLOOM_SOME_NAME`. Each variable can be replaced by `…_FILE`, the path
 * of a file with the value, so that a secret need not be in the environment. The command line takes precedence. Every
 * error is one sentence that names the option or the variable as it was written.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type FilesLocation, temporaryFolder } from '../files/location.ts'
import { DEFAULT_SYNC_TOKEN_HOURS } from '../graph/sync_tokens.ts'
import { defaultConnectionLimits } from '../http/connections/listener.ts'
import { DEFAULT_AUDIT_DAYS } from '../jobs/prune_audit.ts'
import type { LimitName } from '../limits/sizes.ts'
import type { LogLevel } from '../observe/log.ts'
import { cleanText } from '../observe/redact.ts'
import type { DataLocation } from '../store/transfer/location.ts'
import { type CallSettings, callSettings } from './call.ts'
import { type EmulatorSettings, emulatorOf } from './emulator.ts'
import { type CommandOption, OPTIONS, type OptionName, usageError } from './options.ts'
import {
  address,
  bytes,
  count,
  days,
  email,
  factor,
  filesLocation,
  flag,
  gid,
  hours,
  key,
  level,
  limit,
  list,
  mailServer,
  type OptionValue,
  plan,
  port,
  postgres,
  proxies,
  redis,
  text,
  token,
} from './values.ts'

/** The location of the data: a folder, a PostgreSQL database, or the memory of the server. */
export type StoreLocation = DataLocation | 'memory'

/** The settings. An option that the command does not take has its default. */
export interface Settings {
  host: string
  port: number
  location: StoreLocation
  /** The maximum of pooled database connections. */
  databaseConnections: number
  /** The storage of files, and the maximum of all files of an organization, in bytes. */
  files: FilesLocation
  filesQuota: number | null
  /** The files of the source and the target of a move, and whether a backup leaves files out. */
  fromFiles: FilesLocation | undefined
  toFiles: FilesLocation | undefined
  withoutFiles: boolean
  /** The words of the command line that are no options, as many as the command takes. */
  operands: readonly string[]
  /** The number of instances on this machine. */
  workers: number
  /** The source and the target of a transfer: a folder, a database, or a file. */
  from: string | undefined
  to: string | undefined
  publicUrl: string | null
  email: string | undefined
  name: string | undefined
  /** The gid of an object. */
  gid: number | undefined
  organization: string
  plan: string | undefined
  json: boolean
  /** The scopes of a service account: `all`, or names. */
  scopes: string[]
  /** The key that seals secrets and signs tokens; undefined for the one in the folder. */
  key: string | undefined
  /** The file, option or variable that has the key. */
  keySource: string | undefined
  /** The key may differ from the recorded one. */
  newKey: boolean
  /** Data may be used that was moved away. */
  movedAnyway: boolean
  trustedProxies: string[]
  mail: { url: string; from: string | undefined } | null
  /** Sizes of the limits: null is off, undefined is the default. */
  limits: Record<LimitName | 'person', number | null | undefined>
  /** The maximum of open client connections. */
  maxConnections: number
  rateLimitHeaders: boolean
  verifiesCache: boolean
  /** The Valkey or Redis in which instances share the limits, instead of the database. */
  redisUrl: string | undefined
  /** The retention of the audit log. */
  auditDays: number
  /** The file to which its entries are appended. */
  auditFile: string | undefined
  /** The hours for which sync tokens stay valid. */
  eventsHours: number
  /** Webhooks may reach private addresses. */
  allowPrivateTargets: boolean
  /** The emulator; null for a server. */
  emulator: EmulatorSettings | null
  logLevel: LogLevel
  /** The separate port of the metrics. */
  metricsPort: number | undefined
  /** The bearer token of the metrics. */
  metricsToken: string | undefined
  /** The request of a command that calls a server. */
  call: CallSettings
}

/** The files of an installation, next to its data: a database has them in the default folder. */
export const filesOf = (location: StoreLocation): FilesLocation => ({
  folder: location === 'memory' ? temporaryFolder() : join('folder' in location ? location.folder : './data', 'files'),
})

/** The default name of an organization. */
export const DEFAULT_ORGANIZATION = 'My organization'

type OptionValues = Partial<Record<OptionName, OptionValue>>

type Environment = Record<string, string | undefined>

/**
 * Reads the options in `names`, and `operands`, from the command line and the environment. Throws a CommandError.
 */
export function settingsFrom(
  names: readonly OptionName[],
  args: string[],
  environment: Environment,
  operands: readonly string[] = [],
): Settings {
  const { line, words } = readArguments(names, args, operands)
  const variables = readVariables(names, environment)
  const given: OptionValues = { ...variables, ...line }
  const main = port(given.port) ?? 8080
  const workers = count(given.workers, 31) ?? 1
  const location = locationOf(line) ?? locationOf(variables) ?? { folder: './data' }
  const host = text(given.host) ?? '127.0.0.1'
  const emulator = emulatorOf(given, { host, isInMemory: location === 'memory', workers })
  return {
    ...{ host, port: main, location, emulator },
    ...{ files: filesLocation(given.files) ?? filesOf(location), filesQuota: bytes(given['files-quota']) ?? null },
    databaseConnections: count(given['database-connections'], 1000) ?? 10,
    ...{ workers, operands: words },
    ...transferSettings(given),
    publicUrl: address(given['public-url']) ?? null,
    ...{ email: email(given.email), name: text(given.name), gid: gid(given.gid) },
    organization: text(given.organization) ?? DEFAULT_ORGANIZATION,
    ...{ plan: plan(given.plan), json: flag(given.json) },
    ...{ scopes: list(given.scopes), key: key(given.key), keySource: sourceOf(given.key, environment) },
    ...{ newKey: flag(given['new-key']), movedAnyway: flag(given['moved-anyway']) },
    ...{ trustedProxies: proxies(given['trusted-proxies']), mail: mail(given), limits: limits(given) },
    maxConnections: count(given['max-connections'], 1_000_000) ?? defaultConnectionLimits.maxOpen,
    ...{ rateLimitHeaders: flag(given['rate-limit-headers']), verifiesCache: flag(given['verify-cache']) },
    redisUrl: redis(given['redis-url']),
    ...{ auditDays: days(given['audit-days']) ?? DEFAULT_AUDIT_DAYS, auditFile: text(given['audit-file']) },
    eventsHours: hours(given['events-hours']) ?? DEFAULT_SYNC_TOKEN_HOURS,
    allowPrivateTargets: flag(given['allow-private-targets']),
    logLevel: level(given['log-level']) ?? 'info',
    metricsPort: metricsPort(given['metrics-port'], main, workers),
    metricsToken: token(given['metrics-token']),
    call: callSettings(given),
  }
}

const transferSettings = (
  given: OptionValues,
): Pick<Settings, 'from' | 'to' | 'fromFiles' | 'toFiles' | 'withoutFiles'> => ({
  ...{ from: transferLocation(given.from), to: transferLocation(given.to) },
  ...{ fromFiles: filesLocation(given['from-files']), toFiles: filesLocation(given['to-files']) },
  withoutFiles: flag(given['without-files']),
})

/** The file of a value, or else the option or variable that has it. */
function sourceOf(given: OptionValue | undefined, environment: Environment): string | undefined {
  const file = given?.source.endsWith('_FILE') && environment[given.source]
  return file ? resolve(file) : given?.source
}

/** The source or the target of a transfer. */
const transferLocation = (given: OptionValue | undefined): string | undefined =>
  given && /^postgres(?:ql)?:/.test(given.text) ? postgres(given) : text(given)

function mail(given: OptionValues): Settings['mail'] {
  const url = mailServer(given['smtp-url'])
  return url === undefined ? null : { url, from: text(given['mail-from']) }
}

const limits = (given: OptionValues): Settings['limits'] => ({
  minute: limit(given['limit-minute']),
  search: limit(given['limit-search']),
  jobs: limit(given['limit-jobs']),
  reads: limit(given['limit-reads']),
  writes: limit(given['limit-writes']),
  cost: limit(given['limit-cost']),
  sessionCost: limit(given['limit-session-cost']),
  person: factor(given['limit-person']),
})

/** The first port of the metrics. Each worker uses one, and none may be that of the API. 0 picks free ones. */
function metricsPort(given: OptionValue | undefined, main: number, workers: number): number | undefined {
  const first = port(given)
  if (!first) return first
  const last = first + workers - 1
  if (last <= 65535 && (main < first || main > last)) return first
  const all = last > first ? `${first} to ${last}, one for each worker` : String(first)
  throw usageError(`${given?.source} takes the port ${all}, up to 65535, and ${main} is for the API.`)
}

function readArguments(
  names: readonly OptionName[],
  args: string[],
  operands: readonly string[],
): { line: OptionValues; words: string[] } {
  const { values, positionals } = parsedArguments(names, args, operands.length > 0)
  if (positionals.length !== operands.length) {
    throw usageError(`The command takes ${operands.join(' ')}, and got ${positionals.length}; see --help.`)
  }
  const line = Object.entries(values).map(([name, value]) => {
    const all = Array.isArray(value) ? { all: value.map(String) } : {}
    return [name, { text: String(value), source: `--${name}`, ...all }]
  })
  return { line: Object.fromEntries(line), words: positionals }
}

function parsedArguments(names: readonly OptionName[], args: string[], allowPositionals: boolean) {
  const options = Object.fromEntries(
    names.map(name => {
      const { value, short, isList }: CommandOption = OPTIONS[name]
      const type = value ? ('string' as const) : ('boolean' as const)
      return [name, { type, ...(short && { short }), ...(isList && { multiple: true }) }]
    }),
  )
  try {
    return parseArgs({ args, options, strict: true, allowPositionals })
  } catch (error) {
    // The messages of the parser end with advice that does not apply here.
    const [first = ''] = error instanceof Error ? error.message.split(/\. |\n/) : []
    throw usageError(`${cleanText(first.replace(/\.$/, ''))}; see --help.`)
  }
}

function readVariables(names: readonly OptionName[], environment: Environment): OptionValues {
  const found: OptionValues = {}
  for (const name of names) {
    const variable = `WORKLOOM_${name.toUpperCase().replaceAll('-', '_')}`
    const file = environment[`${variable}_FILE`]
    const text = environment[variable]
    // An empty variable counts as unset: container tools cannot express the difference.
    if (text) found[name] = { text, source: variable }
    else if (file) found[name] = { text: readValueFile(file, `${variable}_FILE`), source: `${variable}_FILE` }
  }
  return found
}

function readValueFile(path: string, from: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw usageError(`${from} names the file ${path}, which cannot be read.`)
  }
}

/** The command line, and likewise the environment, may name only one location: two of them are a mistake. */
function locationOf(source: OptionValues): StoreLocation | undefined {
  const memory = flag(source.memory) ? source.memory : undefined
  const { data, 'database-url': database } = source
  const [first, second] = [data, database, memory].filter(given => given !== undefined)
  if (first && second) throw usageError(`${first.source} and ${second.source} exclude each other: give one of them.`)
  if (database) return { database: postgres(database) }
  if (memory) return 'memory'
  return data && { folder: text(data) ?? '' }
}
