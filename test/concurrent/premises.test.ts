/** Writes that rely on cached state, which another write changes meanwhile: they run again and read it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advisoryLock } from '../../src/store/locks.ts'
import { lockLists } from '../../src/store/queries/fields.ts'
import { applyField, makeField } from '../harness/fields.ts'
import { type Instances, instances, whileBlockedBy } from '../harness/instances.ts'
import { ok } from '../harness/sample.ts'
import { naiveNumbers, storedNumbers } from '../harness/samples/progress.ts'
import { makeProject } from '../harness/work.ts'
import type { Answer } from '../harness/world.ts'

/** A project whose state is cached at both instances, and the creation of a task in it. */
async function cachedProject(all: Instances) {
  const { ann } = all
  const { gid } = await makeProject(all, { members: [[ann, 'admin']] })
  const create = () => ann.post('/tasks', { projects: [gid], name: 'New' })
  for (let count = 0; count < 6; count++) await ok(create())
  return { gid, create }
}

test('a task that is created while its project gets an ID field has a number', async () => {
  const all = await instances()
  const { ann, store } = all
  const field = await makeField(all as never, 'text', { id_prefix: 'BUG' })
  const { gid, create } = await cachedProject(all)
  const lock = (tx: Parameters<typeof lockLists>[0]) => lockLists(tx, 'project', Number(gid))
  const apply = () => applyField(ann, gid, field)
  const [, created] = await whileBlockedBy<[unknown, Answer]>(store, lock, apply, create)
  const { data } = await ann.get(`/tasks/${created.data.gid}?opt_fields=custom_fields.display_value`)
  assert.deepEqual(
    data.custom_fields.map((one: { display_value: string }) => one.display_value),
    ['BUG-7'],
  )
})

test('no task is created in a project that goes into the trash meanwhile', async () => {
  const all = await instances()
  const { ann, store } = all
  const { gid, create } = await cachedProject(all)
  const lock = (tx: Parameters<typeof lockLists>[0]) => lockLists(tx, 'project', Number(gid))
  const remove = () => ann.delete(`/projects/${gid}`)
  const [removed, created] = await whileBlockedBy<[Answer, Answer]>(store, lock, remove, create)
  assert.equal(removed.status, 200)
  assert.ok([400, 404].includes(created.status), `created: ${created.status}`)
})

test('a task counts that is created while a goal begins to follow its project', async () => {
  const all = await instances()
  const { ann, store, workspace } = all
  const { gid, create } = await cachedProject(all)
  const goal = await ann.create('/goals', { workspace, name: 'Grow' })
  await ok(ann.post(`/goals/${goal}/setMetric`, { progress_source: 'manual', target_number_value: 1 }))
  const relationship = { supporting_resource: gid, contribution_weight: 1 }
  await ok(ann.post(`/goals/${goal}/addSupportingRelationship`, relationship))
  const { body } = await ok(ann.get(`/projects/${gid}/tasks`))
  await ok(ann.put(`/tasks/${body.data[0].gid}`, { completed: true }))
  for (let count = 0; count < 4; count++) await ok(create())
  const lock = (tx: Parameters<typeof advisoryLock>[0]) => advisoryLock(tx, 'change_log', Number(workspace))
  const follow = () => ann.post(`/goals/${goal}/setMetric`, { progress_source: 'project_task_completion' })
  const answers = await whileBlockedBy<[Answer, Answer]>(store, lock, follow, create)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 201],
  )
  assert.deepEqual(await storedNumbers(store), await naiveNumbers(store))
})
