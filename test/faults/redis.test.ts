/** The counter store in Valkey or Redis: killed, paused, password-protected, or not running. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createClient } from '@redis/client'
import { createLimits } from '../../src/limits/limits.ts'
import { sizesOf } from '../../src/limits/sizes.ts'
import {
  type CounterStore,
  CounterStoreUnavailable,
  withCircuitBreaker,
} from '../../src/store/counters/counter_store.ts'
import { openRedisCounterStore } from '../../src/store/counters/redis.ts'
import { noRedis, type Redis, startRedis } from '../harness/counters/redis.ts'

const skip = noRedis

/** A clock that runs fifty times as fast, so that a retry comes after a fiftieth of a second. */
const clock = () => Date.now() * 50

/** A counter store with a circuit breaker, on a server. */
async function openWatched(t: TestContext, url: string) {
  const open = await openRedisCounterStore(url)
  t.after(() => open.close())
  const logged: Record<string, unknown>[] = []
  const counters = withCircuitBreaker(open, { clock, log: line => void logged.push(line) })
  return { open, counters, logged }
}

/** Milliseconds of silence after which a connection counts as dead. */
const DEAD = 5000

const put = (counters: CounterStore, name = 'a') => counters.compareAndSwap(name, 0, 'text', 60_000)

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** The number of connections that a server has accepted before this one. */
async function connectionsTo({ url }: Redis): Promise<number> {
  const client = createClient({ url })
  await client.connect()
  const stats = await client.info('stats')
  client.destroy()
  return Number(/total_connections_received:(\d+)/.exec(stats)?.[1]) - 1
}

/** Polls until a request succeeds, or fails, as the test expects. */
async function until(counters: CounterStore, answers: boolean): Promise<void> {
  for (;;) {
    const hasAnswered = await put(counters, 'until').then(
      () => true,
      error => {
        assert.ok(error instanceof CounterStoreUnavailable)
        return false
      },
    )
    if (hasAnswered === answers) return
    await pause(20)
  }
}

test('the limiter works without a counter store that is killed, and uses it again after its restart', {
  skip,
}, async t => {
  const server = await startRedis(t)
  const { counters, logged } = await openWatched(t, server.url)
  await until(counters, true)
  assert.equal(logged.length, 0)
  await put(counters)
  await server.signal('SIGKILL')
  await until(counters, false)
  assert.equal(logged.length, 1)
  await server.start()
  await until(counters, true)
  assert.equal(logged.length, 2)
  assert.equal(await put(counters), null, 'what stood there is lost')
})

test('the limiter works without a counter store that is paused, and uses it again when it resumes', {
  skip,
}, async t => {
  const server = await startRedis(t)
  const { counters, logged } = await openWatched(t, server.url)
  await until(counters, true)
  assert.equal(logged.length, 0)
  await server.signal('SIGSTOP')
  await until(counters, false)
  await server.signal('SIGCONT')
  await until(counters, true)
  assert.equal(logged.length, 2)
})

test('a connection without responses is replaced by a new one', { skip }, async t => {
  const server = await startRedis(t)
  const { open, counters } = await openWatched(t, server.url)
  await until(counters, true)
  await server.signal('SIGSTOP')
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const waits = put(open)
  t.mock.timers.tick(DEAD)
  t.mock.timers.reset()
  await assert.rejects(waits, 'a waiting request fails in the end')
  await server.signal('SIGCONT')
  await until(counters, true)
})

test('a counter store that is not running at startup is logged once, and used when it runs', { skip }, async t => {
  const server = await startRedis(t)
  await server.signal('SIGKILL')
  const { counters, logged } = await openWatched(t, server.url)
  await until(counters, false)
  await pause(100)
  assert.equal(logged.length, 1)
  await server.start()
  await until(counters, true)
})

test('a silent counter store does not delay the start, and is used once it responds', { skip }, async t => {
  const server = await startRedis(t)
  await server.signal('SIGSTOP')
  const { counters, open } = await openWatched(t, server.url)
  await until(counters, false)
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + DEAD)
  await assert.rejects(put(open), 'a new connection replaces the silent one')
  await server.signal('SIGCONT')
  await until(counters, true)
  assert.equal(await connectionsTo(server), 2)
})

