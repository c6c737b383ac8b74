/**
 * One installation and several instances that take turns with the requests: on PostgreSQL each has a store of its own
 * on the same database. SQLite has one server, so its instances share one store.
 */
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { createApp } from '../../src/app.ts'
import { changeCapture } from '../../src/events/change_capture.ts'
import { createOperationRunner } from '../../src/http/operations.ts'
import { createMailer } from '../../src/identity/mail.ts'
import type { Letters } from '../../src/jobs/inbox/send_notifications.ts'
import { createJobs } from '../../src/jobs/kinds.ts'
import { notifyByEmail } from '../../src/jobs/notify_by_email.ts'
import type { Worker } from '../../src/jobs/worker.ts'
import { createWorkspace } from '../../src/resources/people/rules/join.ts'
import type { Store, Writer } from '../../src/store/db.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { assertGrantsMatch, isPostgres, openStore } from './engine.ts'
import { memoryFiles } from './files/memory_files.ts'
import { checkAnswers } from './openapi/answers.ts'
import { emptyDatabase } from './stores/databases.ts'
import { until } from './until.ts'
import { makeProject } from './work.ts'
import { accountsOf, answerOf, type World } from './world.ts'

/** A world whose clock is that of the store and cannot be stopped. */
export interface Instances extends Omit<World, 'clock'> {
  /** The stores of all instances. */
  stores: Store[]
  /** The job workers of each instance; idle until a test runs them. */
  workers: Worker[]
  /** The bodies that any instance sent to webhook targets. */
  posted: string[]
}

/** The usual number of concurrent calls. */
const DEFAULT_CONCURRENCY = 20

/** Calls `one` many times at once, each with its index. */
export const atOnce = <T>(one: (time: number) => Promise<T>, count = DEFAULT_CONCURRENCY): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, time) => one(time)))

/** The number of responses with each status. */
export function countByStatus(answers: readonly { status: number }[]): Record<number, number> {
  const found: Record<number, number> = {}
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1
  return found
}

/**
 * Runs `work` in a transaction that stays open until each of `others`, which start one after the other, has finished or
 * waits for a lock. On SQLite, which has one writer, they run after it.
 */
export async function whileBlockedBy<T extends unknown[]>(
  store: Store,
  work: (tx: Writer) => Promise<unknown>,
  ...others: { [one in keyof T]: () => Promise<T[one]> }
): Promise<T> {
  const started: Promise<unknown>[] = []
  await store.write(async tx => {
    await work(tx)
    for (const other of others.slice(started.length)) {
      const before = isPostgres ? await countWaiting(store) : 0
      const one = other()
      started.push(one)
      let isOver = false
      void one.catch(() => undefined).then(() => (isOver = true))
      if (isPostgres) await until(async () => isOver || (await countWaiting(store)) > before, 'no lock is waited for')
      for (let polls = 0; !isPostgres && !isOver && polls < SQLITE_POLLS; polls++) await pause(10)
    }
  })
  return Promise.all(started) as Promise<T>
}

const SQLITE_POLLS = 3

/** The number of transactions that wait for a lock. */
async function countWaiting({ read }: Store): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(read.db)
  return found.rows[0]?.count ?? 0
}

const LISTEN_CONNECTIONS = `from pg_stat_activity
  where datname = current_database() and (query = 'select 1' or query like '%listen workloom')`

/** On PostgreSQL: terminates the LISTEN connections of all instances; the others stay. */
export const dropListenConnections = (store: Store) =>
  store.write(tx => tx.connection.all(`select pg_terminate_backend(pid) ${LISTEN_CONNECTIONS}`, []))

/** On PostgreSQL: waits until this number of instances have a LISTEN connection. */
export const untilListening = (store: Store, instances: number): Promise<void> =>
  until(async () => {
    const found = await store.write(tx => tx.connection.all(`select pid ${LISTEN_CONNECTIONS}`, []))
    return found.length >= instances
  }, 'an instance has no LISTEN connection')

