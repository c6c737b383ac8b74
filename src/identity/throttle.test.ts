/** A throttle: allowed attempts, waits, and the keys in memory. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeCounterStore, settled } from '../../test/harness/counters/fake.ts'
import { ApiError } from '../lib/errors.ts'
import { digest } from '../lib/secret.ts'
import { withCircuitBreaker } from '../store/counters/counter_store.ts'
import { createLocalThrottle, createThrottle, networksOf, type Throttle } from './throttle.ts'

const START = 1_000_000

/** The wait of a refused attempt in seconds; 0 for an allowed one. */
function wait(throttle: Throttle, key: string): number {
  try {
    throttle.take(key)
    return 0
  } catch (error) {
    assert.ok(error instanceof ApiError && error.status === 429)
    return error.retryAfter ?? assert.fail('a refusal says how long to wait')
  }
}

function testThrottle(terms: { burst: number; refillMs: number; maxKeys?: number }) {
  const clock = { now: START }
  return { clock, throttle: createLocalThrottle({ clock: () => clock.now, ...terms }) }
}

test('a key has its attempts, and then waits exactly as long as the error says', () => {
  const { clock, throttle } = testThrottle({ burst: 3, refillMs: 60_000 })
  assert.deepEqual(
    [1, 2, 3].map(() => wait(throttle, 'a')),
    [0, 0, 0],
  )
  assert.equal(wait(throttle, 'a'), 60)
  clock.now += 59_000
  assert.equal(wait(throttle, 'a'), 1, 'a second early')
  clock.now += 1000
  assert.equal(wait(throttle, 'a'), 0, 'just in time')
  assert.equal(wait(throttle, 'a'), 60, 'exactly one attempt came back')
})

test('a refused attempt costs nothing, and other keys are independent', () => {
  const { throttle } = testThrottle({ burst: 1, refillMs: 10_000 })
  assert.deepEqual(
    [1, 2, 3].map(() => wait(throttle, 'a')),
    [0, 10, 10],
  )
  assert.equal(wait(throttle, 'b'), 0)
})

test('an attempt that is given back can be used again, and no other one', () => {
  const { throttle } = testThrottle({ burst: 2, refillMs: 10_000 })
  throttle.take('a')
  throttle.take('a')
  throttle.giveBack('a')
  assert.deepEqual([wait(throttle, 'a'), wait(throttle, 'a')], [0, 10])
})

test('the number of keys in memory is bounded, and exhausted keys stay', () => {
  const { clock, throttle } = testThrottle({ burst: 10, refillMs: 60_000, maxKeys: 100 })
  for (let count = 0; count < 10; count++) throttle.take('used up')
  for (let count = 0; count < 9; count++) throttle.take('nearly')
  for (let key = 0; key < 10_000; key++) {
    throttle.take(`key ${key}`)
    clock.now += 1
    assert.ok(throttle.size <= 100)
  }
  assert.equal(wait(throttle, 'used up'), 50)
  assert.deepEqual(
    [wait(throttle, 'nearly'), wait(throttle, 'nearly')],
    [0, 50],
    'the key still has nine used attempts',
  )
})

test('a full key is dropped before any other', () => {
  const { clock, throttle } = testThrottle({ burst: 2, refillMs: 10_000, maxKeys: 100 })
  for (let key = 0; key < 95; key++) throttle.take(`back ${key}`)
  clock.now += 10_000
  for (let key = 0; key < 5; key++) throttle.take(`fresh ${key}`)
  throttle.take('one more')
  assert.equal(throttle.size, 6)
})

