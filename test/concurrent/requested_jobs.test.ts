/** Jobs that users requested, with several workers on one job, and edits of what it copies. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runRequestedJob } from '../../src/jobs/requested_job.ts'
import { insertAll } from '../../src/store/change.ts'
import { atOnce, instances } from '../harness/instances.ts'
import { ok } from '../harness/sample.ts'
import type { Json } from '../harness/world.ts'

const TASK_COUNT = 250

/** A project of Ann with many tasks, each with a subtask and a dependency on the task before. */
async function office() {
  const all = await instances()
  const { ann, workspace, store } = all
  const project = await ann.create('/projects', { workspace, name: 'Source' })
  const [section] = (await ok(ann.get(`/projects/${project}/sections`))).data as unknown as Json[]
  await store.write(async tx => {
    const [home, user] = [Number(workspace), Number(ann.gid)]
    const none = { notes: '', html_notes: null, completed: 0, completed_at: null, completed_by: null }
    const times = { created_at: tx.now, modified_at: tx.now, deleted_at: null, deleted_by: null }
    const dates = { start_on: null, start_at: null, due_on: null, due_at: null }
    const row = (name: string, parent: number | null) => ({
      ...{ gid: tx.gid(), workspace: home, name, resource_subtype: 'default_task', ...none, approval_status: null },
      ...{ custom_type: null, custom_type_status_option: null },
      ...{ assignee: null, assigned_by: null, assignee_status: 'upcoming', ...dates, parent },
      ...{
        rank: parent === null ? null : 'a0',
        is_rendered_as_separator: 0,
        actual_time_minutes: null,
        created_by: user,
        ...times,
      },
    })
    const tasks = Array.from({ length: TASK_COUNT }, (_, at) => row(`Task ${at}`, null))
    await insertAll(tx, 'tasks', tasks)
    await insertAll(
      tx,
      'tasks',
      tasks.map(({ gid, name }) => row(`Below ${name}`, gid)),
    )
    const place = { project: Number(project), section: Number(section?.gid), workspace: home }
    await insertAll(
      tx,
      'task_memberships',
      tasks.map(({ gid }, at) => ({ task: gid, ...place, rank: `a${String(at).padStart(4, '0')}V` })),
    )
    const links = tasks.slice(1).map(({ gid }, at) => ({ task: gid, dependency: tasks[at]?.gid ?? 0 }))
    await insertAll(tx, 'task_dependencies', links)
  })
  return { ...all, project }
}

type Office = Awaited<ReturnType<typeof office>>

/** What the store has of a copied project: the numbers of tasks, distinct names, subtasks and dependencies. */
async function countsOf({ store }: Office, project: number) {
  const { db } = store.read
  const own = db.selectFrom('task_memberships').select('task').where('project', '=', project)
  const tasks = await db.selectFrom('tasks').select(['gid', 'name']).where('gid', 'in', own).execute()
  const below = await db.selectFrom('tasks').select('name').where('parent', 'in', own).execute()
  const links = await db.selectFrom('task_dependencies').selectAll().where('task', 'in', own).execute()
  const stories = db.selectFrom('stories').select('target').where('resource_subtype', '=', 'added_to_project')
  const begun = await stories.where('target', 'in', own).execute()
  const copies = new Set(tasks.map(({ gid }) => gid))
  assert.ok(links.every(({ dependency }) => copies.has(dependency)))
  const distinct = (rows: { name: string }[]) => new Set(rows.map(({ name }) => name)).size
  return [tasks.length, distinct(tasks), below.length, distinct(below), links.length, begun.length]
}

const WHOLE = [TASK_COUNT, TASK_COUNT, TASK_COUNT, TASK_COUNT, TASK_COUNT - 1, TASK_COUNT]

const include = 'task_subtasks,task_dependencies'

test('workers that run one job at once copy each task once', async () => {
  const all = await office()
  const { ann, project, stores } = all
  const { data } = await ok(ann.post(`/projects/${project}/duplicate`, { name: 'Copy', include }))
  // As after the end of a lease: each of them takes the job for its own.
  const kinds = stores.map(store => runRequestedJob({ store, clock: store.clock }))
  await atOnce(async one => {
    const kind = kinds[one % kinds.length]
    while ((await kind?.perform(Number(data.gid))) !== undefined);
  }, 4)
  assert.equal((await ok(ann.get(`/jobs/${data.gid}`))).data.status, 'succeeded')
  assert.deepEqual(await countsOf(all, Number(data.new_project.gid)), WHOLE)
  assert.deepEqual(await all.store.read.db.selectFrom('job_copies').selectAll().execute(), [])
})

test('a project can be edited while it is copied', async () => {
  const all = await office()
  const { ann, project, workers } = all
  const { data } = await ok(ann.post(`/projects/${project}/duplicate`, { name: 'Copy', include }))
  const { data: tasks } = await ok(ann.get(`/projects/${project}/tasks?limit=40`))
  const done = await ann.create(`/projects/${project}/sections`, { name: 'Newer than the job' })
  await Promise.all([
    ...workers.map(worker => worker.tick()),
    atOnce(async one => {
      const gid = tasks[one * 2].gid as string
      await ok(ann.put(`/tasks/${gid}`, { name: `Edited ${one}` }))
      await ok(ann.post(`/sections/${done}/addTask`, { task: gid }))
      await ok(ann.delete(`/tasks/${tasks[one * 2 + 1].gid}`))
      await ok(ann.post('/tasks', { name: `New ${one}`, projects: [project] }))
    }, 20),
  ])
  await Promise.all(workers.map(worker => worker.tick()))
  assert.equal((await ok(ann.get(`/jobs/${data.gid}`))).data.status, 'succeeded')
  const [count = 0, distinct = 0, below = 0] = await countsOf(all, Number(data.new_project.gid))
  assert.ok(count >= TASK_COUNT - 20 && count <= TASK_COUNT + 20, `${count} tasks`)
  assert.ok(count - distinct <= 1 && below <= TASK_COUNT, `${distinct} names, ${below} subtasks`)
})
