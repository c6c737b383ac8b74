/** A group that provisioning has deleted and an administrator of the organization restores. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insert } from '../../src/store/change.ts'
import { ok } from '../harness/sample.ts'
import { assertSuccess, membersOf, scimWorld } from '../harness/scim/world.ts'
import { signedIn } from '../harness/sign_in/console.ts'

test('R82: an administrator restores a deleted group, with its members and its projects', async () => {
  const home = await scimWorld()
  const { scim, ann, ben, workspace } = home
  const admin = await signedIn(home, ann)
  const path = `/organizations/${workspace}/trash`
  const { id } = await scim.group('Design', [ann.gid, ben.gid], { externalId: 'outside' })
  const project = await ann.create('/projects', { workspace, team: id, name: 'A project' })
  const before = assertSuccess(await scim.get(`/Groups/${id}`))
  assertSuccess(await scim.delete(`/Groups/${id}`), 204)
  const [entry] = (await ok(admin.get(path))).data as { gid?: string; resource_type?: string; name?: string }[]
  assert.deepEqual([entry?.gid, entry?.resource_type, entry?.name], [id, 'team', 'Design'])

  const other = await scim.group('design')
  assert.equal((await admin.post(`${path}/${id}/restore`)).status, 400)
  assertSuccess(await scim.delete(`/Groups/${other.id}`), 204)
  await ok(admin.post(`${path}/${id}/restore`))
  assert.deepEqual(assertSuccess(await scim.get(`/Groups/${id}`)), before)
  assert.deepEqual(await membersOf(scim, id), [ann.gid, ben.gid].sort())
  assert.equal((await scim.search('Groups', 'displayName eq "Design"')).length, 1)
  assert.equal((await ok(ann.get(`/projects/${project}`))).data.team.gid, id)
})

test('a deleted group gives its members no access to its projects, until it is restored', async () => {
  const home = await scimWorld()
  const { scim, ann, ben, workspace, store } = home
  const { id } = await scim.group('Going', [ben.gid])
  const own = await ann.create('/projects', { workspace, team: id, name: 'Own', privacy_setting: 'private_to_team' })
  const shared = await ann.create('/projects', { workspace, name: 'Shared', privacy_setting: 'private' })
  const terms = { member: Number(id), workspace: Number(workspace), access_level: 'editor', is_follower: 0 }
  await store.write(tx => insert(tx, 'project_memberships', { gid: tx.gid(), project: Number(shared), ...terms }))
  const tasks = await Promise.all(
    [own, shared].map(project => ann.create('/tasks', { name: 'x', projects: [project] })),
  )
  const paths = [`/projects/${own}`, `/projects/${shared}`, ...tasks.map(task => `/tasks/${task}`)]
  const statuses = async () => new Set(await Promise.all(paths.map(async path => (await ben.get(path)).status)))
  assert.deepEqual(await statuses(), new Set([200]))
  assertSuccess(await scim.delete(`/Groups/${id}`), 204)
  assert.deepEqual(await statuses(), new Set([404]))
  assert.deepEqual((await ok(ben.get(`/projects?workspace=${workspace}`))).data, [])
  const admin = await signedIn(home, ann)
  await ok(admin.post(`/organizations/${workspace}/trash/${id}/restore`))
  assert.deepEqual(await statuses(), new Set([200]))
})
