/** Sessions: a person lists and revokes their own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { browser } from '../../../test/harness/sign_in/browser.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { type Json, type World, world } from '../../../test/harness/world.ts'
import { createLink } from '../../identity/links.ts'
import { sessionsOf } from '../../store/queries/identity/sessions.ts'

const DAY = 24 * 60 * 60 * 1000

async function comes(all: World, agent: string) {
  const at = browser(all)
  const link = await all.store.write(tx => createLink(tx, Number(all.ben.gid), 'reset'))
  const headers = { 'x-requested-with': 'workloom', 'user-agent': agent }
  await ok(at.call('POST', '/sign_in/link', { link }, headers))
  return at
}

test('a person lists all their sessions, with the present one marked', async () => {
  const all = await world()
  await comes(all, 'an old laptop')
  const here = await comes(all, 'x'.repeat(1000))
  const sessions = (await ok(here.call('GET', '/sessions'))).data as Json[]
  assert.deepEqual(
    sessions.map(one => [one.is_current, one.agent, one.address]),
    [
      [true, 'x'.repeat(300), '127.0.0.1'],
      [false, 'an old laptop', '127.0.0.1'],
    ],
  )
  const [first = {}] = sessions
  assert.deepEqual(Object.keys(first).sort(), [
    'address',
    'agent',
    'created_at',
    'expires_at',
    'gid',
    'is_current',
    'last_used_at',
  ])
  assert.equal(Date.parse(first.expires_at) - Date.parse(first.created_at), 30 * DAY)
})

test('a revoked session is refused immediately, and only its person can revoke it', async () => {
  const all = await world()
  const [here, there, ann] = [await comes(all, 'here'), await comes(all, 'there'), await signedIn(all, all.ann)]
  const [mine, other] = (await ok(there.call('GET', '/sessions'))).data as Json[]
  assert.equal((await ann.delete(`/sessions/${other?.gid}`)).status, 404)
  assert.deepEqual((await ok(there.call('DELETE', `/sessions/${other?.gid}`))).data, {})
  assert.deepEqual([(await here.call('GET', '/session')).status, there.cookies.size], [401, 1])
  assert.equal((await there.call('DELETE', `/sessions/${other?.gid}`)).status, 404)
  assert.equal((await there.call('DELETE', '/sessions/x')).status, 404)
  await ok(there.call('DELETE', `/sessions/${mine?.gid}`))
  assert.equal(there.cookies.size, 0, 'revoking the present session deletes the cookie')
})

test('an access token cannot be revoked as a session', async () => {
  const all = await world()
  const here = await comes(all, 'here')
  const gid = all.ben.token.split(/[/:]/)[2]
  assert.equal((await here.call('DELETE', `/sessions/${gid}`)).status, 404)
  await ok(here.call('DELETE', '/sessions'))
  assert.equal((await all.ben.get('/users/me')).status, 200)
})

test('all other sessions are revoked together', async () => {
  const all = await world()
  const [one, two, here] = [await comes(all, 'one'), await comes(all, 'two'), await comes(all, 'here')]
  const ann = await signedIn(all, all.ann)
  await ok(here.call('DELETE', '/sessions'))
  const left = await Promise.all([one, two, here].map(at => at.call('GET', '/session')))
  assert.deepEqual(
    left.map(({ status }) => status),
    [401, 401, 200],
  )
  assert.equal((await ann.get('/session')).status, 200, 'sessions of other people are still valid')
})

test('a session expires after thirty days, and the next sign-in deletes it', async () => {
  const all = await world()
  const old = await comes(all, 'old')
  all.clock.now += 30 * DAY - 1000
  assert.equal((await old.call('GET', '/session')).status, 200)
  all.clock.now += 1000
  assert.equal((await old.call('GET', '/session')).status, 401)
  const here = await comes(all, 'here')
  assert.equal((await sessionsOf(all.store.read, Number(all.ben.gid))).length, 1)
  assert.equal((await here.call('GET', '/sessions')).data.length, 1)
})

test('a person has at most a hundred sessions, the newest ones', async () => {
  const all = await world()
  const first = await signedIn(all, all.ben)
  const second = await signedIn(all, all.ben)
  for (let count = 0; count < 99; count++) await signedIn(all, all.ben)
  assert.deepEqual([(await first.get('/session')).status, (await second.get('/session')).status], [401, 200])
  assert.equal((await second.get('/sessions')).data.length, 100)
})
