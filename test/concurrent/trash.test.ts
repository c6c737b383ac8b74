/** Concurrent deletions: an object is deleted with exactly what it contains at the commit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyTrash } from '../../src/jobs/retention.ts'
import { restore } from '../../src/resources/platform/rules/restore.ts'
import { findForUpdate } from '../../src/store/change.ts'
import { advisoryLock } from '../../src/store/locks.ts'
import { AUDIT_LOG_ID } from '../../src/store/queries/events/log.ts'
import { TRASH_RETENTION_MS, trashEntryOf } from '../../src/store/queries/trash/entries.ts'
import { atOnce, countByStatus, type Instances, instances, whileBlockedBy } from '../harness/instances.ts'
import { signedIn } from '../harness/sign_in/console.ts'
import { makeProject } from '../harness/work.ts'

/** The commit of the preceding change waits here. */
const beforeCommit = ({ store, workspace }: Instances, ...others: (() => Promise<{ status: number }>)[]) =>
  whileBlockedBy(store, tx => advisoryLock(tx, 'change_log', AUDIT_LOG_ID, Number(workspace)), ...others)

const statusOf = async ({ ann }: Instances, task: string) => (await ann.get(`/tasks/${task}`)).status

test('a task that is deleted twice at once is restored with its subtasks', async () => {
  const all = await instances()
  const { ann, store, workspace } = all
  const visitor = await signedIn(all, ann)
  const task = await ann.create('/tasks', { workspace })
  const part = await ann.create(`/tasks/${task}/subtasks`, { name: 'Part' })
  const remove = () => ann.delete(`/tasks/${task}`)
  const answers = await whileBlockedBy(store, tx => advisoryLock(tx, 'hierarchy', Number(workspace)), remove, remove)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404],
  )
  assert.equal((await visitor.post(`/organizations/${workspace}/trash/${task}/restore`)).status, 200)
  assert.equal(await statusOf(all, part), 200)
})

test('a subtask that is added to a project meanwhile is not deleted with its parent', async () => {
  const all = await instances()
  const { ann, workspace } = all
  const { gid: project } = await makeProject(all, { members: [[ann, 'admin']] })
  const task = await ann.create('/tasks', { workspace })
  const part = await ann.create(`/tasks/${task}/subtasks`, { name: 'Part' })
  await beforeCommit(
    all,
    () => ann.post(`/tasks/${part}/addProject`, { project }),
    () => ann.delete(`/tasks/${task}`),
  )
  assert.deepEqual([await statusOf(all, task), await statusOf(all, part)], [404, 200])
})

test('a subtask that moves out of the task meanwhile is not deleted with it', async () => {
  const all = await instances()
  const { ann, workspace } = all
  const moves = [
    (part: string) => ann.post(`/tasks/${part}/setParent`, { parent: null }),
    (part: string) => ann.put(`/tasks/${part}`, { parent: null }),
  ]
  for (const move of moves) {
    const task = await ann.create('/tasks', { workspace })
    const part = await ann.create(`/tasks/${task}/subtasks`, { name: 'Part' })
    await beforeCommit(
      all,
      () => move(part),
      () => ann.delete(`/tasks/${task}`),
    )
    assert.deepEqual([await statusOf(all, task), await statusOf(all, part)], [404, 200])
  }
})

test('moving a subtask out of a task that was just deleted answers 404', async () => {
  const all = await instances()
  const { ann, store, workspace } = all
  const task = await ann.create('/tasks', { workspace })
  const part = await ann.create(`/tasks/${task}/subtasks`, { name: 'Part' })
  const [, moved] = await whileBlockedBy(
    store,
    tx => advisoryLock(tx, 'change_log', AUDIT_LOG_ID, Number(workspace)),
    () => ann.delete(`/tasks/${task}`),
    () => ann.post(`/tasks/${part}/setParent`, { parent: null }),
  )
  assert.deepEqual([moved.status, await statusOf(all, part)], [404, 404])
})

