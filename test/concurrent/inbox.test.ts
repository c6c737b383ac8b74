/** Notifications with two instances: each change notifies once, and each e-mail is sent once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Email } from '../../src/identity/mail.ts'
import type { Writer } from '../../src/store/db.ts'
import { foldNotifications, trimInbox } from '../../src/store/queries/inbox/recipients.ts'
import { atOnce, instances, whileBlockedBy } from '../harness/instances.ts'
import { ok } from '../harness/sample.ts'
import { signedIn } from '../harness/sign_in/console.ts'
import type { Json } from '../harness/world.ts'

test('two instances that work at the same time notify once and send one e-mail', async () => {
  const sent: Email[] = []
  const letters = { deliver: async (email: Email) => void sent.push(email), linkBaseUrl: () => 'http://localhost' }
  const all = await instances(true, letters)
  const { ann, ben, workspace, workers } = all
  const visitor = await signedIn(all, ben)
  await atOnce(one => ann.create('/tasks', { workspace, name: `Task ${one}`, assignee: ben.gid }), 10)
  const tick = () => Promise.all(workers.map(worker => worker.tick()))
  await tick()
  await tick()
  const { data } = (await ok(visitor.get(`/inbox?workspace=${workspace}`))).body as Json
  assert.deepEqual(
    data.map(({ count }: Json) => count),
    Array(10).fill(1),
  )
  const lines = sent.flatMap(({ text }) => text.match(/^Task \d+$/gm) ?? [])
  assert.deepEqual([lines.length, new Set(lines).size], [lines.length, lines.length], 'nothing is sent twice')
  const waiting = await all.store.read.db.selectFrom('notification_mails').select('gid').execute()
  assert.equal(lines.length + waiting.length, 10, 'nothing is lost')
  assert.equal(sent.length, 1, 'one e-mail in a minute')
})

test('a person who reads while others notify loses nothing', async () => {
  const all = await instances()
  const { ann, ben, workspace, workers } = all
  const visitor = await signedIn(all, ben)
  const task = await ann.create('/tasks', { workspace, name: 'Task', assignee: ben.gid })
  await workers[0]?.tick()
  const [{ gid }] = (await ok(visitor.get(`/inbox?workspace=${workspace}`))).body.data as [Json]
  await Promise.all([
    atOnce(one => ann.create(`/tasks/${task}/stories`, { text: `Comment ${one}` }), 5),
    atOnce(one => ok(visitor.put(`/inbox/${gid}`, { read: one % 2 === 0 })), 5),
    atOnce(() => ok(visitor.post('/inbox/archive', { workspace })), 3),
    ...workers.map(worker => worker.tick()),
  ])
  await ok(visitor.put(`/inbox/${gid}`, { read: true, archived: true }))
  await ann.create(`/tasks/${task}/stories`, { text: 'Last' })
  for (const worker of workers) await worker.tick()
  const { data, unread } = (await ok(visitor.get(`/inbox?workspace=${workspace}`))).body as Json
  assert.deepEqual([data.length, data[0].excerpt, unread], [1, 'Last', 1])
})

test('a notification that is shown again while its inbox is trimmed stays', async () => {
  const { ann, workspace, stores, store } = await instances()
  const inbox = { user: Number(ann.gid), workspace: Number(workspace) }
  const about = { resource_type: 'task', cause: 'commented', story: null, actor: null }
  const flags = { unread: 1, is_mention: 0, is_assigned: 0, is_described: 0 }
  const show = (resource: number, created_at: number) => (tx: Writer) =>
    foldNotifications(tx, [{ gid: tx.gid(), resource, ...inbox, ...about, ...flags, created_at }])
  for (const [resource, at] of [1, 2].entries()) await store.write(show(resource, at))
  await whileBlockedBy(store, show(0, 3), () => (stores[1] ?? store).write(tx => trimInbox(tx, inbox, 1, 10)))
  const left = await store.read.db.selectFrom('notifications').select('resource').execute()
  assert.ok(left.some(({ resource }) => resource === 0))
})
