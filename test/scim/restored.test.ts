/** A team that provisioning has deleted, and that an administrator of the organization brings back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../harness/sample.ts'
import { membersOf, scimWorld, succeeds } from '../harness/scim/world.ts'
import { signedIn } from '../harness/sign_in/console.ts'

test('R82: an administrator restores a deleted team, with its members and its projects', async () => {
  const home = await scimWorld()
  const { scim, ann, ben, workspace } = home
  const admin = await signedIn(home, ann)
  const path = `/organizations/${workspace}/trash`
  const { id } = await scim.group('Design', [ann.gid, ben.gid], { externalId: 'outside' })
  const project = await ann.makes('/projects', { workspace, team: id, name: 'A project' })
  const before = succeeds(await scim.get(`/Groups/${id}`))
  succeeds(await scim.delete(`/Groups/${id}`), 204)
  const [entry] = (await ok(admin.get(path))).data as { gid?: string; resource_type?: string; name?: string }[]
  assert.deepEqual([entry?.gid, entry?.resource_type, entry?.name], [id, 'team', 'Design'])

  const other = await scim.group('design')
  assert.equal((await admin.post(`${path}/${id}/restore`)).status, 400)
  succeeds(await scim.delete(`/Groups/${other.id}`), 204)
  await ok(admin.post(`${path}/${id}/restore`))
  assert.deepEqual(succeeds(await scim.get(`/Groups/${id}`)), before)
  assert.deepEqual(await membersOf(scim, id), [ann.gid, ben.gid].sort())
  assert.equal((await scim.found('Groups', 'displayName eq "Design"')).length, 1)
  assert.equal((await ok(ann.get(`/projects/${project}`))).data.team.gid, id)
})
