/** Live updates: who receives which changes, where a stream resumes, and when it ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeEvent, readEvents, startLive } from '../../../test/harness/pages/live.ts'
import { makeProject, setActive } from '../../../test/harness/work.ts'
import type { World } from '../../../test/harness/world.ts'
import { createWorkspace, join } from '../../resources/people/rules/join.ts'
import { deleteWhere, insert } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { createStream } from './stream.ts'

const NOTHING = {
  ...{ tokens: '', sessions: '', applications: '', webhooks: '', jobs: '', preference: '', view: '', favorite: '' },
}

/** Creates an object that everyone in the organization sees, to mark a position. */
const createMarker = ({ ann, workspace }: World) => ann.create('/tags', { workspace, name: 'Mark' })

test('a page receives changed objects without their values', async () => {
  const all = await startLive()
  const { ann, ben, workspace } = all
  const page = await all.listen(ben)
  const project = await ann.create('/projects', { workspace, name: 'P', privacy_setting: 'public_to_workspace' })
  const task = await ann.create('/tasks', { name: 'secret name', projects: [project] })
  await ann.put(`/tasks/${task}`, { name: 'other name' })
  await ann.delete(`/tasks/${task}`)
  const events = await page.until(await createMarker(all))
  const ofTask = events.filter(({ data }) => data.resource.gid === task)
  assert.deepEqual(ofTask.map(describeEvent), [
    ...['task added < project', 'task added < section', 'task changed name', 'task deleted'],
  ])
  assert.doesNotMatch(JSON.stringify(events), /secret|other name/)
  assert.deepEqual(ofTask[0]?.data, {
    resource: { gid: task, resource_type: 'task' },
    action: 'added',
    parent: { gid: project, resource_type: 'project' },
  })
  const ids = events.map(({ id }) => id)
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  )
  await page.close()
})

test('private objects and their parents are sent to nobody without access', async () => {
  const all = await startLive()
  const { ann, ben, workspace } = all
  const hidden = await makeProject(all, { name: 'Hidden', members: [[ann, 'admin']] })
  const shared = await makeProject(all, {
    name: 'Shared',
    members: [
      [ann, 'admin'],
      [ben, 'editor'],
    ],
  })
  const [page, mine] = [await all.listen(ben), await all.listen(ann)]
  const task = await ann.create('/tasks', { name: 'T', projects: [hidden.gid], assignee: 'me' })
  await ann.create(`/tasks/${task}/stories`, { text: 'Hi' })
  const sub = await ann.create(`/tasks/${task}/subtasks`, { name: 'S' })
  const tag = await ann.create('/tags', { workspace, name: 'Tag' })
  await ann.post(`/tasks/${task}/addTag`, { tag })
  await ann.post(`/tasks/${task}/removeTag`, { tag })
  await ann.put(`/projects/${hidden.gid}`, { name: 'Still hidden' })
  const open = await ann.create('/tasks', { name: 'O', projects: [shared.gid] })
  await ann.post(`/tasks/${open}/addProject`, { project: hidden.gid })
  await ann.put(`/tasks/${task}`, { assignee: null })
  await ann.delete(`/tasks/${sub}`)
  await ann.delete(`/projects/${hidden.gid}`)
  const end = await createMarker(all)
  const events = await page.until(end)
  const text = JSON.stringify(events)
  for (const gid of [hidden.gid, task, sub, ...hidden.sections]) assert.ok(!text.includes(`"${gid}"`))
  assert.ok(events.some(({ data }) => data.resource.gid === open))
  const ownEvents = JSON.stringify(await mine.until(end))
  for (const gid of [hidden.gid, task, sub, open]) assert.ok(ownEvents.includes(`"${gid}"`))
  for (const one of [page, mine]) await one.close()
})

