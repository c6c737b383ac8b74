/**
 * Faults of PostgreSQL and of instances under the load of several writers.
 *
 * Invariants:
 * - Every acknowledged write exists, once.
 * - Every request is answered in time, as done or with a request to retry.
 * - Everything works again after the fault, and no process exits by itself.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  durablePostgres,
  freshDatabase,
  type InstanceOptions,
  type Instances,
  instanceOn,
  instancesOn,
  queryDatabase,
} from '../harness/faults/instances.ts'
import { type FaultProxy, startProxy } from '../harness/faults/proxy.ts'
import {
  assertNothingLost,
  type NumberedProject,
  numberedProject,
  send,
  startWriters,
  tasksOf,
  type Writers,
} from '../harness/faults/writers.ts'
import type { CleanupScope, RunningServer } from '../harness/program.ts'

const { server, skip } = await durablePostgres()

interface Loaded extends Instances {
  database: string
  proxy: FaultProxy
  project: NumberedProject
}

interface LoadedInstances extends Loaded {
  writers: Writers
  /** Ends the load and compares the stored tasks with the acknowledged ones. */
  settle(): Promise<void>
}

/** Makes the clock of a process jump ahead when it receives the signal. */
const CLOCK_JUMP = `const now = performance.now.bind(performance); let ahead = 0;
  process.on('SIGUSR2', () => { ahead += 120000 }); performance.now = () => now() + ahead;`

/** After the signal, timers of 1 to 10 seconds never fire, and longer ones fire after a tenth of their time. */
const NO_SHORT_TIMERS = `process.once('SIGTERM', () => { const told = setTimeout;
  const held = time => time < 1000 ? time : time < 10000 ? 2 ** 31 - 1 : time / 10;
  globalThis.setTimeout = (act, time, ...rest) => told(act, held(time), ...rest) })`

/** The clock of a machine that is this many milliseconds ahead. */
const clockAhead = (milliseconds: number) => `const told = Date.now; Date.now = () => told() + ${milliseconds}`

