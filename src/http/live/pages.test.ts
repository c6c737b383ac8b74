/** What pages of the web app receive in addition: positions, the origin of their own writes, and what only they see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiPage } from '../../../test/harness/pages/api.ts'
import { describeEvent, type LiveEvent, startLive } from '../../../test/harness/pages/live.ts'
import { ok } from '../../../test/harness/sample.ts'
import { makeProject } from '../../../test/harness/work.ts'
import type { Person, World } from '../../../test/harness/world.ts'
import { createWorkspace, join } from '../../resources/people/rules/join.ts'
import { personalChange } from '../../store/change.ts'
import { lastChange } from '../../store/queries/events/streams.ts'

/** Creates an object that everyone in the organization sees, to mark a position. */
const createMarker = ({ ann, workspace }: World) => ann.create('/tags', { workspace, name: 'Mark' })

const shared = (all: World, members: Person[], sections = ['One', 'Two']) =>
  makeProject(all, { name: 'P', sections, members: members.map(one => [one, 'admin'] as const) })

const orders = (events: readonly LiveEvent[]) =>
  events.flatMap(({ data: { resource, action, parent } }) =>
    action === 'order' ? [[resource.resource_type, resource.gid, parent.resource_type, parent.gid]] : [],
  )

test('a page receives the new position of a task, a subtask and a section, each with what contains it', async () => {
  const all = await startLive()
  const { ann, ben } = all
  const { gid: project, sections } = await shared(all, [ann, ben])
  const [section = ''] = sections
  const [first, second] = [
    await ann.create('/tasks', { name: 'A', projects: [project] }),
    await ann.create('/tasks', { name: 'B', projects: [project] }),
  ]
  const [a, b] = [
    await ann.create(`/tasks/${first}/subtasks`, { name: 'a' }),
    await ann.create(`/tasks/${first}/subtasks`, { name: 'b' }),
  ]
  const page = await all.listen(ben)
  await ann.post(`/sections/${section}/addTask`, { task: first, insert_after: second })
  await ann.post(`/sections/${section}/addTask`, { task: first, insert_before: second })
  await ann.post(`/tasks/${a}/setParent`, { parent: first, insert_after: b })
  await ann.post(`/projects/${project}/sections/insert`, { section, after_section: sections[1] })
  const events = await page.until(await createMarker(all))
  assert.deepEqual(orders(events), [
    ['task', first, 'section', section],
    ['task', first, 'section', section],
    ['task', a, 'task', first],
    ['section', section, 'project', project],
  ])
  await page.close()
})

test('a task that moves to another section is added there, without an event of its position', async () => {
  const all = await startLive()
  const { ann } = all
  const { gid: project, sections } = await shared(all, [ann])
  const task = await ann.create('/tasks', { name: 'A', projects: [project] })
  const page = await all.listen(ann)
  await ann.post(`/sections/${sections[1]}/addTask`, { task })
  const events = await page.until(await createMarker(all))
  const ofTask = events.filter(({ data }) => data.resource.gid === task)
  assert.deepEqual(ofTask.map(describeEvent), ['task removed < section', 'task added < section'])
  await page.close()
})

test('positions in My Tasks are sent only to its owner', async () => {
  const all = await startLive()
  const { ann, ben, workspace } = all
  const { gid: project } = await shared(all, [ann, ben])
  const { data: list } = await ann.get(`/users/me/user_task_list?workspace=${workspace}`)
  const { data: found } = await ann.get(`/projects/${list.gid}/sections`)
  const section = found[0].gid
  const [first, second] = [
    await ann.create('/tasks', { name: 'A', projects: [project], assignee: 'me' }),
    await ann.create('/tasks', { name: 'B', projects: [project], assignee: 'me' }),
  ]
  const [mine, other] = [await all.listen(ann), await all.listen(ben)]
  for (const task of [first, second]) await ann.post(`/sections/${section}/addTask`, { task })
  await ann.post(`/sections/${section}/addTask`, { task: first, insert_after: second })
  const end = await createMarker(all)
  assert.deepEqual(orders(await mine.until(end)).at(-1), ['task', first, 'section', section])
  assert.deepEqual(orders(await other.until(end)), [])
  for (const one of [mine, other]) await one.close()
})

