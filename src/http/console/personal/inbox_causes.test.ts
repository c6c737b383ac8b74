/** What people are notified of, and by which preferences. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { causesOf, inboxOf, mentioning } from '../../../../test/harness/inbox.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { makeProject } from '../../../../test/harness/work.ts'
import { type Json, world } from '../../../../test/harness/world.ts'

const all = await world()
const { ann, ben, workspace, person } = all
const [anna, bennie] = [await signedIn(all, ann), await signedIn(all, ben)]

/** Empties both inboxes. */
async function clear() {
  await all.jobs.tick()
  for (const one of [anna, bennie]) await ok(one.post('/inbox/archive', { workspace }))
}

const newTask = (more: Json = {}) => ann.create('/tasks', { workspace, name: 'Task', ...more })

test('a person is notified of a task that another one assigns to them', async () => {
  const gid = await newTask({ name: 'Write', assignee: ben.gid })
  const [notification, ...others] = await inboxOf(all, bennie)
  assert.deepEqual(others, [])
  const { gid: _, story, created_at, shown_at, ...rest } = notification as Json
  assert.match(story.gid, /^\d+$/)
  assert.equal(created_at, shown_at)
  assert.deepEqual(rest, {
    ...{ cause: 'assigned', actor: { gid: ann.gid, name: 'Ann', photo: null }, excerpt: null, count: 1 },
    resource: { gid, resource_type: 'task', name: 'Write', resource_subtype: 'default_task', completed: false },
    ...{ read_at: null, archived_at: null },
  })
  assert.deepEqual(await inboxOf(all, anna), [], 'own acts do not notify')
  await clear()
})

test('followers are notified of comments, and mentioned people of that instead', async () => {
  const gid = await newTask({ name: 'Plan', followers: [ben.gid] })
  await clear()
  await ann.create(`/tasks/${gid}/stories`, { text: 'First\n\nline' })
  const [first] = await inboxOf(all, bennie)
  assert.deepEqual([first?.cause, first?.excerpt, first?.count], ['commented', 'First line', 1])
  await ann.create(`/tasks/${gid}/stories`, { html_text: mentioning('Look', ben) })
  const [second, ...others] = await inboxOf(all, bennie)
  assert.deepEqual([second?.cause, second?.excerpt, second?.count], ['mentioned', 'Look @Ben', 2])
  assert.equal(second?.gid, first?.gid, 'one notification for each object')
  assert.deepEqual(others, [])
  await clear()
})

test('a mention in a description notifies once, however often the text is edited', async () => {
  const gid = await newTask({ name: 'Draft', followers: [ben.gid], html_notes: mentioning('For', ben) })
  assert.deepEqual(await causesOf(all, bennie), ['mentioned Draft'])
  await clear()
  await ok(ann.put(`/tasks/${gid}`, { html_notes: mentioning('Again for', ben) }))
  assert.deepEqual(await causesOf(all, bennie), [])
  await clear()
})

test('the author, the assignee and followers are notified of a completion', async () => {
  const gid = await newTask({ name: 'Ship', assignee: ben.gid })
  await clear()
  await ok(ben.put(`/tasks/${gid}`, { completed: true }))
  assert.deepEqual([await causesOf(all, anna), await causesOf(all, bennie)], [['completed Ship'], []])
  await clear()
})

test('the assignee is notified when the last dependency is completed', async () => {
  const [gid, one, other] = [await newTask({ name: 'Later', assignee: ben.gid }), await newTask(), await newTask()]
  await ok(ann.post(`/tasks/${gid}/addDependencies`, { dependencies: [one, other] }))
  await clear()
  await ok(ann.put(`/tasks/${one}`, { completed: true }))
  assert.deepEqual(await causesOf(all, bennie), [])
  await ok(ann.put(`/tasks/${other}`, { completed: true }))
  assert.deepEqual(await causesOf(all, bennie), ['unblocked Later'])
  await clear()
})

