/** Metrics of the store, jobs and calls, which do not change the behaviour of these. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../../test/harness/world.ts'
import { createWorker } from '../jobs/worker.ts'
import { invalid, serviceUnavailable } from '../lib/errors.ts'
import type { Store, Writer } from '../store/db.ts'
import { schedule } from '../store/queries/jobs/queue.ts'
import { createContext, currentContext, runInContext } from './context.ts'
import { createMetrics } from './metrics.ts'
import { aroundJobs, type Observer, observedStore, observedWebhookClient } from './observer.ts'

async function watching() {
  const metrics = await createMetrics({ version: '' })
  const observer: Observer = { metrics, traces: null }
  const read = async (name: string) => {
    const lines = (await metrics.text()).split('\n').filter(line => line.startsWith(name))
    return Object.fromEntries(
      lines.map(line => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    )
  }
  return { metrics, observer, read }
}

const unobserved: Observer = { metrics: null, traces: null }

test('writes are counted by outcome, and their result is unchanged', async () => {
  const { observer, read } = await watching()
  const { store: bare } = await world()
  const store = observedStore(bare, observer)
  assert.equal(await store.write(async () => 7), 7)
  const refusal = invalid('name', 'no')
  const outage = serviceUnavailable(new Error('busy'))
  for (const error of [refusal, outage, new Error('broken'), 'a text']) {
    await assert.rejects(
      store.write(() => Promise.reject(error)),
      thrown => thrown === error,
    )
  }
  const counts = await read('workloom_store_write_duration_seconds_count')
  assert.deepEqual(counts, { '{outcome="done"}': 1, '{outcome="refused"}': 1, '{outcome="failed"}': 3 })
})

test('a retried transaction is counted as a retry', async () => {
  const { observer, read } = await watching()
  const again = {
    write: async (work: (tx: Writer) => Promise<unknown>) => [await work({} as Writer), await work({} as Writer)],
  }
  const store = observedStore(again as unknown as Store, observer)
  await store.write(async () => 1)
  assert.deepEqual(await read('workloom_store_write_retries_total'), { '': 1 })
})

test('a store without metrics and traces is not wrapped', async () => {
  const { store } = await world()
  assert.equal(observedStore(store, unobserved), store)
  const post = async () => ({ status: 200, isRefused: false })
  assert.equal(observedWebhookClient(post, unobserved), post)
})

test('writes that share a commit keep their own execution context', async () => {
  const { observer } = await watching()
  const { store: bare } = await world()
  const store = observedStore(bare, observer)
  const seen = async () => {
    await new Promise(resolve => setImmediate(resolve))
    return currentContext()?.id
  }
  const ask = (id: string) => runInContext(createContext('request', id), () => store.write(seen))
  assert.deepEqual(await Promise.all([ask('one'), store.write(seen), ask('two')]), ['one', undefined, 'two'])
})

test('jobs are counted by kind and outcome', async () => {
  const { metrics, observer, read } = await watching()
  const { store, clock } = await world({ observer })
  const kinds = {
    works: { perform: async () => undefined },
    breaks: { perform: () => Promise.reject(new Error('broken')) },
  }
  const options = { kinds, log: () => undefined, clock: () => clock.now, around: aroundJobs(observer) }
  const worker = createWorker({ store, ...options })
  metrics.observeQueue(worker.oldestDue)
  assert.deepEqual(await read('workloom_jobs_oldest_due_seconds'), { '': 0 })
  await store.write(async tx => {
    for (const kind of Object.keys(kinds)) await schedule(tx, kind, 1, tx.now)
    await schedule(tx, 'works', 2, tx.now + 60_000_000)
  })
  clock.now += 90_000
  const [waited = 0] = Object.values(await read('workloom_jobs_oldest_due_seconds'))
  assert.ok(waited >= 89 && waited <= 91, String(waited))
  await worker.tick()
  assert.deepEqual(await read('workloom_job_duration_seconds_count'), {
    '{kind="works",outcome="done"}': 1,
    '{kind="breaks",outcome="failed"}': 1,
  })
})

test('a scrape has all other metrics while the store fails', async () => {
  const { metrics, read } = await watching()
  metrics.observeQueue(() => Promise.reject(new Error('away')))
  assert.deepEqual(await read('workloom_jobs_oldest_due_seconds'), { '': Number.NaN })
  assert.deepEqual(await read('workloom_http_requests_in_flight'), { '': 0 })
})

test('a scrape does not wait long for a store that does not answer', async () => {
  const { metrics, read } = await watching()
  metrics.observeQueue(() => new Promise(() => undefined))
  assert.deepEqual(await read('workloom_jobs_oldest_due_seconds'), { '': Number.NaN })
})

test('calls of targets are counted by outcome, and not by target', async () => {
  const { observer, read } = await watching()
  const replies = [
    ...[200, 204, 302, 410, 500, 503].map(status => ({ status, isRefused: false })),
    ...[
      { status: null, isRefused: false },
      { status: null, isRefused: true },
    ],
  ]
  for (const [at, reply] of replies.entries()) {
    const post = observedWebhookClient(async () => reply, observer)
    assert.equal(await post(`https://host-${at}.example.com/`, {}, ''), reply)
    await post('no address', {}, '')
  }
  assert.deepEqual(await read('workloom_webhook_call_duration_seconds_count'), {
    ...{ '{outcome="2xx"}': 4, '{outcome="3xx"}': 2, '{outcome="4xx"}': 2, '{outcome="5xx"}': 4 },
    ...{ '{outcome="unreachable"}': 2, '{outcome="refused"}': 2 },
  })
})
