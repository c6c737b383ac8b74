/** Goals: what a new one is, who may change what, and which goals a list has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { follow } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { giveMetric, shareGoal } from '../../../test/harness/samples/goals.ts'
import { lastQuarter } from '../../../test/harness/samples/time_periods.ts'
import { gidsOf } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'

/** A goal of Ann with a person of each level; only its members see it. */
async function summit(options: Parameters<typeof world>[0] = {}) {
  const home = await world(options)
  const { ann, person, workspace } = home
  const goal = await ann.create('/goals', { workspace, name: 'Grow', privacy_setting: 'members_only' })
  const [edi, com, vie] = [await person('Edi'), await person('Com'), await person('Vie')]
  await shareGoal(home, goal, edi, 'editor')
  await shareGoal(home, goal, com, 'commenter')
  await shareGoal(home, goal, vie, 'viewer')
  return { ...home, goal, path: `/goals/${goal}`, edi, com, vie }
}

const statuses = async (asked: Promise<{ status: number }>[]) => (await Promise.all(asked)).map(({ status }) => status)

test('a new goal belongs to its creator, and the workspace can comment on it', async () => {
  const { ann, ben, workspace } = await world()
  const { data } = await ok(ann.post('/goals', { workspace, name: 'Grow' }))
  assert.deepEqual(data, {
    ...{ gid: data.gid, resource_type: 'goal', name: 'Grow', notes: '', due_on: null, start_on: null },
    owner: { gid: ann.gid, resource_type: 'user', name: 'Ann' },
    ...{ is_workspace_level: true, liked: false, likes: [], num_likes: 0, team: null, metric: null, status: null },
    workspace: { gid: workspace, resource_type: 'workspace', name: data.workspace.name },
    followers: [{ gid: ann.gid, resource_type: 'user', name: 'Ann' }],
    ...{ time_period: null, custom_fields: [], custom_field_settings: [], current_status_update: null },
    ...{ privacy_setting: 'public_to_workspace', default_access_level: 'commenter' },
  })
  assert.equal((await ok(ben.get(`/goals/${data.gid}`))).data.name, 'Grow')
  assert.equal((await ben.post(`/goals/${data.gid}/stories`, { text: 'Nice' })).status, 201)
  assert.equal((await ben.put(`/goals/${data.gid}`, { due_on: '2026-01-07' })).status, 403)
})

test('a goal of a team is none of the workspace, unless that is set', async () => {
  const { ann, ben, person, workspace } = await world()
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  const { data } = await ok(ann.post('/goals', { team, name: 'Ours' }))
  assert.deepEqual([data.is_workspace_level, data.team.gid, data.workspace.gid], [false, team, workspace])
  const both = await ok(ann.post('/goals', { team, name: 'Both', is_workspace_level: true }))
  assert.equal(both.data.is_workspace_level, true)
  assert.equal((await ben.post('/goals', { team, name: 'Not mine' })).status, 403)
  const gil = await person('Gil', { is_guest: true })
  assert.equal((await gil.post('/goals', { workspace, name: 'Not for guests' })).status, 403)
  const nowhere = await ann.post('/goals', { name: 'Nowhere' })
  assert.deepEqual([nowhere.status, nowhere.message], [400, 'You should specify one of workspace, team'])
})

test('viewers see a goal, commenters like it, editors change it, and admins rename, share and delete it', async () => {
  const { ann, ben, edi, com, vie, path } = await summit()
  const levels = [ben, vie, com, edi, ann]
  const each = async (ask: (who: Person) => Promise<{ status: number }>) => {
    const found: number[] = []
    for (const who of levels) found.push((await ask(who)).status)
    return found
  }
  assert.deepEqual(await each(who => who.get(path)), [404, 200, 200, 200, 200])
  assert.deepEqual(await each(who => who.put(path, { liked: true })), [404, 403, 200, 200, 200])
  assert.deepEqual(await each(who => who.put(path, { notes: 'Why' })), [404, 403, 403, 200, 200])
  assert.deepEqual(await each(who => who.put(path, { name: 'Shrink' })), [404, 403, 403, 403, 200])
  const refused = await edi.put(path, { default_access_level: 'admin' })
  assert.equal(refused.message, 'Only admins of this goal can change its name, and who has access.')
  assert.deepEqual(
    (await edi.put(path, { name: 'Shrink', due_on: '2026-02-01' })).status,
    200,
    'nothing but the date changes',
  )
  assert.deepEqual((await ok(ann.get(path))).data.num_likes, 3)
  assert.deepEqual(await each(who => who.delete(path)), [404, 403, 403, 403, 200])
  assert.equal((await ann.get(path)).status, 404)
})

