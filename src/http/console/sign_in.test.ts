/** Sign-in with a password: who can sign in, the cookie of the browser, and protection against guessing. */
import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { type Browser, browser } from '../../../test/harness/sign_in/browser.ts'
import { type Person, type World, world } from '../../../test/harness/world.ts'
import { createPasswords } from '../../identity/passwords.ts'
import { insert, update } from '../../store/change.ts'
import { accountOf } from '../../store/queries/identity/sign_in.ts'

const GOOD = 'correct horse battery'
const WRONG = 'The e-mail address or the password is wrong.'
const hash = await createPasswords().hash(GOOD)

const setPassword = ({ store }: World, { gid }: Pick<Person, 'gid'>) =>
  store.write(tx => insert(tx, 'passwords', { user: Number(gid), hash, changed_at: tx.now }))

/** A world in which Ann has a password. */
async function withPassword(wanted?: Parameters<typeof world>[0]): Promise<World> {
  const all = await world(wanted)
  await setPassword(all, all.ann)
  return all
}

const signIn = (at: Browser, email: string, password: string) => at.call('POST', '/sign_in', { email, password })

const all = await withPassword()

test('a person signs in, reads the session and signs out', async () => {
  const at = browser(all)
  assert.deepEqual((await ok(at.call('GET', '/sign_in'))).data, { password: true, provider: null })
  const { data } = await ok(signIn(at, ' ANN@example.com ', GOOD))
  const { preferences, organizations, live_cursor, ...rest } = data
  const [{ features, ...organization }] = organizations
  assert.deepEqual([preferences.first_page, features.rules, organizations.length], ['home', true, 1])
  assert.deepEqual(organization, {
    ...{ gid: all.workspace, name: 'Example', plan: 'enterprise', is_admin: true, is_organization: true },
    ...{ role: 'super_admin', my_access: 'admin', unread: 0, snoozed_until: null },
  })
  assert.deepEqual(rest, {
    user: { gid: all.ann.gid, name: 'Ann', email: 'ann@example.com', photo: null },
    has_password: true,
    awaits_address: false,
    administers_installation: true,
    sign_in: { password: true, provider: null },
  })
  assert.deepEqual((await ok(at.call('GET', '/session'))).data, data)
  assert.match(live_cursor, new RegExp(`^${all.workspace}:\\d+$`))
  assert.equal((await at.open('/api/1.0/users/me', { 'x-requested-with': 'workloom' })).data.gid, all.ann.gid)
  const before = new Map(at.cookies)
  await ok(at.call('POST', '/sign_out'))
  assert.equal(at.cookies.size, 0, 'the cookie is deleted')
  for (const [name, value] of before) at.cookies.set(name, value)
  assert.equal((await at.call('GET', '/session')).status, 401, 'the session is revoked')
})

test('all failed sign-ins have the same response', async () => {
  const gone = await all.person('Gone')
  await setPassword(all, gone)
  await all.store.write(tx => update(tx, 'workspace_memberships', { user: Number(gone.gid) }, { is_active: 0 }))
  const service = await all.person('Robot', { is_admin: true, is_service: true })
  await setPassword(all, service)
  const tried = [
    ['ann@example.com', 'not the password'],
    ['ann@example.com', ''],
    ['nobody@example.com', GOOD],
    ['ben@example.com', GOOD],
    ['ben@example.com', ''],
    ['gone@example.com', GOOD],
    ['robot@example.com', GOOD],
  ]
  for (const [email = '', password = ''] of tried) {
    const at = browser(all)
    const { status, body, message } = await signIn(at, email, password)
    assert.deepEqual([email, status, message, Object.keys(body)], [email, 401, WRONG, ['errors']])
    assert.equal(at.cookies.size, 0)
  }
})

test('each sign-in creates a new session, ignores a planted cookie and revokes the former session', async () => {
  const at = browser(all)
  at.cookies.set('workloom_session', '2/1/2:0123456789abcdef0123456789abcdef')
  await ok(signIn(at, 'ann@example.com', GOOD))
  const first = at.cookies.get('workloom_session') ?? ''
  assert.notEqual(first, '2/1/2:0123456789abcdef0123456789abcdef')
  await ok(signIn(at, 'ann@example.com', GOOD))
  assert.notEqual(at.cookies.get('workloom_session'), first)
  at.cookies.set('workloom_session', first)
  assert.equal((await at.call('GET', '/session')).status, 401)
})

test('the cookie is limited to this server, and to TLS where the server has it', async () => {
  const plain = browser(all)
  await signIn(plain, 'ann@example.com', GOOD)
  assert.match(plain.setCookies.join(), /^workloom_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  const safe = await withPassword({ publicUrl: 'https://tasks.example.com' })
  const at = browser(safe)
  await signIn(at, 'ann@example.com', GOOD)
  const flags = /^__Host-workloom_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/
  assert.match(at.setCookies.join(), flags)
  const secret = at.cookies.get('__Host-workloom_session') ?? ''
  at.cookies.clear()
  at.cookies.set('workloom_session', secret)
  assert.equal(
    (await at.call('GET', '/session')).status,
    401,
    'a cookie without the prefix, which a page without TLS could set',
  )
})

test('a cookie without the header X-Requested-With or from another site is refused', async () => {
  const at = browser(all)
  await signIn(at, 'ann@example.com', GOOD)
  const forged: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'x-requested-with': 'workloom', 'sec-fetch-site': 'cross-site' },
    { 'x-requested-with': 'workloom', 'sec-fetch-site': 'same-site' },
    ...['https://evil.example', 'http://localhost:9999', 'null', ''].map(origin => ({
      ...{ 'x-requested-with': 'workloom', origin },
    })),
  ]
  for (const headers of forged) {
    assert.equal((await at.call('GET', '/session', undefined, headers)).status, 401)
    assert.equal((await at.call('POST', '/sign_out', {}, headers)).status, 401)
    const body = { email: 'ann@example.com', password: GOOD }
    assert.equal((await at.call('POST', '/sign_in', body, headers)).status, 401, 'a sign-in cannot be forged')
    assert.equal((await at.open('/api/1.0/users/me', headers)).status, 401)
  }
  assert.equal((await at.call('GET', '/session')).status, 200, 'the session is still valid')
  const own = { 'x-requested-with': 'workloom', origin: 'http://localhost:80' }
  assert.equal((await at.call('GET', '/session', undefined, own)).status, 200, 'the origin of this server is accepted')
})

