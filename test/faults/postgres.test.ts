/**
 * What happens to PostgreSQL happens under the load of several writers at several copies. What must hold: whatever was
 * acknowledged is there, once; nobody is answered anything but that it is done or to come back later, and in time; all
 * goes on when the fault is over, and no process has ended.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, type Copies, copiesOn, durablePostgres, freshDatabase, type Wanted } from '../harness/faults/copies.ts'
import { type Way, wayTo } from '../harness/faults/proxy.ts'
import { compare, numberedProject, type Place, startWriters, type Writers } from '../harness/faults/writers.ts'
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

/** Copies that are written to, by a way that can fail. `terms` are those of each connection. */
async function loaded(t: Scope, wanted: readonly Wanted[], terms = '', role = ''): Promise<Loaded> {
  assert.ok(server)
  const database = await freshDatabase(server)
  const own = role ? Object.assign(new URL(database), { username: role, password: role }).toString() : database
  if (role) await ask(database, `create role ${role} login password '${role}'; grant all on schema public to ${role}`)
  const way = await wayTo(t, own)
  const copies = await copiesOn(t, `${way.url}${terms}`, wanted)
  const urls = copies.all.map(({ url }) => url)
  const place = await numberedProject(urls[0] ?? '', copies.token, copies.workspace)
  const writers = startWriters(t, { ...place, urls })
  await writers.goOn()
  const settle = async () => {
    await writers.stop()
    await compare(urls[0] ?? '', database, place, writers)
    for (const { said } of copies.all) assert.doesNotMatch(said.err + said.out, /"phrase"|unhandled|TypeError/i)
  }
  return { ...copies, database, way, place, writers, settle }
}

const three: readonly Wanted[] = [{}, {}, {}]

/** Waits until each copy says that it is, or is not, ready. */
const T0 = performance.now()
const log = (what: string) => console.error(Math.round(performance.now() - T0), what)
async function readiness({ all }: Copies, status: 200 | 503): Promise<void> {
  const is = async (url: string) => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(8_000) })).status
  for (const { url } of all) while ((await is(url)) !== status) await pause(50)
}

/** Bounds that are usually longer, so that a test need not wait for them. */
const IMPATIENT = '?statement_timeout=2000&query_timeout=3000&idle_in_transaction_session_timeout=1500'

describe('PostgreSQL', { skip }, () => {
  test('is restarted, and killed', async t => {
    const load = await loaded(t, three)
    await server?.restart('fast')
      log(`3 await server?.restart("fast")`)
    await load.writers.goOn()
      log(`4 await load.writers.goOn()`)
    await server?.kill()
      log(`5 await server?.kill()`)
    await readiness(load, 503)
      log(`6 await readiness(load, 503)`)
    await server?.restart('fast')
      log(`7 await server?.restart("fast")`)
    await readiness(load, 200)
      log(`8 await readiness(load, 200)`)
    await load.writers.goOn()
      log(`9 await load.writers.goOn()`)
    await load.settle()
      log(`10 await load.settle()`)
  })

  test('is out of reach, and some of what was on the way is lost', async t => {
    const load = await loaded(t, three, IMPATIENT)
    for (const old of ['go on', 'dead'] as const) {
      load.way.silence()
      log(`16 load.way.silence()`)
      await readiness(load, 503)
      log(`17 await readiness(load, 503)`)
      await pause(4000)
      log(`18 await pause(4000)`)
      load.way.heal(old)
      log(`19 load.way.heal(old)`)
      await readiness(load, 200)
      log(`20 await readiness(load, 200)`)
      await load.writers.goOn()
      log(`21 await load.writers.goOn()`)
    }
    load.way.cut()
      log(`23 load.way.cut()`)
    await readiness(load, 503)
      log(`24 await readiness(load, 503)`)
    load.way.heal('dead')
      log(`25 load.way.heal("dead")`)
    await readiness(load, 200)
      log(`26 await readiness(load, 200)`)
    await load.writers.goOn()
      log(`27 await load.writers.goOn()`)
    assert.ok(load.writers.refused() > 0)
    await load.settle()
      log(`29 await load.settle()`)
  })
})
