import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { timeOffice as office } from '../../../test/harness/samples/time.ts'
import { application, throughApplication } from '../../../test/harness/sign_in/oauth.ts'
import type { Json } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'
import { trashEntryOf } from '../../store/queries/trash/entries.ts'
import { restore } from '../platform/rules/restore.ts'

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

test('an editor who adds the task to a project of their own cannot change the entries of others', async () => {
  const { ann, editor, task, workspace, enter, service } = await office()
  const [attributed, mine] = [await enter(ann), await editor.create('/projects', { workspace, name: 'Mine' })]
  await ok(editor.post(`/tasks/${task}/addProject`, { project: mine }))
  const free = await enter(ann)
  assert.equal((await ok(ann.get(`/time_tracking_entries/${free}`))).data.attributable_to, null)
  for (const gid of [attributed, free]) {
    assert.equal((await editor.put(`/time_tracking_entries/${gid}`, { duration_minutes: 1 })).status, 403)
    assert.equal((await editor.delete(`/time_tracking_entries/${gid}`)).status, 403)
    await ok((await service('Bot')).put(`/time_tracking_entries/${gid}`, { duration_minutes: 1 }))
  }
})

test('an application sees the time of tasks only with the scope of its entries', async () => {
  const home = await office()
  const { ann, enter, task } = home
  await enter(ann)
  const app = await application(home)
  const shown = async (scopes: string) =>
    (await ok((await throughApplication(home, ann, app, scopes)).get(`/tasks/${task}`))).data.actual_time_minutes
  assert.equal(await shown('tasks:read'), undefined)
  assert.equal(await shown('tasks:read time_tracking_entries:read'), 60)
})

test('an entry without a day belongs to today in the time zone of its user', async () => {
  const { ann, path, clock, store } = await office()
  await store.write(tx => update(tx, 'users', { gid: Number(ann.gid) }, { time_zone: 'Pacific/Kiritimati' }))
  clock.now = Date.UTC(2026, 0, 5, 23, 0, 0)
  const { entered_on } = (await ok(ann.post(path, { duration_minutes: 1 }))).data
  assert.equal(entered_on, '2026-01-06')
})

test('durations and days outside of their bounds are refused, and those at the bounds are stored', async () => {
  const { ann, path, spent } = await office()
  for (const duration_minutes of [0, -1, 1.5, 527_041, 1e20, '12345678901234567890', null, 'x', true, [1]]) {
    assert.equal((await ann.post(path, { duration_minutes })).status, 400, `${duration_minutes}`)
  }
  assert.match((await ann.post(path, {})).message ?? '', /^duration_minutes: Missing input/)
  for (const entered_on of ['0999-12-31', '10000-01-01', '2026-02-30', '2026-01-01T00:00:00Z', '', 5]) {
    assert.equal((await ann.post(path, { duration_minutes: 1, entered_on })).status, 400, `${entered_on}`)
  }
  for (const entered_on of ['1000-01-01', '9999-12-31', '1969-12-31', '2024-02-29']) {
    const made = await ok(ann.post(path, { duration_minutes: 527_040, entered_on }))
    assert.equal((await ok(ann.get(`/time_tracking_entries/${made.data.gid}`))).data.entered_on, entered_on)
  }
  assert.equal(await spent(), 4 * 527_040)
})

test('an entry belongs to the only project of its task, or to the named one of several', async () => {
  const home = await office()
  const { ann, project, task, path, workspace, editor } = home
  const other = await ann.create('/projects', { workspace, name: 'Other', privacy_setting: 'private' })
  const owner = async (given: object = {}, of = path) => {
    const { status, data, message } = await ann.post(of, { duration_minutes: 1, ...given })
    return status === 201 ? (data.attributable_to?.gid ?? null) : message?.replace(/ - .*| Search.*/s, '')
  }
  assert.equal(await owner(), project)
  assert.equal(await owner({ attributable_to: null }), project)
  assert.match(String(await owner({ attributable_to: other })), /^attributable_to: Not a project of the task/)
  const gid = await home.enter(ann)
  await ok(ann.post(`/tasks/${task}/addProject`, { project: other }))
  assert.equal(await owner(), null)
  assert.equal(await owner({ attributable_to: other }), other)
  const hidden = await editor.post(path, { duration_minutes: 1, attributable_to: other })
  assert.match(hidden.message ?? '', /^attributable_to: Not a recognized ID/)
  assert.equal((await ok(ann.get(`/time_tracking_entries/${gid}`))).data.attributable_to.gid, project)
  await ok(ann.post(`/tasks/${task}/removeProject`, { project }))
  const kept = (await ok(ann.put(`/time_tracking_entries/${gid}`, { attributable_to: project, description: 'x' }))).data
  assert.equal(kept.attributable_to.gid, project, 'a client can send back what it read')
  const loose = `/tasks/${await ann.create('/tasks', { workspace })}/time_tracking_entries`
  assert.equal(await owner({}, loose), null)
  assert.equal(await owner({ attributable_to: other }, loose), other)
})

