/** Counter stores: the behaviour of all implementations, and the circuit breaker. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fakeCounterStore, settled } from '../../../test/harness/counters/fake.ts'
import { noRedis, startRedis } from '../../../test/harness/counters/redis.ts'
import { openStore } from '../../../test/harness/engine.ts'
import type { Reader } from '../db.ts'
import { tableCounterStore } from '../queries/instances/counters.ts'
import { deleteExpired } from '../queries/jobs/expiry.ts'
import { type CounterStore, CounterStoreUnavailable, withCircuitBreaker } from './counter_store.ts'
import { openRedisCounterStore } from './redis.ts'

interface OpenedStore {
  counters: CounterStore
  /** Advances the clock. */
  pass(milliseconds: number): Promise<void>
}

/** A manual clock. */
function manualClock() {
  const clock = { now: 1_700_000_000_000 }
  const pass = async (milliseconds: number) => {
    clock.now += milliseconds
  }
  return { clock: () => clock.now, pass }
}

const stores: Record<string, { skip: string | false; make(): Promise<OpenedStore> }> = {
  'the fake one': {
    skip: false,
    async make() {
      const { clock, pass } = manualClock()
      return { counters: fakeCounterStore(clock), pass }
    },
  },
  'the table': {
    skip: false,
    async make() {
      const { clock, pass } = manualClock()
      const store = await openStore({ clock })
      after(() => store.close())
      // On PostgreSQL a single statement is a transaction; the embedded store writes on a separate connection.
      const first: Reader['first'] = (one, values) =>
        store.outOfBand?.first(one, values) ?? store.write(tx => tx.first(one, values))
      return { counters: tableCounterStore({ first }, clock), pass }
    },
  },
  Redis: {
    skip: noRedis,
    async make() {
      const { url } = await startRedis({ after })
      const counters = await openRedisCounterStore(url)
      after(() => counters.close())
      return { counters, pass: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)) }
    },
  },
}

for (const [name, { skip, make }] of Object.entries(stores)) {
  test(`${name} swaps a value with the expected version, and otherwise returns the current entry`, {
    skip,
  }, async () => {
    const { counters } = await make()
    const put = (version: number, text: string) => counters.compareAndSwap('a', version, text, 60_000)
    assert.equal(await put(0, 'one'), null)
    assert.deepEqual(await put(0, 'other'), { version: 1, text: 'one' })
    assert.equal(await put(1, 'two'), null)
    assert.deepEqual(await put(1, 'other'), { version: 2, text: 'two' })
    assert.deepEqual(await put(7, 'other'), { version: 2, text: 'two' })
    assert.equal(await counters.compareAndSwap('b', 0, 'b', 60_000), null, 'names are independent')
    const text = `${'long '.repeat(20_000)}\u{1F600} "'\\%$1?`
    assert.equal(await put(2, text), null)
    assert.deepEqual(await put(0, ''), { version: 3, text })
  })

  test(`${name} lets one of many concurrent swaps succeed`, { skip }, async () => {
    const { counters } = await make()
    for (let version = 0; version < 3; version++) {
      const racers = Array.from({ length: 20 }, (_, racer) => `racer ${racer}`)
      const found = await Promise.all(racers.map(text => counters.compareAndSwap('a', version, text, 60_000)))
      const winners = racers.filter((_, index) => found[index] === null)
      assert.equal(winners.length, 1)
      assert.deepEqual(await counters.compareAndSwap('a', 0, '', 60_000), { version: version + 1, text: winners[0] })
    }
  })

  test(`${name} expires values after their ttl`, { skip }, async () => {
    const { counters, pass } = await make()
    await counters.compareAndSwap('a', 0, 'short', 20)
    await counters.compareAndSwap('b', 0, 'long', 600_000)
    await counters.compareAndSwap('c', 0, 'once', 600_000)
    await counters.compareAndSwap('c', 1, 'again', 20)
    await pass(40)
    assert.equal(await counters.compareAndSwap('a', 0, 'new', 600_000), null)
    assert.deepEqual(await counters.compareAndSwap('b', 0, 'new', 600_000), { version: 1, text: 'long' })
    assert.equal(await counters.compareAndSwap('c', 2, 'put back', 600_000), null)
    assert.deepEqual(await counters.compareAndSwap('c', 0, 'new', 600_000), { version: 3, text: 'put back' })
  })
}