test('all addresses of an IPv6 network count as one client, also in wider networks', () => {
  const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:0:0:9', '2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::1']
  for (const address of same) {
    assert.deepEqual(networksOf(address), ['2001:db8:1:2', '2001:db8:1:00/56', '2001:db8:1/48'], address)
  }
  assert.deepEqual(networksOf('2001:db8:1:ab01::1'), ['2001:db8:1:ab01', '2001:db8:1:ab/56', '2001:db8:1/48'])
  assert.notEqual(networksOf('2001:db8:1:3::1')[0], networksOf('2001:db8:1:2::1')[0])
  assert.deepEqual(['192.0.2.7', '::ffff:192.0.2.7'].map(networksOf), [['192.0.2.7'], ['192.0.2.7']])
  assert.deepEqual(networksOf('::1'), ['0:0:0:0', '0:0:0:00/56', '0:0:0/48'])
})

/** Throttles of several instances over one counter store. */
function testSharedThrottles(rate: { burst: number; refillMs: number }, instances = 2) {
  const clock = { now: START }
  const counters = fakeCounterStore(() => clock.now)
  const sharing = {
    counters: withCircuitBreaker(counters, { clock: () => clock.now, log: () => undefined }),
    instanceCount: () => instances,
  }
  const all = Array.from({ length: instances }, () =>
    createThrottle({ clock: () => clock.now, name: 'test', sharing, ...rate }),
  )
  const attempt = async (index: number, key: string): Promise<number> => {
    const refused = await Promise.resolve(all[index % instances]?.take(key)).catch((error: unknown) => error)
    if (refused === undefined) return 0
    assert.ok(refused instanceof ApiError && refused.status === 429)
    return refused.retryAfter ?? assert.fail('a refusal says how long to wait')
  }
  return { clock, counters, all, tried: attempt }
}

test('instances with a counter store count attempts together, sequentially or concurrently', async () => {
  const { clock, tried: attempt } = testSharedThrottles({ burst: 3, refillMs: 60_000 })
  const first = [await attempt(0, 'a'), await attempt(1, 'a'), await attempt(0, 'a'), await attempt(1, 'a')]
  assert.deepEqual(first, [0, 0, 0, 60])
  clock.now += 60_000
  assert.deepEqual([await attempt(1, 'a'), await attempt(0, 'a')], [0, 60])
  const atOnce = await Promise.all(Array.from({ length: 10 }, (_, index) => attempt(index, 'b')))
  assert.equal(atOnce.filter(wait => wait === 0).length, 3)
})

test('an attempt that is given back at one instance can be used at the other', async () => {
  const { all, tried: attempt } = testSharedThrottles({ burst: 1, refillMs: 10_000 })
  await attempt(0, 'a')
  all[0]?.giveBack('a')
  await settled()
  assert.deepEqual([await attempt(1, 'a'), await attempt(0, 'a')], [0, 10])
})

test('the counter store has only digests of keys, and drops them when they are full', async () => {
  const { clock, counters, tried: attempt } = testSharedThrottles({ burst: 3, refillMs: 10_000 })
  await attempt(0, 'somebody@example.com')
  const [name = ''] = counters.rows.keys()
  assert.match(name, /^try:test:[0-9a-f]{64}$/)
  clock.now += 71_000
  assert.ok([...counters.rows.values()].every(({ until }) => until <= clock.now))
})

test('each instance has its part of the attempts, at least one, while the counter store is unavailable', async () => {
  const { counters, tried: attempt } = testSharedThrottles({ burst: 5, refillMs: 10_000 })
  counters.roundTrip = async () => {
    throw new Error('down')
  }
  assert.deepEqual([await attempt(0, 'a'), await attempt(0, 'a'), await attempt(0, 'a')], [0, 0, 20])
  assert.equal(await attempt(1, 'a'), 0)
})

test('a foreign text in the counter store blocks a key no longer than a valid one', async () => {
  for (const text of ['x', '', `${START}:999999999999999`, `${START}:-1`, `${START}:1e300`]) {
    const { clock, counters, tried: attempt } = testSharedThrottles({ burst: 2, refillMs: 10_000 })
    counters.rows.set(`try:test:${digest('a')}`, { version: 1, text, until: START + 1e9 })
    await attempt(0, 'a')
    clock.now += 10_000
    assert.equal(await attempt(1, 'a'), 0, text)
  }
})
