/** Reading a stream: tokens, pages, and the form of an event. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventText, follow, followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { type Answer, type Json, type World, world } from '../../../test/harness/world.ts'

const STALE =
  'Sync token invalid or too old. If you are attempting to keep resources in sync, you must fetch the full dataset for this query now and use the new sync token for the next sync.'

const HOUR = 3_600_000

/** A private project of Ann. */
async function home(options: Parameters<typeof world>[0] = {}) {
  const w = await world(options)
  const project = await w.ann.create('/projects', { workspace: w.workspace, name: 'P', privacy_setting: 'private' })
  return { ...w, project, url: (sync: string) => `/events?resource=${project}&sync=${encodeURIComponent(sync)}` }
}

/** Creates tasks with three events each in the project: the project, its section, the story. */
async function busy({ ann, project }: { ann: World['ann']; project: string }, tasks: number) {
  for (let count = 0; count < tasks; count++) await ann.create('/tasks', { name: `T${count}`, projects: [project] })
}

test('a request without a valid token gets 412 with a new token next to the error', async () => {
  const { ann, project, url } = await home()
  for (const path of [
    `/events?resource=${project}`,
    url(''),
    url('x'),
    url(`${'0'.repeat(32)}:0`),
    url('a'.repeat(4000)),
  ]) {
    const { status, body, headers } = await ann.get(path)
    assert.equal(status, 412)
    assert.deepEqual(Object.keys(body), ['errors', 'sync'])
    assert.deepEqual(body.errors, [{ message: STALE }])
    assert.match(body.sync, /^[0-9a-f]{32}:0$/)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal((await ann.get(url(body.sync))).status, 200)
  }
})

test('a token with any changed digit is invalid', async () => {
  const { ann, project, url } = await home()
  const { sync } = await followObject(ann, project)
  for (let at = 0; at < 32; at++) {
    const other = sync[at] === '0' ? '1' : '0'
    assert.equal((await ann.get(url(sync.slice(0, at) + other + sync.slice(at + 1)))).status, 412, `digit ${at}`)
  }
  for (const wrong of [
    sync.toUpperCase().replace(/^[0-9:]*$/, 'A'),
    sync.slice(0, -2),
    `${sync.slice(0, -1)}1`,
    ` ${sync}`,
  ])
    assert.equal((await ann.get(url(wrong))).status, 412, wrong)
})

test('a token is valid only for the object that it was issued for', async () => {
  const { ann, project, url } = await home()
  const task = await ann.create('/tasks', { name: 'A', projects: [project] })
  const { sync } = await followObject(ann, task)
  assert.equal((await ann.get(url(sync))).status, 412)
  const byPath = await follow(ann, `/projects/${project}/events`)
  await ann.put(`/tasks/${task}`, { name: 'B' })
  assert.deepEqual((await ann.get(url(byPath.sync))).data.map(eventText), ['changed task name', 'added story < task'])
  assert.deepEqual(
    await byPath.newChanges(),
    ['changed task name', 'added story < task'],
    'the path form is the same stream',
  )
  assert.equal((await follow(ann, `/tasks/${task}/events`)).sync.length, sync.length)
})

test('the events of a new task that is renamed look as recorded', async () => {
  const { ann, project } = await home()
  const { poll } = await followObject(ann, project)
  const task = await ann.create('/tasks', { name: 'A', projects: [project] })
  await ann.put(`/tasks/${task}`, { name: 'B' })
  const { data: section } = await ann.get(`/projects/${project}/sections`)
  const [added, placed, story, renamed] = await poll()
  const user = { gid: ann.gid, resource_type: 'user', name: 'Ann' }
  const resource = { gid: task, resource_type: 'task', name: 'B', resource_subtype: 'default_task' }
  const { created_at } = added ?? {}
  assert.match(created_at, /^2026-01-05T09:00:0\d\.\d{3}Z$/)
  const one = { created_at, type: 'task', action: 'added', user, resource }
  assert.deepEqual(added, { ...one, parent: { gid: project, resource_type: 'project', name: 'P' } })
  assert.deepEqual(placed, { ...one, parent: section[0] })
  assert.deepEqual(renamed, {
    ...one,
    created_at: renamed?.created_at,
    action: 'changed',
    parent: null,
    change: { field: 'name', action: 'changed' },
  })
  assert.deepEqual([story?.type, story?.action, story?.user, story?.parent], ['story', 'added', null, resource])
  const { gid, created_at: _, ...shown } = story?.resource ?? {}
  assert.deepEqual(shown, {
    resource_type: 'story',
    created_by: user,
    resource_subtype: 'added_to_project',
    type: 'system',
    text: 'Ann added this task to "P"',
  })
})

