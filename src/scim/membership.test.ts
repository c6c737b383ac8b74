/** Teams and account of a person whom the provider deactivates and reactivates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertScimError, assertSuccess, membersOf, patch, scimWorld } from '../../test/harness/scim/world.ts'
import type { Json } from '../../test/harness/world.ts'

const active = (value: boolean) => patch({ op: 'replace', value: { active: value } })

async function groupWorld() {
  const home = await scimWorld()
  const eva = await home.scim.user('eva@example.com', { name: { formatted: 'Eva Lind' } })
  const team = await home.scim.group('Design', [eva.id, home.ben.gid])
  const teamMembers = async () => (await home.ann.get(`/teams/${team.id}/users`)).data.map((one: Json) => one.gid)
  return { ...home, eva, team, seen: teamMembers }
}

test('a deactivated person stays a member of the group in SCIM only, and rejoins the team when reactivated', async () => {
  const { scim, ben, eva, team, seen: teamMembers } = await groupWorld()
  assertSuccess(await scim.patch(`/Users/${eva.id}`, active(false)))
  assert.deepEqual(await membersOf(scim, team.id), [ben.gid, eva.id].sort())
  assert.deepEqual(await teamMembers(), [ben.gid])
  assertSuccess(await scim.patch(`/Users/${eva.id}`, active(true)))
  assert.deepEqual((await teamMembers()).sort(), [ben.gid, eva.id].sort())
})

test('reactivation over SCIM restores the teams of a person, and adding them over REST does not', async () => {
  const { scim, ann, workspace, eva, seen: teamMembers, team, ben } = await groupWorld()
  assertSuccess(await scim.patch(`/Users/${eva.id}`, active(false)))
  assertSuccess(await scim.patch(`/Users/${eva.id}`, active(true)))
  assert.ok((await teamMembers()).includes(eva.id))
  assertSuccess(await scim.patch(`/Users/${eva.id}`, active(false)))
  assert.equal((await ann.post(`/workspaces/${workspace}/addUser`, { user: eva.userName })).status, 200)
  assert.deepEqual(await teamMembers(), [ben.gid])
  assert.deepEqual(await membersOf(scim, team.id), [ben.gid], 'SCIM returns the same members')
})

test('a person removed from a group while deactivated does not rejoin the team', async () => {
  const { scim, eva, team, ben, seen: teamMembers } = await groupWorld()
  assertSuccess(await scim.patch(`/Users/${eva.id}`, active(false)))
  const path = `members[value eq "${eva.id}"]`
  assertSuccess(await scim.patch(`/Groups/${team.id}`, patch({ op: 'remove', path })), 204)
  assertSuccess(await scim.patch(`/Users/${eva.id}`, active(true)))
  assert.deepEqual(await teamMembers(), [ben.gid])
})

test('deleting a user removes them from all groups, and adding them over REST shows the user again', async () => {
  const { scim, ann, workspace, eva, team, ben } = await groupWorld()
  assertSuccess(await scim.patch(`/Users/${eva.id}`, active(false)))
  assertSuccess(await scim.delete(`/Users/${eva.id}`), 204)
  assert.deepEqual(await membersOf(scim, team.id), [ben.gid])
  assert.equal((await ann.post(`/workspaces/${workspace}/addUser`, { user: eva.userName })).status, 200)
  assert.equal(assertSuccess(await scim.get(`/Users/${eva.id}`)).active, true)
  assert.deepEqual(await membersOf(scim, team.id), [ben.gid])
})

test('a name changed in the app replaces the provisioned name', async () => {
  const { scim, ben } = await scimWorld()
  assertSuccess(
    await scim.patch(`/Users/${ben.gid}`, patch({ op: 'add', path: 'name.formatted', value: 'Benjamin Bo' })),
  )
  assert.equal((await ben.get('/users/me')).data.name, 'Benjamin Bo')
  assert.equal((await ben.put('/users/me', { name: 'Ben Bo' })).status, 200)
  const { name } = assertSuccess(await scim.get(`/Users/${ben.gid}`))
  assert.deepEqual(name, { formatted: 'Ben Bo', givenName: 'Ben', familyName: 'Bo' })
  assert.equal((await scim.search('Users', 'name.formatted eq "ben bo"')).length, 1)
  assert.equal((await scim.search('Users', 'name.formatted eq "Benjamin Bo"')).length, 0)
})

test('an organization cannot rename an account with an address outside its domains', async () => {
  const { scim, store, ben, clock } = await scimWorld()
  await store.write(tx => tx.connection.execute('update users set email = ? where gid = ?', ['ben@else.org', ben.gid]))
  clock.now += 1
  const at = `/Users/${ben.gid}`
  const shown = assertSuccess(await scim.patch(at, patch({ op: 'add', path: 'name.formatted', value: 'Not Ben' })))
  assert.equal(shown.name.formatted, 'Not Ben')
  assert.equal((await ben.get('/users/me')).data.name, 'Ben')
  const rename = patch({ op: 'replace', path: 'userName', value: 'mine@example.com' })
  assertScimError(await scim.patch(at, rename), 400, 'mutability')
})

for (const text of ['no address', 'a@b@c', 'a\u0000@example.com', 'a@example.com,b@example.com', '@example.com']) {
  test(`the userName ${JSON.stringify(text)} is refused`, async () => {
    const { scim } = await scimWorld()
    assertScimError(await scim.post('/Users', { userName: text }), 400, 'invalidValue')
  })
}
