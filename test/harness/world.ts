/**
 * The smallest world for a test: a store, a server that is called in process, an organization with the domain
 * `example.com`, and people in it. Tests add what they need and state only what matters to them.
 */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type AppOptions, createApp } from '../../src/app.ts'
import { changeCapture } from '../../src/events/change_capture.ts'
import type { Files } from '../../src/files/files.ts'
import { createOperationRunner } from '../../src/http/operations.ts'
import { createMailer as createLetters } from '../../src/identity/mail.ts'
import { createToken } from '../../src/identity/tokens.ts'
import { createJobs } from '../../src/jobs/kinds.ts'
import { notifyByEmail } from '../../src/jobs/notify_by_email.ts'
import type { Worker } from '../../src/jobs/worker.ts'
import { topics } from '../../src/lib/errors.ts'
import { observedStore } from '../../src/observe/observer.ts'
import { createUser, createWorkspace, join, type Role } from '../../src/resources/people/rules/join.ts'
import { createServiceAccount } from '../../src/resources/people/rules/service_account.ts'
import { insert } from '../../src/store/change.ts'
import { openCounterStore } from '../../src/store/counters/open.ts'
import type { Store } from '../../src/store/db.ts'
import type { HttpPost } from '../../src/vocabulary/outbound.ts'
import { openStore } from './engine.ts'
import { memoryFiles } from './files/memory_files.ts'
import { checkAnswers, defaultCatalog } from './openapi/answers.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read responses freely
export type Json = Record<string, any>

export interface Answer {
  status: number
  /** The member `data` of the body. */
  data: Json
  body: Json
  headers: Record<string, string | undefined>
  /** The text of the first error. */
  message: string | undefined
  /** The body as it was sent: numbers have all their digits. */
  text: string
}

/** A client that authenticates as one person. Bodies are given without the `data` wrapper. */
export interface Person {
  gid: string
  email: string
  token: string
  get(path: string): Promise<Answer>
  post(path: string, data?: Json): Promise<Answer>
  put(path: string, data?: Json): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** POSTs and returns the gid of the created object; fails the test when it is refused. */
  create(path: string, data: Json): Promise<string>
}

export interface World {
  app: FastifyInstance
  store: Store
  /** The contents of files. */
  files: Files
  workspace: string
  /** Administrator of the organization, and of the installation. */
  ann: Person
  /** Member of the organization. */
  ben: Person
  /** The time of the program; a test sets it. It advances by `step` at each read; 0 stops it. */
  clock: { now: number; step: number }
  /** The background jobs of the program; idle until a test calls `tick`. */
  jobs: Worker
  /** Log entries of the program. */
  logged: Json[]
  /** Texts that the program printed for its operator. */
  announced: string[]
  /** Creates a person; without a role an ordinary member, with `null` a person outside the organization. */
  person(name: string, role?: Role | null): Promise<Person>
  /** Creates a service account of the organization. */
  service(name: string): Promise<Person>
  /** Sends a request unchanged. */
  send(request: {
    method: string
    url: string
    headers?: Record<string, string>
    payload?: string | Buffer
  }): Promise<Answer>
}

const START_MS = Date.UTC(2026, 0, 5, 9, 0, 0)

/** Tests reach no limit that they did not configure. */
const NO_LIMITS = {
  ...{ minute: null, search: null, jobs: null, reads: null, writes: null },
  ...{ cost: null, sessionCost: null, person: null },
}

/** On a busy machine an instance would stop waiting for the others, and count by itself. */
const COUNTER_TIMEOUT_MS = 60_000

/** Every webhook target accepts everything. */
const acceptEverything: HttpPost = async (_target, headers) => ({
  ...{ status: 200, secret: headers['X-Hook-Secret'] ?? null, text: '', error: null, isRefused: false },
})

/** The options of the program that a test may set. */
type WorldOptions = Partial<Omit<AppOptions, 'store' | 'clock' | 'log' | 'announce'>>

/** Every read of the clock is a millisecond later, so that times differ and tests do not depend on the machine. */
const tickingClock = (clock: World['clock']) => () => {
  clock.now += clock.step
  return clock.now - clock.step
}

