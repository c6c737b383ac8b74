/** The official JavaScript client creates a webhook, and a receiver written like the official samples verifies it. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { createWebhookClient } from '../../src/jobs/webhook_client.ts'
import { listeningWorld } from '../harness/clients/listening.ts'
import { packages } from '../harness/packages.ts'
import { type ReceivedRequest, receiver } from '../harness/receiver.ts'

const { skip, load } = await packages('test/clients/asana')
const asana = load('asana')

test('asana 3.2.0 creates a webhook, and a receiver that signs the parsed body verifies its deliveries', {
  skip,
}, async () => {
  const { ann, origin, workspace, jobs } = await listeningWorld({ post: createWebhookClient({ allowPrivate: true }) })
  const { instance } = asana.ApiClient
  instance.basePath = `${origin}/api/1.0`
  instance.authentications.token.accessToken = ann.token
  const project = await new asana.ProjectsApi().createProject({ data: { workspace, name: 'Umzug – 🚚' } }, {})

  let secret = ''
  const verified: boolean[] = []
  const verify = ({ body, headers }: ReceivedRequest) => {
    const serialized = JSON.stringify(JSON.parse(body))
    return createHmac('sha256', secret).update(serialized).digest('hex') === headers['x-hook-signature']
  }
  const target = await receiver((response, got) => {
    const secretHeader = got.headers['x-hook-secret']
    if (secretHeader) {
      secret = String(secretHeader)
      response.setHeader('X-Hook-Secret', secret)
    } else verified.push(verify(got))
    response.writeHead(secretHeader ? 204 : 200).end()
  })
  const webhooks = new asana.WebhooksApi()
  const filters = [{ resource_type: 'task', action: 'changed', fields: ['name'] }]
  const made = await webhooks.createWebhook({ data: { resource: project.data.gid, target: target.url, filters } }, {})
  assert.equal(made.data.target, target.url)
  const tasks = new asana.TasksApi()
  const task = await tasks.createTask({ data: { name: 'Kisten', projects: [project.data.gid] } }, {})
  await tasks.updateTask({ data: { name: 'Kästen' } }, task.data.gid, {})
  await jobs.tick()
  assert.deepEqual(
    target.events().map(({ resource }) => resource.gid),
    [task.data.gid],
  )
  assert.deepEqual(verified, [true, true], 'the heartbeat and the delivery')
  const listed = await webhooks.getWebhooks(workspace, { resource: project.data.gid })
  assert.deepEqual(
    listed.data.map(({ gid }: { gid: string }) => gid),
    [made.data.gid],
  )
  await webhooks.updateWebhook({ data: { filters: [] } }, made.data.gid, {})
  await webhooks.deleteWebhook(made.data.gid)
  await assert.rejects(webhooks.getWebhook(made.data.gid, {}))
})