test('a session is not accepted as an access token, nor an access token as a session', async () => {
  const at = browser(all)
  await signIn(at, 'ann@example.com', GOOD)
  const secret = at.cookies.get('workloom_session')
  const asBearer = { authorization: `Bearer ${secret}` }
  const stranger = browser(all)
  assert.equal((await stranger.open('/api/1.0/users/me', asBearer)).status, 401)
  stranger.cookies.set('workloom_session', all.ann.token)
  assert.equal((await stranger.call('GET', '/session')).status, 401)
})

test('an invalid password is refused before it is hashed', async () => {
  const at = browser(all)
  assert.equal((await signIn(at, 'ann@example.com', 'x'.repeat(201))).status, 400)
  assert.equal((await signIn(at, 'ann@example.com', `nul\0${GOOD}`)).status, 400)
  assert.equal((await signIn(at, 'ann@example.com', `half ${'\ud800'} pair`)).status, 400)
  assert.equal((await signIn(at, 'ann@example.com', 'x'.repeat(1024 * 1024))).status, 413)
  assert.equal((await at.call('POST', '/sign_in', { email: 'ann@example.com', password: 7 })).status, 400)
  assert.equal((await at.call('POST', '/sign_in', { email: 'ann@example.com' })).status, 400)
})

test('guesses are slowed down for each address, with and without an account, until time has passed', async () => {
  const own = await withPassword()
  own.clock.step = 0
  const waits: Record<string, string | undefined> = {}
  for (const email of ['ann@example.com', 'nobody@example.com']) {
    for (let tried = 0; tried < 10; tried++) assert.equal((await signIn(browser(own), email, 'a guess')).status, 401)
    const { status, headers } = await signIn(browser(own), email, GOOD)
    assert.equal(status, 429, 'the right password does not help either')
    waits[email] = headers['retry-after']
  }
  assert.deepEqual(Object.values(waits), ['60', '60'])
  own.clock.now += 59_000
  assert.equal((await signIn(browser(own), 'ann@example.com', GOOD)).status, 429)
  own.clock.now += 1000
  assert.equal((await signIn(browser(own), 'ann@example.com', GOOD)).status, 200)
  assert.equal((await signIn(browser(own), 'Ann@example.com', GOOD)).status, 200, 'a success is not counted')
})

test('guesses at many accounts are slowed down for the client address', async () => {
  const own = await withPassword()
  own.clock.step = 0
  const link = (secret: string) => browser(own).call('POST', '/sign_in/link', { link: secret })
  for (let tried = 0; tried < 60; tried++) assert.equal((await link(`guess ${tried}`)).status, 401)
  assert.equal((await link('guess')).status, 429)
  assert.equal((await signIn(browser(own), 'ann@example.com', GOOD)).status, 429)
  own.clock.now += 10_000
  assert.equal((await signIn(browser(own), 'ann@example.com', GOOD)).status, 200)
  assert.equal((await link('guess')).status, 401, 'one guess has been refilled')
  assert.equal((await link('guess')).status, 429, 'a success refills no guesses')
})

test('a forwarded client address counts only from a trusted proxy', async () => {
  const guesses = async (own: World) => {
    own.clock.step = 0
    const statuses = new Set<number>()
    for (let guess = 0; guess < 65; guess++) {
      const headers = { 'x-requested-with': 'workloom', 'x-forwarded-for': `198.51.100.${guess}` }
      statuses.add((await browser(own).call('POST', '/sign_in/link', { link: 'guess' }, headers)).status)
    }
    return [...statuses]
  }
  assert.deepEqual(await guesses(await world()), [401, 429])
  assert.deepEqual(await guesses(await world({ trustedProxies: ['127.0.0.1'] })), [401])
})

test('a password with a cheaper hash is hashed again at the next sign-in', async () => {
  const own = await withPassword()
  const nonce = Buffer.alloc(16, 1)
  const tag = argon2Sync('argon2id', { message: GOOD, nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 32 })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const cheap = `$argon2id$v=19$m=64,t=1,p=1$${text(nonce)}$${text(tag)}`
  const user = Number(own.ann.gid)
  await own.store.write(tx => update(tx, 'passwords', { user }, { hash: cheap }))
  await ok(signIn(browser(own), 'ann@example.com', GOOD))
  assert.match((await accountOf(own.store.read, user)).password ?? '', /m=19456,t=2/)
  await ok(signIn(browser(own), 'ann@example.com', GOOD))
})
