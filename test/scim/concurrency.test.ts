/** Concurrent requests, aborted lists, and concurrent changes in the application. */
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { deleteServiceAccount } from '../../src/resources/people/rules/service_account.ts'
import {
  assertScimError,
  assertSuccess,
  BASE,
  createPeople,
  membersOf,
  patch,
  scimWorld,
} from '../harness/scim/world.ts'
import { until } from '../harness/until.ts'
import type { Json } from '../harness/world.ts'

test('R44: one of many clients that create the same user at once succeeds', async () => {
  const { scim } = await scimWorld()
  const names = ['eva@example.com', 'Eva@example.com', 'EVA@EXAMPLE.COM', 'eva@Example.com', 'eva@example.com']
  const replies = await Promise.all(names.map(userName => scim.post('/Users', { userName })))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
  assert.equal((await scim.search('Users', 'userName eq "eva@example.com"')).length, 1)
  const teams = await Promise.all(['Art', 'art', 'ART'].map(displayName => scim.post('/Groups', { displayName })))
  assert.deepEqual(teams.map(({ status }) => status).sort(), [201, 409, 409])
})

test('R8: a user that is created and deleted again and again keeps one id', async () => {
  const { scim } = await scimWorld()
  const ids = new Set<string>()
  for (let round = 0; round < 5; round++) {
    const { id } = await scim.user('eva@example.com', { externalId: `x${round}` })
    ids.add(id)
    assertSuccess(await scim.delete(`/Users/${id}`), 204)
  }
  assert.equal(ids.size, 1)
})

test('R94: a client that disconnects in the middle of a list releases its slot', async () => {
  const home = await scimWorld({ limits: { reads: 1 } })
  await createPeople(home, 5000)
  home.clock.step = 0
  await home.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = home.app.server.address() as { port: number }
  const headers = { authorization: `Bearer ${home.scim.token}`, connection: 'close' }
  const first = await new Promise<number | undefined>((resolve, reject) => {
    const sent = get({ port, host: '127.0.0.1', path: `${BASE}/Users`, headers }, answer => {
      answer.once('data', () => {
        resolve(answer.statusCode)
        sent.destroy()
      })
    })
    sent.on('error', reject)
  })
  assert.equal(first, 200)
  await until(async () => (await home.scim.get('/Users?count=1')).status === 200, 'the slot is not released')
})

test('R94: a finished request releases its slot, with any outcome', async () => {
  const { scim, clock } = await scimWorld({ limits: { reads: 1, writes: 1 } })
  clock.step = 0
  for (let round = 0; round < 5; round++) {
    assert.equal((await scim.get('/Users')).status, 200)
    assert.equal((await scim.get('/Users/12')).status, 404)
    assert.equal((await scim.get('/Users?filter=x')).status, 400)
    assert.equal((await scim.post('/Users', {})).status, 400)
    assert.equal((await scim.post('/Users', '{')).status, 400)
    assert.equal((await scim.post('/Users', 'x', { 'content-type': 'text/plain' })).status, 415)
    assert.equal((await scim.post('/Groups', { displayName: `Team ${round}` })).status, 201)
  }
})

test('R69: two teams that people gave the same name are both listed', async () => {
  const { scim, ann, workspace } = await scimWorld()
  const twins = []
  for (const name of ['Design', 'design']) twins.push(await ann.create('/teams', { organization: workspace, name }))
  assert.deepEqual((await scim.search('Groups', 'displayName eq "DESIGN"')).map(one => one.id).sort(), twins.sort())
  const [first = ''] = twins
  assertScimError(await scim.post('/Groups', { displayName: 'Design' }), 409, 'uniqueness')
  assertSuccess(await scim.patch(`/Groups/${first}`, patch({ op: 'replace', path: 'displayName', value: 'Art' })), 204)
  assert.equal((await scim.search('Groups', 'displayName eq "Design"')).length, 1)
})