test('what one person likes is not shown to another', async () => {
  const { ann, edi, goal, path } = await summit()
  const { data } = await ok(edi.put(path, { liked: true }))
  assert.deepEqual([data.liked, data.num_likes, data.likes[0].user.gid], [true, 1, edi.gid])
  const task = await ann.create('/tasks', { name: 'Part', followers: [edi.gid], workspace: data.workspace.gid })
  await ok(ann.post(`${path}/addSupportingRelationship`, { supporting_resource: task }))
  const list = `/goal_relationships?supported_goal=${goal}&opt_fields=supported_goal.liked,supported_goal.num_likes`
  const likedBy = async (who: Person) => (await ok(who.get(list))).data[0].supported_goal
  assert.deepEqual([(await likedBy(edi)).liked, (await likedBy(ann)).liked], [true, false])
  await ok(edi.put(path, { liked: false }))
  assert.deepEqual([(await likedBy(edi)).liked, (await likedBy(ann)).num_likes], [false, 0])
})

test('a new owner becomes a member: an admin only if an admin appoints them', async () => {
  const { ann, ben, edi, vie, person, path } = await summit()
  const bob = await person('Bob')
  assert.equal((await ok(edi.put(path, { owner: ben.gid }))).data.owner.gid, ben.gid)
  assert.equal((await ben.put(path, { name: 'Mine' })).status, 403)
  await ok(ann.put(path, { owner: vie.gid }))
  assert.equal((await vie.put(path, { name: 'Mine' })).status, 200)
  await ok(ann.put(path, { owner: null }))
  const stranger = await ann.put(path, { owner: '1' })
  assert.equal(stranger.status, 400)
  assert.equal((await bob.get(path)).status, 404)
})

test('a goal with a metric has a status, which its status updates set', async () => {
  const home = await summit()
  const { ann, goal, path } = home
  const refused = await ann.put(path, { status: 'green' })
  assert.deepEqual([refused.status, refused.message], [400, 'status: Cannot be set on a goal without a metric'])
  assert.equal((await ann.put(path, { status: null })).status, 200)
  await giveMetric(home, goal, ann)
  for (const status of ['green', 'yellow', 'red', 'missed', 'achieved', 'partial', 'dropped', null])
    assert.equal((await ok(ann.put(path, { status }))).data.status, status)
  const report = (status_type: string) => ann.post('/status_updates', { parent: goal, status_type, text: 'So' })
  const { data: first } = await ok(report('at_risk'))
  const { data: last } = await ok(report('achieved'))
  assert.equal(last.resource_subtype, 'goal_status_update')
  const shown = async () => {
    const { data } = await ok(ann.get(path))
    return [data.status, data.current_status_update?.gid]
  }
  assert.deepEqual(await shown(), ['achieved', last.gid])
  await ok(ann.delete(`/status_updates/${last.gid}`))
  assert.deepEqual(await shown(), ['yellow', first.gid])
  assert.deepEqual(await gidsOf(ann, `/status_updates?parent=${goal}`), [first.gid])
  for (const status_type of ['on_hold', 'complete']) assert.equal((await report(status_type)).status, 400)
  const project = await ann.create('/projects', { workspace: home.workspace, name: 'P' })
  const wrong = await ann.post('/status_updates', { parent: project, status_type: 'achieved', text: 'So' })
  assert.equal(wrong.message, 'status_type: Not a recognized value: achieved')
})

