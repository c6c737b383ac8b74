/**
 * What happens to PostgreSQL and to copies of the program happens under the load of several writers. What must hold:
 * whatever was acknowledged is there, once; nobody is answered anything but that it is done or to come back later, and in
 * time; all goes on when the fault is over, and no process has ended by itself.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ask,
  type Copies,
  copiesOn,
  copyOn,
  durablePostgres,
  freshDatabase,
  type Wanted,
} from '../harness/faults/copies.ts'
import { type Way, wayTo } from '../harness/faults/proxy.ts'
import {
  compare,
  numberedProject,
  type Place,
  send,
  startWriters,
  tasksOf,
  type Writers,
} from '../harness/faults/writers.ts'
import type { Scope } from '../harness/program.ts'

const { server, skip } = await durablePostgres()

interface Loaded extends Copies {
  database: string
  way: Way
  place: Place
  writers: Writers
  /** Ends the load and compares what is there with what was acknowledged. */
  settle(): Promise<void>
}

const three: readonly Wanted[] = [{}, {}, {}]

/** Bounds that are usually longer, so that a test need not wait for them. */
const IMPATIENT = '?statement_timeout=2000&query_timeout=3000&idle_in_transaction_session_timeout=1500'

/** Copies that are written to, by a way that can fail. */
async function loaded(t: Scope, wanted = three, role?: string): Promise<Loaded> {
  assert.ok(server)
  const own = await freshDatabase(server, role)
  const way = await wayTo(t, own)
  const { pathname } = new URL(own)
  const database = Object.assign(new URL(server.url), { pathname }).toString()
  const copies = await copiesOn(t, `${way.url}${IMPATIENT}`, wanted)
  const urls = copies.all.map(({ url }) => url)
  const place = await numberedProject(urls[0] ?? '', copies.token, copies.workspace)
  const writers = startWriters(t, { ...place, urls })
  await writers.goOn()
  const settle = async () => {
    await writers.stop()
    await compare(urls[0] ?? '', database, place, writers)
    // A failure that nobody foresaw has a phrase, or a trace.
    for (const { said } of copies.all) assert.doesNotMatch(said.err + said.out, /"phrase"|\n\s+at /)
  }
  return { ...copies, database, way, place, writers, settle }
}

/** Waits until each copy says that it is, or is not, ready. */
async function readiness({ all }: Pick<Copies, 'all'>, status: 200 | 503): Promise<void> {
  const is = async (url: string) => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) })).status
  const wait = async (url: string) => {
    while ((await is(url)) !== status) await pause(50)
  }
  await Promise.all(all.map(({ url }) => wait(url)))
}

/** Whatever happened is over: each copy says so, and all writes go on. */
async function healed(load: Loaded): Promise<void> {
  await readiness(load, 200)
  await load.writers.goOn()
}

describe('PostgreSQL', { skip }, () => {
  test('is restarted, and killed', async t => {
    const load = await loaded(t)
    await server?.restart('fast')
    await healed(load)
    await server?.kill()
    await readiness(load, 503)
    await server?.restart('fast')
    await healed(load)
    await load.settle()
  })

  test('is out of reach, and comes back with or without the old connections', async t => {
    const load = await loaded(t)
    for (const old of ['go on', 'dead'] as const) {
      load.way.silence()
      await readiness(load, 503)
      load.way.heal(old)
      await healed(load)
    }
    load.way.cut()
    await readiness(load, 503)
    load.way.heal('dead')
    await healed(load)
    assert.ok(load.writers.refused() > 0)
    await load.settle()
  })

  test('is slow', async t => {
    const load = await loaded(t)
    load.way.slow(40)
    await load.writers.goOn()
    load.way.slow(0)
    await healed(load)
    await load.settle()
  })

  test('takes no more connections', async t => {
    const load = await loaded(t, three, 'ordinary')
    const { pathname } = new URL(load.database)
    const name = pathname.slice(1)
    await ask(load.database, `alter database ${name} connection limit 0`)
    await ask(load.database, `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ordinary'`)
    await readiness(load, 503)
    await ask(load.database, `alter database ${name} connection limit -1`)
    await healed(load)
    assert.ok(load.writers.refused() > 0)
    await load.settle()
  })

  test('commits, and the answer is lost', async t => {
    assert.ok(server)
    const way = await wayTo(t, await freshDatabase(server))
    const { all, token, workspace } = await copiesOn(t, `${way.url}${IMPATIENT}`, [{}])
    const [{ url } = { url: '' }] = all
    const place = await numberedProject(url, token, workspace)
    way.mute('commit')
    const { status, retryAfter } = await send({ url, token }, 'POST', '/tasks', {
      ...{ name: 'Unknown', projects: [place.project] },
    })
    assert.deepEqual([status, retryAfter], [503, '1'])
    const names = (await tasksOf(url, place)).map(({ name }) => name)
    assert.deepEqual(names, ['Unknown'])
  })

  test('is out of reach when a copy is asked to end', async t => {
    assert.ok(server)
    const way = await wayTo(t, await freshDatabase(server))
    const copy = await copyOn(t, `${way.url}${IMPATIENT}`)
    way.silence()
    const { code, err } = await copy.end('SIGTERM')
    assert.equal(code, 0, err)
  })
})

/** Tells the counter of a process, when it gets the signal, that so much time has passed. */
const JUMP = `const now = performance.now.bind(performance); let ahead = 0;
  process.on('SIGUSR2', () => { ahead += 120000 }); performance.now = () => now() + ahead`

/** The clock of a machine that is so many milliseconds ahead. */
const ahead = (milliseconds: number) => `const now = Date.now; Date.now = () => now() + ${milliseconds}`

const changed = (script: string): Wanted => ({
  variables: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` },
})

describe('copies of the program', { skip }, () => {
  test('stand still for longer than what they hold', async t => {
    const load = await loaded(t, [changed(JUMP), {}, {}])
    const [paused] = load.all
    assert.ok(paused)
    process.kill(paused.pid, 'SIGSTOP')
    load.writers.leave(paused.url)
    await load.writers.goOn()
    // Its number is given to another one, and there is no more.
    await ask(load.database, `insert into nodes select n, 'others', 1e15, 0 from generate_series(3, 31) n`)
    await ask(load.database, 'update nodes set leased_until = 1 where number = 0')
    const another = await copyOn(t, load.way.url)
    process.kill(paused.pid, 'SIGUSR2')
    process.kill(paused.pid, 'SIGCONT')
    load.writers.join(another.url)
    await load.writers.goOn()
    const tried = await send(paused, 'POST', '/tasks', { name: 'Too early', projects: [load.place.project] })
    assert.equal(tried.status, 503)
    await ask(load.database, `delete from nodes where lease = 'others'`)
    load.writers.join(paused.url)
    await healed(load)
    await load.settle()
  })

  test('have clocks that are a minute apart', async t => {
    const began = Date.now()
    const load = await loaded(t, [changed(ahead(60_000)), changed(ahead(-60_000)), {}])
    await load.settle()
    const moments = (await tasksOf(load.all[1]?.url ?? '', load.place)).map(({ created_at }) => Date.parse(created_at))
    assert.ok(moments.every(moment => moment > began - 5000 && moment < Date.now() + 5000))
  })
})
