/** The job that fills the inboxes: once for each change, at a cost that does not grow with the people. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inboxOf } from '../../../test/harness/inbox.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { watchStatements } from '../../../test/harness/statements.ts'
import { world } from '../../../test/harness/world.ts'
import { insertAll, update } from '../../store/change.ts'
import { crowdedInboxes, foldNotifications, trimInbox } from '../../store/queries/inbox/recipients.ts'
import { recordNotifications } from './record_notifications.ts'

const watch = watchStatements()
const all = await world()
const { ann, ben, workspace, store, jobs } = all

/** A task whose comments notify this number of people. */
async function followedTask(followers: number): Promise<string> {
  const task = await ann.create('/tasks', { workspace, name: 'Task' })
  await store.write(async tx => {
    const users = Array.from({ length: followers }, () => tx.gid())
    const name = { name: 'Follower', time_zone: 'UTC', photo: null, created_at: tx.now }
    await insertAll(
      tx,
      'users',
      users.map(gid => ({ gid, ...name, email: `${gid}@example.com` })),
    )
    const [membership] = await tx.db
      .selectFrom('workspace_memberships')
      .selectAll()
      .where('user', '=', Number(ben.gid))
      .execute()
    assert.ok(membership)
    await insertAll(
      tx,
      'workspace_memberships',
      users.map(user => ({ ...membership, gid: tx.gid(), user })),
    )
    await insertAll(
      tx,
      'task_followers',
      users.map(user => ({ task: Number(task), user })),
    )
  })
  await jobs.tick()
  return task
}

test('the number of statements does not depend on the number of people', async () => {
  const counts: number[] = []
  for (const followers of [2, 200]) {
    const task = await followedTask(followers)
    await ann.create(`/tasks/${task}/stories`, { text: 'Hello' })
    watch.take()
    await recordNotifications({ store, sendsMail: true }).perform(0)
    counts.push(watch.take().length)
    const rows = await store.read.db
      .selectFrom('notifications')
      .select('cause')
      .where('resource', '=', Number(task))
      .where('cause', '=', 'commented')
      .execute()
    assert.equal(rows.length, followers)
  }
  assert.ok((counts[1] ?? 99) <= (counts[0] ?? 0) + 5, `only batches of rows add statements: ${counts}`)
})

test('a change notifies at most 500 people', async () => {
  const task = await followedTask(510)
  await ann.create(`/tasks/${task}/stories`, { text: 'Hello' })
  await jobs.tick()
  const rows = await store.read.db
    .selectFrom('notifications')
    .select('cause')
    .where('resource', '=', Number(task))
    .where('cause', '=', 'commented')
    .execute()
  assert.equal(rows.length, 500)
})

test('a change notifies once, also when several workers read it', async () => {
  const visitor = await signedIn(all, ben)
  await ok(visitor.post('/inbox/archive', { workspace }))
  await ann.create('/tasks', { workspace, name: 'Once', assignee: ben.gid })
  const jobsOf = [1, 2].map(() => recordNotifications({ store, sendsMail: false }))
  await Promise.all(jobsOf.map(job => job.perform(0)))
  const [notification] = await inboxOf(all, visitor)
  assert.deepEqual([notification?.resource.name, notification?.count], ['Once', 1])
  const personal = await store.read.db
    .selectFrom('changes')
    .select(['owner', 'action', 'streams'])
    .where('resource_type', '=', 'notification')
    .where('resource', '=', Number(notification?.gid))
    .execute()
  assert.deepEqual(
    personal.map(({ owner, action, streams }) => [owner, action, streams]),
    [[Number(ben.gid), 'added', '[]']],
  )
})

test('open notifications beyond the newest are deleted, and archived ones do not count', async () => {
  const inbox = { user: Number(ann.gid), workspace: Number(workspace) }
  const { user } = inbox
  await store.write(async tx => {
    const about = { ...inbox, resource_type: 'task', cause: 'commented', story: null, actor: null }
    const flags = { unread: 1, is_mention: 0, is_assigned: 0, is_described: 0 }
    const rows = Array.from({ length: 12 }, (_, at) => ({
      ...{ gid: tx.gid(), resource: tx.gid(), ...about, ...flags, created_at: at },
    }))
    await foldNotifications(tx, rows)
    for (const created_at of [0, 1]) await update(tx, 'notifications', { user, created_at }, { archived_at: 1 })
  })
  const trim = () => store.write(tx => trimInbox(tx, inbox, 7, 2))
  const crowded = async () =>
    (await crowdedInboxes(store.read, 7)).flatMap(found => (found.user === user ? found.workspace : []))
  assert.deepEqual(await crowded(), [inbox.workspace])
  assert.deepEqual([await trim(), await trim(), await trim()], [2, 1, 0])
  assert.deepEqual(await crowded(), [])
  const left = store.read.db.selectFrom('notifications').select('created_at').where('user', '=', user)
  const times = (await left.where('created_at', '<', 12).execute()).map(({ created_at }) => created_at)
  assert.deepEqual(
    times.toSorted((a, b) => a - b),
    [0, 1, 5, 6, 7, 8, 9, 10, 11],
  )
})
