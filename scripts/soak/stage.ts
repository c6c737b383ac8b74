/**
 * What a soak runs on: instances of the real program, each a process, with `--check-shown`; a store beside them, by which people
 * are made and what no client of the API can do is done; and one way to ask an instance, which keeps to a rate and counts.
 */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { changeCapture } from '../../src/events/change_capture.ts'
import { createToken } from '../../src/identity/tokens.ts'
import { createUser, createWorkspace, join, type Role } from '../../src/resources/people/rules/join.ts'
import type { Store } from '../../src/store/db.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { folderFor, type Running, type Scope, serving } from '../../test/harness/program.ts'
import type { Json } from '../../test/harness/world.ts'
import { startPostgres } from '../postgres.ts'

export interface Wish {
  engine: 'sqlite' | 'postgres'
  instances: number
  /** Requests a second, at most. */
  rate: number
}

export interface Caller {
  gid: string
  token: string
}

export interface Heard {
  status: number
  /** The body as it came. */
  text: string
  /** Its member `data`. */
  data: Json
}

export interface Counts {
  requests: number
  writes: number
  rightsChanges: number
  /** Answers 503 and 429, and requests that were not answered. */
  retries: number
  /** Other answers from 500 on. */
  failures: number
  leaks: number
  stale: number
}

export interface Stage {
  counts: Counts
  store: Store
  workspace: number
  /** How many instances there are. */
  instances: number
  admin: Caller
  person(name: string, role?: Role): Promise<Caller>
  /** Asks an instance once. Status 0 where no answer comes. */
  ask(instance: number, who: Caller, method: string, path: string, data?: Json): Promise<Heard>
  /** Prints what must not be and counts it. */
  found(what: 'leaks' | 'stale', text: string): void
  /** Why instances answered what they should not, each with the lines that say so. */
  causes(): Map<string, string[]>
  end(): Promise<void>
}

const LIMITS = ['minute', 'search', 'jobs', 'reads', 'writes', 'cost', 'person']
const KEY = 'a key of thirty-two characters..'
/** Milliseconds after which a request counts as not answered. */
const PATIENCE = 60_000
/** Distinguishes the gids of the store beside the instances. */
const NODE = 31

/** Opens a place for the data: the arguments by which the program finds it, and a store over it. */
async function placed(scope: Scope, engine: Wish['engine']): Promise<[args: string[], store: Store]> {
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

function sent(url: string, { token }: Caller, method: string, path: string, data?: Json): Promise<Heard> {
  const { promise, resolve } = Promise.withResolvers<Heard>()
  const failed = () => resolve({ status: 0, text: '', data: {} })
  const headers = { authorization: `Bearer ${token}`, ...(data && { 'content-type': 'application/json' }) }
  const asked = request(`${url}/api/1.0${path}`, { agent, method, headers, timeout: PATIENCE }, answer => {
    let text = ''
    answer.setEncoding('utf8').on('data', more => (text += more))
    answer.on('error', failed).on('end', () => {
      const body = text.startsWith('{') ? (JSON.parse(text) as Json) : {}
      resolve({ status: answer.statusCode ?? 0, text, data: body.data ?? {} })
    })
  })
  asked.on('error', failed).on('timeout', () => asked.destroy())
  asked.end(data && JSON.stringify({ data }))
  return promise
}

/** Lets so many through each second, one behind the other. */
function gate(rate: number): () => Promise<void> {
  let next = 0
  return async () => {
    const now = performance.now()
    next = Math.max(next + 1000 / rate, now - 200)
    if (next > now) await pause(next - now)
  }
}

export async function openStage(wish: Wish): Promise<Stage> {
  const ends: (() => unknown)[] = []
  const scope: Scope = { after: end => void ends.unshift(end) }
  const end = async () => {
    for (const one of ends.splice(0)) await one()
  }
  try {
    return { ...(await opened(scope, wish)), end }
  } catch (error) {
    await end()
    throw error
  }
}

async function started(scope: Scope, place: string[], instances: number): Promise<Running[]> {
  const args = [...place, '--key', KEY, '--check-shown', ...LIMITS.flatMap(name => [`--limit-${name}`, 'off'])]
  const running: Running[] = []
  while (running.length < instances) running.push(await serving(scope, args))
  return running
}

/** The causes of what instances have logged, without what is particular to one time. */
function causesIn(running: readonly Running[]): Map<string, string[]> {
  const causes = new Map<string, string[]>()
  for (const line of running.flatMap(({ said }) => (said.out + said.err).split('\n'))) {
    const [, cause] = /"cause":"(?:Error: )?([^:.(\\"]*)/.exec(line) ?? []
    if (cause !== undefined) causes.set(cause, [...(causes.get(cause) ?? []), line])
  }
  return causes
}

async function opened(scope: Scope, wish: Wish): Promise<Omit<Stage, 'end'>> {
  const [place, store] = await placed(scope, wish.engine)
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
  const running = await started(scope, place, wish.instances)
  const counts = { requests: 0, writes: 0, rightsChanges: 0, retries: 0, failures: 0, leaks: 0, stale: 0 }
  const turn = gate(wish.rate)
  return {
    ...{ counts, store, workspace, instances: running.length, admin, person },
    async ask(instance, who, method, path, data) {
      await turn()
      const url = running[instance % running.length]?.url ?? ''
      const heard = await sent(url, who, method, path, data)
      counts.requests++
      if (method !== 'GET') counts.writes++
      if ([0, 429, 503].includes(heard.status)) counts.retries++
      else if (heard.status >= 500) {
        counts.failures++
        console.log(`FAILURE ${heard.status} of ${method} ${path}: ${heard.text.slice(0, 300)}`)
      }
      return heard
    },
    found(what, text) {
      counts[what]++
      console.log(`${what.toUpperCase()} ${text}`)
    },
    causes: () => causesIn(running),
  }
}
