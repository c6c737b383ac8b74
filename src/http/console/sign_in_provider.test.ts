/** Sign-in by a provider: redirect and callback, and forged callbacks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { type Browser, browser } from '../../../test/harness/sign_in/browser.ts'
import { openidProvider } from '../../../test/harness/sign_in/provider.ts'
import { type Answer, type World, world } from '../../../test/harness/world.ts'
import { saveSignInSettings } from '../../identity/sign_in_settings.ts'
import { seal } from '../../lib/secret.ts'
import { createUser, createWorkspace, join } from '../../resources/people/rules/join.ts'
import { deleteWhere, insert, update } from '../../store/change.ts'
import { ownPath } from './sign_in_provider.ts'

const KEY = 'a key of thirty-two characters..'
const LOGIN_COOKIE = 'workloom_login'
const provider = await openidProvider()

/** The default settings of the provider. */
const trust = { email_domains: ['example.com'], trusts_addresses: true }

async function withProvider(wanted: Parameters<typeof world>[0] = {}, trusted = trust): Promise<World> {
  const { issuer, client_id, client_secret } = provider
  const all = await world({ key: KEY, ...wanted })
  const settings = { name: 'Company', issuer, client_id, client_secret: seal(KEY, client_secret), ...trusted }
  await all.store.write(tx => saveSignInSettings(tx, { password: true, provider: settings }))
  return all
}

/** Starts a login at the provider and returns the callback address, without opening it. */
async function fetched(at: Browser, return_to = '/'): Promise<string> {
  const begun = await at.open(`/-/sign_in/provider?return_to=${encodeURIComponent(return_to)}`)
  assert.equal(begun.status, 302)
  const back = new URL(await provider.visit(begun.headers.location ?? ''))
  return back.pathname + back.search
}

const ends = ({ status, headers }: Answer) => [status, headers.location]

const ben = { sub: 'subject of ben', email: 'Ben@Example.com', email_verified: true }

const all = await withProvider()

/** A whole login. */
async function logIn(person: object, at = browser(all)) {
  provider.person = { ...person }
  return { at, end: ends(await at.open(await fetched(at))) }
}