const NO_LIMITS = { minute: null, search: null, jobs: null, reads: null, writes: null, cost: null }

/**
 * The stores of this number of instances, on one empty database that is deleted with them. `first` runs before they
 * close.
 */
export async function storesOf(count: number, first = async () => {}): Promise<Store[]> {
  const server = process.env.WORKLOOM_TEST_DATABASE_URL
  if (server === undefined) {
    const store = await openStore({ clock: Date.now, capture: changeCapture })
    after(() => first().then(store.close))
    return Array<Store>(count).fill(store)
  }
  const { url, drop } = await emptyDatabase(server)
  const stores = await Promise.all(
    Array.from({ length: count }, () => openPostgres({ url, capture: changeCapture, connections: 6 })),
  )
  after(async () => {
    await first()
    for (const store of stores.slice(0, 1)) await assertGrantsMatch(store)
    for (const store of stores) await store.close()
    await drop()
  })
  return stores
}

/**
 * Two instances of an installation, with the people of every world. Responses from the cache are compared with the
 * store.
 */
export async function instances(verifiesCache = true, letters: Letters | null = null): Promise<Instances> {
  const apps: FastifyInstance[] = []
  const stores = await storesOf(2, async () => {
    for (const app of apps) await app.close()
  })
  const logged: Instances['logged'] = []
  const announced: string[] = []
  const log = (line: Instances['logged'][number]) => void logged.push(line)
  const announce = (text: string) => void announced.push(text)
  const posted: string[] = []
  const post = async (_target: string, headers: Record<string, string>, body: string) => {
    posted.push(body)
    return { status: 200, secret: headers['X-Hook-Secret'] ?? null, text: '', error: null, isRefused: false }
  }
  const files = memoryFiles()
  const shared = { files, key: 'a key of thirty-two characters..', log, post }
  const parts = stores.map(store => ({ ...shared, store, clock: store.clock }))
  const around = { publicUrl: null, trustedProxies: [], web: 'none', announce, limits: NO_LIMITS, verifiesCache }
  for (const part of parts) apps.push(await createApp({ ...part, ...around }))
  for (const app of apps) checkAnswers(app)
  const mailer = createMailer({ mail: null, announce, log })
  const workers = parts.map(part => {
    const notify = notifyByEmail(part.store.read, mailer, log)
    return createJobs({ ...part, operations: createOperationRunner(part), notify, letters })
  })
  let turn = 0
  const inject = (request: never) => apps[turn++ % apps.length]?.inject(request)
  const app = Object.create(apps[0] ?? null, { inject: { value: inject } }) as FastifyInstance
  const send: World['send'] = async request => answerOf(await app.inject(request as never))
  const [store, jobs] = [stores[0], workers[0]]
  if (!store || !jobs) throw new Error('No instance was created.')
  const workspace = await store.write(tx =>
    createWorkspace(tx, { name: 'Example', domains: ['example.com'], plan: 'enterprise' }),
  )
  const { person, service } = accountsOf(store, send, workspace)
  const ann = await person('Ann', { is_admin: true })
  const ben = await person('Ben')
  const those = { app, store, files, stores, jobs, workers, posted, logged, announced, send, person, service, ann, ben }
  return { ...those, workspace: String(workspace) }
}

/**
 * Two instances without that comparison, which would read twice, and a task in a project that Ann can share with Ben.
 */
export async function sharedProject() {
  const all = await instances(false)
  const { ann, ben } = all
  const project = await makeProject(all, { name: 'Plan', members: [[ann, 'admin']] })
  const task = await ann.create('/tasks', { name: 'open', projects: [project.gid] })
  const share = () => ann.post(`/projects/${project.gid}/addMembers`, { members: [ben.gid] })
  const unshare = () => ann.post(`/projects/${project.gid}/removeMembers`, { members: [ben.gid] })
  return { ...all, project, task, share, unshare }
}
