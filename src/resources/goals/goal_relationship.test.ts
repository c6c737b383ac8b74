/** What supports a goal: its order, its weights, who sees it, and no cycles. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { shareGoal } from '../../../test/harness/samples/goals.ts'
import { gidsOf } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'

/** A goal of Ann that Ben can edit, and a way to add what supports it. */
async function ladder() {
  const home = await world()
  const { ann, ben, workspace } = home
  const goal = await ann.create('/goals', { workspace, name: 'Top' })
  await shareGoal(home, goal, ben, 'editor')
  const create = (type: string, more: Json = {}, who: Person = ann) =>
    who.create(`/${type}`, { workspace, name: type, ...more })
  const add = (supporting_resource: string, more: Json = {}, to = goal, who: Person = ann) =>
    who.post(`/goals/${to}/addSupportingRelationship`, { supporting_resource, ...more })
  const list = async (who: Person = ann, more = ''): Promise<string[]> =>
    (await ok(who.get(`/goal_relationships?supported_goal=${goal}${more}`))).data.map(
      ({ supporting_resource }: Json) => supporting_resource.gid,
    )
  return { ...home, goal, create, add, list }
}

test('goals, projects, tasks and portfolios support a goal', async () => {
  const { ann, goal, create, add, list } = await ladder()
  const types = ['goals', 'projects', 'tasks', 'portfolios']
  const gids: string[] = []
  for (const type of types) gids.push(await create(type))
  for (const gid of gids) await ok(add(gid))
  assert.deepEqual(await list(), gids)
  assert.deepEqual(await list(ann, '&resource_subtype=subgoal'), gids.slice(0, 1))
  assert.deepEqual(await list(ann, '&resource_subtype=supporting_work'), gids.slice(1))
  const [subgoal = '', project = ''] = gids
  const { data } = await ok(add(project, { contribution_weight: 0.25 }))
  assert.deepEqual(data, {
    ...{ gid: data.gid, resource_type: 'goal_relationship', resource_subtype: 'supporting_work' },
    supporting_resource: { gid: project, resource_type: 'project', name: 'projects' },
    contribution_weight: 0.25,
    supported_goal: { gid: goal, resource_type: 'goal', name: 'Top', owner: data.supported_goal.owner },
  })
  assert.deepEqual((await list()).length, 4, 'adding it again only changes its weight')
  assert.deepEqual(await gidsOf(ann, `/goals/${subgoal}/parentGoals`), [goal])
  const removed = { supporting_resource: project }
  await ok(ann.post(`/goals/${goal}/removeSupportingRelationship`, removed))
  const again = await ann.post(`/goals/${goal}/removeSupportingRelationship`, removed)
  assert.deepEqual([again.status, (await list()).includes(project)], [400, false])
  assert.equal((await ann.get(`/goal_relationships/${data.gid}`)).status, 404)
})

test('subgoals have an order, and work has none', async () => {
  const { create, add, list } = await ladder()
  const [a, b, c] = [await create('goals'), await create('goals'), await create('goals')]
  await ok(add(a))
  await ok(add(b, { insert_before: a }))
  await ok(add(c, { insert_after: b }))
  assert.deepEqual(await list(), [b, c, a])
  await ok(add(a, { insert_before: b }))
  assert.deepEqual(await list(), [a, b, c])
  const project = await create('projects')
  const refused = await add(project, { insert_before: a })
  assert.deepEqual([refused.status, refused.message], [400, 'insert_before: Only subgoals have an order'])
  const other = await create('goals')
  const absent = await add(await create('goals'), { insert_after: other })
  assert.deepEqual([absent.status, absent.message?.startsWith('insert_after: ')], [400, true])
  assert.equal((await add(other, { insert_before: a, insert_after: b })).status, 400)
})

test('a weight is a number from 0 to 1', async () => {
  const { ann, ben, create, add } = await ladder()
  const { data } = await ok(add(await create('projects', { privacy_setting: 'public_to_workspace' })))
  assert.equal(data.contribution_weight, 0)
  const path = `/goal_relationships/${data.gid}`
  const weigh = (contribution_weight: unknown, who: Person = ben) => who.put(path, { contribution_weight })
  for (const weight of [1, 0, 0.333_333_333_333_333_3, 1e-9])
    assert.equal((await ok(weigh(weight))).data.contribution_weight, weight)
  for (const weight of [-0.1, 1.000_001, 1e300, '0.5.1', null, 'heavy']) {
    assert.equal((await weigh(weight)).status, 400, String(weight))
  }
  const many = await Promise.all([0.1, 0.2, 0.3, 0.4].map(weight => weigh(weight, ann)))
  assert.ok(many.every(({ status }) => status === 200))
  assert.ok([0.1, 0.2, 0.3, 0.4].includes((await ok(ann.get(path))).data.contribution_weight))
})

test('what a reader cannot see does not support a goal for them', async () => {
  const { ann, ben, goal, create, add, list, person } = await ladder()
  const secret = await create('projects', { privacy_setting: 'private' })
  const hidden = await create('goals', { privacy_setting: 'members_only' })
  const relationship = (await ok(add(secret))).data.gid
  await ok(add(hidden))
  await ok(add(await create('tasks', { followers: [ben.gid] })))
  assert.deepEqual([(await list()).length, (await list(ben)).length], [3, 1])
  assert.equal((await ben.get(`/goal_relationships/${relationship}`)).status, 404)
  assert.equal((await ben.put(`/goal_relationships/${relationship}`, { contribution_weight: 1 })).status, 404)
  const supporting_resource = secret
  const blind = await ben.post(`/goals/${goal}/removeSupportingRelationship`, { supporting_resource })
  const absent = await ben.post(`/goals/${goal}/removeSupportingRelationship`, { supporting_resource: '1' })
  assert.deepEqual([blind.status, blind.message?.replace(secret, '1')], [400, absent.message])
  const above = await create('goals', { privacy_setting: 'members_only' })
  await ok(add(goal, {}, above))
  assert.deepEqual(await gidsOf(ann, `/goals/${goal}/parentGoals`), [above])
  assert.deepEqual(await gidsOf(ben, `/goals/${goal}/parentGoals`), [])
  const vie = await person('Vie')
  assert.equal((await add(await create('goals'), {}, goal, vie)).status, 403, 'commenters add nothing')
})

test('no goal supports itself, at any depth', async () => {
  const { create, add, goal } = await ladder()
  const chain = [goal]
  for (let depth = 0; depth < 5; depth++) {
    const below = await create('goals')
    await ok(add(below, {}, chain.at(-1)))
    chain.push(below)
  }
  for (const above of chain) {
    const refused = await add(above, {}, chain.at(-1))
    assert.deepEqual([refused.status, refused.message], [400, 'supporting_resource: A goal cannot support itself'])
  }
  await ok(add(chain.at(-1) ?? '', {}, goal))
})

test('a goal of the trash still counts when a cycle is looked for', async () => {
  const { ann, create, add, goal } = await ladder()
  const [middle, low] = [await create('goals'), await create('goals')]
  await ok(add(middle))
  await ok(add(low, {}, middle))
  await ok(ann.delete(`/goals/${middle}`))
  assert.equal((await add(goal, {}, low)).status, 400)
})
