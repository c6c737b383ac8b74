/** Templates that several workers use while people write to the new project. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce, instances } from '../harness/instances.ts'
import { ok } from '../harness/sample.ts'
import { makeProjectTemplate } from '../harness/samples/templates.ts'

const TASKS = 240

test('tasks of a template are created once, at positions of their own, while people add others', async () => {
  const all = await instances()
  const { ann, store, workers } = all
  const tasks = Array.from({ length: TASKS }, (_, index) => ({
    ...{ name: `Task ${index}`, assignee: Number(ann.gid) },
    ...(index % 2 === 1 ? { parent: 0 } : {}),
    ...(index > 1 ? { dependencies: [index - 2] } : {}),
  }))
  const template = await makeProjectTemplate(all, ann, { tasks })
  const use = () => ann.post(`/project_templates/${template}/instantiateProject`, { name: 'New' })
  const started = await Promise.all([ok(use()), ok(use())])
  const projects = started.map(({ data }) => data.new_project.gid as string)
  await Promise.all([
    ...workers.map(worker => worker.tick()),
    ...projects.map(project => atOnce(one => ann.create('/tasks', { name: `Mine ${one}`, projects: [project] }))),
  ])
  for (const worker of workers) await worker.tick()
  for (const { data } of started) assert.equal((await ok(ann.get(`/jobs/${data.gid}`))).data.status, 'succeeded')
  for (const project of projects) {
    const query = store.read.db.selectFrom('task_memberships as m').innerJoin('tasks as t', 't.gid', 'm.task')
    const rows = await query.select(['t.gid', 't.name', 'm.rank']).where('m.project', '=', Number(project)).execute()
    assert.equal(rows.length, TASKS / 2 + 20)
    assert.equal(new Set(rows.map(({ rank }) => rank)).size, rows.length, 'two have the same place')
    assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length, 'a task is there twice')
    const parent = rows.find(({ name }) => name === 'Task 0')?.gid ?? 0
    const below = await store.read.db
      .selectFrom('tasks')
      .select(['name', 'rank'])
      .where('parent', '=', parent)
      .execute()
    assert.deepEqual([below.length, new Set(below.map(({ rank }) => rank)).size], [TASKS / 2, TASKS / 2])
    const made = [...rows.map(({ gid }) => gid)]
    const links = store.read.db.selectFrom('task_dependencies').select('task').where('task', 'in', made)
    assert.equal((await links.execute()).length, TASKS / 2 - 1)
  }
})
