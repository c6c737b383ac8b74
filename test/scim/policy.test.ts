/** Settings of an operator that change provisioning. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertScimError, assertSuccess, patch, scimWorld } from '../harness/scim/world.ts'

test('R63: the return of deleted users can be disabled', async () => {
  const { scim } = await scimWorld({ provisioning: { reactivation: false } })
  const { id } = await scim.user('eva@example.com')
  const at = `/Users/${id}`
  const active = (value: boolean) => scim.patch(at, patch({ op: 'replace', path: 'active', value }))
  assert.equal(assertSuccess(await active(true)).active, true, 'an active user may be activated')
  assert.equal(assertSuccess(await active(false)).active, false)
  assertScimError(await active(true), 400, 'mutability')
  assertScimError(await scim.put(at, { userName: 'eva@example.com', active: true }), 400, 'mutability')
  assertScimError(await scim.post('/Users', { userName: 'eva@example.com' }), 400, 'mutability')
  assert.equal(assertSuccess(await scim.put(at, { userName: 'eva@example.com', title: 'Lead' })).active, false)
})

test('R82: the deletion of groups can be disabled', async () => {
  const { scim } = await scimWorld({ provisioning: { groupDeletion: false } })
  const { id } = await scim.group('Design')
  assertScimError(await scim.delete(`/Groups/${id}`), 501)
  assert.equal(assertSuccess(await scim.get(`/Groups/${id}`)).displayName, 'Design')
})

test('R89: addresses of other domains can be allowed', async () => {
  const { scim } = await scimWorld({ provisioning: { foreignDomains: true } })
  const { id } = await scim.user('eva@elsewhere.net')
  const renamed = await scim.patch(`/Users/${id}`, patch({ op: 'replace', path: 'userName', value: 'eva@another.net' }))
  assert.equal(assertSuccess(renamed).userName, 'eva@another.net')
  assertScimError(await scim.post('/Users', { userName: 'eva' }), 400, 'invalidValue')
})

test('R104: user names that are not addresses can be allowed, for test suites that send them', async () => {
  const { scim } = await scimWorld({ provisioning: { anyUserName: true } })
  const made = await scim.user('bjensen')
  assert.deepEqual([made.userName, made.emails[0].value], ['bjensen', 'bjensen'])
  assert.equal((await scim.search('Users', 'userName eq "BJensen"'))[0]?.id, made.id)
})
