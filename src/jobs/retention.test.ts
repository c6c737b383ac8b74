/** The trash is purged after 30 days, with the rows that refer to its objects, and expired rows are deleted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPostgres } from '../../test/harness/engine.ts'
import { ok, sample } from '../../test/harness/sample.ts'
import { type World, world } from '../../test/harness/world.ts'
import { createSession } from '../identity/sessions.ts'
import { restore } from '../resources/platform/rules/restore.ts'
import { insert, insertAll, updateAll } from '../store/change.ts'
import type { Store, Writer } from '../store/db.ts'
import { grantDifferences } from '../store/queries/access/difference.ts'
import { foldNotifications } from '../store/queries/inbox/recipients.ts'
import { detach } from '../store/queries/jobs/trash.ts'
import { webhookOf } from '../store/queries/jobs/webhooks.ts'
import { trashEntryOf } from '../store/queries/trash/entries.ts'
import type { Tables } from '../store/tables.ts'
import { trimInboxes } from './retention.ts'

const DAY = 24 * 3600 * 1000

const count = async ({ store }: Pick<World, 'store'>, table: keyof Tables): Promise<number> =>
  (await store.read.db.selectFrom(table).selectAll().execute()).length

/** Moves the clock on and runs the jobs that are due. */
async function later({ clock, jobs }: World, days: number) {
  clock.now += days * DAY
  await jobs.tick()
}

test('a deleted object stays in the trash for 30 days, then is purged with every row that refers to it', async () => {
  const all = await sample()
  const { ann, the, also, store } = all
  const project = Number(the.project)
  await store.write(tx =>
    insert(tx, 'favorites', {
      ...{ user: Number(ann.gid), workspace: Number(all.workspace), resource_type: 'task' },
      ...{ resource: Number(the.task), rank: 'a0' },
    }),
  )
  for (const path of [`/tags/${the.tag}`, `/custom_fields/${the.custom_field}`, `/projects/${project}`])
    await ok(ann.delete(path))
  // A task that is in My Tasks as well is not deleted with its project.
  const copy = (await ok(ann.get(`/jobs/${the.job}`))).data.new_task.gid
  for (const gid of [also.mine, also.task, the.task, copy]) await ann.delete(`/tasks/${gid}`)
  // No operation of the API deletes a team yet.
  await store.write(async tx => updateAll(tx, 'teams', [Number(the.team)], { deleted_at: tx.now }))
  const [changes, audit] = [await count(all, 'changes'), await count(all, 'audit_log_events')]
  await later(all, 29)
  assert.equal(await count(all, 'tags'), 1)
  await later(all, 2)
  for (const table of ['tags', 'task_tags', 'tag_followers', 'custom_fields', 'enum_options'] as const)
    assert.equal(await count(all, table), 0, table)
  for (const table of ['teams', 'team_memberships', 'custom_field_settings', 'stories', 'favorites'] as const)
    assert.equal(await count(all, table), 0, table)
  const left = async (table: 'projects' | 'tasks') =>
    (await store.read.db.selectFrom(table).select(['gid', 'deleted_at']).execute()).map(row => row.deleted_at)
  assert.deepEqual([await left('projects'), await left('tasks')], [[null], []])
  assert.equal(await count(all, 'audit_log_events'), audit, 'the audit log keeps its entries')
  assert.ok((await count(all, 'changes')) <= changes, 'purging records no change')
  // PostgreSQL always checks foreign keys; SQLite checks them on request.
  if (isPostgres) return
  const broken = await store.write(tx => tx.connection.all('pragma foreign_key_check', []))
  assert.deepEqual(broken, [])
})

test('an object past the retention of the trash cannot be restored, because some of its rows may be purged', async () => {
  const { ann, workspace, store, clock } = await world()
  const task = await ann.create('/tasks', { workspace, name: 'T' })
  await ok(ann.delete(`/tasks/${task}`))
  const back = () =>
    store.write(async tx => restore(tx, (await trashEntryOf(tx, Number(task))) ?? assert.fail('It is in the trash.')))
  clock.now += 31 * DAY
  await assert.rejects(back(), new RegExp(`trash: Not a recognized ID: ${task}`))
  clock.now -= 2 * DAY
  await back()
  await ok(ann.get(`/tasks/${task}`))
})