test('users follow and leave a goal by themselves, and editors add and remove others', async () => {
  const { ann, ben, edi, com, vie, path, workspace } = await summit()
  const change = (who: Person, verb: string, ...users: Person[]) =>
    who.post(`${path}/${verb}`, { followers: users.map(({ gid }) => gid) })
  assert.deepEqual(await statuses([vie, com].map(who => change(who, 'addFollowers', ben))), [403, 403])
  const { data } = await ok(change(edi, 'addFollowers', ben))
  assert.deepEqual(data.followers.map(({ name }: Json) => name).sort(), ['Ann', 'Ben', 'Com', 'Edi', 'Vie'])
  assert.equal((await ben.post(`${path}/stories`, { text: 'Hi' })).status, 201, 'followers can comment')
  assert.equal((await change(com, 'removeFollowers', ben)).status, 403)
  assert.equal((await change(edi, 'removeFollowers', ann)).status, 403)
  const last = await change(ann, 'removeFollowers', ann)
  assert.deepEqual([last.status, last.message], [400, 'followers: A goal cannot be left without an admin'])
  await ok(change(edi, 'removeFollowers', ben))
  assert.equal((await ben.get(path)).status, 404)
  await ok(change(vie, 'removeFollowers', vie))
  const open = await ann.create('/goals', { workspace, name: 'Open', default_access_level: 'viewer' })
  await ok(ben.post(`/goals/${open}/addFollowers`, { followers: ['me'] }))
  assert.equal((await ben.post(`/goals/${open}/stories`, { text: 'Hi' })).status, 403, 'following gives nothing more')
})

test('the memberships of a goal have its levels', async () => {
  const { ann, ben, edi, vie, goal, path } = await summit()
  const share = (who: Person, access_level?: string) =>
    who.post('/memberships', { parent: goal, member: ben.gid, ...(access_level && { access_level }) })
  assert.deepEqual(await statuses([share(vie), share(edi, 'admin')]), [403, 403])
  const { data } = await ok(share(edi))
  assert.deepEqual(
    [data.resource_type, data.resource_subtype, data.parent.gid, data.access_level],
    ['membership', 'goal_membership', goal, 'commenter'],
  )
  const wrong = await share(ann, 'user')
  assert.equal(wrong.message, 'access_level: Not a recognized value: user')
  assert.equal((await ok(share(ann, 'editor'))).data.gid, data.gid)
  assert.equal((await gidsOf(ben, `/memberships?parent=${goal}`)).length, 5)
  await ok(ben.delete(`/memberships/${data.gid}`))
  assert.equal((await ben.get(path)).status, 404)
})

test('a list has the visible goals of a workspace, a team, a time period, or an object that supports them', async () => {
  const { ann, ben, workspace, goal } = await summit()
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  const time_period = await lastQuarter(ann, workspace)
  const ours = await ann.create('/goals', { team, name: 'Ours', time_period })
  const open = await ann.create('/goals', { workspace, name: 'Open' })
  const project = await ann.create('/projects', { workspace, name: 'P' })
  const task = await ann.create('/tasks', { workspace, name: 'T' })
  const portfolio = await ann.create('/portfolios', { workspace, name: 'F' })
  for (const [supported, supporting_resource] of [
    ...[[goal, project] as const, [open, project] as const],
    ...[[open, task] as const, [ours, portfolio] as const],
  ]) {
    await ok(ann.post(`/goals/${supported}/addSupportingRelationship`, { supporting_resource }))
  }
  const list = (query: string, who = ann) => gidsOf(who, `/goals?${query}`)
  const all = `workspace=${workspace}`
  assert.deepEqual(await list(all), [goal, ours, open])
  assert.deepEqual(await list(all, ben), [ours, open])
  assert.deepEqual(await list(`${all}&is_workspace_level=true`), [goal, open])
  assert.deepEqual(await list(`${all}&is_workspace_level=false`), [ours])
  assert.deepEqual(await list(`team=${team}`), [ours])
  assert.deepEqual(await list(`project=${project}`), [goal, open])
  assert.deepEqual(await list(`project=${project}&task=${task}`), [open])
  assert.deepEqual(await list(`portfolio=${portfolio}`), [ours])
  assert.deepEqual(await list(`${all}&time_periods=${time_period}`), [ours])
  const refused = async (query: string) => (await ann.get(`/goals${query}`)).message
  assert.equal(await refused(''), 'You should specify one of workspace, team, project, portfolio, task')
  assert.equal(await refused(`?team=${team}&is_workspace_level=true`), 'workspace: Missing input')
  assert.equal(await refused(`?${all}&time_periods=1`), 'time_periods: [0]: Not a recognized ID: 1')
})

