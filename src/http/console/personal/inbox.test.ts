/** The inbox: filters, pages, rights, and what a person does with it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inboxOf, mentioning, unreadOf } from '../../../../test/harness/inbox.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { watchStatements } from '../../../../test/harness/statements.ts'
import { type Json, world } from '../../../../test/harness/world.ts'
import { leave } from '../../../resources/people/rules/leave.ts'
import { insertAll } from '../../../store/change.ts'
import { foldNotifications } from '../../../store/queries/inbox/recipients.ts'

const watch = watchStatements()
const all = await world()
const { ann, ben, workspace, person, store, clock } = all
const [visitor, other] = [await signedIn(all, ben), await signedIn(all, ann)]
const stranger = await signedIn(all, await person('Sam', null))

const newTask = (name: string, more: Json = {}) => ann.create('/tasks', { workspace, name, assignee: ben.gid, ...more })
const names = async (more = '', of = visitor) => (await inboxOf(all, of, more)).map(({ resource }) => resource.name)
const clear = async () => {
  await all.jobs.tick()
  await ok(visitor.post('/inbox/archive', { workspace }))
}
const first = async (more = '') => (await inboxOf(all, visitor, more))[0] as Json

test('filters show unread notifications, mentions, assignments and the archive', async () => {
  const gid = await newTask('Assigned')
  await newTask('Mentioned', { assignee: null, html_notes: mentioning('Hi', ben), followers: [ben.gid] })
  assert.deepEqual(await names(), ['Mentioned', 'Assigned'])
  assert.deepEqual(await names('&filter=mentions'), ['Mentioned'])
  assert.deepEqual(await names('&filter=assigned'), ['Assigned'])
  await ann.create(`/tasks/${gid}/stories`, { text: 'More' })
  assert.deepEqual(await names('&filter=assigned'), ['Assigned'], 'an assignment stays one after a comment')
  const { gid: newest } = await first()
  await ok(visitor.put(`/inbox/${newest}`, { read: true }))
  assert.deepEqual(await names('&filter=unread'), ['Mentioned'])
  await ok(visitor.put(`/inbox/${newest}`, { archived: true }))
  assert.deepEqual([await names(), await names('&filter=archived')], [['Mentioned'], ['Assigned']])
  await ok(visitor.put(`/inbox/${newest}`, { archived: false, read: false }))
  assert.deepEqual(await names('&filter=unread'), ['Assigned', 'Mentioned'])
  await clear()
})

test('later notifications of an object are folded until it is read, and bring it back from the archive', async () => {
  const gid = await newTask('Folded')
  for (const text of ['One', 'Two']) await ann.create(`/tasks/${gid}/stories`, { text })
  const { gid: notification, count, cause, excerpt } = await first()
  assert.deepEqual([count, cause, excerpt], [3, 'commented', 'Two'])
  const { count: read, read_at } = (await ok(visitor.put(`/inbox/${notification}`, { read: true }))).data
  assert.deepEqual([read, typeof read_at], [1, 'string'])
  await ok(visitor.put(`/inbox/${notification}`, { archived: true }))
  await ann.create(`/tasks/${gid}/stories`, { text: 'Three' })
  const again = await first()
  assert.deepEqual(
    [again.gid, again.count, again.excerpt, again.read_at, again.archived_at],
    [notification, 1, 'Three', null, null],
  )
  await clear()
})

test('a snoozed notification is hidden until its time, and a new one shows it at once', async () => {
  const gid = await newTask('Later')
  await newTask('Now')
  const { gid: notification } = (await inboxOf(all, visitor))[1] as Json
  const until = new Date(clock.now + 3_600_000).toISOString()
  assert.equal((await ok(visitor.put(`/inbox/${notification}`, { until }))).data.shown_at, until)
  assert.deepEqual([await names(), await unreadOf(visitor)], [['Now'], 1])
  const snoozed = async () => (await ok(visitor.get('/session'))).data.organizations[0].snoozed_until
  assert.equal(await snoozed(), until)
  clock.now += 3_600_000
  assert.deepEqual([await names(), await unreadOf(visitor)], [['Later', 'Now'], 2])
  assert.equal(await snoozed(), null)
  await ok(visitor.put(`/inbox/${notification}`, { until: new Date(clock.now + 3_600_000).toISOString() }))
  await ann.create(`/tasks/${gid}/stories`, { text: 'Hurry' })
  assert.deepEqual(await names(), ['Later', 'Now'])
  for (const wrong of [clock.now - 1000, clock.now + 400 * 86_400_000])
    assert.equal((await visitor.put(`/inbox/${notification}`, { until: new Date(wrong).toISOString() })).status, 400)
  await clear()
})

test('archiving all can be taken back, and so can be limited to a filter and a time', async () => {
  await newTask('Old')
  await names()
  const before = new Date(clock.now).toISOString()
  clock.now += 1000
  await newTask('New')
  await names()
  const { count, archived_at } = (await ok(visitor.post('/inbox/archive', { workspace, before }))).data
  assert.deepEqual([count, await names()], [1, ['New']])
  assert.equal((await ok(visitor.post('/inbox/archive', { workspace, filter: 'mentions' }))).data.count, 0)
  const answer = (await ok(visitor.post('/inbox/archive', { workspace, restore: archived_at }))).data
  assert.deepEqual([answer, await names()], [{ count: 1 }, ['New', 'Old']])
  assert.equal((await ok(visitor.post('/inbox/read', { workspace }))).data.count, 2)
  assert.deepEqual([await names('&filter=unread'), await unreadOf(visitor)], [[], 0])
  await clear()
})

test('who loses access to an object sees nothing of it, nor is it counted or changed', async () => {
  const project = await ann.create('/projects', { workspace, name: 'Secret', privacy_setting: 'private' })
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] }))
  const { gid } = await first()
  assert.equal(await unreadOf(visitor), 1)
  await ok(ann.post(`/projects/${project}/removeMembers`, { members: [ben.gid] }))
  assert.deepEqual([await names(), await unreadOf(visitor)], [[], 0])
  const { unread } = (await ok(visitor.get(`/inbox?workspace=${workspace}`))).body
  assert.equal(unread, 0)
  assert.equal((await visitor.put(`/inbox/${gid}`, { read: true })).status, 404)
  for (const act of ['read', 'archive'])
    assert.equal((await ok(visitor.post(`/inbox/${act}`, { workspace }))).data.count, 0)
  const task = await newTask('Deleted')
  await names()
  await ok(ann.delete(`/tasks/${task}`))
  assert.deepEqual([await names(), await unreadOf(visitor)], [[], 0])
})

test('others and strangers cannot see or change a notification', async () => {
  await newTask('Own')
  const { gid } = await first()
  const missing = '1299999999999'
  for (const one of [other, stranger]) {
    const [theirs, none] = [await one.put(`/inbox/${gid}`, {}), await one.put(`/inbox/${missing}`, {})]
    assert.deepEqual([theirs.status, theirs.message?.replace(gid, '')], [404, none.message?.replace(missing, '')])
  }
  assert.deepEqual(await names('', other), [])
  assert.equal((await stranger.get(`/inbox?workspace=${workspace}`)).status, 400)
  for (const act of ['read', 'archive']) {
    assert.equal((await stranger.post(`/inbox/${act}`, { workspace })).status, 400)
    assert.equal((await ok(other.post(`/inbox/${act}`, { workspace }))).data.count, 0)
  }
  await clear()
})

test('wrong queries are refused', async () => {
  for (const wrong of ['filter=some', 'limit=0', 'limit=101', 'limit=x', 'before=x', 'before=1-99999999999999999999'])
    assert.equal((await visitor.get(`/inbox?workspace=${workspace}&${wrong}`)).status, 400, wrong)
  assert.equal((await visitor.get('/inbox')).status, 400)
})

/** Notifications about as many tasks, of which the person cannot see the last. */
async function fill(number: number): Promise<void> {
  const task = await ann.create('/tasks', { workspace, name: 'Many', followers: [ben.gid] })
  await clear()
  await store.write(async tx => {
    const [row] = await tx.db.selectFrom('tasks').selectAll().where('gid', '=', Number(task)).execute()
    assert.ok(row)
    const tasks = Array.from({ length: number }, (_, at) => ({ ...row, gid: tx.gid(), name: `Task ${at}` }))
    await insertAll(tx, 'tasks', tasks)
    await insertAll(
      tx,
      'task_followers',
      tasks.slice(0, -1).map(({ gid }) => ({ task: gid, user: Number(ben.gid) })),
    )
    const about = { workspace: Number(workspace), resource_type: 'task', cause: 'commented', story: null, actor: null }
    const flags = { unread: 1, is_mention: 0, is_assigned: 0, is_described: 0 }
    const rows = tasks.map(({ gid }, at) => ({
      ...{ gid: tx.gid(), user: Number(ben.gid), resource: gid, ...about, ...flags },
      // Two at each time, so that the order of equal times matters.
      created_at: tx.now - Math.floor(at / 2),
    }))
    await foldNotifications(tx, rows)
  })
}

