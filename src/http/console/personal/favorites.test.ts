import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { makeProjectTemplate } from '../../../../test/harness/samples/templates.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { makeProject } from '../../../../test/harness/work.ts'
import { type Json, world } from '../../../../test/harness/world.ts'
import { insertAll } from '../../../store/change.ts'

const all = await world()
const { ann, ben, workspace, person, store } = all
const [visitor, other] = [await signedIn(all, ann), await signedIn(all, ben)]

const listed = async (type: string, who = ann) =>
  ((await ok(who.get(`/users/me/favorites?workspace=${workspace}&resource_type=${type}`))).data as Json[]).map(
    ({ gid }) => gid,
  )
const favorites = async (of = visitor): Promise<Json[]> =>
  (await ok(of.get(`/favorites?workspace=${workspace}`))).data as Json[]
const gids = async () => (await favorites()).map(({ gid }) => gid as string)
const clear = async () => {
  for (const gid of await gids()) await ok(visitor.delete(`/favorites/${gid}`))
}
const newProject = async () => (await makeProject(all, { members: [[ann, 'admin']] })).gid

test('objects of each type become favorites, which the API lists', async () => {
  const made: Record<string, string> = {
    project: await newProject(),
    portfolio: await ann.create('/portfolios', { workspace, name: 'All' }),
    goal: await ann.create('/goals', { workspace, name: 'More' }),
    tag: await ann.create('/tags', { workspace, name: 'urgent' }),
    task: await ann.create('/tasks', { workspace, name: 'Write' }),
    project_template: await makeProjectTemplate(all, ann),
    user: ben.gid,
  }
  for (const [type, gid] of Object.entries(made)) {
    const { rank, ...favorite } = (await ok(visitor.put(`/favorites/${gid}`, { workspace }))).data
    assert.match(rank, /^\w+$/)
    assert.deepEqual(favorite, { gid, resource_type: type, workspace })
    assert.deepEqual(await listed(type), [gid])
  }
  assert.deepEqual(await gids(), Object.values(made))
  assert.deepEqual(
    (await favorites()).map(({ resource_type, name }) => [resource_type, typeof name]),
    Object.keys(made).map(type => [type, 'string']),
  )
  assert.deepEqual(await favorites(other), [])
  await clear()
  assert.deepEqual(await listed('project'), [])
})

test('favorites are moved next to each other, whatever their types', async () => {
  const [a, b, c] = [await newProject(), await newProject(), await ann.create('/tags', { workspace, name: 'soon' })]
  for (const gid of [a, b, c]) await ok(visitor.put(`/favorites/${gid}`, {}))
  await ok(visitor.put(`/favorites/${c}`, { insert_before: b }))
  assert.deepEqual(await gids(), [a, c, b])
  await ok(visitor.put(`/favorites/${a}`, { insert_after: b }))
  assert.deepEqual(await gids(), [c, b, a])
  assert.deepEqual(await listed('project'), [b, a])
  await ok(visitor.put(`/favorites/${b}`, {}))
  await ok(visitor.put(`/favorites/${b}`, { insert_before: b }))
  assert.deepEqual(await gids(), [c, b, a], 'a favorite without another position stays')
  await ok(visitor.put(`/favorites/${a}`, { insert_after: null }))
  assert.deepEqual(await gids(), [a, c, b])
  assert.equal((await visitor.put(`/favorites/${a}`, { insert_before: ann.gid })).status, 400)
  await clear()
})

test('an object that the caller cannot see, or that is no favorite, is unknown', async () => {
  const project = await newProject()
  const stranger = await signedIn(all, await person('Sam', null))
  for (const visitor of [other, stranger]) assert.equal((await visitor.put(`/favorites/${project}`, {})).status, 404)
  assert.equal((await visitor.delete(`/favorites/${project}`)).status, 404)
  await ok(visitor.put(`/favorites/${project}`, {}))
  await ok(ann.delete(`/projects/${project}`))
  assert.deepEqual(await gids(), [])
  assert.equal((await visitor.put(`/favorites/${project}`, {})).status, 404)
  await ok(visitor.delete(`/favorites/${project}`))
  assert.equal((await stranger.get(`/favorites?workspace=${workspace}`)).status, 400)
  assert.equal((await stranger.put(`/favorites/${stranger.gid}`, { workspace })).status, 400)
})

test('a person has at most 500 favorites in a workspace', async () => {
  const user = Number(ben.gid)
  await store.write(tx =>
    insertAll(
      tx,
      'favorites',
      Array.from({ length: 500 }, (_, index) => ({
        ...{ user, workspace: Number(workspace), resource_type: 'task', resource: tx.gid(), rank: `a1${index}1` },
      })),
    ),
  )
  const { status, message } = await other.put(`/favorites/${ben.gid}`, { workspace })
  assert.deepEqual([status, message], [400, 'A person can have at most 500 favorites in a workspace'])
})