test('an approval is requested from its assignee, and its author learns the decision', async () => {
  const gid = await newTask({ name: 'Budget', resource_subtype: 'approval', assignee: ben.gid })
  assert.deepEqual(await causesOf(all, bennie), ['approval_requested Budget'])
  assert.equal((await inboxOf(all, bennie, '&filter=assigned')).length, 1)
  await clear()
  await ok(ben.put(`/tasks/${gid}`, { approval_status: 'rejected' }))
  assert.deepEqual(await causesOf(all, anna), ['approval_decided Budget'])
  await clear()
})

test('people are notified when others add them to a project or a team', async () => {
  const project = await ann.create('/projects', { workspace, name: 'Launch', privacy_setting: 'private' })
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] }))
  const team = await ann.create('/teams', { organization: workspace, name: 'Crew' })
  await ok(ann.post(`/teams/${team}/addUser`, { user: ben.gid }))
  assert.deepEqual(await causesOf(all, bennie), ['added Crew', 'added Launch'])
  assert.deepEqual(await causesOf(all, anna), [])
  await clear()
})

test('followers of a project, and members of portfolios and goals, are notified of status updates', async () => {
  const project = await ann.create('/projects', { workspace, name: 'Launch', privacy_setting: 'private' })
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] }))
  await ok(ann.post(`/projects/${project}/addFollowers`, { followers: [ben.gid] }))
  const goal = await ann.create('/goals', { workspace, name: 'More', owner: ben.gid, is_workspace_level: true })
  await clear()
  await ann.create('/status_updates', { parent: project, status_type: 'at_risk', title: 'Late', text: 'By a week' })
  await ann.create('/status_updates', { parent: goal, status_type: 'on_track', title: 'Good', text: 'Half' })
  const [second, first] = await inboxOf(all, bennie)
  assert.deepEqual([first?.cause, first?.resource.name, first?.excerpt], ['status_update', 'Late', 'By a week'])
  assert.deepEqual(first?.resource.parent, { gid: project })
  assert.equal(second?.resource.name, 'Good')
  await ann.create(`/goals/${goal}/stories`, { text: 'Well done' })
  assert.deepEqual((await causesOf(all, bennie))[0], 'commented More')
  await clear()
})

test('admins are notified of requests for access', async () => {
  const project = await makeProject(all, { name: 'Secret', members: [[ann, 'admin']] })
  await ben.create('/access_requests', { target: project.gid })
  assert.deepEqual(await causesOf(all, anna), ['access_requested Secret'])
  await clear()
})

test('likes notify only people who want that, and comments as well as tasks can be liked', async () => {
  const gid = await ben.create('/tasks', { workspace, name: 'Liked', followers: [ann.gid] })
  const comment = await ben.create(`/tasks/${gid}/stories`, { text: 'Ready' })
  await clear()
  await ok(ann.put(`/tasks/${gid}`, { liked: true }))
  assert.deepEqual(await causesOf(all, bennie), [])
  await ok(bennie.put('/preferences', { notify: { liked: { app: true } } }))
  await ok(anna.put('/likes', { target: comment, liked: true }))
  const [liked] = await inboxOf(all, bennie)
  assert.deepEqual([liked?.cause, liked?.story, liked?.excerpt], ['liked', { gid: comment }, 'Ready'])
  await clear()
})

test('a preference switches a cause off', async () => {
  await ok(bennie.put('/preferences', { notify: { assigned: { app: false } } }))
  await newTask({ name: 'Quiet', assignee: ben.gid })
  assert.deepEqual(await causesOf(all, bennie), [])
  await ok(bennie.put('/preferences', { notify: null }))
  await newTask({ name: 'Loud', assignee: ben.gid })
  assert.deepEqual(await causesOf(all, bennie), ['assigned Loud'])
  await clear()
})

test('people outside of the workspace and what links name besides people are not notified', async () => {
  const sam = await person('Sam', null)
  const other = await newTask({ name: 'Other' })
  await newTask({ name: 'Linked', html_notes: mentioning('See', { gid: other }, sam) })
  await all.jobs.tick()
  const rows = await all.store.read.db.selectFrom('notifications').select('user').execute()
  const known = new Set([Number(ann.gid), Number(ben.gid)])
  assert.deepEqual(
    rows.filter(({ user }) => !known.has(user)),
    [],
  )
})