test('opt_fields selects members of an event like those of any other object', async () => {
  const { ann, ben, project } = await home()
  const task = await ann.create('/tasks', { name: 'A', projects: [project] })
  const { poll } = await followObject(ann, project)
  await ann.put(`/tasks/${task}`, { assignee: ben.gid })
  const paths = 'action,user.email,resource.assignee.name,change.new_value.name,parent.name'
  const assigned = (await poll(paths)).find(({ change }) => change.new_value)
  assert.deepEqual(assigned, {
    action: 'changed',
    parent: null,
    change: { new_value: { gid: ben.gid, name: 'Ben' } },
    user: { gid: ann.gid, email: 'ann@example.com' },
    resource: { gid: task, assignee: { gid: ben.gid, name: 'Ben' } },
  })
})

test('250 events are returned as 100, 100 and 50, and a token returns the same events again', async () => {
  const all = await home()
  const { ann, project, url } = all
  let { sync } = await followObject(ann, project)
  await busy(all, 83)
  await ann.post(`/projects/${project}/sections`, { name: 'S' })
  const seen: Json[] = []
  const pages: [number, boolean][] = []
  for (let more = true; more; ) {
    const { body }: Answer = await ann.get(url(sync))
    const again: Answer = await ann.get(`${url(sync)}&limit=3`)
    assert.deepEqual(again.data, body.data, 'limit is taken, and changes nothing')
    assert.deepEqual(Object.keys(body), ['data', 'sync', 'has_more'])
    pages.push([body.data.length, body.has_more])
    seen.push(...body.data)
    sync = body.sync
    more = body.has_more
  }
  assert.deepEqual(pages, [
    [100, true],
    [100, true],
    [50, false],
  ])
  const made = seen.filter(({ type, parent }) => type === 'task' && parent.resource_type === 'project')
  assert.deepEqual(
    made.map(({ resource }) => resource.name),
    Array.from({ length: 83 }, (_, index) => `T${index}`),
  )
  assert.deepEqual((await ann.get(url(sync))).data, [])
})

for (const word of ['0', '-1', '1000', 'many', '']) {
  test(`limit=${word} is accepted and ignored`, async () => {
    const { ann, project, url } = await home()
    const { sync } = await followObject(ann, project)
    assert.equal((await ann.get(`${url(sync)}&limit=${word}`)).status, 200)
  })
}

test('a token is valid for a day after the last event was read', async () => {
  const all = await home()
  const { ann, clock, project, url } = all
  clock.step = 0
  const { sync } = await followObject(ann, project)
  clock.now += 24 * HOUR
  const inTime = await ann.get(url(sync))
  assert.equal(inTime.status, 200)
  clock.now += 1
  const late = await ann.get(url(sync))
  assert.equal(late.status, 412, 'expires after a day')
  assert.equal((await ann.get(url(late.body.sync))).status, 200)
  assert.equal((await ann.get(url(inTime.body.sync))).status, 200, 'a newer token is still valid')
})

test('a token with unread events is as old as the last event that was read', async () => {
  const all = await home({ eventsHours: 1 })
  const { ann, clock, project, url } = all
  clock.step = 0
  const { sync } = await followObject(ann, project)
  await busy(all, 40)
  clock.now += HOUR - 1000
  const first = await ann.get(url(sync))
  assert.equal(first.body.has_more, true)
  clock.now += 2000
  assert.equal((await ann.get(url(first.body.sync))).status, 412, 'the rest may be pruned by now')
})