test('custom fields of a goal have values on the goal itself', async () => {
  const { edi, vie, goal, path } = await summit()
  const field = { name: 'Sponsor', resource_subtype: 'text' }
  assert.equal((await vie.post(`${path}/addCustomFieldSetting`, { custom_field: field })).status, 403)
  const { data: setting } = await ok(edi.post(`${path}/addCustomFieldSetting`, { custom_field: field }))
  assert.deepEqual([setting.parent.gid, setting.parent.resource_type], [goal, 'goal'])
  const custom_field = setting.custom_field.gid
  await ok(edi.put(path, { custom_fields: { [custom_field]: 'Zoe' } }))
  const { data } = await ok(vie.get(path))
  assert.deepEqual(
    data.custom_fields.map(({ name, text_value }: Json) => [name, text_value]),
    [['Sponsor', 'Zoe']],
  )
  assert.deepEqual(await gidsOf(vie, `${path}/custom_field_settings`), [setting.gid])
  await ok(edi.post(`${path}/removeCustomFieldSetting`, { custom_field }))
  assert.deepEqual(await gidsOf(vie, `${path}/custom_field_settings`), [])
})

test('comments and changes of a goal are its stories and its events', async () => {
  const { ann, edi, com, vie, goal, path } = await summit()
  const events = await follow(vie, `/events?resource=${goal}`)
  await ok(ann.put(path, { name: 'Grow more', due_on: '2026-02-01' }))
  const { data } = await ok(com.post(`${path}/stories`, { text: 'Why?' }))
  assert.deepEqual([data.type, data.target.gid, data.target.resource_type], ['comment', goal, 'goal'])
  assert.equal((await vie.post(`${path}/stories`, { text: 'Hm' })).status, 403)
  assert.equal((await com.put(`/stories/${data.gid}`, { is_pinned: true })).status, 403)
  assert.equal((await edi.put(`/stories/${data.gid}`, { is_pinned: true })).status, 200)
  const { data: stories } = await ok(vie.get(`${path}/stories`))
  assert.deepEqual(
    stories.map(({ resource_subtype, text }: Json) => [resource_subtype, text]),
    [
      ...['Edi', 'Com', 'Vie'].map(name => ['follower_added', `Added ${name} as a follower`]),
      ['name_changed', 'Ann changed the name to "Grow more"'],
      ['due_date_changed', 'Ann changed the due date to 2026-02-01'],
      ['comment_added', 'Why?'],
    ],
  )
  const seen = (await events.poll()).map(({ action, resource, parent, change }: Json) =>
    [resource.resource_type, action, change?.field ?? parent?.resource_type ?? ''].join(' '),
  )
  assert.deepEqual(seen.sort(), [
    'goal changed due_on',
    'goal changed name',
    'story added goal',
    'story added goal',
    'story added goal',
    'story changed is_pinned',
  ])
})

test('a goal in the trash hides its comments and its support until it is restored', async () => {
  const { ann, workspace, goal, path } = await summit()
  const parent = await ann.create('/goals', { workspace, name: 'Above' })
  const body = { supporting_resource: goal }
  const { data } = await ok(ann.post(`/goals/${parent}/addSupportingRelationship`, body))
  const story = await ann.create(`${path}/stories`, { text: 'Hm' })
  await ok(ann.delete(path))
  const hidden = [`/goal_relationships/${data.gid}`, `/stories/${story}`, path]
  assert.deepEqual(await statuses(hidden.map(one => ann.get(one))), [404, 404, 404])
  assert.deepEqual(await gidsOf(ann, `/goal_relationships?supported_goal=${parent}`), [])
})

test('an organization without the plan for goals gets 402 from all their operations', async () => {
  const { ann, goal, path, workspace, store } = await summit()
  await store.write(tx => tx.connection.execute("update workspaces set plan = 'premium'", []))
  const answers = await statuses([
    ann.get(path),
    ann.get(`/goals?workspace=${workspace}`),
    ann.get(`/goals?task=${await ann.create('/tasks', { workspace, name: 'T' })}`),
    ann.post('/goals', { workspace, name: 'More' }),
    ann.get(`${path}/parentGoals`),
    ann.post(`${path}/addFollowers`, { followers: [] }),
    ann.post(`${path}/removeFollowers`, { followers: [] }),
    ann.delete(path),
  ])
  assert.deepEqual(answers, [402, 402, 402, 402, 402, 402, 402, 402])
  assert.equal((await ann.get(`/goals/${goal}`)).message, 'Goals are not available on your current plan.')
})
