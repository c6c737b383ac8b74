/**
 * The environment of a soak test: instances of the real program, each a process, with `--verify-cache`; a separate store
 * for changes that no client of the API can make; and a function that sends requests at a limited rate and counts them.
 */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { changeCapture } from '../../src/events/change_capture.ts'
import { createToken } from '../../src/identity/tokens.ts'
import { createUser, createWorkspace, join, type Role } from '../../src/resources/people/rules/join.ts'
import type { Store } from '../../src/store/db.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { type CleanupScope, folderFor, type RunningServer, startProgram } from '../../test/harness/program.ts'
import type { Json } from '../../test/harness/world.ts'
import { startPostgres } from '../postgres.ts'

export interface SoakOptions {
  engine: 'sqlite' | 'postgres'
  instances: number
  /** The maximum number of requests a second. */
  rate: number
}

export interface Caller {
  gid: string
  token: string
}

export interface Reply {
  status: number
  /** The body as it was received. */
  text: string
  /** Its member `data`. */
  data: Json
}

export interface Counts {
  requests: number
  writes: number
  rightsChanges: number
  /** Responses 503 and 429, and requests without a response. */
  retries: number
  /** Other responses from 500 on. */
  failures: number
  leaks: number
  stale: number
}

export interface Stage {
  counts: Counts
  store: Store
  workspace: number
  /** The number of instances. */
  instances: number
  admin: Caller
  person(name: string, role?: Role): Promise<Caller>
  /** Sends an instance one request. Status 0 without a response. */
  ask(instance: number, who: Caller, method: string, path: string, data?: Json): Promise<Reply>
  /** Prints a violation and counts it. */
  report(what: 'leaks' | 'stale', text: string): void
  /** The logged causes of unexpected responses, each with its lines. */
  causes(): Map<string, string[]>
  end(): Promise<void>
}

const LIMITS = ['minute', 'search', 'jobs', 'reads', 'writes', 'cost', 'session-cost', 'person']
const KEY = 'a key of thirty-two characters..'
/** Milliseconds after which a request counts as unanswered. */
const TIMEOUT_MS = 60_000
/** Distinguishes the gids of the store next to the instances. */
const NODE = 31

/** Creates a data location: the arguments by which the program finds it, and a store on it. */
async function openLocation(
  scope: CleanupScope,
  engine: SoakOptions['engine'],
): Promise<[args: string[], store: Store]> {
  if (engine === 'sqlite') {
    const folder = folderFor(scope)
    return [['--data', folder], await openSqlite({ folder, clock: Date.now, node: NODE, capture: changeCapture })]
  }
  const server = await startPostgres()
  if ('missing' in server) throw new Error(server.missing)
  scope.after(() => server.stop())
  return [
    ['--database-url', server.url],
    await openPostgres({ url: server.url, connections: 3, capture: changeCapture }),
  ]
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

function sendRequest(url: string, { token }: Caller, method: string, path: string, data?: Json): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  const failed = () => resolve({ status: 0, text: '', data: {} })
  const headers = { authorization: `Bearer ${token}`, ...(data && { 'content-type': 'application/json' }) }
  const sending = request(`${url}/api/1.0${path}`, { agent, method, headers, timeout: TIMEOUT_MS }, answer => {
    let text = ''
    answer.setEncoding('utf8').on('data', more => (text += more))
    answer.on('error', failed).on('end', () => {
      const body = text.startsWith('{') ? (JSON.parse(text) as Json) : {}
      resolve({ status: answer.statusCode ?? 0, text, data: body.data ?? {} })
    })
  })
  sending.on('error', failed).on('timeout', () => sending.destroy())
  sending.end(data && JSON.stringify({ data }))
  return promise
}

/** Limits the requests to this number a second, one after another. */
function gate(rate: number): () => Promise<void> {
  let next = 0
  return async () => {
    const now = performance.now()
    next = Math.max(next + 1000 / rate, now - 200)
    if (next > now) await pause(next - now)
  }
}

export async function openStage(options: SoakOptions): Promise<Stage> {
  const ends: (() => unknown)[] = []
  const scope: CleanupScope = { after: end => void ends.unshift(end) }
  const end = async () => {
    for (const one of ends.splice(0)) await one()
  }
  try {
    return { ...(await createStage(scope, options)), end }
  } catch (error) {
    await end()
    throw error
  }
}

async function startInstances(
  scope: CleanupScope,
  locationArgs: string[],
  instances: number,
): Promise<RunningServer[]> {
  const args = [...locationArgs, '--key', KEY, '--verify-cache', ...LIMITS.flatMap(name => [`--limit-${name}`, 'off'])]
  const running: RunningServer[] = []
  while (running.length < instances) running.push(await startProgram(scope, args))
  return running
}

/** The causes that instances have logged, without their variable parts. */
function causesIn(running: readonly RunningServer[]): Map<string, string[]> {
  const causes = new Map<string, string[]>()
  for (const line of running.flatMap(({ output }) => (output.out + output.err).split('\n'))) {
    const [, cause] = /"cause":"(?:Error: )?([^:.(\\"]*)/.exec(line) ?? []
    if (cause !== undefined) causes.set(cause, [...(causes.get(cause) ?? []), line])
  }
  return causes
}

async function createStage(scope: CleanupScope, options: SoakOptions): Promise<Omit<Stage, 'end'>> {
  const [locationArgs, store] = await openLocation(scope, options.engine)
  scope.after(store.close)
  const workspace = await store.write(tx =>
    createWorkspace(tx, { name: 'Soak', domains: ['example.com'], plan: 'enterprise' }),
  )
  const person: Stage['person'] = (name, role = {}) =>
    store.write(async tx => {
      const gid = await createUser(tx, { name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com` })
      await join(tx, gid, workspace, role)
      return { gid: String(gid), token: await createToken(tx, gid, 'soak') }
    })
  const admin = await person('Admin', { is_admin: true })
  const running = await startInstances(scope, locationArgs, options.instances)
  const counts = { requests: 0, writes: 0, rightsChanges: 0, retries: 0, failures: 0, leaks: 0, stale: 0 }
  const waitForTurn = gate(options.rate)
  return {
    ...{ counts, store, workspace, instances: running.length, admin, person },
    async ask(instance, who, method, path, data) {
      await waitForTurn()
      const url = running[instance % running.length]?.url ?? ''
      const reply = await sendRequest(url, who, method, path, data)
      counts.requests++
      if (method !== 'GET') counts.writes++
      if ([0, 429, 503].includes(reply.status)) counts.retries++
      else if (reply.status >= 500) {
        counts.failures++
        console.log(`FAILURE ${reply.status} of ${method} ${path}: ${reply.text.slice(0, 300)}`)
      }
      return reply
    },
    report(what, text) {
      counts[what]++
      console.log(`${what.toUpperCase()} ${text}`)
    },
    causes: () => causesIn(running),
  }
}
