import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { type Answer, world } from '../../../test/harness/world.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The statuses of some requests, one after the other. */
async function statuses(count: number, send: () => Promise<Answer>): Promise<number[]> {
  const found: number[] = []
  for (let at = 0; at < count; at++) found.push((await send()).status)
  return found
}

test('jobs of a token count until they end, and a request that fails starts none', async () => {
  const { ann, ben, workspace, jobs } = await world({ limits: { jobs: undefined } })
  const task = await ann.create('/tasks', { workspace, name: 'Task', followers: [ben.gid] })
  const start = (person = ann) => person.post(`/tasks/${task}/duplicate`, {})
  const refuse = () => ann.post(`/tasks/${task}/duplicate`, { include: 'x' })
  assert.deepEqual(await statuses(6, refuse), Array(6).fill(400))
  assert.deepEqual(await statuses(4, start), [201, 201, 201, 201])
  assert.deepEqual(
    (await Promise.all([start(), start()])).map(({ status }) => status).sort(),
    [201, 429],
    'the last one of two requests at once is refused',
  )
  const refused = await start()
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '30'])
  assert.equal((await start(ben)).status, 201, 'the limit applies to each token')
  assert.equal((await ann.get('/users/me')).status, 200, 'other requests do not count')
  await jobs.tick()
  assert.deepEqual(await statuses(6, start), [201, 201, 201, 201, 201, 429])
})

test('a batch that would start more jobs than permitted starts none', async () => {
  const { ann, workspace } = await world({ limits: { jobs: 2 } })
  const task = await ann.create('/tasks', { workspace, name: 'Task' })
  const batch = (count: number) =>
    ann.post('/batch', { actions: Array(count).fill({ method: 'post', relative_path: `/tasks/${task}/duplicate` }) })
  assert.equal((await ann.post(`/tasks/${task}/duplicate`, {})).status, 201)
  assert.equal((await batch(2)).status, 429)
  assert.equal((await batch(1)).status, 200)
  assert.equal((await batch(1)).status, 429)
})

test('a job is visible to the person who started it, and to no other', async () => {
  const { ann, ben, service, workspace } = await world()
  const task = await ann.create('/tasks', { workspace, name: 'Task', followers: [ben.gid] })
  const job = await ann.create(`/tasks/${task}/duplicate`, {})
  for (const other of [ben, await service('Bot')]) {
    const { status, message } = await other.get(`/jobs/${job}`)
    assert.deepEqual([status, message], [404, `job: Not a recognized ID: ${job}`])
  }
  assert.equal((await ann.get(`/jobs/${job}`)).status, 200)
})

test('a job can be read for 30 days after its end', async () => {
  const { ann, workspace, clock, jobs, store } = await world()
  const task = await ann.create('/tasks', { workspace, name: 'Task' })
  const job = await ann.create(`/tasks/${task}/duplicate`, {})
  await jobs.tick()
  clock.now += 29 * DAY_MS
  await jobs.tick()
  assert.equal((await ok(ann.get(`/jobs/${job}`))).data.status, 'succeeded')
  clock.now += 2 * DAY_MS
  await jobs.tick()
  assert.equal((await ann.get(`/jobs/${job}`)).status, 404)
  assert.deepEqual(await store.read.db.selectFrom('job_copies').selectAll().execute(), [])
})
