/** Concurrent writes to one object: nothing is duplicated, and no write overwrites another. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyTrash } from '../../src/jobs/retention.ts'
import { insertAll, tryInsert, update } from '../../src/store/change.ts'
import { applyField, makeCustomType, makeField } from '../harness/fields.ts'
import { atOnce, countByStatus, instances, whileBlockedBy } from '../harness/instances.ts'
import { signedIn } from '../harness/sign_in/console.ts'
import { gidsOf, makeProject } from '../harness/work.ts'
import type { Json } from '../harness/world.ts'

test('a like, a tag and a follower exist once, however many callers add them at once', async () => {
  const { ann, ben, store, workspace } = await instances()
  const task = await ann.create('/tasks', { workspace })
  const tag = await ann.create('/tags', { workspace, name: 'Urgent' })
  const answers = await Promise.all([
    ...(await atOnce(() => ann.put(`/tasks/${task}`, { liked: true }))),
    ...(await atOnce(() => ann.post(`/tasks/${task}/addTag`, { tag }))),
    ...(await atOnce(() => ann.post(`/tasks/${task}/addFollowers`, { followers: [ben.gid] }))),
  ])
  assert.deepEqual(countByStatus(answers), { 200: 60 })
  const { db } = store.read
  const [gid, user] = [Number(task), Number(ben.gid)]
  assert.equal((await db.selectFrom('task_likes').select('gid').where('task', '=', gid).execute()).length, 1)
  assert.equal((await db.selectFrom('task_tags').select('tag').where('task', '=', gid).execute()).length, 1)
  const followers = db.selectFrom('task_followers').select('user').where('task', '=', gid).where('user', '=', user)
  assert.equal((await followers.execute()).length, 1)
  // Each is recorded once.
  const { data } = await ann.get(`/tasks/${task}/stories?opt_fields=resource_subtype`)
  const subtypes = (data as unknown as { resource_subtype: string }[]).map(one => one.resource_subtype).sort()
  assert.deepEqual(subtypes, ['added_to_tag', 'follower_added', 'liked'])
})

test('a favorite exists once, however many callers add it at once', async () => {
  const { ann, stores, workspace } = await instances()
  const row = { user: Number(ann.gid), workspace: Number(workspace), resource_type: 'task', resource: 12, rank: 'a' }
  const added = await atOnce(async one => stores[one % 2]?.write(tx => tryInsert(tx, 'favorites', row)))
  assert.equal(added.filter(Boolean).length, 1)
})

test('callers that change different fields of a task at once do not overwrite each other', async () => {
  const { ann, ben, workspace } = await instances()
  for (let round = 0; round < 4; round++) {
    const task = await ann.create('/tasks', { workspace })
    const changes = [
      { name: 'Named' },
      { notes: 'Noted' },
      { due_on: '2030-02-03' },
      { completed: true },
      { assignee: ben.gid },
      { liked: true },
    ]
    const answers = await Promise.all(changes.map(change => ann.put(`/tasks/${task}`, change)))
    assert.deepEqual(countByStatus(answers), { 200: changes.length })
    const fields = 'name,notes,due_on,completed,assignee.gid,liked'
    const { data } = await ann.get(`/tasks/${task}?opt_fields=${fields}`)
    const { name, notes, due_on, completed, assignee, liked } = data
    assert.deepEqual(
      { name, notes, due_on, completed, assignee: assignee?.gid, liked },
      Object.assign({}, ...changes),
      `round ${round}`,
    )
  }
})

test('callers that change different fields of a project at once do not overwrite each other', async () => {
  const { ann, workspace } = await instances()
  for (let round = 0; round < 4; round++) {
    const project = await ann.create('/projects', { workspace, name: 'Plan' })
    const changes = [
      ...[{ name: 'Other' }, { color: 'dark-red' }, { due_on: '2030-02-03' }, { archived: true }],
      ...[{ default_view: 'board' }, { privacy_setting: 'private' }],
    ]
    const answers = await Promise.all(changes.map(change => ann.put(`/projects/${project}`, change)))
    assert.deepEqual(countByStatus(answers), { 200: changes.length })
    const { data } = await ann.get(`/projects/${project}`)
    const { name, color, due_on, archived, default_view, privacy_setting } = data
    assert.deepEqual(
      { name, color, due_on, archived, default_view, privacy_setting },
      Object.assign({}, ...changes),
      `round ${round}`,
    )
  }
})

test('comments that many callers add to a task at once are all stored', async () => {
  const { ann, ben, workspace } = await instances()
  const task = await ann.create('/tasks', { workspace, followers: [ben.gid] })
  await atOnce(one => (one % 2 ? ann : ben).create(`/tasks/${task}/stories`, { text: `Comment ${one}` }))
  const { data } = await ann.get(`/tasks/${task}/stories`)
  assert.equal(new Set((data as unknown as { text: string }[]).map(({ text }) => text)).size, 20)
})

test('the current status of a project is the latest one after many callers create and delete some at once', async () => {
  const { ann, ben, workspace } = await instances()
  const project = await ann.create('/projects', { workspace, name: 'Plan', privacy_setting: 'public_to_workspace' })
  const path = `/projects/${project}/project_statuses`
  await atOnce(async one => {
    const gid = await (one % 2 ? ann : ben).create(path, { text: `Status ${one}`, color: 'green' })
    if (one % 3 === 0) assert.equal((await ann.delete(`/status_updates/${gid}`)).status, 200)
  })
  const gids = await gidsOf(ann, path)
  assert.equal(gids.length, 13)
  const { current_status, current_status_update } = (await ann.get(`/projects/${project}`)).data
  assert.deepEqual([current_status.gid, current_status_update.gid], [gids.at(-1), gids.at(-1)])
})

test('a project for which many callers create a brief at once has one', async () => {
  const { ann, ben, workspace } = await instances()
  const project = await ann.create('/projects', { workspace, name: 'Plan', privacy_setting: 'public_to_workspace' })
  const statuses: number[] = []
  await atOnce(async one => {
    const { status } = await (one % 2 ? ann : ben).post(`/projects/${project}/project_briefs`, {
      title: `Brief ${one}`,
    })
    statuses.push(status)
  })
  assert.deepEqual(statuses.toSorted(), [201, ...Array(19).fill(400)])
})

test('a custom type keeps a status of each state when callers disable two at once', async () => {
  const all = await instances()
  const { ann, ben, workspace } = all
  const project = await ann.create('/projects', { workspace, name: 'Plan', privacy_setting: 'public_to_workspace' })
  const visitors = [await signedIn(all, ann), await signedIn(all, ben)]
  const options = ['New', 'Open'].map(name => ({ name, completion_state: 'Incomplete' as const }))
  const done = { name: 'Done', completion_state: 'Complete' as const }
  const { type, statuses } = await makeCustomType(all, ann, project, { status_options: [...options, done] })
  const disable = (one: number) =>
    visitors[one]?.put(`/custom_type_status_options/${statuses[one]}`, { enabled: false })
  const answers = await Promise.all([disable(0), disable(1)])
  assert.deepEqual(answers.map(answer => answer?.status).toSorted(), [200, 400])
  const { data } = await ann.get(`/custom_types/${type}`)
  const enabled = data.status_options.filter((one: Json) => one.enabled)
  assert.deepEqual(enabled.map((one: Json) => one.completion_state).toSorted(), ['Complete', 'Incomplete'])
})

test('a custom field value that many callers set at once is stored once', async () => {
  const all = await instances()
  const { ann, store } = all
  const { gid } = await makeProject(all, { members: [[ann, 'admin']] })
  const task = await ann.create('/tasks', { projects: [gid] })
  const field = await makeField(all as never, 'text')
  await applyField(ann, gid, field)
  const answers = await atOnce(one => ann.put(`/tasks/${task}`, { custom_fields: { [field]: `Value ${one}` } }))
  assert.deepEqual(countByStatus(answers), { 200: 20 })
  const rows = store.read.db.selectFrom('custom_field_values').select('text_value').where('object', '=', Number(task))
  assert.equal((await rows.execute()).length, 1)
})

test('one of many callers that claim the same name, prefix or key at once gets it', async () => {
  const { ann, workspace } = await instances()
  const field = (name: string, more = {}) =>
    ann.post('/custom_fields', { workspace, name, resource_subtype: 'text', ...more })
  const named = await atOnce(() => field('Size'))
  const numbered = await atOnce(one => field(`Number ${one}`, { id_prefix: 'BUG' }))
  const keyed = await atOnce(() => ann.post('/tasks', { workspace, external: { gid: 'K1' } }))
  for (const answers of [named, numbered, keyed]) assert.deepEqual(countByStatus(answers), { 201: 1, 400: 19 })
})

test('an object gets at most the maximum of webhooks when many are created at once', async () => {
  const { ann, store, workspace } = await instances()
  const project = Number(await ann.create('/projects', { workspace, name: 'Plan' }))
  await store.write(tx =>
    insertAll(
      tx,
      'webhooks',
      Array.from({ length: 998 }, () => ({
        ...{ gid: tx.gid(), workspace: Number(workspace), user: Number(ann.gid), application: 0, token: null },
        ...{ resource_type: 'project', resource: project, target: 'https://elsewhere.example.com/', secret: '' },
        ...{ filters: '[]', active: 1, cursor: 0, created_at: tx.now, last_success_at: null, last_failure_at: null },
        ...{ last_failure_content: null, delivery_retry_count: 0, next_attempt_after: null },
        ...{ failure_deletion_timestamp: null, heartbeat_at: tx.now },
      })),
    ),
  )
  const hook = { resource: String(project), target: 'https://elsewhere.example.com/' }
  const answers = await atOnce(() => ann.post('/webhooks', hook), 8)
  assert.deepEqual(countByStatus(answers), { 201: 2, 403: 6 })
})

test('an object that is restored while the trash is emptied is either complete or purged', async () => {
  const all = await instances()
  const { ann, stores, workspace } = all
  const visitor = await signedIn(all, ann)
  const late = () => Date.now() + 40 * 24 * 60 * 60 * 1000
  for (let round = 0; round < 4; round++) {
    const task = await ann.create('/tasks', { workspace })
    await ann.create(`/tasks/${task}/stories`, { text: 'Words' })
    await ann.delete(`/tasks/${task}`)
    const [{ status }] = await Promise.all([
      visitor.post(`/organizations/${workspace}/trash/${task}/restore`),
      ...stores.map(store => emptyTrash({ store, clock: late }).perform(0)),
    ])
    const seen = await ann.get(`/tasks/${task}`)
    assert.deepEqual([status, seen.status], status === 200 ? [200, 200] : [404, 404])
    if (status === 200) {
      const { data } = await ann.get(`/tasks/${task}/stories`)
      assert.equal((data as unknown as unknown[]).length, 1)
    }
  }
})

test('a subtask that gets another parent while the trash is emptied keeps that one', async () => {
  const { ann, store, stores, workspace } = await instances()
  const [former, next] = [await ann.create('/tasks', { workspace }), await ann.create('/tasks', { workspace })]
  const gid = Number(await ann.create(`/tasks/${former}/subtasks`, { name: 'Part' }))
  await store.write(tx => update(tx, 'tasks', { gid: Number(former) }, { deleted_at: tx.now }))
  const late = () => Date.now() + 40 * 24 * 60 * 60 * 1000
  await whileBlockedBy(
    store,
    tx => update(tx, 'tasks', { gid }, { parent: Number(next) }),
    () => emptyTrash({ store: stores[1] ?? store, clock: late }).perform(0),
  )
  const [part] = await store.read.db.selectFrom('tasks').select('parent').where('gid', '=', gid).execute()
  assert.equal(part?.parent, Number(next))
})