test('a person who loses access to an object receives its removal and nothing after it', async () => {
  const all = await startLive()
  const { ann, ben } = all
  const shared = await makeProject(all, {
    name: 'Shared',
    members: [
      [ann, 'admin'],
      [ben, 'editor'],
    ],
  })
  const task = await ann.create('/tasks', { name: 'T', projects: [shared.gid] })
  const page = await all.listen(ben)
  await ann.post(`/tasks/${task}/removeProject`, { project: shared.gid })
  await ann.put(`/tasks/${task}`, { name: 'U' })
  const section = await ann.create(`/projects/${shared.gid}/sections`, { name: 'New' })
  await ann.delete(`/sections/${section}`)
  const events = await page.until(await createMarker(all))
  const descriptions = events.map(describeEvent)
  assert.ok(descriptions.includes('task removed < project'))
  assert.ok(!descriptions.includes('task changed name'))
  assert.ok(descriptions.includes('section deleted'))
  await page.close()
})

test('changes of other organizations are not sent', async () => {
  const all = await startLive()
  const sam = await all.person('Sam', null)
  const other = await all.store.write(async tx => {
    const gid = await createWorkspace(tx, { name: 'Other', domains: ['other.org'], plan: 'enterprise' })
    await join(tx, Number(sam.gid), gid, { is_admin: true })
    return gid
  })
  const page = await all.listen(all.ben)
  const foreign = await sam.create('/tags', { workspace: String(other), name: 'Foreign' })
  const events = await page.until(await createMarker(all))
  assert.ok(!JSON.stringify(events).includes(foreign))
  await page.close()
})

test('a page starts anew when its person joins an organization, and then receives its changes', async () => {
  const all = await startLive()
  const { store, ann } = all
  const page = await all.listen(ann)
  const other = await store.write(async tx => {
    const gid = await createWorkspace(tx, { name: 'Other', domains: ['other.org'], plan: 'enterprise' })
    await join(tx, Number(ann.gid), gid, { is_admin: true })
    return gid
  })
  assert.equal((await page.next())?.event, 'reset')
  const [there, here] = [
    await ann.create('/tags', { workspace: String(other), name: 'There' }),
    await createMarker(all),
  ]
  const gids = (await page.until(here)).map(({ data }) => data.resource?.gid)
  assert.ok(gids.includes(there))
  assert.deepEqual(page.last().split(',').length, 2, 'it has a cursor for each workspace')
  await page.close()
})

test('a reconnected page receives each missed change once', async () => {
  const all = await startLive()
  const { ann, workspace } = all
  const page = await all.listen(ann)
  const first = await createMarker(all)
  await page.until(first)
  await page.close()
  const missed: string[] = []
  for (let n = 0; n < 450; n++) missed.push(await ann.create('/tags', { workspace, name: `T${n}` }))
  const back = await all.listen(ann, page.last())
  const end = await createMarker(all)
  const gids = (await back.until(end)).map(({ data }) => data.resource.gid)
  assert.deepEqual(gids, [...missed, end])
  await back.close()
})

test('a page with an expired or unknown cursor starts anew', async () => {
  const all = await startLive()
  await createMarker(all)
  const { db } = all.store.read
  const [row] = await db
    .selectFrom('changes')
    .select(({ fn }) => fn.max('gid').as('gid'))
    .execute()
  const newest = row?.gid ?? 0
  await all.store.write(({ connection }) => connection.execute('delete from changes where gid < ?', [newest]))
  const at = (cursor: number) => `${all.workspace}:${cursor}`
  for (const last of [at(1), at(newest + 1), String(newest + 1), `1:${newest}`, '-']) {
    const page = await all.listen(all.ann, last)
    assert.deepEqual(await page.next(), { event: 'reset', id: newest, data: {} })
    await page.close()
  }
  const page = await all.listen(all.ann, at(newest - 1))
  assert.equal((await page.next())?.id, newest, 'the last stored change can be read')
  await page.close()
})

test('a request without a session, with a token or from another site gets no stream', async () => {
  const { connect, signIn, ann } = await startLive()
  assert.equal((await connect(null)).status, 401)
  assert.equal((await connect(null, { authorization: `Bearer ${ann.token}` })).status, 401)
  assert.equal((await connect('2/1/1:0')).status, 401)
  assert.equal((await connect(await signIn(ann), { 'sec-fetch-site': 'cross-site' })).status, 401)
  assert.equal((await connect(await signIn(ann), { 'sec-fetch-site': 'same-site' })).status, 401)
})