test('a counter store that is closed finishes or rejects its pending requests', { skip }, async t => {
  const server = await startRedis(t)
  const { open, counters, logged } = await openWatched(t, server.url)
  await until(counters, true)
  const last = put(counters)
  await open.close()
  assert.equal(await last, null)
  await assert.rejects(put(open))
  const other = await openWatched(t, server.url)
  await server.signal('SIGSTOP')
  const lostRequest = assert.rejects(put(other.open))
  await other.open.close()
  await lostRequest
  await server.signal('SIGKILL')
  const never = await openRedisCounterStore(server.url)
  await never.close()
  assert.equal(logged.length, 0)
})

test('instances on one counter store together allow at most the limit', { skip }, async t => {
  const server = await startRedis(t)
  const sizes = sizesOf({ minute: 10 })
  const instances = await Promise.all(
    Array.from({ length: 3 }, async () => {
      // Without the circuit breaker, which a busy machine could open.
      const { open: counters, counters: watched } = await openWatched(t, server.url)
      await until(watched, true)
      const sharing = { counters, instanceCount: () => 3 }
      return createLimits({ clock: () => 1_700_000_000_000, sizes, isPaid: async () => true, sharing })
    }),
  )
  const ask = { reads: 1, writes: 0, searches: 0, jobs: 0, costs: 'cost' } as const
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, async (_, index) => instances[index % 3]?.acquire(1, 1, ask)),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 10)
})

test('a script that the counter store has lost is loaded again', { skip }, async t => {
  const server = await startRedis(t)
  const { counters } = await openWatched(t, server.url)
  await until(counters, true)
  await ask(server, ['SCRIPT', 'FLUSH'])
  assert.equal(await put(counters), null)
})

test('keys have a prefix of their own, and expire', { skip }, async t => {
  const server = await startRedis(t)
  const { open, counters } = await openWatched(t, server.url)
  await until(counters, true)
  await put(open, 'mine')
  assert.equal(await ask(server, ['EXISTS', 'mine']), 0)
  const left = Number(await ask(server, ['PTTL', 'workloom:mine']))
  assert.ok(left > 0 && left <= 60_000)
})

test('a foreign value under one of our keys is replaced', { skip }, async t => {
  const server = await startRedis(t)
  const { open } = await openWatched(t, server.url)
  await ask(server, ['HSET', 'workloom:a', 'version', '7'])
  assert.deepEqual(await put(open, 'a'), { version: 7, text: '' })
  await ask(server, ['HSET', 'workloom:b', 'text', 'x'])
  assert.equal(await put(open, 'b'), null)
  await ask(server, ['LPUSH', 'workloom:c', 'x'])
  assert.equal(await put(open, 'c'), null)
  assert.deepEqual(await put(open, 'c'), { version: 1, text: 'text' })
})

const PASSWORD = 'pa ss:w@rd/%?'

test('a password is sent, and a wrong one is reported without its text', { skip }, async t => {
  const server = await startRedis(t, PASSWORD)
  const right = await openWatched(t, server.url)
  await until(right.counters, true)
  const wrong = await openWatched(t, server.url.replace(encodeURIComponent(PASSWORD), 'not-this-one'))
  const none = await openWatched(t, server.url.replace(/\/\/.*@/, '//'))
  for (const { counters, logged, open } of [wrong, none]) {
    for (let count = 0; count < 10; count++) {
      await assert.rejects(put(counters), CounterStoreUnavailable)
      await pause(20)
    }
    assert.equal(logged.length, 1)
    const why = await put(open).catch(String)
    assert.match(String(why), /WRONGPASS|NOAUTH/)
    assert.doesNotMatch(`${why} ${JSON.stringify(logged)}`, /not-this-one|pa ss|pa%20ss/)
  }
})

/** Sends the server a command with a client of its own. */
async function ask({ url }: Redis, words: string[]): Promise<unknown> {
  const { createClient } = await import('@redis/client')
  const client = await createClient({ url }).connect()
  try {
    return await client.sendCommand(words)
  } finally {
    client.destroy()
  }
}
