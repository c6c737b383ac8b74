/** Workers of several copies at one queue: each job is done by one of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorker } from '../../src/jobs/worker.ts'
import { claim, schedule, scheduleAll } from '../../src/store/queries/jobs/queue.ts'
import { atOnce, copies, storesOf } from '../harness/copies.ts'

const subjects = Array.from({ length: 100 }, (_, one) => one + 1)

test('jobs that several copies take at once are taken once, and no more than asked for', async () => {
  const stores = await storesOf(3)
  const [store] = stores
  await store?.write(tx => scheduleAll(tx, 'deliver', subjects, tx.now))
  const taken = await atOnce(async one => {
    const wanted = { kinds: ['deliver'], limit: 7, lease: `worker ${one}` }
    return (await stores[one % 3]?.write(tx => claim(tx, { ...wanted, until: tx.now + 30_000 }))) ?? []
  })
  for (const jobs of taken) assert.ok(jobs.length <= 7, `${jobs.length} at once`)
  const found = taken.flat().map(({ subject }) => subject)
  assert.equal(new Set(found).size, found.length, 'one was taken twice')
})

test('each is run once by the workers of three copies, and what is scheduled meanwhile once more', async () => {
  const stores = await storesOf(3)
  const [store] = stores
  if (!store) return
  await store.write(tx => scheduleAll(tx, 'count', subjects, tx.now))
  const runs = new Map<number, number>()
  const inside = new Set<number>()
  const count = {
    async run(subject: number) {
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

test('a webhook is told of everything once, in order, by whichever copy', async () => {
  const all = await copies()
  const { ann, workspace, workers } = all
  const project = await ann.makes('/projects', { name: 'Plan', workspace })
  await ann.makes('/webhooks', { resource: project, target: 'https://elsewhere.example.com/' })
  for (let round = 0; round < 4; round++) {
    await Promise.all([
      ...workers.map(worker => worker.tick()),
      atOnce(one => ann.makes('/tasks', { name: `Task ${one}`, projects: [project] }), 5),
    ])
  }
  await Promise.all(workers.map(worker => worker.tick()))
  const { db } = all.store.read
  const deliveries = await db.selectFrom('webhook_deliveries').selectAll().orderBy('gid').execute()
  let last = 0
  for (const { first_change, last_change } of deliveries) {
    if (first_change === null) continue
    assert.ok(first_change > last, 'told twice')
    last = last_change ?? 0
  }
  const { cursor } = await db.selectFrom('webhooks').select('cursor').executeTakeFirstOrThrow()
  const heard = db.selectFrom('streams').select('change').where('resource', '=', Number(project))
  assert.equal(cursor, Math.max(...(await heard.execute()).map(({ change }) => change)))
})