test('a project is deleted together with tasks that are being added to it', async () => {
  const all = await instances()
  const { ann, store, workspace } = all
  for (let round = 0; round < 3; round++) {
    const project = await ann.create('/projects', { workspace, name: 'Plan' })
    const [task, ...others] = await atOnce(() => ann.create('/tasks', { workspace }), 4)
    await ann.post(`/tasks/${task}/addProject`, { project })
    const answers = await Promise.all([
      ...[1, 2, 3, 4].map(() => ann.post('/tasks', { projects: [project] })),
      ann.delete(`/projects/${project}`),
      ...others.map(other => ann.post(`/tasks/${other}/addProject`, { project })),
      ...[1, 2].map(() => ann.post(`/tasks/${task}/subtasks`, { name: 'Part' })),
    ])
    assert.ok(!countByStatus(answers)[500] && !countByStatus(answers)[503], JSON.stringify(countByStatus(answers)))
    const left = store.read.db
      .selectFrom('task_memberships as m')
      .innerJoin('tasks as t', 't.gid', 'm.task')
      .select('t.gid')
      .where('m.project', '=', Number(project))
      .where('t.deleted_at', 'is', null)
      .where('t.assignee', 'is', null)
    assert.deepEqual(await left.execute(), [], `round ${round}`)
    const parts = store.read.db.selectFrom('tasks').select('gid').where('parent', '=', Number(task))
    assert.deepEqual(await parts.where('deleted_at', 'is', null).execute(), [])
  }
})

test('a task that is added to another project meanwhile is not deleted with its first project', async () => {
  const all = await instances()
  const { ann } = all
  const { gid: project } = await makeProject(all, { members: [[ann, 'admin']] })
  const { gid: other } = await makeProject(all, { members: [[ann, 'admin']] })
  const task = await ann.create('/tasks', { projects: [project] })
  await beforeCommit(
    all,
    () => ann.post(`/tasks/${task}/addProject`, { project: other }),
    () => ann.delete(`/projects/${project}`),
  )
  assert.equal(await statusOf(all, task), 200)
})

test('a project that is deleted twice at once is restored with its tasks', async () => {
  const all = await instances()
  const { ann, store, workspace } = all
  const visitor = await signedIn(all, ann)
  const { gid: project } = await makeProject(all, { members: [[ann, 'admin']] })
  const task = await ann.create('/tasks', { projects: [project] })
  const remove = () => ann.delete(`/projects/${project}`)
  const answers = await whileBlockedBy(
    store,
    tx => findForUpdate(tx, 'projects', { gid: Number(project) }),
    remove,
    remove,
  )
  assert.deepEqual(countByStatus(answers), { 200: 1, 404: 1 })
  assert.equal((await visitor.post(`/organizations/${workspace}/trash/${project}/restore`)).status, 200)
  assert.equal(await statusOf(all, task), 200)
})

test('a task that is being restored when its time in the trash ends is not parted from its subtasks', async () => {
  const all = await instances()
  const { ann, stores, store, workspace } = all
  const { gid: project } = await makeProject(all, { members: [[ann, 'admin']] })
  const task = await ann.create('/tasks', { workspace })
  const part = await ann.create(`/tasks/${task}/subtasks`, { name: 'Part' })
  await ann.post(`/tasks/${part}/addProject`, { project })
  await ann.delete(`/tasks/${task}`)
  const entry = (await trashEntryOf(store.read, Number(task))) ?? assert.fail('It is in the trash.')
  const purging = emptyTrash({ store: stores[1] ?? store, clock: () => entry.deleted_at + TRASH_RETENTION_MS + 1000 })
  await whileBlockedBy(
    store,
    tx => restore(tx, entry),
    () => purging.perform(0),
  )
  assert.equal((await ann.get(`/tasks/${part}`)).data.parent?.gid, task)
})