test('expired values are deleted from the table, and no others', async () => {
  const { clock, pass } = manualClock()
  const store = await openStore({ clock })
  after(() => store.close())
  await store.write(async tx => {
    const counters = tableCounterStore(tx, clock)
    for (const [name, keep] of [
      ['a', 10],
      ['b', 20],
      ['c', 30_000],
    ] as const)
      await counters.compareAndSwap(name, 0, 'text', keep)
  })
  await pass(1000)
  const forgotten = () => store.write(tx => deleteExpired(tx, 'shared_counters', tx.now, 1000))
  assert.deepEqual([await forgotten(), await forgotten()], [2, 0])
  const left = await store.read.db.selectFrom('shared_counters').select('name').execute()
  assert.deepEqual(
    left.map(({ name }) => name),
    ['c'],
  )
})

function testBreaker() {
  const clock = { now: 1_700_000_000_000 }
  const fake = fakeCounterStore(() => clock.now)
  const logged: Record<string, unknown>[] = []
  const counters = withCircuitBreaker(fake, { clock: () => clock.now, log: line => void logged.push(line) })
  const put = () => counters.compareAndSwap('a', 0, 'text', 1000)
  return { clock, fake, logged, put }
}

const broken = async () => {
  throw new Error('The cable is cut.')
}

test('the failure of a counter store is logged once, and its recovery once', async () => {
  const { clock, fake, logged, put } = testBreaker()
  assert.equal(await put(), null)
  fake.roundTrip = broken
  for (let count = 0; count < 3; count++) await assert.rejects(put, CounterStoreUnavailable)
  assert.equal(logged.length, 1)
  assert.match(`${logged[0]?.message} ${logged[0]?.cause}`, /Sharing limits failed.*cable is cut/)
  clock.now += 5000
  await assert.rejects(put, CounterStoreUnavailable)
  await settled()
  assert.equal(logged.length, 1, 'the probe failed')
  fake.roundTrip = async () => undefined
  clock.now += 1000
  await assert.rejects(put, CounterStoreUnavailable, 'calls do not wait for the probe')
  await settled()
  await put()
  assert.match(String(logged[1]?.message), /Sharing limits recovered/)
  assert.equal(logged.length, 2)
})

test('a counter store that does not answer in time is unavailable', async () => {
  const silent: CounterStore = { compareAndSwap: () => new Promise(() => undefined) }
  const logged: Record<string, unknown>[] = []
  const counters = withCircuitBreaker(silent, {
    ...{ clock: () => 1_700_000_000_000, log: line => void logged.push(line), timeoutMs: 1 },
  })
  await assert.rejects(counters.compareAndSwap('a', 0, 'text', 1000), CounterStoreUnavailable)
  assert.match(String(logged[0]?.cause), /did not answer within 1 ms/)
})

test('an unavailable counter store is probed once a second, whatever the number of calls', async () => {
  const { clock, fake, put } = testBreaker()
  let tries = 0
  fake.roundTrip = () => {
    tries++
    return broken()
  }
  await assert.rejects(put, CounterStoreUnavailable)
  for (let count = 0; count < 100; count++) await assert.rejects(put, CounterStoreUnavailable)
  assert.equal(tries, 1)
  clock.now += 1000
  for (let count = 0; count < 100; count++) await assert.rejects(put, CounterStoreUnavailable)
  assert.equal(tries, 2)
  clock.now -= 3_600_000
  await assert.rejects(put, CounterStoreUnavailable)
  assert.equal(tries, 3, 'a probe runs also after the clock was set back')
})

test('a counter store that does not answer counts as unavailable, and no later call waits for it', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { fake, logged, put } = testBreaker()
  fake.roundTrip = () => new Promise(() => undefined)
  const waiting = [put(), put()]
  t.mock.timers.tick(499)
  assert.equal(logged.length, 0)
  t.mock.timers.tick(1)
  for (const one of waiting) await assert.rejects(one, CounterStoreUnavailable)
  await assert.rejects(put, CounterStoreUnavailable)
  assert.equal(logged.length, 1)
})
