/** The job queue and its worker: scheduling, retries and leases. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { world } from '../../test/harness/world.ts'
import type { Store } from '../store/db.ts'
import { claim, finish, listJobs, type QueuedJob, releaseJobs, renew, schedule } from '../store/queries/jobs/queue.ts'
import { createWorker, type JobKind } from './worker.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND

async function testWorker(kinds: Record<string, JobKind> = {}) {
  const w = await world()
  w.clock.step = 0
  const log: string[] = []
  const now = () => w.clock.now
  const worker = createWorker({ store: w.store, clock: now, kinds, log: line => void log.push(String(line.message)) })
  const plan = (kind: string, subject: number, runAt = now()) => w.store.write(tx => schedule(tx, kind, subject, runAt))
  return { ...w, worker, log, plan, now, jobs: () => listJobs(w.store.read, 100) }
}

const claimOptions = (lease: string, until: number, limit = 10) => ({ kinds: ['a'], limit, lease, until })

test('a subject has one job of a kind, at the earliest scheduled time', async () => {
  const { plan, jobs, now } = await testWorker()
  for (const at of [30, 10, 20]) await plan('a', 1, now() + at * SECOND)
  await plan('a', 2, now())
  const at = (await jobs()).map(job => [job.subject, job.run_at - now()])
  assert.deepEqual(at, [
    [2, 0],
    [1, 10 * SECOND],
  ])
})

test('a job runs when it is due and is deleted when it is done', async () => {
  const done: number[] = []
  const run = async (subject: number) => void done.push(subject) as undefined
  const { plan, jobs, worker, clock } = await testWorker({ a: { perform: run } })
  await plan('a', 1)
  await plan('a', 2, clock.now + SECOND)
  await worker.tick()
  assert.deepEqual(done, [1])
  clock.now += SECOND
  await worker.tick()
  assert.deepEqual(done, [1, 2])
  assert.deepEqual(await jobs(), [])
})

test('a failed job is logged and retried with growing delays, and the others run', async () => {
  let tries = 0
  const fails: JobKind = { perform: () => Promise.reject(new Error(`no ${++tries}`)) }
  const good: number[] = []
  const { plan, jobs, worker, clock, log } = await testWorker({
    fails,
    good: { perform: async subject => void good.push(subject) as undefined },
  })
  await plan('fails', 1)
  await plan('good', 1)
  const waits: number[] = []
  for (let round = 0; round < 12; round++) {
    await worker.tick()
    const [job] = await jobs()
    assert.ok(job)
    assert.ok(job.last_error?.includes(`no ${round + 1}`))
    waits.push((job.run_at - clock.now) / SECOND)
    clock.now = job.run_at
  }
  assert.deepEqual(waits, [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600])
  assert.deepEqual(good, [1])
  assert.equal(log[0], 'A job failed.')
})

test('a job that is scheduled while it runs is run again', async () => {
  const seen: number[] = []
  let again = true
  const parts = await testWorker({
    a: {
      async perform(subject) {
        seen.push(subject)
        if (again) await parts.plan('a', subject)
        again = false
        return undefined
      },
    },
  })
  await parts.plan('a', 7)
  await parts.worker.tick()
  assert.deepEqual(seen, [7, 7])
  assert.deepEqual(await parts.jobs(), [])
})

test('a job runs again at the time that it returns, or earlier when it is scheduled', async () => {
  let runs = 0
  const parts = await testWorker({ a: { perform: async () => parts.now() + HOUR * Math.sign(++runs) } })
  await parts.plan('a', 1)
  await parts.worker.tick()
  await parts.worker.tick()
  assert.equal(runs, 1)
  await parts.plan('a', 1, parts.now() + SECOND)
  parts.clock.now += SECOND
  await parts.worker.tick()
  assert.equal(runs, 2)
})

test('a job that one worker claimed is not claimed by another before its lease expires', async () => {
  const { store, plan, clock } = await testWorker()
  for (const subject of [1, 2, 3]) await plan('a', subject)
  const claimAs = (lease: string) => store.write(tx => claim(tx, claimOptions(lease, clock.now + SECOND, 2)))
  const [first, second, third] = [await claimAs('x'), await claimAs('y'), await claimAs('z')]
  assert.deepEqual([first.length, second.length, third.length], [2, 1, 0])
  clock.now += SECOND
  assert.equal((await claimAs('z')).length, 2, 'the leases of dead workers have expired')
})

test('a renewed lease stays valid, and a worker cannot finish a job that it lost', async () => {
  const { store, plan, clock, jobs } = await testWorker()
  await plan('a', 1)
  const claimAs = (lease: string) => store.write(tx => claim(tx, claimOptions(lease, clock.now + SECOND)))
  const [job] = await claimAs('x')
  assert.ok(job)
  await store.write(tx => renew(tx, 'x', [job.gid], clock.now + 3 * SECOND))
  clock.now += 2 * SECOND
  assert.equal((await claimAs('y')).length, 0)
  clock.now += SECOND
  assert.equal((await claimAs('y')).length, 1)
  await store.write(tx => finish(tx, 'x', job, undefined))
  assert.equal((await jobs()).length, 1, 'another worker claimed the job')
})

test('a worker that claimed its own job again, after a pause of the machine, ends it by the later run', async () => {
  const { plan, jobs, store, clock } = await testWorker()
  await plan('a', 1)
  const claimAgain = async () => {
    const [job] = await store.write(tx => claim(tx, claimOptions('x', clock.now + SECOND)))
    clock.now += SECOND
    return job ?? assert.fail('Nothing was due.')
  }
  const [earlier, later] = [await claimAgain(), await claimAgain()]
  const end = (job: QueuedJob, next?: number) => store.write(tx => finish(tx, 'x', job, next))
  for (const next of [undefined, clock.now]) {
    await end(earlier, next)
    assert.deepEqual(
      (await jobs()).map(({ leased_until }) => leased_until),
      [clock.now],
    )
  }
  await end(later, clock.now + HOUR)
  assert.deepEqual(
    (await jobs()).map(({ run_at }) => run_at),
    [clock.now + HOUR],
  )
})

test('a worker releases its jobs, and an exclusive worker claims those of dead workers', async () => {
  const done: number[] = []
  const parts = await testWorker()
  await parts.plan('a', 1)
  await parts.plan('a', 2)
  await parts.store.write(tx => claim(tx, claimOptions('x', parts.now() + HOUR, 1)))
  await parts.store.write(tx => releaseJobs(tx, 'y'))
  assert.equal((await parts.store.write(tx => claim(tx, claimOptions('z', parts.now() + HOUR)))).length, 1)
  const kinds = { a: { perform: async (subject: number) => void done.push(subject) as undefined } }
  const alone = createWorker({ store: parts.store, clock: parts.now, kinds, log: () => {}, exclusive: true })
  await alone.tick()
  assert.deepEqual(done.sort(), [1, 2])
})

test('a kind with an interval runs on time, and when it is woken', async () => {
  let runs = 0
  let news = false
  const kind: JobKind = {
    intervalMs: HOUR,
    isWoken: async () => news,
    async perform() {
      runs++
      news = false
      return undefined
    },
  }
  const { worker, clock } = await testWorker({ kind })
  await worker.tick()
  await worker.tick()
  assert.equal(runs, 1)
  news = true
  await worker.tick()
  assert.equal(runs, 2)
  clock.now += HOUR
  await worker.tick()
  assert.equal(runs, 3)
})

test('a running worker reacts to notifications, and finishes its jobs before it stops', async () => {
  let wake = false
  let release = () => {}
  const begun = Promise.withResolvers<void>()
  const kind: JobKind = {
    intervalMs: HOUR,
    isWoken: async () => wake,
    perform: async () => {
      if (!wake) return undefined
      wake = false
      begun.resolve()
      await new Promise<void>(resolve => {
        release = resolve
      })
      return undefined
    },
  }
  const { worker, ann, workspace, jobs } = await testWorker({ kind })
  worker.start()
  wake = true
  await ann.create('/tags', { name: 'news', workspace })
  await begun.promise
  const stopped = worker.stop()
  release()
  await stopped
  const [job] = await jobs()
  assert.deepEqual([job?.leased_until, job?.attempts, job?.last_error], [null, 0, null])
})

test('a worker starts its jobs when the store becomes available, and can stop before that', async () => {
  let away = true
  let runs = 0
  const { store, log, now } = await testWorker()
  const unsteady: Store = {
    ...store,
    write: (work, by) => (away ? Promise.reject(new Error('away')) : store.write(work, by)),
  }
  const run = async () => void runs++ as undefined
  const worker = createWorker({
    ...{ store: unsteady, clock: now, kinds: { kind: { intervalMs: HOUR, perform: run } } },
    log: line => void log.push(String(line.message)),
  })
  await assert.rejects(worker.tick())
  away = false
  await worker.tick()
  assert.equal(runs, 1)
  away = true
  await worker.stop()
  assert.deepEqual(log, ['Reading the job queue failed.'])
})

test('a job whose claim was lost runs again, also when the worker is busy', async t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { store, clock, now, plan } = await testWorker()
  let loses = false
  const write: Store['write'] = async (work, by) => {
    const value = await store.write(work, by)
    if (!loses || !Array.isArray(value) || value.length === 0) return value
    loses = false
    throw new Error('The answer was lost.')
  }
  const slow = Promise.withResolvers<undefined>()
  const ran = Promise.withResolvers<undefined>()
  const busy = Promise.withResolvers<void>()
  const kinds: Record<string, JobKind> = {
    slow: {
      perform() {
        busy.resolve()
        return slow.promise
      },
    },
    lost: { perform: async () => ran.resolve(undefined) as undefined },
  }
  const worker = createWorker({ store: { ...store, write }, clock: now, kinds, log: () => undefined })
  await plan('slow', 1)
  worker.start()
  await busy.promise
  loses = true
  await plan('lost', 1)
  while (loses) await pause(10)
  for (let beat = 0; beat < 4; beat++) {
    clock.now += 10 * SECOND
    t.mock.timers.tick(10 * SECOND)
    await pause(50)
  }
  await ran.promise
  slow.resolve(undefined)
  await worker.stop()
})
