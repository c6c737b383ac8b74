/** Webhooks in the console: health, deliveries and redelivery. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptAll, receiver } from '../../../../test/harness/receiver.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { type Json, type Person, world } from '../../../../test/harness/world.ts'
import { createSession } from '../../../identity/sessions.ts'
import { createWebhookClient } from '../../../jobs/webhook_client.ts'

const SECOND = 1000
const DAY = 24 * 3600 * SECOND

async function webhookWorld() {
  const w = await world({ post: createWebhookClient({ allowPrivate: true }) })
  w.clock.step = 0
  const target = await receiver()
  const project = await w.ann.create('/projects', { name: 'P', workspace: w.workspace, privacy_setting: 'private' })
  const hook = await w.ann.create('/webhooks', { resource: project, target: target.url })
  await w.jobs.tick()
  const visit = async ({ gid }: Person) => {
    const secret = await w.store.write(tx => createSession(tx, Number(gid), { agent: 'test', address: '' }))
    const headers = {
      ...{ cookie: `workloom_session=${secret}`, 'x-requested-with': 'page', 'content-type': 'application/json' },
    }
    return (method: string, path: string, data: Json = {}) =>
      w.send({ method, url: `/-${path}`, headers, ...(method === 'POST' && { payload: JSON.stringify({ data }) }) })
  }
  const task = async (name: string) => {
    w.clock.now += SECOND
    const gid = await w.ann.create('/tasks', { name, projects: [project] })
    await w.jobs.tick()
    return gid
  }
  const added = () =>
    target
      .events()
      .flatMap(({ action, resource, parent }) =>
        action === 'added' && parent?.resource_type === 'project' ? (resource.gid as string) : [],
      )
  return { ...w, target, project, hook, visit, task, added, mine: await visit(w.ann) }
}

test('the list of webhooks has the health of each', async () => {
  const { mine, visit, ben, hook, project, target, task } = await webhookWorld()
  const [well] = (await ok(mine('GET', '/webhooks'))).data as Json[]
  assert.deepEqual([well?.gid, well?.resource.gid, well?.is_failing], [hook, project, false])
  target.behave = response => response.writeHead(500).end('broken')
  await task('A')
  const [ill] = (await ok(mine('GET', '/webhooks'))).data as Json[]
  assert.deepEqual([ill?.is_failing, ill?.delivery_retry_count, ill?.last_failure_content], [true, 1, 'broken'])
  assert.deepEqual((await ok((await visit(ben))('GET', '/webhooks'))).data, [])
})

test('each delivery is recorded with its result', async () => {
  const { mine, hook, target, task, clock, jobs } = await webhookWorld()
  await task('A')
  target.behave = response => response.writeHead(500).end('broken')
  await task('B')
  target.behave = acceptAll
  clock.now += 10 * SECOND
  await jobs.tick()
  const { data } = await ok(mine('GET', `/webhooks/${hook}/deliveries`))
  assert.deepEqual(
    data.map(({ status, error, attempt, events }: Json) => [status, error, attempt, events]),
    [
      [200, null, 2, 3],
      [500, 'broken', 1, 3],
      [200, null, 1, 3],
    ],
  )
})

test('redelivering one delivery leaves the cursor of the webhook unchanged', async () => {
  const { mine, hook, target, task, added, jobs, store } = await webhookWorld()
  const [first, second] = [await task('A'), await task('B')]
  const [, older] = (await ok(mine('GET', `/webhooks/${hook}/deliveries`))).data as Json[]
  target.requests.splice(0)
  await ok(mine('POST', `/webhooks/${hook}/deliveries/${older?.gid}/redeliver`))
  await jobs.tick()
  assert.deepEqual(added(), [first])
  const third = await task('C')
  assert.deepEqual(added(), [first, third])
  assert.ok(second)
  const count = await store.read.db.selectFrom('webhook_deliveries').select('gid').execute()
  assert.equal(count.length, 4)
})

test('all events since a date-time are redelivered in order, also to a target that is in backoff', async () => {
  const { mine, hook, target, task, added, jobs, clock } = await webhookWorld()
  await task('A')
  const since = new Date(clock.now + SECOND).toISOString()
  const made = [await task('B'), await task('C')]
  target.behave = response => response.writeHead(500).end()
  made.push(await task('D'))
  target.behave = acceptAll
  target.requests.splice(0)
  await ok(mine('POST', `/webhooks/${hook}/redeliver`, { since }))
  await jobs.tick()
  assert.deepEqual(added(), made)
  clock.now += 8 * DAY
  const late = await mine('POST', `/webhooks/${hook}/redeliver`, { since })
  assert.deepEqual([late.status, late.message], [400, 'since: Must be in the last 7 days'])
})

test('a redelivery requested during a delivery is not lost', async () => {
  const { mine, hook, target, task, added, jobs, clock } = await webhookWorld()
  const first = await task('A')
  const since = new Date(clock.now).toISOString()
  let asked = false
  target.behave = async (...exchange) => {
    if (!asked) {
      asked = true
      await ok(mine('POST', `/webhooks/${hook}/redeliver`, { since }))
    }
    acceptAll(...exchange)
  }
  const second = await task('B')
  await jobs.tick()
  assert.deepEqual(added(), [first, second, first, second])
})

test('webhooks are visible only to their owner with a session', async () => {
  const { visit, ben, ann, hook, task, mine, send, project } = await webhookWorld()
  await task('A')
  const [delivery] = (await ok(mine('GET', `/webhooks/${hook}/deliveries`))).data as Json[]
  const his = await visit(ben)
  const other = await ann.create('/webhooks', { resource: project, target: (await receiver()).url })
  for (const { status } of [
    await his('GET', `/webhooks/${hook}/deliveries`),
    await his('POST', `/webhooks/${hook}/redeliver`, { since: '2026-01-05T09:00:00Z' }),
    await his('POST', `/webhooks/${hook}/deliveries/${delivery?.gid}/redeliver`),
    await mine('POST', `/webhooks/${other}/deliveries/${delivery?.gid}/redeliver`),
    await mine('POST', `/webhooks/${hook}/deliveries/1/redeliver`),
  ]) {
    assert.equal(status, 404)
  }
  assert.equal((await mine('POST', `/webhooks/${hook}/redeliver`)).status, 400)
  assert.equal((await send({ method: 'GET', url: '/-/webhooks' })).status, 401)
})