test('a task that is restored in time by an instance whose clock is slower has its subtasks', async () => {
  const w = await world()
  const { ann, workspace, store, clock, jobs } = w
  const project = await ann.create('/projects', { name: 'P', workspace, privacy_setting: 'private' })
  const task = await ann.create('/tasks', { workspace, name: 'T' })
  const part = await ann.create(`/tasks/${task}/subtasks`, { name: 'Part' })
  await ok(ann.post(`/tasks/${part}/addProject`, { project }))
  await ok(ann.delete(`/tasks/${task}`))
  clock.now += 30 * DAY + 60_000
  await jobs.tick()
  clock.now -= 120_000
  await store.write(async tx =>
    restore(tx, (await trashEntryOf(tx, Number(task))) ?? assert.fail('It is in the trash.')),
  )
  assert.equal((await ok(ann.get(`/tasks/${part}`))).data.parent?.gid, task)
})

test('a subtask that is in a project survives the purge of its parent', async () => {
  const w = await world()
  const { ann, workspace } = w
  const project = await ann.create('/projects', { name: 'P', workspace, privacy_setting: 'private' })
  const whole = await ann.create('/tasks', { name: 'whole', workspace })
  const [gone, stays] = [
    await ann.create(`/tasks/${whole}/subtasks`, { name: 'gone' }),
    await ann.create(`/tasks/${whole}/subtasks`, { name: 'stays' }),
  ]
  await ok(ann.post(`/tasks/${stays}/addProject`, { project }))
  await ok(ann.delete(`/tasks/${whole}`))
  await later(w, 31)
  const { data } = await ok(ann.get(`/tasks/${stays}`))
  assert.deepEqual([data.parent, await count(w, 'tasks')], [null, 1])
  assert.equal((await ann.get(`/tasks/${gone}`)).message, `task: Not a recognized ID: ${gone}`)
})

test('purging a team purges its provisioned group, waiting members and shared memberships', async () => {
  const w = await world()
  const { ann, ben, workspace, store } = w
  const team = await ann.create('/teams', { name: 'T', organization: workspace })
  const project = await ann.create('/projects', { name: 'P', team })
  const [gid, home] = [Number(team), Number(workspace)]
  await store.write(async tx => {
    await insert(tx, 'provisioned_groups', { team: gid, external_id: 'x', modified_at: tx.now })
    await insert(tx, 'waiting_members', { gid: tx.gid(), team: gid, user: Number(ben.gid), workspace: home })
    await updateAll(tx, 'teams', [gid], { deleted_at: tx.now })
  })
  await later(w, 10)
  await ok(ann.delete(`/projects/${project}`))
  await later(w, 21)
  assert.deepEqual([await count(w, 'teams'), await count(w, 'projects')], [0, 1])
  await later(w, 20)
  assert.equal(await count(w, 'projects'), 0)
})

test('a purged team keeps no access grants on its projects or on projects shared with it', async () => {
  const w = await world()
  const { ann, workspace, store } = w
  const team = Number(await ann.create('/teams', { name: 'T', organization: workspace }))
  const terms = { name: 'P', workspace, privacy_setting: 'private_to_team' }
  await ann.create('/projects', { ...terms, team: String(team) })
  const shared = Number(await ann.create('/projects', { ...terms, privacy_setting: 'private' }))
  const way = { project: shared, member: team, workspace: Number(workspace), access_level: 'editor', is_follower: 0 }
  await store.write(tx => insert(tx, 'project_memberships', { gid: tx.gid(), ...way }))
  const given = async () => (await grantDifferences(store.read)).length + (await grantsOf(store, team))
  assert.equal(await given(), 2)
  await store.write(tx => updateAll(tx, 'teams', [team], { deleted_at: tx.now }))
  await store.write(tx => detach(tx, tx.now, 10))
  assert.equal(await given(), 1, 'the project no longer refers to the team')
  await later(w, 31)
  assert.equal(await given(), 0)
})

test('what refers to a purged object is detached in bounded transactions', async () => {
  const w = await world()
  const { ann, workspace, store } = w
  const team = Number(await ann.create('/teams', { name: 'T', organization: workspace }))
  for (const name of ['P', 'Q', 'R']) await ann.create('/projects', { name, workspace, team: String(team) })
  await store.write(tx => updateAll(tx, 'teams', [team], { deleted_at: tx.now }))
  const ofTeam = async () =>
    (await store.read.db.selectFrom('projects').select('gid').where('team', '=', team).execute()).length
  const steps: [boolean, number][] = []
  for (let step = 0; step < 3; step++)
    steps.push([await store.write(tx => detach(tx, tx.now + step, 2)), await ofTeam()])
  assert.deepEqual(steps, [
    [true, 1],
    [true, 0],
    [false, 0],
  ])
})

const grantsOf = async ({ read }: World['store'], principal: number): Promise<number> =>
  (await read.db.selectFrom('access_grants').selectAll().where('principal', '=', principal).execute()).length