test('positions are neither in event streams nor in deliveries of webhooks', async () => {
  const all = await startLive()
  const { ann, store, workspace } = all
  const { gid: project, sections } = await shared(all, [ann])
  const [first, second] = [
    await ann.create('/tasks', { name: 'A', projects: [project] }),
    await ann.create('/tasks', { name: 'B', projects: [project] }),
  ]
  const { sync } = (await ann.get(`/events?resource=${project}`)).body
  const before = await lastChange(store.read, Number(workspace))
  await ann.post(`/sections/${sections[0]}/addTask`, { task: first, insert_after: second })
  await ann.post(`/projects/${project}/sections/insert`, { section: sections[0], after_section: sections[1] })
  const { data } = await ann.get(`/events?resource=${project}&sync=${sync}`)
  assert.deepEqual(data, [])
  const { db } = store.read
  const logged = await db.selectFrom('changes').select(['action', 'streams']).where('gid', '>', before).execute()
  assert.deepEqual(
    logged.map(({ action, streams }) => [action, streams]),
    [
      ['order', '[]'],
      ['order', '[]'],
    ],
    'webhooks deliver the changes of streams',
  )
})

test('a page receives the origin of the writes of its person, and not of others', async () => {
  const all = await startLive()
  const { ann, ben } = all
  const { gid: project } = await shared(all, [ann, ben])
  const task = await ann.create('/tasks', { name: 'A', projects: [project] })
  const page = apiPage(all, await all.signIn(ann), { 'x-workloom-page': 'tab 1' })
  const [mine, other] = [await all.listen(ann), await all.listen(ben)]
  await page.call('PUT', `/tasks/${task}`, { due_on: '2026-02-01' })
  await page.call('PUT', `/tasks/${task}`, { name: 'B' }, { 'x-workloom-page': 'x'.repeat(65) })
  await ann.put(`/tasks/${task}`, { notes: 'C' })
  await all.send({
    ...{ method: 'PUT', url: `/api/1.0/tasks/${task}`, payload: '{"data":{"completed":true}}' },
    headers: {
      ...{ authorization: `Bearer ${ann.token}`, 'content-type': 'application/json', 'x-workloom-page': 'tab 2' },
    },
  })
  const end = await createMarker(all)
  const originsIn = (events: LiveEvent[]) =>
    Object.fromEntries(
      events.flatMap(({ data }) => (data.resource.gid === task && data.field ? [[data.field, data.origin]] : [])),
    )
  const events = await mine.until(end)
  assert.deepEqual(originsIn(events), {
    ...{ due_on: 'tab 1', name: undefined, notes: undefined, completed: undefined, completed_at: undefined },
  })
  const story = events.find(({ data }) => data.resource.resource_type === 'story')
  assert.ok(story && !('origin' in story.data), 'the page has not received the system story in its response')
  const foreign = await other.until(end)
  assert.ok(foreign.length > 0 && !JSON.stringify(foreign).includes('tab 1'))
  for (const one of [mine, other]) await one.close()
})

test('what only its owner sees is sent to the owner alone', async () => {
  const all = await startLive()
  const { ann, ben, store, workspace } = all
  const owner = Number(ben.gid)
  const [mine, other] = [await all.listen(ben), await all.listen(ann)]
  await store.write(async tx => {
    personalChange(tx, { owner, type: 'preference', gid: owner, action: 'changed' })
    personalChange(tx, { owner, type: 'view', gid: 7, action: 'added', workspace: Number(workspace) })
  })
  const end = await createMarker(all)
  const events = await mine.until(end)
  assert.deepEqual(events.map(({ data }) => data).slice(0, 2), [
    { resource: { gid: ben.gid, resource_type: 'preference' }, action: 'changed' },
    { resource: { gid: '7', resource_type: 'view' }, action: 'added' },
  ])
  assert.doesNotMatch(JSON.stringify(await other.until(end)), /preference|view/)
  for (const one of [mine, other]) await one.close()
})