test('R84: the provider reads what people change in the application', async () => {
  const { scim, ann, workspace } = await scimWorld()
  const eva = await scim.user('eva@example.com', { name: { givenName: 'Eva', familyName: 'Lind' } })
  assert.equal((await ann.post(`/workspaces/${workspace}/addUser`, { user: 'new@example.com' })).status, 200)
  const [added] = await scim.search('Users', 'userName eq "new@example.com"')
  assert.deepEqual([added?.active, added?.emails[0].value], [true, 'new@example.com'])
  const before = assertSuccess(await scim.get(`/Users/${eva.id}`)).meta.lastModified
  assert.equal((await ann.post(`/workspaces/${workspace}/removeUser`, { user: eva.id })).status, 200)
  const seen = assertSuccess(await scim.get(`/Users/${eva.id}`))
  assert.deepEqual([seen.active, seen.name.givenName], [false, 'Eva'])
  assert.ok(seen.meta.lastModified >= before)
  assert.equal((await ann.post(`/workspaces/${workspace}/addUser`, { user: 'eva@example.com' })).status, 200)
  assert.equal(assertSuccess(await scim.get(`/Users/${eva.id}`)).active, true)
})

test('D17: an inactive member can be added, removed and replaced, with effect when they return', async () => {
  const { scim, ann, ben, send } = await scimWorld()
  const eva = await scim.user('eva@example.com')
  const active = async (value: boolean) =>
    assertSuccess(await scim.patch(`/Users/${eva.id}`, patch({ op: 'replace', path: 'active', value })))
  const team = await scim.group('Design', [ann.gid, eva.id])
  const seen = async () => {
    const headers = { authorization: `Bearer ${scim.token}` }
    const { data } = await send({ method: 'GET', url: `/api/1.0/teams/${team.id}/users`, headers })
    return (data as unknown as Json[]).map(one => one.gid).sort()
  }
  await active(false)
  assert.deepEqual(await seen(), [ann.gid], 'an inactive member is hidden')
  await active(true)
  assert.deepEqual(await seen(), [ann.gid, eva.id].sort(), 'the membership is active again')
  await active(false)
  assertSuccess(
    await scim.patch(`/Groups/${team.id}`, patch({ op: 'remove', path: `members[value eq "${eva.id}"]` })),
    204,
  )
  await active(true)
  assert.deepEqual(await seen(), [ann.gid])
  await active(false)
  assertSuccess(
    await scim.put(`/Groups/${team.id}`, { displayName: 'Design', members: [{ value: eva.id }, { value: ben.gid }] }),
  )
  assert.deepEqual(await seen(), [ben.gid])
  await active(true)
  assert.deepEqual(await membersOf(scim, team.id), [ben.gid, eva.id].sort())
  assert.deepEqual(await seen(), [ben.gid, eva.id].sort())
  await active(false)
  assertSuccess(await scim.patch(`/Groups/${team.id}`, patch({ op: 'remove', path: 'members' })), 204)
  await active(true)
  assert.deepEqual(await membersOf(scim, team.id), [])
})

test('R62: a group that is deleted while a member is inactive does not return with the member', async () => {
  const { scim } = await scimWorld()
  const eva = await scim.user('eva@example.com')
  const team = await scim.group('Design', [eva.id])
  const active = async (value: boolean) =>
    assertSuccess(await scim.patch(`/Users/${eva.id}`, patch({ op: 'replace', path: 'active', value })))
  await active(false)
  assertSuccess(await scim.delete(`/Groups/${team.id}`), 204)
  await active(true)
  assertScimError(await scim.get(`/Groups/${team.id}`), 404)
  assert.equal(assertSuccess(await scim.get('/Groups')).totalResults, 0)
})

test('R18: a deleted service account has no access', async () => {
  const { scim, ann, workspace, store } = await scimWorld()
  assert.equal((await scim.get('/Users')).status, 200)
  const accounts = await store.read.db.selectFrom('service_accounts').select('gid').execute()
  for (const { gid } of accounts) await store.write(tx => deleteServiceAccount(tx, gid))
  assertScimError(await scim.get('/Users'), 401)
  assert.equal((await ann.get(`/workspaces/${workspace}`)).status, 200)
})

test('R33: addresses and names with letters beyond English are found in any case', async () => {
  const { scim } = await scimWorld()
  const eva = await scim.user('Ärla.ÖBERG@example.com', { name: { formatted: 'Ärla Öberg' } })
  for (const name of ['ärla.öberg@example.com', 'ÄRLA.ÖBERG@EXAMPLE.COM']) {
    assert.deepEqual(
      (await scim.search('Users', `userName eq "${name}"`)).map(one => one.id),
      [eva.id],
      name,
    )
    assertScimError(await scim.post('/Users', { userName: name }), 409, 'uniqueness')
  }
})