test('a person has at most five streams, independent of other people', async () => {
  const { connect, signIn, ann, ben } = await startLive()
  const session = await signIn(ann)
  const responses = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => connect(session)))
  const events = responses.filter(({ status }) => status === 200)
  assert.equal(events.length, 5, 'also for simultaneous requests')
  const more = await connect(await signIn(ann))
  assert.deepEqual([more.status, more.headers.get('retry-after')], [429, '60'])
  const other = await connect(await signIn(ben))
  assert.equal(other.status, 200)
  await events[0]?.body?.cancel()
  await other.body?.cancel()
  let freed = await connect(session)
  while (freed.status === 429) freed = await connect(session)
  assert.equal(freed.status, 200)
  for (const one of [...events.slice(1), freed]) await one.body?.cancel()
})

test('a stream ends with its session', async () => {
  const all = await startLive()
  const { ben, store } = all
  const session = await all.signIn(ben)
  const page = readEvents(await all.connect(session))
  await page.until(await createMarker(all))
  await store.write(tx => deleteWhere(tx, 'tokens', { user: Number(ben.gid), kind: 'session' }))
  assert.equal(await page.next(), undefined)
})

test('a stopping server closes its streams', async () => {
  const all = await startLive()
  const page = await all.listen(all.ann)
  await all.app.close()
  assert.equal(await page.next(), undefined)
})

/** A stream into a sink that never drains. */
async function stuck(all: Awaited<ReturnType<typeof startLive>>, full: number) {
  const ends: boolean[] = []
  let buffered = ''
  const sink = {
    write: (text: string) => {
      buffered += text
    },
    bufferedBytes: () => (buffered.length > full ? Number.MAX_SAFE_INTEGER : 0),
    end: (atOnce: boolean) => void ends.push(atOnce),
  }
  const { store, ann } = all
  const options = {
    store,
    clock: () => all.clock.now,
    me: Number(ann.gid),
    seesJobs: false,
    owned: NOTHING,
    log: () => undefined,
  }
  const session = await all.signIn(ann)
  return {
    stream: createStream({ ...options, session, sink }, new Map([[Number(all.workspace), 0]])),
    ends,
    session,
    buffered: () => buffered,
  }
}

test('a slow reader is disconnected and its buffer is dropped', async () => {
  const all = await startLive()
  const { stream, ends, buffered } = await stuck(all, 0)
  for (let n = 0; n < 5; n++) await createMarker(all)
  await stream.sendChanges()
  const { length } = buffered()
  assert.deepEqual(ends, [true])
  await createMarker(all)
  await stream.sendChanges()
  await stream.sendHeartbeat()
  assert.equal(buffered().length, length, 'nothing more is buffered')
  assert.deepEqual(ends, [true], 'it ends once')
})

test('a person who left the organization receives no changes of that time, also after their return', async () => {
  const all = await startLive()
  const { stream, buffered } = await stuck(all, Number.MAX_SAFE_INTEGER)
  await setActive(all, all.ann, false)
  await all.store.write(tx => insertTag(tx, all))
  await stream.sendChanges()
  assert.equal(buffered(), 'event: reset\nid: -\ndata: {}\n\n', 'only that the page must load again')
  await setActive(all, all.ann, true)
  await stream.sendChanges()
  assert.doesNotMatch(buffered(), /"tag"/)
  await createMarker(all)
  await stream.sendChanges()
  assert.match(buffered(), /"tag"/)
})

const insertTag = (tx: Writer, { workspace }: World) => {
  const row = { workspace: Number(workspace), name: 'T', color: null, notes: '', created_at: tx.now, deleted_at: null }
  return insert(tx, 'tags', { gid: tx.gid(), ...row })
}

test('an idle stream sends comments as long as its session is valid', async () => {
  const all = await startLive()
  const { stream, ends, buffered } = await stuck(all, Number.MAX_SAFE_INTEGER)
  await stream.sendChanges()
  const before = buffered().length
  await stream.sendHeartbeat()
  assert.match(buffered().slice(before), /^:\nid: \d+:\d+\n\n$/)
  all.clock.now += 31 * 24 * 60 * 60 * 1000
  await stream.sendHeartbeat()
  assert.deepEqual(ends, [false], 'the session has run out')
})
