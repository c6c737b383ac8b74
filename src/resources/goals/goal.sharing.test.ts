/** Goals and other people: those who leave, those who ask for access, and programs that watch a goal. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor, eventTypes } from '../../../test/harness/auditor.ts'
import { ok } from '../../../test/harness/sample.ts'
import { shareGoal } from '../../../test/harness/samples/goals.ts'
import { gidsOf } from '../../../test/harness/work.ts'
import { type Json, world } from '../../../test/harness/world.ts'

const hidden = { privacy_setting: 'members_only' }

test('the goals of a person who leaves get a new owner, who sees those that others can see', async () => {
  const home = await world()
  const { ann, ben, person, workspace } = home
  const eve = await person('Eve')
  const open = await eve.create('/goals', { workspace, name: 'Open' })
  const shared = await eve.create('/goals', { workspace, name: 'Shared', ...hidden })
  const secret = await eve.create('/goals', { workspace, name: 'Secret', ...hidden })
  await shareGoal(home, shared, ben, 'viewer')
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: eve.gid }))
  for (const goal of [open, shared]) {
    const { data } = await ok(ann.get(`/goals/${goal}`))
    assert.equal(data.owner.gid, ann.gid)
    assert.ok(!data.followers.some(({ gid }: Json) => gid === eve.gid))
    assert.equal((await ann.put(`/goals/${goal}`, { name: 'Mine' })).status, 200)
  }
  assert.equal((await ann.get(`/goals/${secret}`)).status, 404)
})

test('a team that a goal is shared with has access, without its limited members and the trash', async () => {
  const home = await world()
  const { ann, ben, workspace } = home
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  const goal = await ann.create('/goals', { workspace, team, name: 'Ours', ...hidden })
  await ok(ann.post(`/teams/${team}/addUser`, { user: ben.gid }))
  assert.equal((await ben.get(`/goals/${goal}`)).status, 404, 'the team of a goal gives no access')
  await ok(ann.post('/memberships', { parent: goal, member: team, access_level: 'editor' }))
  assert.equal((await ben.put(`/goals/${goal}`, { notes: 'Hi' })).status, 200)
  assert.deepEqual((await ok(ann.get(`/goals/${goal}`))).data.followers.length, 1, 'a team is no follower')
  await ok(ann.post(`/teams/${team}/removeUser`, { user: ben.gid }))
  assert.equal((await ben.get(`/goals/${goal}`)).status, 404)
})

test('guests see no goal until it is shared with them', async () => {
  const { ann, person, workspace } = await world()
  const gil = await person('Gil', { is_guest: true })
  const goal = await ann.create('/goals', { workspace, name: 'Open' })
  assert.deepEqual(await gidsOf(gil, `/goals?workspace=${workspace}`), [])
  assert.equal((await gil.get(`/goals/${goal}`)).status, 404)
  await ok(ann.post(`/goals/${goal}/addFollowers`, { followers: [gil.gid] }))
  assert.deepEqual(await gidsOf(gil, `/goals?workspace=${workspace}`), [goal])
})

test('a person who cannot see a goal requests access to it', async () => {
  const { ann, ben, workspace } = await world()
  const goal = await ann.create('/goals', { workspace, name: 'Secret', ...hidden })
  const request = await ben.create('/access_requests', { target: goal })
  await ok(ann.post(`/access_requests/${request}/approve`))
  assert.equal((await ben.post(`/goals/${goal}/stories`, { text: 'Thanks' })).status, 201)
})

test('a service account owns no goal, and sees all of them', async () => {
  const { ann, service, workspace } = await world()
  const bot = await service('Bot')
  const secret = await ann.create('/goals', { workspace, name: 'Secret', ...hidden })
  const made = await ok(bot.post('/goals', { workspace, name: 'Made' }))
  assert.deepEqual([made.data.owner, made.data.followers], [null, []])
  assert.deepEqual(await gidsOf(bot, `/goals?workspace=${workspace}`), [secret, made.data.gid])
})

test('a webhook on a goal delivers its changes and comments, of those that its creator can see', async () => {
  const delivered: Json[] = []
  const { ann, jobs, workspace } = await world({
    post: async (_target, headers, body) => {
      delivered.push(...(JSON.parse(body).events ?? []))
      return { status: 200, secret: headers['X-Hook-Secret'] ?? null, text: '', error: null, isRefused: false }
    },
  })
  const goal = await ann.create('/goals', { workspace, name: 'Grow' })
  await ok(ann.post('/webhooks', { resource: goal, target: 'https://example.com/hook' }))
  await ok(ann.put(`/goals/${goal}`, { name: 'Grow more' }))
  const project = await ann.create('/projects', { workspace, name: 'Part' })
  await ok(ann.post(`/goals/${goal}/addSupportingRelationship`, { supporting_resource: project }))
  await ok(ann.post(`/goals/${goal}/stories`, { text: 'Hi' }))
  await jobs.tick()
  const parent = { gid: goal, resource_type: 'goal' }
  assert.deepEqual(
    delivered.map(({ action, resource, parent: named, change }) => [
      ...[action, resource.resource_type, named?.gid ?? change?.field],
    ]),
    [
      ['changed', 'goal', 'name'],
      ['added', 'story', goal],
      ['added', 'project', goal],
      ['added', 'story', goal],
    ],
  )
  assert.deepEqual(delivered[2]?.parent, parent)
})

test('deleting a goal is in the audit log', async () => {
  const all = await world()
  const { ann, workspace } = all
  const log = await auditor(all)
  const goal = await ann.create('/goals', { workspace, name: 'Grow' })
  await ok(ann.delete(`/goals/${goal}`))
  assert.deepEqual(eventTypes(await log.newEntries()), ['goal_deleted'])
})
