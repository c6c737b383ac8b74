/** Runs the emulator: reads the seed, prints what a client needs, and stops with its parent. */
import { readFileSync } from 'node:fs'
import type { EmulatorSettings } from '../../config/emulator.ts'
import { usageError } from '../../config/options.ts'
import type { Settings } from '../../config/settings.ts'
import { INSTANT_RULE, instantOf } from '../../emulator/control/input.ts'
import { showWorld } from '../../emulator/control/worlds.ts'
import { createEmulator, type Emulator } from '../../emulator/emulator.ts'
import { defaultFolder } from '../../emulator/tls/folder.ts'
import { type ClockState, heldAt, realTime } from '../../emulator/world/clock.ts'
import { DEFAULT_SETTINGS } from '../../emulator/world/settings.ts'
import { BUILT_IN_SEED, parseSeed, type Seed } from '../../exchange/seed/seed.ts'
import type { LimitOverrides } from '../../limits/sizes.ts'
import { createLog } from '../../observe/log.ts'
import type { ProgramContext } from '../command.ts'
import { listen } from '../listen.ts'

/** Equal in all processes, so that what is signed in one is valid in the next. It protects nothing. */
const KEY = 'the key of every emulator: not a secret'

/** How often the emulator looks whether its parent still runs. */
const PARENT_INTERVAL_MS = 250

export async function serveEmulator(emulator: EmulatorSettings, settings: Settings, program: ProgramContext) {
  const stopped = program.stopped()
  const seed = seedOf(emulator.seed)
  const initialClock = clockOf(emulator.clock, program)
  const { host, port, key = KEY, logLevel: level, publicUrl, json } = settings
  const log = createLog({ clock: program.clock, level, write: program.printError })
  const running = await createEmulator({
    ...{ version: program.version, clock: program.clock, log, key, seed, initialClock, publicUrl },
    ...{ seedName: emulator.seed ?? 'built-in', allowsNetwork: emulator.allowsNetwork, maxWorlds: emulator.maxWorlds },
    ...{ requestsKept: emulator.requestsKept, emptyStore: program.emptyStore },
    tls: emulator.tls && {
      folder: emulator.tls.folder ?? defaultFolder(program.environment),
      hosts: emulator.tls.hosts,
    },
    settings: { ...DEFAULT_SETTINGS, limits: limitsOf(settings), strictness: emulator.strictness },
    createApp: parts => program.createApp({ ...appSettings(settings, program), ...parts, log }),
  })
  try {
    const url = await listen(running, host, port)
    const secure = await listenWithTls(running, host, emulator.tls?.port)
    const start = { ...startOf(running, url), ...(secure !== undefined && { tls: secure }) }
    program.print(json ? JSON.stringify(start) : describe(running, url, program))
    await Promise.race([stopped, parentExited(emulator.parent)])
  } finally {
    await running.close()
  }
}

/** The address with TLS; undefined if there is none. */
async function listenWithTls(running: Emulator, host: string, port: number | null | undefined) {
  if (port === null || port === undefined) return undefined
  const app = {
    listen: async (where: { host: string; port: number }) => `http://localhost:${await running.listenWithTls(where)}`,
  }
  const { port: bound } = new URL(await listen(app, host, port, '--tls-port'))
  return `https://localhost:${bound}`
}

/** The parts of a server that all worlds share. */
const appSettings = (settings: Settings, { web }: ProgramContext) => ({
  ...{ web, filesQuota: settings.filesQuota, trustedProxies: [], limits: settings.limits, counters: null },
  ...{ rateLimitHeaders: settings.rateLimitHeaders, eventsHours: settings.eventsHours, metricsToken: undefined },
  ...{ verifiesCache: settings.verifiesCache, connections: { maxOpen: settings.maxConnections } },
  ...{ observer: { metrics: null, traces: null }, logsRequests: settings.logLevel === 'debug', hints: false },
  announce() {},
})

/** The sizes that the operator gave, without the others. */
function limitsOf({ limits }: Settings): string | LimitOverrides {
  const given = Object.entries(limits).filter(([, size]) => size !== undefined)
  return given.length > 0 && given.every(([, size]) => size === null) ? 'off' : Object.fromEntries(given)
}

function seedOf(file: string | undefined): Seed {
  if (file === undefined) return BUILT_IN_SEED
  const parsed = parseSeed(readSeed(file), /\.json$/i.test(file) ? 'json' : 'yaml', file)
  if ('seed' in parsed) return parsed.seed
  throw usageError(`The seed is invalid:\n${parsed.errors.map(({ message }) => message).join('\n')}`)
}

function readSeed(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageError(`--seed names the file ${file}, which cannot be read: ${(error as Error).message}.`)
  }
}

function clockOf(text: string | undefined, { clock }: ProgramContext): ClockState | null {
  if (text === undefined) return null
  if (text === 'real') return realTime
  const at = text === 'held' ? clock() : instantOf(text)
  if (at === undefined) throw usageError(`--clock must be real, held, or ${INSTANT_RULE}, not ${JSON.stringify(text)}.`)
  return heldAt(at)
}

/** What a program needs to use the emulator. */
function startOf({ world }: Emulator, url: string) {
  const { api, workspace, tokens, gids } = showWorld(url, world)
  return {
    url,
    api,
    emulator: `${url}/-/emulator`,
    workspace,
    tokens,
    gids,
    clock: new Date(world.clock.now()).toISOString(),
  }
}

function describe({ world }: Emulator, url: string, { version }: ProgramContext): string {
  const tokens = Object.entries(world.seeded.tokens).map(([key, token]) => `  ${key.padEnd(22)} ${token}`)
  const [first = 'TOKEN'] = Object.values(world.seeded.tokens)
  return `The emulator of Workloom ${version} listens on ${url}; nothing in it is kept

Tokens:

${tokens.join('\n')}

Try it:

  curl -H 'Authorization: Bearer ${first}' ${url}/api/1.0/users/me
  curl -X POST ${url}/-/emulator/reset
`
}

/** Resolves when the parent has exited; never without one. */
function parentExited(pid: number | undefined): Promise<void> {
  return new Promise(resolve => {
    if (pid !== undefined) setInterval(() => isRunning(pid) || resolve(), PARENT_INTERVAL_MS).unref()
  })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user runs, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
