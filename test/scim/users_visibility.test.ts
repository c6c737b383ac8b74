/** Visibility of people to identity providers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertScimError, assertSuccess, ENTERPRISE, patch, scimWorld } from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

test('R54: guests are unknown to SCIM', async () => {
  const { scim, person } = await scimWorld()
  const gus = await person('Gus', { is_guest: true })
  assertScimError(await scim.get(`/Users/${gus.gid}`), 404)
  assertScimError(await scim.put(`/Users/${gus.gid}`, { userName: 'gus@example.com' }), 404)
  assertScimError(await scim.patch(`/Users/${gus.gid}`, patch({ op: 'replace', path: 'active', value: false })), 404)
  assertScimError(await scim.delete(`/Users/${gus.gid}`), 404)
  assert.deepEqual(await scim.search('Users', 'userName eq "gus@example.com"'), [])
  const list = assertSuccess(await scim.get('/Users'))
  assert.deepEqual([list.totalResults, list.Resources.some((one: Json) => one.id === gus.gid)], [2, false])
  assert.equal((await gus.get('/users/me')).status, 200, 'the guest keeps access')
})

test('R54: a guest whom the provider creates becomes a member', async () => {
  const { scim, person, ann, workspace } = await scimWorld()
  const gus = await person('Gus', { is_guest: true })
  const made = assertSuccess(await scim.post('/Users', { userName: 'gus@example.com' }), 201)
  assert.equal(made.id, gus.gid)
  const [{ is_guest }] = (
    await ann.get(`/workspaces/${workspace}/workspace_memberships?user=${gus.gid}&opt_fields=is_guest`)
  ).data as unknown as [Json]
  assert.equal(is_guest, false)
})

test('R54: service accounts are not users', async () => {
  const { scim, account } = await scimWorld()
  await account({ scopes: 'users:read' })
  const { totalResults, Resources } = assertSuccess(await scim.get('/Users'))
  assert.deepEqual([totalResults, Resources.length], [2, 2])
  assert.deepEqual(await scim.search('Users', 'userName co "service"'), [])
})

test('R55: an inactive user stays visible', async () => {
  const { scim } = await scimWorld()
  const { id } = await scim.user('eva@example.com', { title: 'Lead' })
  assertSuccess(await scim.patch(`/Users/${id}`, patch({ op: 'replace', path: 'active', value: false })))
  const seen = assertSuccess(await scim.get(`/Users/${id}`))
  assert.deepEqual([seen.active, seen.title, seen.userName], [false, 'Lead', 'eva@example.com'])
  const [found] = await scim.search('Users', 'userName eq "eva@example.com"')
  const listed = assertSuccess(await scim.get('/Users')).Resources.find((one: Json) => one.id === id)
  assert.deepEqual([found, listed], [seen, seen])
})

test('R56: a manager may be a text or an object, known or unknown', async () => {
  const { scim } = await scimWorld()
  const boss = await scim.user('boss@example.com')
  for (const [index, manager] of [
    boss.id,
    { value: boss.id },
    { value: boss.id, displayName: 'B', $ref: null },
  ].entries()) {
    const made = await scim.user(`p${index}@example.com`, { [ENTERPRISE]: { manager } })
    const seen = assertSuccess(await scim.get(`/Users/${made.id}`))[ENTERPRISE].manager
    assert.equal(seen.value, boss.id)
    assert.ok(seen.$ref.endsWith(`/Users/${boss.id}`), seen.$ref)
  }
  const early = await scim.user('early@example.com', { [ENTERPRISE]: { manager: 'not-there-yet' } })
  assert.equal(early[ENTERPRISE].manager.value, 'not-there-yet')
  for (const manager of ['', null, { value: '' }, { value: null }]) {
    const { id } = early
    assertSuccess(await scim.patch(`/Users/${id}`, patch({ op: 'add', path: `${ENTERPRISE}:manager`, value: boss.id })))
    const cleared = assertSuccess(
      await scim.put(`/Users/${id}`, { userName: 'early@example.com', [ENTERPRISE]: { manager, division: 'E' } }),
    )
    assert.deepEqual(cleared[ENTERPRISE], { division: 'E' }, JSON.stringify(manager))
  }
})
