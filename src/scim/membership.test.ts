/** What people are to a team and to an account while their provider sends them away and back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { membersOf, patch, refused, scimWorld, succeeds } from '../../test/harness/scim/world.ts'
import type { Json } from '../../test/harness/world.ts'

const active = (value: boolean) => patch({ op: 'replace', value: { active: value } })

async function inTeam() {
  const home = await scimWorld()
  const eva = await home.scim.user('eva@example.com', { name: { formatted: 'Eva Lind' } })
  const team = await home.scim.group('Design', [eva.id, home.ben.gid])
  const seen = async () => (await home.ann.get(`/teams/${team.id}/users`)).data.map((one: Json) => one.gid)
  return { ...home, eva, team, seen }
}

test('a team waits for who is away, and nobody but the provider sees that', async () => {
  const { scim, ben, eva, team, seen } = await inTeam()
  succeeds(await scim.patch(`/Users/${eva.id}`, active(false)))
  assert.deepEqual(await membersOf(scim, team.id), [ben.gid, eva.id].sort())
  assert.deepEqual(await seen(), [ben.gid])
  succeeds(await scim.patch(`/Users/${eva.id}`, active(true)))
  assert.deepEqual((await seen()).sort(), [ben.gid, eva.id].sort())
})

test('who is brought back by the provider is in the teams that waited, and over REST in none', async () => {
  const { scim, ann, workspace, eva, seen, team, ben } = await inTeam()
  succeeds(await scim.patch(`/Users/${eva.id}`, active(false)))
  succeeds(await scim.patch(`/Users/${eva.id}`, active(true)))
  assert.ok((await seen()).includes(eva.id))
  succeeds(await scim.patch(`/Users/${eva.id}`, active(false)))
  assert.equal((await ann.post(`/workspaces/${workspace}/addUser`, { user: eva.userName })).status, 200)
  assert.deepEqual(await seen(), [ben.gid])
  assert.deepEqual(await membersOf(scim, team.id), [ben.gid], 'and the provider sees that')
})

test('who is taken out while away does not come back to the team', async () => {
  const { scim, eva, team, ben, seen } = await inTeam()
  succeeds(await scim.patch(`/Users/${eva.id}`, active(false)))
  const path = `members[value eq "${eva.id}"]`
  succeeds(await scim.patch(`/Groups/${team.id}`, patch({ op: 'remove', path })), 204)
  succeeds(await scim.patch(`/Users/${eva.id}`, active(true)))
  assert.deepEqual(await seen(), [ben.gid])
})

test('no team waits for who was deleted, and who is brought back over REST is seen again', async () => {
  const { scim, ann, workspace, eva, team, ben } = await inTeam()
  succeeds(await scim.patch(`/Users/${eva.id}`, active(false)))
  succeeds(await scim.delete(`/Users/${eva.id}`), 204)
  assert.deepEqual(await membersOf(scim, team.id), [ben.gid])
  assert.equal((await ann.post(`/workspaces/${workspace}/addUser`, { user: eva.userName })).status, 200)
  assert.equal(succeeds(await scim.get(`/Users/${eva.id}`)).active, true)
  assert.deepEqual(await membersOf(scim, team.id), [ben.gid])
})

test('a name that the person takes in the app is the name', async () => {
  const { scim, ben } = await scimWorld()
  succeeds(await scim.patch(`/Users/${ben.gid}`, patch({ op: 'add', path: 'name.formatted', value: 'Benjamin Bo' })))
  assert.equal((await ben.get('/users/me')).data.name, 'Benjamin Bo')
  assert.equal((await ben.put('/users/me', { name: 'Ben Bo' })).status, 200)
  const { name } = succeeds(await scim.get(`/Users/${ben.gid}`))
  assert.deepEqual(name, { formatted: 'Ben Bo', givenName: 'Ben', familyName: 'Bo' })
  assert.equal((await scim.found('Users', 'name.formatted eq "ben bo"')).length, 1)
  assert.equal((await scim.found('Users', 'name.formatted eq "Benjamin Bo"')).length, 0)
})

test('an organization does not rename the account of an address that is not its own', async () => {
  const { scim, store, ben, clock } = await scimWorld()
  await store.write(tx => tx.connection.run('update users set email = ? where gid = ?', ['ben@else.org', ben.gid]))
  clock.now += 1
  const at = `/Users/${ben.gid}`
  const shown = succeeds(await scim.patch(at, patch({ op: 'add', path: 'name.formatted', value: 'Not Ben' })))
  assert.equal(shown.name.formatted, 'Not Ben')
  assert.equal((await ben.get('/users/me')).data.name, 'Ben')
  const rename = patch({ op: 'replace', path: 'userName', value: 'mine@example.com' })
  refused(await scim.patch(at, rename), 400, 'mutability')
})

for (const text of ['no address', 'a@b@c', 'a\u0000@example.com', 'a@example.com,b@example.com', '@example.com']) {
  test(`${JSON.stringify(text)} is no userName`, async () => {
    const { scim } = await scimWorld()
    refused(await scim.post('/Users', { userName: text }), 400, 'invalidValue')
  })
}