const withScript = (script: string): InstanceOptions => ({
  variables: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` },
})

const three: readonly InstanceOptions[] = [
  withScript(CLOCK_JUMP + clockAhead(60_000)),
  withScript(clockAhead(-60_000)),
  {},
]

/** Timeouts that are usually longer, so that a test need not wait for them. */
const IMPATIENT = '?statement_timeout=2000&query_timeout=3000&idle_in_transaction_session_timeout=1500'

/** Three instances that reach their database through a proxy that can fail. */
async function instances(t: CleanupScope): Promise<Loaded> {
  assert.ok(server)
  const { own, database } = await freshDatabase(server)
  const proxy = await startProxy(t, own)
  const started = await instancesOn(t, `${proxy.url}${IMPATIENT}`, three)
  const project = await numberedProject(started)
  return { ...started, database, proxy, project }
}

/** Instances under load. */
async function loadInstances(t: CleanupScope, loaded: Loaded): Promise<LoadedInstances> {
  const { all, database, project } = loaded
  const urls = all.map(({ url }) => url)
  const writers = startWriters(t, { ...project, urls })
  await writers.waitForProgress()
  const settle = async () => {
    await writers.stop()
    await assertNothingLost(urls[0] ?? '', database, project, writers)
    // An unforeseen error has a phrase, or a stack trace.
    for (const { output } of all) assert.doesNotMatch(output.err + output.out, /"phrase"|\n\s+at /)
  }
  return { ...loaded, writers, settle }
}

/** Waits until each instance reports that it is, or is not, ready. */
async function waitForReadiness({ all }: Pick<Instances, 'all'>, status: 200 | 503): Promise<void> {
  const is = async (url: string) => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(60_000) })).status
  const wait = async (url: string) => {
    while ((await is(url)) !== status) await pause(50)
  }
  await Promise.all(all.map(({ url }) => wait(url)))
}

/** The fault is over: each instance is ready, and all writers make progress. */
async function assertRecovered(load: LoadedInstances): Promise<void> {
  await waitForReadiness(load, 200)
  await load.writers.waitForProgress()
}

describe('instances on PostgreSQL', { skip }, () => {
  let loaded: Loaded
  const cleanups: (() => unknown)[] = []
  before(async () => {
    loaded = await instances({ after: end => void cleanups.push(end) })
  })
  after(async () => {
    for (const end of cleanups) await end()
  })

  test('instances store the time of the database while their clocks are a minute apart', async t => {
    const began = Date.now()
    const load = await loadInstances(t, loaded)
    await load.settle()
    const moments = (await tasksOf(load.all[1]?.url ?? '', load.project)).map(({ created_at }) =>
      Date.parse(created_at),
    )
    assert.ok(moments.every(moment => moment > began - 5000 && moment < Date.now() + 5000))
  })

  test('instances lose no acknowledged write when PostgreSQL is restarted or killed', async t => {
    const load = await loadInstances(t, loaded)
    await server?.restart('fast')
    await assertRecovered(load)
    await server?.kill()
    await waitForReadiness(load, 503)
    await server?.restart('fast')
    await assertRecovered(load)
    await load.settle()
  })

  test('instances recover when PostgreSQL is unreachable and returns, with or without the old connections', async t => {
    const load = await loadInstances(t, loaded)
    for (const old of ['go on', 'dead'] as const) {
      load.proxy.silence()
      await waitForReadiness(load, 503)
      load.proxy.heal(old)
      await assertRecovered(load)
    }
    load.proxy.cut()
    await waitForReadiness(load, 503)
    load.proxy.heal('dead')
    await assertRecovered(load)
    assert.ok(load.writers.refused() > 0)
    await load.settle()
  })

  test('instances lose no acknowledged write while PostgreSQL is slow', async t => {
    const load = await loadInstances(t, loaded)
    load.proxy.delay(40)
    await load.writers.waitForProgress()
    load.proxy.delay(0)
    await assertRecovered(load)
    await load.settle()
  })

  test('instances recover after PostgreSQL has accepted no more connections', async t => {
    const load = await loadInstances(t, loaded)
    const name = new URL(load.database).pathname.slice(1)
    await queryDatabase(load.database, `alter database ${name} connection limit 0`)
    await disconnect(load)
    await waitForReadiness(load, 503)
    await queryDatabase(load.database, `alter database ${name} connection limit -1`)
    await assertRecovered(load)
    assert.ok(load.writers.refused() > 0)
    await load.settle()
  })

  test('instances recover when the schema differs from the one of their prepared statements', async t => {
    const load = await loadInstances(t, loaded)
    const [gid] = load.writers.acknowledged.values()
    const rename = ({ url }: RunningServer) =>
      send({ url, token: load.token }, 'PUT', `/tasks/${gid}`, { notes: 'changed' })
    const renamed = () => Promise.all(load.all.flatMap(instance => Array(5).fill(instance).map(rename)))
    await renamed()
    await queryDatabase(load.database, 'alter table tasks add column later integer')
    assert.ok((await renamed()).every(({ status }) => status === 200 || status === 503))
    while ((await renamed()).some(({ status }) => status !== 200)) await pause(50)
    await load.writers.waitForProgress()
    await load.settle()
  })

  test('an instance answers 503 when the response to its commit is lost', async () => {
    const { all, token, proxy, project } = loaded
    const [{ url } = { url: '' }] = all
    proxy.dropAnswer('Unknown', 'commit')
    const task = { name: 'Unknown', projects: [project.project] }
    const { status, retryAfter } = await send({ url, token }, 'POST', '/tasks', task)
    assert.deepEqual([status, retryAfter], [503, '1'])
    const found = (await tasksOf(url, project)).filter(({ name }) => name === 'Unknown')
    assert.equal(found.length, 1)
  })

  test('other instances go on while one is paused for longer than its lease', async t => {
    const load = await loadInstances(t, loaded)
    const [paused] = load.all
    assert.ok(paused)
    process.kill(paused.pid, 'SIGSTOP')
    load.writers.removeInstance(paused.url)
    await load.writers.waitForProgress()
    // Its instance number is given to another one, and there are no more.
    await queryDatabase(
      load.database,
      `insert into instances select n, 'others', 1e15, 0 from generate_series(3, 31) n`,
    )
    await queryDatabase(load.database, 'update instances set leased_until = 1 where number = 0')
    const another = await instanceOn(t, load.proxy.url)
    process.kill(paused.pid, 'SIGUSR2')
    process.kill(paused.pid, 'SIGCONT')
    load.writers.addInstance(another.url)
    await load.writers.waitForProgress()
    const tried = await send(paused, 'POST', '/tasks', { name: 'Too early', projects: [load.project.project] })
    assert.equal(tried.status, 503)
    await queryDatabase(load.database, `delete from instances where lease = 'others'`)
    load.writers.addInstance(paused.url)
    await assertRecovered(load)
    await load.settle()
  })

  test('instances exit cleanly while PostgreSQL is unreachable', async t => {
    const patient = await instanceOn(t, `${loaded.proxy.url}?query_timeout=3600000`, withScript(NO_SHORT_TIMERS))
    loaded.proxy.silence()
    // By now each of them waits for a response.
    await pause(1500)
    const ended = await Promise.all([patient, ...loaded.all].map(instance => instance.stop('SIGTERM')))
    assert.deepEqual(
      ended.map(({ code }) => code),
      [0, 0, 0, 0],
    )
  })
})

const disconnect = ({ database }: Loaded) =>
  queryDatabase(database, `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ordinary'`)
