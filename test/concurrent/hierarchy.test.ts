/** Concurrent changes of hierarchies of tasks and formulas: no cycle, and no limit exceeded. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce, countByStatus, type Instances, instances } from '../harness/instances.ts'
import { gidsOf } from '../harness/work.ts'

const tasks = ({ ann, workspace }: Instances, count: number) =>
  atOnce(one => ann.create('/tasks', { workspace, name: `Task ${one}` }), count)

/** The next one in a ring. */
const next = (ring: readonly string[], one: number) => ring[(one + 1) % ring.length] ?? ''

test('tasks that are made parents of each other in a ring at once form no cycle', async () => {
  const all = await instances()
  for (const size of [2, 2, 2, 5]) {
    const ring = await tasks(all, size)
    const answers = await Promise.all(
      ring.map((task, one) => all.ann.post(`/tasks/${task}/setParent`, { parent: next(ring, one) })),
    )
    assert.deepEqual(countByStatus(answers), { 200: size - 1, 400: 1 })
  }
})

test('tasks whose parent is updated along with other fields at once form no cycle', async () => {
  const all = await instances()
  for (const size of [2, 2, 2, 4]) {
    const ring = await tasks(all, size)
    const answers = await Promise.all(
      ring.map((task, one) => all.ann.put(`/tasks/${task}`, { parent: next(ring, one), name: 'Moved' })),
    )
    assert.deepEqual(countByStatus(answers), { 200: size - 1, 400: 1 })
  }
})

test('tasks that are made dependencies of each other in a ring at once form no cycle', async () => {
  const all = await instances()
  for (const size of [2, 2, 2, 5]) {
    const ring = await tasks(all, size)
    const answers = await Promise.all(
      ring.map((task, one) =>
        one % 2
          ? all.ann.post(`/tasks/${task}/addDependencies`, { dependencies: [next(ring, one)] })
          : all.ann.post(`/tasks/${next(ring, one)}/addDependents`, { dependents: [task] }),
      ),
    )
    assert.deepEqual(countByStatus(answers), { 200: size - 1, 400: 1 })
  }
})

test('a task gets at most the maximum of dependencies when many are added at once', async () => {
  const all = await instances()
  const [task = '', ...others] = await tasks(all, 36)
  const answers = await Promise.all(
    others.map(other => all.ann.post(`/tasks/${task}/addDependencies`, { dependencies: [other] })),
  )
  assert.deepEqual(countByStatus(answers), { 200: 30, 400: 5 })
  assert.equal((await gidsOf(all.ann, `/tasks/${task}/dependencies`)).length, 30)
})

test('formulas that are made to use each other in a ring at once form no cycle', async () => {
  const all = await instances()
  const { ann, workspace } = all
  const sum = { workspace, resource_subtype: 'number', precision: 0, formula: '1' }
  for (const size of [2, 2, 3]) {
    const ring = await atOnce(one => ann.create('/custom_fields', { ...sum, name: `Sum ${size} ${one}` }), size)
    const answers = await Promise.all(
      ring.map((gid, one) => ann.put(`/custom_fields/${gid}`, { formula: `{${next(ring, one)}} + 1` })),
    )
    assert.deepEqual(countByStatus(answers), { 200: size - 1, 400: 1 })
    for (const gid of ring) await ann.delete(`/custom_fields/${gid}`)
  }
})

test('a task is deleted together with subtasks that are being added to it', async () => {
  const all = await instances()
  const { ann, store } = all
  for (let round = 0; round < 4; round++) {
    const [top = '', moving = ''] = await tasks(all, 2)
    const middle = await ann.create(`/tasks/${top}/subtasks`, { name: 'Middle' })
    await Promise.all([
      ...[top, middle].flatMap(task => [1, 2, 3].map(() => ann.post(`/tasks/${task}/subtasks`, { name: 'Late' }))),
      ann.post(`/tasks/${moving}/setParent`, { parent: middle }),
      ann.delete(`/tasks/${top}`),
    ])
    const rows = await store.read.db
      .selectFrom('tasks')
      .select(['gid', 'parent'])
      .where('deleted_at', 'is', null)
      .where('parent', 'in', [Number(top), Number(middle)])
      .execute()
    assert.deepEqual(rows, [])
  }
})

test('goals that are made to support each other in a ring at once form no cycle', async () => {
  const all = await instances()
  const { ann, workspace } = all
  for (const size of [2, 2, 2, 5]) {
    const ring = await atOnce(one => ann.create('/goals', { workspace, name: `Goal ${one}` }), size)
    const answers = await Promise.all(
      ring.map((goal, one) =>
        ann.post(`/goals/${goal}/addSupportingRelationship`, { supporting_resource: next(ring, one) }),
      ),
    )
    assert.deepEqual(countByStatus(answers), { 200: size - 1, 400: 1 })
  }
})

test('portfolios that are added to each other in a ring at once form no cycle', async () => {
  const all = await instances()
  const { ann, workspace } = all
  for (const size of [2, 2, 2, 5]) {
    const ring = await atOnce(one => ann.create('/portfolios', { workspace, name: `Portfolio ${one}` }), size)
    const answers = await Promise.all(
      ring.map((portfolio, one) => ann.post(`/portfolios/${portfolio}/addItem`, { item: next(ring, one) })),
    )
    assert.deepEqual(countByStatus(answers), { 200: size - 1, 400: 1 })
  }
})