test('a person signs in by the provider', async () => {
  provider.person = ben
  const at = browser(all)
  assert.deepEqual((await ok(at.call('GET', '/sign_in'))).data.provider, { name: 'Company' })
  const back = await fetched(at, '/tokens?new=1')
  assert.match(at.setCookies.join(), /^workloom_login=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  assert.deepEqual(ends(await at.open(back)), [302, '/tokens?new=1'])
  assert.equal((await ok(at.call('GET', '/session'))).data.user.gid, all.ben.gid)
  assert.deepEqual([...at.cookies.keys()], ['workloom_session'], 'the login is over')
})

test('the login cookie has the flags of the session cookie under TLS', async () => {
  const own = await withProvider({ publicUrl: 'https://tasks.example.com' })
  provider.person = ben
  const at = browser(own)
  const back = await fetched(at)
  assert.match(
    at.setCookies.join(),
    /^__Host-workloom_login=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  assert.deepEqual(ends(await at.open(back)), [302, '/'])
  assert.ok(at.cookies.has('__Host-workloom_session'))
})

test('a known person is identified by the subject after their address changes', async () => {
  await logIn(ben)
  const { at, end } = await logIn({ ...ben, email: 'ann@example.com' })
  assert.deepEqual(end, [302, '/'])
  assert.equal((await at.call('GET', '/session')).data.user.gid, all.ben.gid)
})

test('a reassigned address does not give access to the account of its former owner', async () => {
  await logIn(ben)
  const { at, end } = await logIn({ ...ben, sub: 'somebody else' })
  assert.deepEqual(end, [302, '/sign_in?problem=no_account'])
  assert.ok(!at.cookies.has('workloom_session'))
})

test('the next owner of an address signs in after its former owner was removed, who no longer can', async () => {
  const eve = await all.person('Eve')
  const former = { sub: 'the former eve', email: 'eve@example.com' }
  const later = { ...former, sub: 'the later eve' }
  await logIn(former)
  await ok(all.ann.post(`/workspaces/${all.workspace}/removeUser`, { user: eve.gid }))
  await ok(all.ann.post(`/workspaces/${all.workspace}/addUser`, { user: 'eve@example.com' }))
  assert.deepEqual((await logIn(later)).end, [302, '/'])
  assert.deepEqual((await logIn(former)).end, [302, '/sign_in?problem=no_account'])
})

test('only a verified address signs in to an account', async () => {
  const ann = { sub: 'subject of ann', email: 'ann@example.com' }
  for (const email_verified of [false, 'false']) {
    const { at, end } = await logIn({ ...ann, email_verified })
    assert.deepEqual(end, [302, '/sign_in?problem=unverified'])
    assert.equal(at.cookies.size, 0)
  }
  assert.deepEqual((await logIn(ann)).end, [302, '/'], 'the settings trust addresses without a statement')
})

test('a provider that does not confirm verification is refused, unless its settings trust its addresses', async () => {
  const own = await withProvider({}, { ...trust, trusts_addresses: false })
  const ann = { sub: 'subject of ann', email: 'ann@example.com' }
  for (const claim of [{}, { email_verified: null }, { email_verified: 'yes' }, { email_verified: 1 }]) {
    const { at, end } = await logIn({ ...ann, ...claim }, browser(own))
    assert.deepEqual(end, [302, '/sign_in?problem=unverified'], JSON.stringify(claim))
    assert.ok(!at.cookies.has('workloom_session'))
  }
  for (const email_verified of [true, 'true']) {
    assert.deepEqual((await logIn({ ...ann, email_verified }, browser(own))).end, [302, '/'])
  }
})

test('a provider signs in only people of its e-mail domains, also those whom it has signed in before', async () => {
  const own = await withProvider()
  const bob = await own.store.write(async tx => {
    const beta = await createWorkspace(tx, { name: 'Beta', domains: ['beta.example'], plan: 'enterprise' })
    const user = await createUser(tx, { name: 'Bob', email: 'bob@beta.example' })
    await join(tx, user, beta, { is_admin: true })
    return user
  })
  const claims = { sub: 'whoever', email: 'bob@beta.example', email_verified: true }
  const refused = [302, '/sign_in?problem=no_account']
  assert.deepEqual((await logIn(claims, browser(own))).end, refused)
  assert.deepEqual((await logIn(ben, browser(own))).end, [302, '/'])
  await own.store.write(async tx => {
    await insert(tx, 'external_identities', { issuer: provider.issuer, subject: 'old', user: bob, created_at: tx.now })
    await update(tx, 'users', { gid: Number(own.ben.gid) }, { email: 'ben@elsewhere.org' })
  })
  assert.deepEqual((await logIn({ ...claims, sub: 'old' }, browser(own))).end, refused)
  assert.deepEqual((await logIn(ben, browser(own))).end, refused)
})

test('an address of the provider is compared in its normal form', async () => {
  const own = await withProvider()
  const { at, end } = await logIn({ sub: 'x', email: 'ANN@Example。com.', email_verified: true }, browser(own))
  assert.deepEqual([end, (await at.call('GET', '/session')).data.user.gid], [[302, '/'], own.ann.gid])
})

test('a caller without an account, a former member and a service account cannot sign in', async () => {
  const stranger = { sub: 'stranger', email: 'stranger@example.com' }
  assert.deepEqual((await logIn(stranger)).end, [302, '/sign_in?problem=no_account'])
  assert.deepEqual((await logIn({ sub: 'nameless' })).end, [302, '/sign_in?problem=no_account'])
  await all.person('Robot', { is_service: true, is_admin: true })
  assert.deepEqual((await logIn({ sub: 'robot', email: 'robot@example.com' })).end, [
    302,
    '/sign_in?problem=no_account',
  ])
  const gone = await all.person('Gone')
  const known = { sub: 'gone', email: 'gone@example.com' }
  assert.deepEqual((await logIn(known)).end, [302, '/'])
  await all.store.write(tx => update(tx, 'workspace_memberships', { user: Number(gone.gid) }, { is_active: 0 }))
  assert.deepEqual((await logIn(known)).end, [302, '/sign_in?problem=no_account'])
})

test('the address is read from userinfo when the identity token lacks it', async () => {
  const dan = await all.person('Dan')
  provider.userinfo = { email: 'dan@example.com', email_verified: true }
  const { at } = await logIn({ sub: 'subject of dan' })
  assert.equal((await at.call('GET', '/session')).data.user.gid, dan.gid)
  provider.userinfo = { email: 'ann@example.com', email_verified: false }
  assert.deepEqual((await logIn({ sub: 'not ann' })).end, [302, '/sign_in?problem=unverified'])
  provider.userinfo = {}
})

test('a callback must belong to the login of this browser', async () => {
  provider.person = ben
  const expired = [302, '/sign_in?problem=expired']
  const [at, other] = [browser(all), browser(all)]
  const back = await fetched(at)
  const traded = provider.codeExchanges
  assert.deepEqual(ends(await other.open(back)), expired, 'without a login')
  await fetched(other)
  assert.deepEqual(ends(await other.open(back)), expired, 'with the login of another one')
  const login = at.cookies.get(LOGIN_COOKIE) ?? ''
  const wrong = back.replace(/state=[^&]+/, 'state=wrong')
  assert.deepEqual(ends(await at.open(wrong)), expired, 'with another state')
  at.cookies.set(LOGIN_COOKIE, login)
  assert.deepEqual(ends(await at.open(back.replace(/&?state=[^&]+/, ''))), expired, 'without a state')
  for (const forged of ['', 'x', `${login}x`, seal('another key', '{}'), seal(KEY, 'no JSON'), seal(KEY, 'null')]) {
    at.cookies.set(LOGIN_COOKIE, forged)
    assert.deepEqual(ends(await at.open(back)), expired, 'with a forged login')
  }
  at.cookies.set(LOGIN_COOKIE, login)
  all.clock.now += 10 * 60_000
  assert.deepEqual(ends(await at.open(back)), expired, 'too late')
  assert.equal(provider.codeExchanges, traded, 'no request was sent to the provider')
})

test('a callback address can be used once', async () => {
  provider.person = ben
  const at = browser(all)
  const back = await fetched(at)
  const login = at.cookies.get(LOGIN_COOKIE) ?? ''
  assert.deepEqual(ends(await at.open(back)), [302, '/'])
  assert.deepEqual(ends(await at.open(back)), [302, '/sign_in?problem=expired'])
  const thief = browser(all)
  thief.cookies.set(LOGIN_COOKIE, login)
  assert.deepEqual(ends(await thief.open(back)), [302, '/sign_in?problem=provider'], 'the code works once')
  assert.ok(!thief.cookies.has('workloom_session'))
})

test('an identity token is accepted only unchanged and for this login', async () => {
  const spoiled: (typeof provider.tamper)[] = [
    { foreignKey: true },
    { claims: { nonce: 'another' } },
    { claims: { nonce: undefined } },
    { claims: { iss: 'https://elsewhere.example' } },
    { claims: { aud: 'another client' } },
    { claims: { exp: 1_000_000_000 } },
  ]
  for (const spoil of spoiled) {
    provider.tamper = spoil
    const { at, end } = await logIn(ben)
    assert.deepEqual(end, [302, '/sign_in?problem=provider'], JSON.stringify(spoil))
    assert.ok(!at.cookies.has('workloom_session'))
  }
  provider.tamper = {}
  assert.match(String(all.logged.at(-1)?.message), /Signing in at the provider failed/)
  assert.ok(!JSON.stringify(all.logged).includes(provider.client_secret))
})

test('guessed codes do not flood the provider', async () => {
  const own = await withProvider()
  own.clock.step = 0
  const traded = provider.codeExchanges
  const statuses = new Set<number>()
  const at = browser(own)
  for (let guess = 0; guess < 65; guess++) {
    const { headers } = await at.open('/-/sign_in/provider')
    const state = new URL(headers.location ?? '').searchParams.get('state')
    statuses.add((await at.open(`/-/sign_in/callback?code=${guess}&state=${state}`)).status)
  }
  assert.deepEqual([[...statuses], provider.codeExchanges - traded], [[302, 429], 60])
})

test('a person who declines returns to the sign-in page', async () => {
  const at = browser(all)
  const { headers } = await at.open('/-/sign_in/provider')
  const state = new URL(headers.location ?? '').searchParams.get('state')
  const declined = await at.open(`/-/sign_in/callback?error=access_denied&state=${state}`)
  assert.deepEqual(ends(declined), [302, '/sign_in?problem=declined'])
})

test('return_to never redirects to another site', async () => {
  const elsewhere = [
    ...['https://evil.example', '//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example'],
    ...['/.//evil.example', '/x/..//evil.example', '/%2e//evil.example', '/\n/evil.example', 'javascript:alert(1)'],
    ...['evil.example', '', '?x', '/x\r\nset-cookie: a=b', `/${'x'.repeat(1000)}`, '/a\\b'],
  ]
  for (const path of elsewhere) assert.equal(ownPath(path), '/', JSON.stringify(path))
  assert.equal(ownPath(undefined), '/')
  for (const path of ['/', '/tokens', '/0/12/34?a=b#c', '/consent?redirect_uri=https%3A%2F%2Fx']) {
    assert.equal(ownPath(path), path)
  }
  provider.person = ben
  const at = browser(all)
  assert.deepEqual(ends(await at.open(await fetched(at, '//evil.example'))), [302, '/'])
})

test('a missing or failing provider is reported to the person', async () => {
  const own = await withProvider()
  const at = browser(own)
  const provider = {
    name: 'Gone',
    issuer: 'http://127.0.0.1:1',
    client_id: 'x',
    client_secret: seal(KEY, 'x'),
    ...trust,
  }
  await own.store.write(tx => saveSignInSettings(tx, { password: true, provider }))
  assert.deepEqual(ends(await at.open('/-/sign_in/provider')), [302, '/sign_in?problem=provider'])
  await own.store.write(tx => saveSignInSettings(tx, { password: true, provider: { ...provider, client_secret: 'x' } }))
  assert.deepEqual(ends(await at.open('/-/sign_in/provider')), [302, '/sign_in?problem=provider'], 'another key')
  assert.match(JSON.stringify(own.logged.at(-1)), /sealed under another key: enter it again, or start with that key/)
  await own.store.write(tx => deleteWhere(tx, 'settings', { name: 'sign_in' }))
  assert.deepEqual(ends(await at.open('/-/sign_in/provider')), [302, '/sign_in?problem=no_provider'])
  assert.deepEqual(ends(await at.open('/-/sign_in/callback?code=x&state=y')), [302, '/sign_in?problem=no_provider'])
})
