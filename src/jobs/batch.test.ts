/** Cached batches: loaded once, without hiding later changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../../test/harness/world.ts'
import { createBatchCache, loadBatch } from './batch.ts'

async function watched() {
  const w = await world()
  w.clock.step = 0
  const project = await w.ann.create('/projects', { name: 'P', workspace: w.workspace })
  await w.ann.create('/tasks', { name: 'A', projects: [project] })
  const watch = { user: Number(w.ann.gid), resource: Number(project), filters: '[]' }
  return { ...w, project, watch, batchOf: createBatchCache(w.store.read, () => w.clock.now) }
}

test('a cached batch is returned for a short time, with the flag for more changes', async () => {
  const { watch, batchOf, ann, project, store, clock } = await watched()
  const first = await batchOf(watch, 0)
  await ann.create('/tasks', { name: 'B', projects: [project] })
  const second = await batchOf(watch, 0)
  assert.deepEqual([second.body, first.hasMore, second.hasMore], [first.body, false, true])
  clock.now += 1000
  assert.equal((await batchOf(watch, 0)).body, (await loadBatch(store.read, watch, 0)).body)
})

test('batches differ by person, object, filter and cursor', async () => {
  const { watch, batchOf, ben } = await watched()
  const { body, cursor } = await batchOf(watch, 0)
  const filters = '[{"resource_type":"story"}]'
  const others = [
    { ...watch, user: Number(ben.gid) },
    { ...watch, filters },
    { ...watch, resource: 1 },
  ]
  for (const other of others) assert.notEqual((await batchOf(other, 0)).body, body)
  assert.equal((await batchOf(watch, cursor)).body, '{"events":[]}')
})

test('an empty batch is not cached', async () => {
  const { watch, batchOf, ann, project } = await watched()
  const { cursor } = await batchOf(watch, 0)
  assert.equal((await batchOf(watch, cursor)).events.length, 0)
  await ann.create('/tasks', { name: 'B', projects: [project] })
  assert.notEqual((await batchOf(watch, cursor)).events.length, 0)
})
