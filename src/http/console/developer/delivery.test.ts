/** The contents of a delivery: the exact request and response, for the owner, of the last deliveries. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { receiver } from '../../../../test/harness/receiver.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { type Json, type Person, world } from '../../../../test/harness/world.ts'
import { createSession } from '../../../identity/sessions.ts'
import { createWebhookClient } from '../../../jobs/webhook_client.ts'
import { insert } from '../../../store/change.ts'
import { trimDeliveries } from '../../../store/queries/jobs/webhooks.ts'

async function webhookWorld() {
  const w = await world({ post: createWebhookClient({ allowPrivate: true }) })
  w.clock.step = 0
  const target = await receiver()
  const project = await w.ann.create('/projects', { name: 'P', workspace: w.workspace, privacy_setting: 'private' })
  const made = await w.ann.post('/webhooks', { resource: project, target: target.url })
  const hook = made.data.gid as string
  await w.jobs.tick()
  const visit = async ({ gid }: Person) => {
    const secret = await w.store.write(tx => createSession(tx, Number(gid), { agent: 'test', address: '' }))
    const headers = { cookie: `workloom_session=${secret}`, 'x-requested-with': 'page' }
    return (path: string) => w.send({ method: 'GET', url: `/-${path}`, headers })
  }
  const task = async () => {
    w.clock.now += 1000
    await w.ann.create('/tasks', { name: 'T', projects: [project] })
    await w.jobs.tick()
  }
  const mine = await visit(w.ann)
  const newest = async () => (await ok(mine(`/webhooks/${hook}/deliveries`))).data[0] as Json
  const latest = async () => (await ok(mine(`/webhooks/${hook}/deliveries/${(await newest()).gid}`))).data
  return { ...w, target, hook, secret: made.body['X-Hook-Secret'] as string, visit, task, mine, newest, latest }
}

test('a delivery shows the request and the response as they were', async () => {
  const { target, secret, task, latest, newest } = await webhookWorld()
  target.behave = response => response.end('thanks')
  await task()
  const shown = await latest()
  const [got] = target.deliveries()
  assert.equal(shown.request.body, got?.body)
  for (const [name, value] of Object.entries(shown.request.headers)) {
    assert.equal(got?.headers[name.toLowerCase()], value, name)
  }
  const signature = createHmac('sha256', secret).update(shown.request.body).digest('hex')
  assert.equal(shown.request.headers['X-Hook-Signature'], signature)
  assert.deepEqual(shown.response, { status: 200, body: 'thanks' })
  assert.ok(!JSON.stringify(shown).includes(secret), 'the secret is not returned')
  assert.deepEqual(Object.keys(await newest()).includes('request'), false, 'the list has no contents')
})

test('a refused delivery has the response of the target, and one without a response has none', async () => {
  const { target, task, latest, clock, jobs } = await webhookWorld()
  target.behave = response => response.writeHead(500).end('out of paper')
  await task()
  assert.deepEqual((await latest()).response, { status: 500, body: 'out of paper' })
  target.behave = response => response.destroy()
  clock.now += 60_000
  await jobs.tick()
  const { response, request, error } = await latest()
  assert.deepEqual([response, typeof request.body, typeof error], [null, 'string', 'string'])
})

test('a delivery is visible only to its owner and only below its webhook', async () => {
  const { task, newest, visit, ben, hook, mine, ann, workspace, target } = await webhookWorld()
  await task()
  const { gid } = await newest()
  assert.equal((await (await visit(ben))(`/webhooks/${hook}/deliveries/${gid}`)).status, 404)
  const project = await ann.create('/projects', { name: 'Q', workspace })
  const other = await ann.create('/webhooks', { resource: project, target: target.url })
  assert.equal((await mine(`/webhooks/${other}/deliveries/${gid}`)).status, 404)
})

test('only the last deliveries have contents, and older ones stay in the list', async () => {
  const { task, latest, newest, hook, store, mine } = await webhookWorld()
  await task()
  const { gid: first } = await newest()
  for (let more = 0; more < 2; more++) {
    await store.write(async tx => {
      await insert(tx, 'webhook_deliveries', {
        ...{ gid: tx.gid(), webhook: Number(hook), first_change: null, last_change: null, events: 0, attempt: 1 },
        ...{ status: 200, error: null, started_at: tx.now, finished_at: tx.now },
        ...{ signature: 's', body: '{"events":[]}', response: '' },
      })
      await trimDeliveries(tx, Number(hook), 1000, 2)
    })
  }
  assert.equal((await latest()).request.body, '{"events":[]}')
  const { request, status } = (await ok(mine(`/webhooks/${hook}/deliveries/${first}`))).data
  assert.deepEqual([request, status], [null, 200])
})
