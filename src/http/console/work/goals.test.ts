import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBadRequest } from '../../../../test/harness/fields.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { shareGoal } from '../../../../test/harness/samples/goals.ts'
import { signedIn, type Visitor } from '../../../../test/harness/sign_in/console.ts'
import { watchStatements } from '../../../../test/harness/statements.ts'
import { type Json, type Person, world } from '../../../../test/harness/world.ts'
import { update } from '../../../store/change.ts'

const watch = watchStatements()
const hidden = { privacy_setting: 'members_only' }

const read = (visitor: Visitor, workspace: string, owner: string) =>
  visitor.get(`/goals?workspace=${workspace}&owner=${owner}&fields=name,status,metric.current_display_value`)
const namesOf = async (visitor: Visitor, workspace: string, { gid }: Person) =>
  (await ok(read(visitor, workspace, gid))).data.map(({ name }: Json) => name)

test('the goals of a person are those that they own and the caller can see', async () => {
  const home = await world()
  const { ann, ben, person, workspace } = home
  const guest = await person('Gil', { is_guest: true })
  const [anns, bens, guests] = [await signedIn(home, ann), await signedIn(home, ben), await signedIn(home, guest)]
  const open = await ann.create('/goals', { workspace, name: 'Open' })
  const secret = await ann.create('/goals', { workspace, name: 'Secret', ...hidden })
  const trashed = await ann.create('/goals', { workspace, name: 'Trashed' })
  await ok(ann.delete(`/goals/${trashed}`))
  await ann.create('/goals', { workspace, name: 'Passed on', owner: ben.gid })
  assert.deepEqual(await namesOf(anns, workspace, ann), ['Open', 'Secret'])
  assert.deepEqual(await namesOf(bens, workspace, ann), ['Open'])
  assert.deepEqual(await namesOf(anns, workspace, ben), ['Passed on'])
  const project = await ann.create('/projects', { workspace, name: 'Shared' })
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [guest.gid] }))
  assert.deepEqual(await namesOf(guests, workspace, ann), [])
  await shareGoal(home, secret, ben, 'viewer')
  assert.deepEqual(await namesOf(bens, workspace, ann), ['Open', 'Secret'])
  await ok(ann.post(`/goals/${open}/addFollowers`, { followers: [guest.gid] }))
  assert.deepEqual(await namesOf(guests, workspace, ann), ['Open'])
})

test('the goals of a person have their status and progress', async () => {
  const home = await world()
  const { ann, workspace } = home
  const visitor = await signedIn(home, ann)
  const gid = await ann.create('/goals', { workspace, name: 'Thousand customers' })
  const numbers = { precision: 0, unit: 'none', initial_number_value: 0, target_number_value: 1000 }
  await ok(ann.post(`/goals/${gid}/setMetric`, { ...numbers, current_number_value: 250, progress_source: 'manual' }))
  await ok(ann.put(`/goals/${gid}`, { status: 'yellow' }))
  const goal = (await ok(read(visitor, workspace, ann.gid))).data[0]
  assert.equal(goal.status, 'yellow')
  assert.equal(goal.metric.current_display_value, '250')
})

test('a stranger, an unknown owner and a plan without goals are refused', async () => {
  const home = await world()
  const { ann, person, workspace, store } = home
  const [visitor, stranger] = [await signedIn(home, ann), await signedIn(home, await person('Sam', null))]
  assertBadRequest(await visitor.get(`/goals?workspace=${workspace}`), /owner/)
  assertBadRequest(await visitor.get(`/goals?owner=${ann.gid}`), /workspace/)
  assertBadRequest(await read(visitor, workspace, '12345'), /owner/)
  assertBadRequest(await read(stranger, workspace, ann.gid), /workspace/)
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'free' }))
  assert.equal((await read(visitor, workspace, ann.gid)).status, 402)
})

test('fifty goals of a person take no more statements than one', async () => {
  const home = await world()
  const { ann, workspace } = home
  const visitor = await signedIn(home, ann)
  const count = async () => {
    await ok(read(visitor, workspace, ann.gid))
    watch.take()
    await ok(read(visitor, workspace, ann.gid))
    return watch.take().length
  }
  await ann.create('/goals', { workspace, name: 'Goal' })
  const one = await count()
  for (let at = 0; at < 49; at++) await ann.create('/goals', { workspace, name: `Goal ${at}` })
  assert.ok((await count()) <= one)
  assert.ok(one <= 8, `${one} statements`)
})