test('an entry has at most one category, of its workspace and not archived when it is given', async () => {
  const { ann, path, workspace, enter } = await office()
  const create = (name: string) => ann.create('/time_tracking_categories', { workspace, name })
  const [one, two] = [await create('One'), await create('Two')]
  const entry = `/time_tracking_entries/${await enter(ann, { categories: [one] })}`
  assert.match((await ann.put(entry, { categories: [one, two] })).message ?? '', /^categories: Too many values/)
  await ok(ann.put(`/time_tracking_categories/${one}`, { is_archived: true }))
  await ok(ann.put(`/time_tracking_categories/${two}`, { is_archived: true }))
  const shown = async () => (await ok(ann.get(entry))).data.categories.map(({ name }: Json) => name)
  assert.deepEqual(await shown(), ['One'])
  await ok(ann.put(entry, { categories: [one], duration_minutes: 5 }))
  assert.match((await ann.put(entry, { categories: [two] })).message ?? '', /The category is archived/)
  assert.match((await ann.post(path, { duration_minutes: 1, categories: [one] })).message ?? '', /is archived/)
  await ok(ann.delete(`/time_tracking_categories/${one}`))
  assert.deepEqual(await shown(), [])
  await ok(ann.put(entry, { categories: [] }))
})

test('a deleted task hides its entries, a restored one shows them, and a purged one takes them along', async () => {
  const { ann, task, path, enter, spent, store, clock, jobs, workspace } = await office()
  const gid = await enter(ann)
  await ok(ann.delete(`/tasks/${task}`))
  assert.equal((await ann.get(`/time_tracking_entries/${gid}`)).status, 404)
  assert.equal((await ann.delete(`/time_tracking_entries/${gid}`)).status, 404)
  const dates = 'entered_on_start_date=2026-01-01'
  assert.deepEqual((await ok(ann.get(`/time_tracking_entries?workspace=${workspace}&${dates}`))).data, [])
  const entry = await trashEntryOf(store.read, Number(task))
  await store.write(tx => restore(tx, entry ?? assert.fail('not in the trash')))
  assert.equal((await ok(ann.get(path))).data.length, 1)
  assert.equal(await spent(), 60)
  await ok(ann.delete(`/tasks/${task}`))
  clock.now += 31 * 24 * 60 * 60 * 1000
  await jobs.tick()
  const rows = await store.read.db.selectFrom('time_tracking_entries').select('gid').execute()
  assert.deepEqual(rows, [])
})

test('the time of a purged project and of a user who left stays on its task', async () => {
  const { ann, editor, project, task, enter, spent, workspace, clock, jobs } = await office()
  await ok(ann.post(`/tasks/${task}/addFollowers`, { followers: [ann.gid] }))
  const gid = await enter(editor)
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: editor.gid }))
  await ok(ann.put(`/tasks/${task}`, { assignee: 'me' }))
  await ok(ann.delete(`/projects/${project}`))
  const entry = async () => (await ok(ann.get(`/time_tracking_entries/${gid}`))).data
  assert.deepEqual([(await entry()).attributable_to, (await entry()).created_by.gid], [null, editor.gid])
  clock.now += 31 * 24 * 60 * 60 * 1000
  await jobs.tick()
  assert.deepEqual([(await entry()).attributable_to, await spent()], [null, 60])
})

test('time tracking needs the plan business', async () => {
  const { ann, path, workspace, store, project, enter } = await office()
  await enter(ann)
  for (const plan of ['free', 'premium', 'business']) {
    await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan }))
    const answers = [
      await ann.post(path, { duration_minutes: 1 }),
      await ann.get(`/time_tracking_entries?attributable_to=${project}`),
      await ann.get(`/time_tracking_entries?workspace=${workspace}&entered_on_end_date=2026-12-31`),
      await ann.post('/time_tracking_categories', { workspace, name: 'Category' }),
    ]
    const isRefused = plan !== 'business'
    assert.deepEqual(
      answers.map(({ status }) => status === 402),
      answers.map(() => isRefused),
      plan,
    )
  }
})
