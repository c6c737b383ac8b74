/** Setting a password: the proof that it needs, and what it revokes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { browser } from '../../../test/harness/sign_in/browser.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { application, callApi, tokensFor } from '../../../test/harness/sign_in/oauth.ts'
import { type World, world } from '../../../test/harness/world.ts'
import { createLink } from '../../identity/links.ts'

const [FIRST, SECOND, THIRD] = ['correct horse battery', 'a different sentence', 'the third of its kind']

const byLink = async (all: World) => {
  const at = browser(all)
  const link = await all.store.write(tx => createLink(tx, Number(all.ben.gid), 'reset'))
  await ok(at.call('POST', '/sign_in/link', { link }))
  return at
}

const byPassword = async (all: World, password: string) => {
  const at = browser(all)
  await ok(at.call('POST', '/sign_in', { email: 'ben@example.com', password }))
  return at
}

test('setting a second password requires the first', async () => {
  const all = await world()
  const at = await byLink(all)
  assert.deepEqual((await ok(at.call('PUT', '/password', { password: FIRST }))).data, {})
  assert.equal((await at.call('GET', '/session')).data.has_password, true)
  const again = await byPassword(all, FIRST)
  const without = await again.call('PUT', '/password', { password: SECOND })
  assert.deepEqual([without.status, without.message], [400, 'current_password: Missing input'])
  const wrong = await again.call('PUT', '/password', { password: SECOND, current_password: THIRD })
  assert.deepEqual([wrong.status, wrong.message], [400, 'current_password: Is not your password'])
  await ok(again.call('PUT', '/password', { password: SECOND, current_password: FIRST }))
  await byPassword(all, SECOND)
  const old = await browser(all).call('POST', '/sign_in', { email: 'ben@example.com', password: FIRST })
  assert.equal(old.status, 401)
})

test('a sign-in by link replaces the present password for an hour', async () => {
  const all = await world()
  await ok((await byLink(all)).call('PUT', '/password', { password: FIRST }))
  const soon = await byLink(all)
  await ok(soon.call('PUT', '/password', { password: SECOND }))
  const late = await byLink(all)
  all.clock.now += 60 * 60 * 1000
  assert.equal((await late.call('PUT', '/password', { password: THIRD })).status, 400)
})

test('a new password revokes all other sessions and unused links', async () => {
  const all = await world()
  const [at, other] = [await byLink(all), await byLink(all)]
  const unused = await all.store.write(tx => createLink(tx, Number(all.ben.gid), 'invitation'))
  await ok(at.call('PUT', '/password', { password: FIRST }))
  assert.equal((await at.call('GET', '/session')).status, 200)
  assert.equal((await other.call('GET', '/session')).status, 401)
  assert.equal((await browser(all).call('POST', '/sign_in/link', { link: unused })).status, 401)
  assert.equal((await all.ben.get('/users/me')).status, 200, 'tokens are not revoked')
})

test('a password is refused for its length, and if it is the address', async () => {
  const all = await world()
  const at = await byLink(all)
  const refused = async (password: unknown) => (await at.call('PUT', '/password', { password })).message
  assert.match((await refused('elevenchars')) ?? '', /^password: .*at least 12 characters/)
  assert.match((await refused('x'.repeat(201))) ?? '', /^password: Text is too long \(maximum 200/)
  assert.match((await refused('BEN@example.com')) ?? '', /^password: .*e-mail address/)
  assert.match((await refused('nul\0nul\0nul\0nul\0')) ?? '', /^password: /)
  assert.match((await refused(undefined)) ?? '', /^password: Missing input/)
  assert.equal((await at.call('GET', '/session')).data.has_password, false)
})

test('a password in any script is accepted in every Unicode form', async () => {
  const all = await world()
  await ok((await byLink(all)).call('PUT', '/password', { password: 'Grüße, 東京タワー 🗼' }))
  await byPassword(all, 'Gru\u0308ße, 東京タワー 🗼')
})

test('guesses at the present password from an open session are slowed down', async () => {
  const all = await world()
  const at = await byLink(all)
  await ok(at.call('PUT', '/password', { password: FIRST }))
  const left = await byPassword(all, FIRST)
  all.clock.step = 0
  const guess = async () =>
    (await left.call('PUT', '/password', { password: SECOND, current_password: 'guess' })).status
  for (let tried = 0; tried < 10; tried++) assert.equal(await guess(), 400)
  assert.equal(await guess(), 429)
})

test('a password is deleted with the last membership, and the next membership does not restore it', async () => {
  const all = await world()
  await ok((await byLink(all)).call('PUT', '/password', { password: FIRST }))
  await ok(all.ann.post(`/workspaces/${all.workspace}/removeUser`, { user: all.ben.gid }))
  await ok(all.ann.post(`/workspaces/${all.workspace}/addUser`, { user: all.ben.email }))
  const { status } = await browser(all).call('POST', '/sign_in', { email: all.ben.email, password: FIRST })
  assert.equal(status, 401)
  assert.equal((await (await byLink(all)).call('GET', '/session')).data.has_password, false)
})

test('requests with the right present password are never slowed down', async () => {
  const all = await world()
  const at = await byLink(all)
  await ok(at.call('PUT', '/password', { password: FIRST }))
  all.clock.now += 60 * 60 * 1000
  all.clock.step = 0
  for (let time = 0; time < 11; time++) {
    const [password, current_password] = time % 2 === 0 ? [SECOND, FIRST] : [FIRST, SECOND]
    await ok(at.call('PUT', '/password', { password, current_password }))
  }
})

for (const [where, status] of [
  ['in one browser', 400],
  ['in two browsers, of which the first revokes the session of the other', 401],
] as const) {
  test(`one of two concurrent changes succeeds: ${where}`, async () => {
    const all = await world()
    await ok((await byLink(all)).call('PUT', '/password', { password: FIRST }))
    const one = await byPassword(all, FIRST)
    const other = status === 400 ? one : await byPassword(all, FIRST)
    const change = (at: typeof one, password: string) =>
      at.call('PUT', '/password', { password, current_password: FIRST })
    const both = await Promise.all([change(one, SECOND), change(other, THIRD)])
    assert.deepEqual(both.map(answer => answer.status).sort(), [200, status])
  })
}

test('a new password revokes tokens and grants only with ends_access', async () => {
  const all = await world()
  const app = await application(all)
  const { access_token } = await tokensFor(all, app, all.ann)
  const ann = await signedIn(all, all.ann)
  const statuses = async () => [
    (await all.ann.get('/users/me')).status,
    (await callApi(all, access_token, '/users/me')).status,
    (await ann.get('/session')).status,
  ]
  const [first, second] = ['a password that is long', 'another one that is long']
  await ok(ann.put('/password', { password: first }))
  assert.deepEqual(await statuses(), [200, 200, 200])
  await ok(ann.put('/password', { password: second, current_password: first, ends_access: true }))
  assert.deepEqual(await statuses(), [401, 401, 200])
  assert.deepEqual((await ok(ann.get('/grants'))).data, [])
})