test('pages show everything once, and cost the same however long the inbox is', async () => {
  const cost: number[] = []
  for (const number of [8, 400]) {
    await fill(number)
    const found: string[] = []
    for (let before = ''; ; ) {
      const { data, next } = (await ok(visitor.get(`/inbox?workspace=${workspace}&limit=3${before}`))).body as Json
      found.push(...data.map(({ resource }: Json) => resource.name))
      if (next === null) break
      before = `&before=${next}`
      if (found.length > 12) break
    }
    assert.equal(new Set(found).size, found.length)
    assert.equal(found.length, number === 8 ? 7 : 15)
    watch.take()
    await ok(visitor.get(`/inbox?workspace=${workspace}&limit=100`))
    const ran = watch.take()
    cost.push(ran.length)
    const plans = await Promise.all(
      ran.filter(text => text.includes('notifications n')).map(text => watch.explain(text)),
    )
    assert.deepEqual(
      plans.flat().filter(line => /\bSCAN (?:n|t|notifications)\b|Seq Scan on notifications/.test(line)),
      [],
    )
  }
  assert.equal(cost[0], cost[1])
  assert.ok((cost[0] ?? 9) <= 5, `${cost}`)
  assert.equal(await unreadOf(visitor), 100, 'more are not counted')
  await clear()
  assert.deepEqual(await names(), [])
})

test('archived notifications are kept for 90 days, and those of a person who leaves are deleted', async () => {
  const rows = async (user: string) =>
    await store.read.db.selectFrom('notifications').select('archived_at').where('user', '=', Number(user)).execute()
  const archivedOnes = async () => (await rows(ben.gid)).filter(({ archived_at }) => archived_at !== null).length
  const archived = await archivedOnes()
  assert.ok(archived > 0)
  clock.now += 89 * 86_400_000
  await all.jobs.tick()
  assert.equal(await archivedOnes(), archived)
  clock.now += 2 * 86_400_000
  await all.jobs.tick()
  assert.equal(await archivedOnes(), 0)
  const cat = await person('Cat')
  await ann.create('/tasks', { workspace, name: 'Cat', assignee: cat.gid })
  await all.jobs.tick()
  assert.equal((await rows(cat.gid)).length, 1)
  await store.write(tx => leave(tx, Number(cat.gid), Number(workspace), Number(ann.gid)))
  assert.equal((await rows(cat.gid)).length, 0)
})
