/** What guests can see of people: only those with whom they share a team, a project or a task. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visibleChanges } from '../../src/http/live/visible_changes.ts'
import { changesFor } from '../../src/store/queries/events/live.ts'
import { ok } from '../harness/sample.ts'
import { type Json, type Person, type World, world } from '../harness/world.ts'

const names = /Ben|ben@/

async function start(): Promise<World & { gus: Person }> {
  const home = await world()
  return { ...home, gus: await home.person('Gus', { is_guest: true }) }
}

test('a guest cannot see the workspace membership of a person whom they do not know', async () => {
  const { ben, gus, workspace } = await start()
  const { data } = await ok(ben.get('/users/me/workspace_memberships'))
  assert.equal((await gus.get(`/workspace_memberships/${data[0].gid}`)).status, 404)
  const own = await ok(gus.get(`/users/me/workspace_memberships?workspace=${workspace}`))
  assert.equal((await gus.get(`/workspace_memberships/${own.data[0].gid}`)).data.user.name, 'Gus')
})

test('a guest cannot see My Tasks of a person whom they do not know', async () => {
  const { ben, gus, workspace } = await start()
  const list = await ok(ben.get(`/users/me/user_task_list?workspace=${workspace}`))
  assert.equal((await gus.get(`/user_task_lists/${list.data.gid}`)).status, 404)
  assert.equal((await ok(gus.get(`/users/me/user_task_list?workspace=${workspace}`))).data.owner.name, 'Gus')
})

test('tags and custom fields do not show a guest the people on them', async () => {
  const { ann, ben, gus, workspace } = await start()
  await ann.create('/tags', { workspace, name: 'Tag', followers: [ben.gid, gus.gid] })
  const field = await ben.create('/custom_fields', { workspace, name: 'Field', resource_subtype: 'text' })
  const tags = `/workspaces/${workspace}/tags?opt_fields=followers.name,followers.email`
  assert.deepEqual(
    (await gus.get(tags)).data[0].followers.map(({ name }: Json) => name),
    ['Gus'],
  )
  assert.match(JSON.stringify((await ann.get(tags)).data), names)
  const made = `/custom_fields/${field}?opt_fields=created_by.name,created_by.email`
  assert.equal((await gus.get(made)).data.created_by, null)
  assert.equal((await ann.get(made)).data.created_by.name, 'Ben')
  const task = await ann.create('/tasks', { workspace, name: 'Shared', assignee: gus.gid })
  await ann.post(`/tasks/${task}/addFollowers`, { followers: [ben.gid] })
  assert.equal((await gus.get(made)).data.created_by.name, 'Ben', 'they have met on the task')
  assert.match(JSON.stringify((await gus.get(tags)).data), names)
})

test('members see the name of a former member on what that person created', async () => {
  const { ann, ben, workspace } = await start()
  const field = await ben.create('/custom_fields', { workspace, name: 'Field', resource_subtype: 'text' })
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  const made = await ok(ann.get(`/custom_fields/${field}?opt_fields=created_by.name`))
  assert.equal(made.data.created_by.name, 'Ben')
})

test('live updates do not announce new people to a guest', async () => {
  const { ann, gus, store, person, workspace } = await start()
  const all = [[Number(workspace), 0, Number.MAX_SAFE_INTEGER]] as const
  const countChanges = async ({ gid }: Person) => {
    const me = Number(gid)
    const countChanges = await visibleChanges(store.read, me, await changesFor(store.read, me, all, 1000))
    return countChanges.filter(({ data }) => data.resource.resource_type === 'workspace_membership').length
  }
  const [before, ofAnn] = [await countChanges(gus), await countChanges(ann)]
  await person('Dan')
  assert.deepEqual([await countChanges(gus), await countChanges(ann)], [before, ofAnn + 1])
})