/** The world; limits are off, except those in `limits`. */
export async function world({ limits, post = acceptEverything, ...options }: WorldOptions = {}): Promise<World> {
  const clock = { now: START_MS, step: 1 }
  const tick = tickingClock(clock)
  const { observer = { metrics: null, traces: null }, files = memoryFiles() } = options
  const store = observedStore(await openStore({ clock: tick, capture: changeCapture }), observer)
  const logged: Json[] = []
  const log = (line: Json) => void logged.push(line)
  const announced: string[] = []
  const announce = (text: string) => void announced.push(text)
  const catalog = defaultCatalog
  const shared = { store, files, clock: tick, key: 'a key of thirty-two characters..', post, log, catalog }
  const app = await createApp({
    ...shared,
    ...{ publicUrl: null, trustedProxies: [], web: 'none', announce },
    counters: await openCounterStore({ store, redisUrl: undefined }),
    counterTimeoutMs: COUNTER_TIMEOUT_MS,
    limits: { ...NO_LIMITS, ...limits },
    verifiesCache: true,
    ...options,
  })
  checkAnswers(app, options.catalog)
  after(async () => {
    await app.close()
    await store.close()
  })
  const workspace = await store.write(tx =>
    createWorkspace(tx, { name: 'Example', domains: ['example.com'], plan: 'enterprise' }),
  )
  const send: World['send'] = async request => answerOf(await app.inject(request as InjectOptions))
  const { person, service } = accountsOf(store, send, workspace)
  const ann = await person('Ann', { is_admin: true })
  await store.write(tx => insert(tx, 'administrators', { user: Number(ann.gid), created_at: tx.now }))
  const ben = await person('Ben')
  const mailer = createLetters({ mail: options.mail ?? null, announce, log })
  const notify = notifyByEmail(store.read, mailer, log)
  const letters = options.mail ? { deliver: mailer.deliver, linkBaseUrl: () => 'http://localhost' } : null
  const jobs = createJobs({ ...shared, notify, letters, operations: createOperationRunner(shared) })
  const program = { app, store, files, clock, jobs, logged, announced }
  return { ...program, workspace: String(workspace), ann, ben, person, service, send }
}

/** Functions that create accounts in the organization. */
export function accountsOf(
  { write }: Store,
  send: World['send'],
  workspace: number,
): Pick<World, 'person' | 'service'> {
  return {
    async person(name, role = {}) {
      const email = `${name.toLowerCase()}@example.com`
      const [gid, token] = await write(async tx => {
        const user = await createUser(tx, { name, email })
        if (role) await join(tx, user, workspace, role)
        return [user, await createToken(tx, user, 'test')]
      })
      return apiClient(send, { gid: String(gid), email, token })
    },
    async service(name) {
      const terms = { name, scopes: 'all', created_by: null }
      const { gid, token } = await write(tx => createServiceAccount(tx, workspace, terms))
      return apiClient(send, { gid: String(gid), email: '', token })
    },
  }
}

/** A client that authenticates with this token. */
export function apiClient(send: World['send'], who: Pick<Person, 'gid' | 'email' | 'token'>): Person {
  const call = (method: string) => (path: string, data?: Json) => {
    const headers: Record<string, string> = { authorization: `Bearer ${who.token}` }
    if (data !== undefined) headers['content-type'] = 'application/json'
    const payload = data === undefined ? {} : { payload: JSON.stringify({ data }) }
    return send({ method, url: `/api/1.0${path}`, headers, ...payload })
  }
  const post = call('POST')
  const makes = async (path: string, data: Json) => {
    const answer = await post(path, data)
    assert.equal(answer.status, 201, `POST ${path} answered ${answer.status}: ${answer.message}`)
    return answer.data.gid as string
  }
  return { ...who, get: call('GET'), post, put: call('PUT'), delete: call('DELETE'), create: makes }
}

/** The help link of every error must lead to an explanation; four errors have none. */
function checkHelp(status: number, { errors, sync, data }: Json): void {
  const [{ help, phrase }] = errors
  const [origin, topic] = help?.split('/docs/errors#') ?? []
  if (phrase || sync || data) return
  assert.ok(origin, `an error ${status} has no help: ${JSON.stringify(errors)}`)
  assert.match(origin, /^https?:\/\/[^/]+$/)
  assert.ok(topics.includes(topic), `${help} leads nowhere`)
}

export function answerOf(response: { statusCode: number; payload: string; headers: object }): Answer {
  const body = (response.payload ? JSON.parse(response.payload) : {}) as Json
  if (body.errors && !body.schemas) checkHelp(response.statusCode, body)
  return {
    status: response.statusCode,
    body,
    data: body.data,
    headers: response.headers as Record<string, string | undefined>,
    message: body.errors?.[0]?.message,
    text: response.payload,
  }
}
