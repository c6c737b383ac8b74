/** Several workers on one store: each job runs at one of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptAll, receiver } from '../../test/harness/receiver.ts'
import { world } from '../../test/harness/world.ts'
import { createOperationRunner } from '../http/operations.ts'
import { createJobs } from './kinds.ts'
import { createWebhookClient } from './webhook_client.ts'

test('two workers on one store deliver everything once, and never the same concurrently', async () => {
  const post = createWebhookClient({ allowPrivate: true })
  const w = await world({ post })
  const { ann, workspace, store, clock } = w
  const shared = { store, files: w.files, clock: () => clock.now, key: 'a key of thirty-two characters..', post }
  const operations = createOperationRunner(shared)
  const options = { ...shared, log: () => {}, notify: async () => {}, operations }
  const workers = [createJobs(options), createJobs(options), createJobs(options)]
  let [inside, most] = [0, 0]
  const target = await receiver(async (...exchange) => {
    most = Math.max(most, ++inside)
    await new Promise(resolve => setTimeout(resolve, 5))
    inside--
    acceptAll(...exchange)
  })
  const project = await ann.create('/projects', { name: 'P', workspace, privacy_setting: 'private' })
  await ann.create('/webhooks', { resource: project, target: target.url })
  const made: string[] = []
  for (let round = 0; round < 10; round++) {
    const ticking = workers.map(worker => worker.tick())
    for (let task = 0; task < 5; task++) made.push(await ann.create('/tasks', { name: 'T', projects: [project] }))
    await Promise.all(ticking)
  }
  await Promise.all(workers.map(worker => worker.tick()))
  const added = target
    .events()
    .flatMap(({ action, resource, parent }) =>
      action === 'added' && parent?.resource_type === 'project' ? resource.gid : [],
    )
  assert.deepEqual(added, made)
  assert.equal(most, 1)
})