test('events before the first token are omitted, and concurrent events are not lost', async () => {
  const all = await home()
  await busy(all, 3)
  const { poll } = await followObject(all.ann, all.project)
  assert.deepEqual(await poll(), [])
  await busy(all, 1)
  assert.equal((await poll()).length, 3)
  assert.deepEqual(await poll(), [])
})

test('the events of one request are visible all together or not at all', async () => {
  const { ann, project } = await home()
  const { poll } = await followObject(ann, project)
  const seen = new Map<string, number>()
  const writes = Array.from({ length: 20 }, (_, index) =>
    ann.create('/tasks', { name: `T${index}`, projects: [project] }),
  )
  const check = async () => {
    const counts = new Map<string, number>()
    for (const { type, resource, parent } of await poll()) {
      const gid = type === 'story' ? parent.gid : resource.gid
      counts.set(gid, (counts.get(gid) ?? 0) + 1)
    }
    for (const [gid, count] of counts) {
      assert.equal(count, 3, 'a task comes with its section and its story')
      assert.ok(!seen.has(gid))
      seen.set(gid, count)
    }
  }
  let open = true
  void Promise.all(writes).finally(() => {
    open = false
  })
  while (open) {
    await new Promise(resolve => setImmediate(resolve))
    await check()
  }
  await check()
  assert.equal(seen.size, 20)
})

test('a stream needs a resource of a type that has a stream', async () => {
  const { ann, workspace } = await home()
  const team = await ann.create('/teams', { organization: workspace, name: 'T' })
  const refused = async (path: string) => {
    const { status, message } = await ann.get(path)
    return [status, message]
  }
  assert.deepEqual(await refused('/events'), [400, 'resource: Missing input'])
  for (const gid of [workspace, team, ann.gid, '1', 'x'])
    assert.deepEqual(await refused(`/events?resource=${gid}`), [400, `resource: Not a recognized ID: ${gid}`])
  assert.deepEqual(await refused('/tasks/1/events'), [404, 'task: Not a recognized ID: 1'])
})

test('only service accounts can read the events of a workspace, which include those of all users', async () => {
  const { ann, ben, workspace, service, store } = await home()
  const bot = await service('Bot')
  const path = `/workspaces/${workspace}/events`
  for (const person of [ann, ben]) assert.equal((await person.get(path)).status, 403)
  const { poll } = await follow(bot, path)
  const project = await ben.create('/projects', { workspace, name: 'His', privacy_setting: 'private' })
  for (let index = 0; index < 60; index++) await ben.create('/tasks', { name: `T${index}`, projects: [project] })
  await ok(ann.post(`/workspaces/${workspace}/addUser`, { user: 'new@example.com' }))
  const events = await poll('action,type,change,parent.resource_type,resource.name')
  const words = new Set(events.map(eventText))
  for (const word of ['added project < workspace', 'added task < project', 'added workspace_membership < workspace'])
    assert.ok(words.has(word), word)
  assert.ok(
    events.some(({ resource }) => resource.name === 'T59'),
    'rights of people do not matter',
  )
  const logged = await store.read.db.selectFrom('changes').select('gid').where('resource_type', '=', 'task').execute()
  assert.equal(events.filter(({ type }) => type === 'task').length, logged.length)
})

test('a workspace returns at most 1,000 events at once, and only those in the contract', async () => {
  const { ann, ben, workspace, service, project } = await home()
  const bot = await service('Bot')
  const { sync } = await follow(bot, `/workspaces/${workspace}/events`)
  const membership = (await ben.get('/users/me/workspace_memberships')).data[0].gid
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] }))
  for (let index = 0; index < 335; index++) await ann.create('/tasks', { name: 'T', projects: [project] })
  const { data, body } = await bot.get(`/workspaces/${workspace}/events?sync=${sync}&opt_fields=type,action`)
  assert.deepEqual([data.length, body.has_more], [1000, true])
  const rest = await bot.get(`/workspaces/${workspace}/events?sync=${body.sync}&opt_fields=type,action,resource`)
  assert.equal(rest.body.has_more, false)
  assert.ok(!rest.data.some(({ resource }: Json) => resource.gid === membership))
})