test('a person who can lose access learns of which object, and nobody else does', async () => {
  const all = await startLive()
  const { ann, ben, workspace } = all
  const team = await ann.create('/teams', { name: 'Secret', organization: workspace })
  await ok(ann.post(`/teams/${team}/addUser`, { user: ben.gid }))
  const project = await ann.create('/projects', { name: 'Secret', workspace, privacy_setting: 'private' })
  await ok(ann.post(`/projects/${project}/addMembers`, { members: ben.gid }))
  const task = await ann.create('/tasks', { name: 'Secret', workspace, assignee: ben.gid })
  const [mine, other] = [await all.listen(ben), await all.listen(ann)]
  await ok(ann.put(`/tasks/${task}`, { assignee: null }))
  await ok(ann.post(`/tasks/${task}/removeFollowers`, { followers: ben.gid }))
  await ok(ann.post(`/projects/${project}/removeMembers`, { members: ben.gid }))
  await ok(ann.post(`/teams/${team}/removeUser`, { user: ben.gid }))
  const end = await createMarker(all)
  const lost = (await mine.until(end)).flatMap(({ data: { resource } }) =>
    resource.resource_type === 'access' ? resource.gid : [],
  )
  assert.deepEqual(lost, [task, task, project, team])
  assert.doesNotMatch(JSON.stringify(await other.until(end)), /access/)
  for (const one of [mine, other]) await one.close()
})

test('the page of a person who left a workspace loads again', async () => {
  const all = await startLive()
  const { ann, ben, store } = all
  const other = await store.write(async tx => {
    const gid = await createWorkspace(tx, { name: 'Other', domains: ['other.org'], plan: 'enterprise' })
    await join(tx, Number(ann.gid), gid, { is_admin: true })
    await join(tx, Number(ben.gid), gid, {})
    return gid
  })
  const page = await all.listen(ben)
  await ok(ann.post(`/workspaces/${other}/removeUser`, { user: ben.gid }))
  assert.equal((await page.next())?.event, 'reset')
  await page.close()
})

test('a personal change of a user without a workspace is not recorded', async () => {
  const all = await startLive()
  const sam = await all.person('Sam', null)
  const before = await lastChange(all.store.read, Number(all.workspace))
  const change = { owner: Number(sam.gid), type: 'preference', gid: 1, action: 'changed' } as const
  await all.store.write(async tx => personalChange(tx, change))
  assert.equal(await lastChange(all.store.read, Number(all.workspace)), before)
})

test('a page that names a position receives everything after it once, and nothing before it', async () => {
  const all = await startLive()
  const { ann, workspace } = all
  await createMarker(all)
  const number = await lastChange(all.store.read, Number(workspace))
  const missed = [await createMarker(all), await createMarker(all)]
  for (const after of [number, `${workspace}:${number}`]) {
    const page = await all.listenAfter(ann, after)
    const end = await createMarker(all)
    const gids = (await page.until(end)).map(({ data }) => data.resource.gid)
    assert.deepEqual(gids, [...missed, end])
    missed.push(end)
    await page.close()
  }
})

test('a number is a position in each workspace, also in one whose changes are older', async () => {
  const all = await startLive()
  const { ann, store } = all
  const other = await store.write(async tx => {
    const gid = await createWorkspace(tx, { name: 'Other', domains: ['other.org'], plan: 'enterprise' })
    await join(tx, Number(ann.gid), gid, { is_admin: true })
    return gid
  })
  await createMarker(all)
  const page = await all.listenAfter(ann, await lastChange(store.read, Number(all.workspace)))
  const there = await ann.create('/tags', { workspace: String(other), name: 'There' })
  assert.deepEqual(
    (await page.until(there)).map(({ event }) => event),
    ['message'],
  )
  await page.close()
})

test('a browser that reconnects continues after its last event, not after the position in the address', async () => {
  const all = await startLive()
  const { ann, workspace } = all
  const number = await lastChange(all.store.read, Number(workspace))
  const page = await all.listenAfter(ann, number)
  await page.until(await createMarker(all))
  await page.close()
  const missed = await createMarker(all)
  const back = await all.listenAfter(ann, number, page.last())
  assert.equal((await back.next())?.data.resource.gid, missed)
  await back.close()
})

test('a page with a position that is unknown or no longer stored starts anew', async () => {
  const all = await startLive()
  const { ann, store, workspace } = all
  await createMarker(all)
  const newest = await lastChange(store.read, Number(workspace))
  await store.write(({ connection }) => connection.execute('delete from changes where gid < ?', [newest]))
  for (const after of ['1', String(newest + 1), 'x', '', `1:${newest}`]) {
    const page = await all.listenAfter(ann, after)
    assert.equal((await page.next())?.event, 'reset', after)
    await page.close()
  }
})
