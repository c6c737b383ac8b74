/** Workers of several instances on one queue: one of them runs each job. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { scheduleDeliveries } from '../../src/jobs/schedule_deliveries.ts'
import { createWorker } from '../../src/jobs/worker.ts'
import { findForUpdate } from '../../src/store/change.ts'
import { claim, listJobs, schedule, scheduleAll } from '../../src/store/queries/jobs/queue.ts'
import { settingOf } from '../../src/store/queries/settings.ts'
import { setSetting } from '../../src/store/set_setting.ts'
import { captureSql } from '../harness/captured_sql.ts'
import { atOnce, instances, storesOf, whileBlockedBy } from '../harness/instances.ts'
import type { Json } from '../harness/world.ts'

const subjects = Array.from({ length: 100 }, (_, one) => one + 1)

test('instances that claim jobs at once claim each job once, and at most as many as requested', async () => {
  const stores = await storesOf(3)
  const [store] = stores
  await store?.write(tx => scheduleAll(tx, 'deliver', subjects, tx.now))
  const claimed = await atOnce(async one => {
    const request = { kinds: ['deliver'], limit: 7, lease: `worker ${one}` }
    return (await stores[one % 3]?.write(tx => claim(tx, { ...request, until: tx.now + 30_000 }))) ?? []
  })
  for (const jobs of claimed) assert.ok(jobs.length <= 7, `${jobs.length} at once`)
  const found = claimed.flat().map(({ subject }) => subject)
  assert.equal(new Set(found).size, found.length, 'one was claimed twice')
})

test('the workers of three instances run each job once, and a job that is scheduled meanwhile once more', async () => {
  const stores = await storesOf(3)
  const [store] = stores
  if (!store) return
  await store.write(tx => scheduleAll(tx, 'count', subjects, tx.now))
  const runs = new Map<number, number>()
  const inside = new Set<number>()
  const count = {
    async perform(subject: number) {
      assert.ok(!inside.has(subject), 'two are at it')
      inside.add(subject)
      const before = runs.get(subject) ?? 0
      runs.set(subject, before + 1)
      if (subject <= 5 && before === 0) await store.write(tx => schedule(tx, 'count', subject, tx.now))
      inside.delete(subject)
      return undefined
    },
  }
  const workers = stores.map(one => createWorker({ store: one, clock: one.clock, kinds: { count }, log: () => {} }))
  await Promise.all(workers.map(worker => worker.tick()))
  await Promise.all(workers.map(worker => worker.tick()))
  assert.deepEqual(
    [...runs.keys()].sort((a, b) => a - b),
    subjects,
  )
  for (const [subject, times] of runs) assert.equal(times, subject <= 5 ? 2 : 1, `job ${subject}`)
})

test('a webhook receives each event once, in order, from any instance', async () => {
  const all = await instances()
  const { ann, workspace, workers, posted } = all
  const project = await ann.create('/projects', { name: 'Plan', workspace })
  await ann.create('/webhooks', { resource: project, target: 'https://elsewhere.example.com/' })
  for (let round = 0; round < 4; round++) {
    await Promise.all([
      ...workers.map(worker => worker.tick()),
      atOnce(one => ann.create('/tasks', { name: `Task ${one}`, projects: [project] }), 5),
    ])
  }
  await Promise.all(workers.map(worker => worker.tick()))
  const events = posted.flatMap(body => (JSON.parse(body).events ?? []) as Json[])
  const tasks = events.flatMap(({ action, resource, parent }) =>
    action === 'added' && parent?.resource_type === 'project' ? [Number(resource.gid)] : [],
  )
  const made = all.store.read.db
    .selectFrom('changes')
    .select('resource')
    .where('action', '=', 'added')
    .where('parent', '=', Number(project))
    .where('resource_type', '=', 'task')
    .orderBy('gid')
  assert.deepEqual(
    tasks,
    (await made.execute()).map(({ resource }) => resource),
  )
  assert.equal(tasks.length, 20)
})

test('the position of scheduled deliveries never goes back', async () => {
  const { ann, workspace, store } = await instances()
  const project = await ann.create('/projects', { name: 'Plan', workspace })
  await ann.create('/webhooks', { resource: project, target: 'https://elsewhere.example.com/' })
  const name = `delivery_position ${workspace}`
  const [job, later] = [scheduleDeliveries({ store, clock: store.clock }), String(Number.MAX_SAFE_INTEGER)]
  for (const at of ['first', 'next']) {
    await ann.create('/tasks', { name: at, projects: [project] })
    // Another instance is ahead.
    await whileBlockedBy(
      store,
      tx => setSetting(tx, name, later),
      () => job.perform(0),
    )
    assert.equal(await settingOf(store.read, name), later, at)
    await store.write(tx => setSetting(tx, name, '0'))
  }
})

test('jobs that end together, and are scheduled together meanwhile, do not wait for each other', async () => {
  const [store, other] = await storesOf(2)
  if (!store || !other) return
  const pair = [1, 2]
  await store.write(tx => scheduleAll(tx, 'count', pair, tx.now))
  const gates = pair.map(() => Promise.withResolvers<void>())
  const count = {
    perform: (subject: number) => gates[subject - 1]?.promise.then(() => undefined) ?? Promise.resolve(undefined),
  }
  const worker = createWorker({ store, clock: store.clock, kinds: { count }, log: () => {} })
  const working = worker.tick()
  while ((await listJobs(store.read, 2)).some(job => job.leased_until === null)) await pause(5)
  const take = captureSql()
  await whileBlockedBy(
    store,
    tx => findForUpdate(tx, 'jobs', { kind: 'count' }),
    async () => {
      // The second one commits first.
      gates[1]?.resolve()
      await pause(5)
      gates[0]?.resolve()
      await working
    },
    () => other.write(tx => scheduleAll(tx, 'count', pair, tx.now)),
  )
  assert.ok(
    take().every(({ text }) => text !== 'rollback'),
    'a deadlock was detected',
  )
})