test('many objects are purged in batches, and a comment without its task', async () => {
  const w = await world()
  const { ann, workspace, store } = w
  const task = await ann.create('/tasks', { name: 'T', workspace })
  const story = await ann.create(`/tasks/${task}/stories`, { text: 'said' })
  await ok(ann.delete(`/stories/${story}`))
  const tag = {
    workspace: Number(workspace),
    name: 'T',
    color: null,
    notes: '',
    created_at: 0,
    deleted_at: w.clock.now,
  }
  await store.write(tx =>
    insertAll(
      tx,
      'tags',
      Array.from({ length: 120 }, () => ({ ...tag, gid: tx.gid() })),
    ),
  )
  await later(w, 31)
  assert.deepEqual([await count(w, 'tags'), await count(w, 'stories'), await count(w, 'tasks')], [0, 0, 1])
})

test('deliveries are deleted after a week, except the last thousand of each webhook', async () => {
  const w = await world()
  const { ann, workspace, store } = w
  const project = await ann.create('/projects', { name: 'P', workspace, privacy_setting: 'private' })
  const webhook = Number(await ann.create('/webhooks', { resource: project, target: 'https://example.com' }))
  await w.jobs.tick()
  assert.ok(await webhookOf(store.read, webhook))
  const row = { webhook, first_change: 1, last_change: 1, events: 1, attempt: 1, status: 200, error: null }
  const times = { started_at: w.clock.now, finished_at: w.clock.now, signature: null, body: null, response: null }
  const rows = (length: number) => (tx: { gid(): number }) =>
    Array.from({ length }, () => ({ gid: tx.gid(), ...row, ...times }))
  await store.write(tx => insertAll(tx, 'webhook_deliveries', rows(1005)(tx)))
  await ann.create('/tasks', { name: 'T', projects: [project] })
  await w.jobs.tick()
  assert.equal(await count(w, 'webhook_deliveries'), 1000)
  await later(w, 8)
  assert.equal(await count(w, 'webhook_deliveries'), 0)
})

test('expired sessions, links and codes are deleted after a month, personal tokens are not', async () => {
  const w = await world()
  const { ann, store } = w
  const tokens = await count(w, 'tokens')
  await store.write(async tx => {
    await createSession(tx, Number(ann.gid), { agent: '', address: '' })
    const link = { hash: 'x', user: Number(ann.gid), purpose: 'reset', created_at: tx.now, expires_at: tx.now + DAY }
    await insert(tx, 'sign_in_links', link)
    await tx.connection.execute(`update tokens set expires_at = ? where kind = 'personal'`, [tx.now])
  })
  await later(w, 30)
  assert.deepEqual([await count(w, 'tokens'), await count(w, 'sign_in_links')], [tokens + 1, 1])
  await later(w, 31)
  assert.deepEqual([await count(w, 'tokens'), await count(w, 'sign_in_links')], [tokens, 0])
  assert.equal(await count(w, 'sessions'), 0)
})

test('all expired notices of due dates are deleted, each task with all of its dates', async () => {
  const w = await world()
  const notices = Array.from({ length: 1200 }, (_, at) => ({
    ...{ task: 1 + Math.floor(at / 3), cause: 'due_today', due_on: `2026-01-0${1 + (at % 3)}` },
    expires_at: w.clock.now + DAY,
  }))
  await w.store.write(tx => insertAll(tx, 'due_notices', notices))
  await later(w, 2)
  assert.equal(await count(w, 'due_notices'), 0)
})

test('a notification that is shown again while its inbox is trimmed is among the newest, and stays', async () => {
  const w = await world()
  const { ann, workspace, store, clock } = w
  const about = { user: Number(ann.gid), workspace: Number(workspace), resource_type: 'task', cause: 'commented' }
  const flags = { story: null, actor: null, unread: 1, is_mention: 0, is_assigned: 0, is_described: 0 }
  const notice = (gid: number, created_at: number) => ({ gid, resource: gid, ...about, ...flags, created_at })
  const [oldest, ...others] = Array.from({ length: 10_002 }, (_, at) => at + 1)
  assert.ok(oldest)
  await store.write(tx =>
    foldNotifications(
      tx,
      [oldest, ...others].map(gid => notice(gid, gid)),
    ),
  )
  const showAgain = (tx: Writer) =>
    foldNotifications(
      tx,
      [notice(tx.gid(), clock.now)].map(row => ({ ...row, resource: oldest })),
    )
  const write: Store['write'] = async (...args) => {
    await store.write(showAgain)
    return store.write(...args)
  }
  await trimInboxes({ store: { ...store, write }, clock: () => clock.now }).perform(0)
  const left = await store.read.db.selectFrom('notifications').select('gid').orderBy('gid').execute()
  assert.deepEqual([left.length, left[0]?.gid, left[1]?.gid], [10_000, oldest, 4])
})
