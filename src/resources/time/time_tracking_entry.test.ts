import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { world } from '../../../test/harness/world.ts'

/** A private project with a member at each access level, and a task in it. */
async function office(options: Parameters<typeof world>[0] = {}) {
  const home = await world(options)
  const { ann, ben, workspace, person } = home
  const [editor, commenter, viewer] = [await person('Edi'), await person('Com'), await person('Vie')]
  const { gid: project } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [editor, 'editor'],
      [commenter, 'commenter'],
      [viewer, 'viewer'],
    ],
  })
  const task = await ann.create('/tasks', { workspace, name: 'Task', projects: [project] })
  const path = `/tasks/${task}/time_tracking_entries`
  const spent = async (of = task) => (await ok(ann.get(`/tasks/${of}`))).data.actual_time_minutes
  return { ...home, stranger: ben, editor, commenter, viewer, project, task, path, spent }
}

test('an entry can be created, read, updated and deleted', async () => {
  const { ann, project, task, path, spent, workspace } = await office()
  const category = await ann.create('/time_tracking_categories', { workspace, name: 'Design', color: 'aqua' })
  const made = await ann.post(path, { duration_minutes: 90, categories: [category], description: 'Drawing' })
  assert.equal(made.status, 201)
  const { gid, created_at } = made.data
  assert.equal(made.headers.location, `/api/1.0/time_tracking_entries/${gid}`)
  const compact = {
    ...{ gid, resource_type: 'time_tracking_entry', duration_minutes: 90, entered_on: '2026-01-05' },
    attributable_to: { gid: project, resource_type: 'project', name: 'Project' },
    created_by: { gid: ann.gid, resource_type: 'user', name: 'Ann' },
    categories: [{ gid: category, resource_type: 'time_tracking_category', name: 'Design', color: 'aqua' }],
  }
  const full = {
    ...compact,
    task: { gid: task, resource_type: 'task', name: 'Task', resource_subtype: 'default_task' },
    ...{ created_at, approval_status: 'DRAFT', billable_status: 'notApplicable', description: 'Drawing' },
  }
  assert.deepEqual(made.data, full)
  assert.deepEqual((await ok(ann.get(`/time_tracking_entries/${gid}`))).data, full)
  assert.deepEqual((await ok(ann.get(path))).data, [compact])
  assert.equal(await spent(), 90)
  const change = { duration_minutes: 30, entered_on: '2026-01-01', billable_status: 'billable', categories: [] }
  const changed = await ok(ann.put(`/time_tracking_entries/${gid}`, change))
  assert.deepEqual(changed.data, { ...full, ...change })
  assert.equal(await spent(), 30)
  assert.deepEqual((await ann.delete(`/time_tracking_entries/${gid}`)).body, { data: {} })
  assert.equal((await ann.get(`/time_tracking_entries/${gid}`)).status, 404)
  assert.equal((await ann.put(`/time_tracking_entries/${gid}`, { duration_minutes: 1 })).status, 404)
  assert.equal((await ann.delete(`/time_tracking_entries/${gid}`)).status, 404)
  assert.equal(await spent(), null)
})

test('a task without entries shows no time in reads, and 0 in the responses of writes', async () => {
  const { ann, workspace, spent } = await office()
  const made = await ann.post('/tasks', { workspace, name: 'New' })
  assert.equal(made.data.actual_time_minutes, 0)
  assert.equal((await ok(ann.put(`/tasks/${made.data.gid}`, { name: 'Newer' }))).data.actual_time_minutes, 0)
  assert.equal(await spent(made.data.gid), null)
})

test('creating and deleting an entry are events of its task and project, as is the sum', async () => {
  const { ann, project, path } = await office()
  const follower = await followObject(ann, project)
  const gid = await ann.create(path, { duration_minutes: 90 })
  await ok(ann.put(`/time_tracking_entries/${gid}`, { duration_minutes: 60 }))
  await ok(ann.delete(`/time_tracking_entries/${gid}`))
  assert.deepEqual(await follower.newChanges(), [
    'changed task actual_time_minutes',
    'added time_tracking_entry < task',
    'changed task actual_time_minutes',
    'changed time_tracking_entry duration_minutes',
    'changed task actual_time_minutes',
    'removed time_tracking_entry < task',
  ])
})

test('only its user and admins of the project change an entry; others with access get 403, strangers 404', async () => {
  const { ann, editor, commenter, viewer, stranger, path } = await office()
  for (const person of [commenter, viewer]) {
    assert.equal((await person.post(path, { duration_minutes: 1 })).status, 403)
  }
  const gid = await ann.create(path, { duration_minutes: 90 })
  const entry = `/time_tracking_entries/${gid}`
  for (const person of [editor, commenter, viewer]) {
    assert.equal((await ok(person.get(entry))).data.duration_minutes, 90)
    assert.equal((await person.put(entry, { duration_minutes: 1 })).status, 403)
    assert.equal((await person.delete(entry)).status, 403)
  }
  const unknown = await stranger.get(entry)
  assert.deepEqual([unknown.status, unknown.message], [404, `time_tracking_entry: Not a recognized ID: ${gid}`])
  assert.equal((await stranger.put(entry, { duration_minutes: 1 })).status, 404)
  assert.equal((await stranger.delete(entry)).status, 404)
  assert.equal((await stranger.get(path)).status, 404)
  const own = `/time_tracking_entries/${await editor.create(path, { duration_minutes: 5 })}`
  await ok(ann.put(own, { duration_minutes: 6 }))
  await ok(ann.delete(own))
})
