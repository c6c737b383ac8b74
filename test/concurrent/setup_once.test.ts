/** Operations that must succeed once, and access that must stay revoked, under concurrent calls. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp, setUpFirst } from '../../src/cli/organization.ts'
import { lockAccount } from '../../src/cli/sign_in_link.ts'
import { createLink } from '../../src/identity/links.ts'
import { createPasswords } from '../../src/identity/passwords.ts'
import { revokeAccess } from '../../src/identity/revoke_access.ts'
import { saveSignInSettings, signInSettings } from '../../src/identity/sign_in_settings.ts'
import { signClaims } from '../../src/identity/signing_keys.ts'
import { createToken } from '../../src/identity/tokens.ts'
import { leave } from '../../src/resources/people/rules/leave.ts'
import { insert, update } from '../../src/store/change.ts'
import { atOnce, countByStatus, type Instances, instances, storesOf, whileBlockedBy } from '../harness/instances.ts'
import { browser } from '../harness/sign_in/browser.ts'
import { serviceAccount, signedIn } from '../harness/sign_in/console.ts'
import {
  application,
  authorizeQuery,
  callApi,
  consent,
  exchange,
  openAuthorize,
  postForm,
  tokensFor,
} from '../harness/sign_in/oauth.ts'
import type { Json, World } from '../harness/world.ts'

/** The instances as the world that harness functions take: none of these reads the clock. */
const asWorld = (all: Instances) => all as unknown as World

type CredentialTable = 'tokens' | 'sign_in_links' | 'passwords' | 'authorization_codes' | 'refresh_tokens' | 'grants'

const countOf = async ({ store }: Instances, table: CredentialTable, user: string) =>
  (await store.read.db.selectFrom(table).select('user').where('user', '=', Number(user)).execute()).length

const setupOptions = (one: number) => ({
  ...{ name: undefined, organization: 'Acme', plan: undefined, email: `eva${one}@acme.org` },
})

/**
 * A number of administrators, signed in. Writes of one person in the console are serialized, so each has a session of
 * their own.
 */
async function administrators(all: Instances, count: number) {
  const others = await atOnce(one => all.person(`Admin${one}`, { is_admin: true }), count - 1)
  return Promise.all([all.ann, ...others].map(admin => signedIn(all, admin)))
}

test('instances that set up an empty installation at once set it up once', async () => {
  const stores = await storesOf(3)
  const made = await atOnce(async one => stores[one % 3]?.write(tx => setUpFirst(tx, setupOptions(one))), 9)
  assert.equal(made.filter(Boolean).length, 1)
  const { db } = stores[0]?.read ?? assert.fail()
  assert.equal((await db.selectFrom('workspaces').select('gid').execute()).length, 1)
})

test('callers that set up an organization at once create one', async () => {
  const stores = await storesOf(2)
  const made = await atOnce(async one => stores[one % 2]?.write(tx => setUp(tx, setupOptions(one))), 10)
  assert.equal(new Set(made.map(one => one?.workspace)).size, 1)
})

test('a sign-in link signs in one of many callers that use it at once', async () => {
  const all = await instances()
  const link = await all.store.write(tx => createLink(tx, Number(all.ben.gid), 'reset'))
  const answers = await atOnce(() => browser(all).call('POST', '/sign_in/link', { link }))
  assert.deepEqual(countByStatus(answers), { 200: 1, 401: 19 })
})

test('the last of several links that are created at once works', async () => {
  const all = await instances()
  await atOnce(async one => all.stores[one % 2]?.write(tx => createLink(tx, Number(all.ben.gid), 'reset')))
  assert.equal(await countOf(all, 'sign_in_links', all.ben.gid), 1)
})

test('a code is exchanged once, and a second exchange revokes the tokens of the first', async () => {
  const all = await instances()
  const app = await application(asWorld(all))
  const ann = await signedIn(all, all.ann)
  const { code } = await consent(ann, authorizeQuery(app))
  const answers = await atOnce(() => exchange(asWorld(all), app, code))
  assert.deepEqual(countByStatus(answers), { 200: 1, 400: 19 })
  assert.equal(await countOf(all, 'refresh_tokens', all.ann.gid), 0)
  const token = answers.find(({ status }) => status === 200)?.body.access_token
  assert.equal((await callApi(asWorld(all), token, '/users/me')).status, 401)
})

/** Exchanges a refresh token as the application. */
const refreshTokens = (all: Instances, { gid, secret }: { gid: string; secret: string }, refresh_token: string) =>
  postForm(asWorld(all), { grant_type: 'refresh_token', client_id: gid, client_secret: secret, refresh_token })

test('a revoked grant leaves no token, also when one is being requested', async () => {
  const all = await instances()
  const app = await application(asWorld(all))
  for (let round = 0; round < 3; round++) {
    const tokens = await tokensFor(asWorld(all), app, all.ann)
    const ann = await signedIn(all, all.ann)
    const { code } = await consent(ann, authorizeQuery(app))
    const [grant] = (await ann.get('/grants')).data as unknown as Json[]
    await Promise.all([
      exchange(asWorld(all), app, code),
      ...(await atOnce(async () => refreshTokens(all, app, tokens.refresh_token), 6)),
      ann.delete(`/grants/${grant?.gid}`),
      openAuthorize(asWorld(all), authorizeQuery(app), ann.session),
      refreshTokens(all, app, tokens.refresh_token),
    ])
    const { db } = all.store.read
    assert.deepEqual(await db.selectFrom('tokens').select('gid').where('kind', '=', 'application').execute(), [])
    for (const table of ['grants', 'refresh_tokens', 'authorization_codes'] as const)
      assert.equal(await countOf(all, table, all.ann.gid), 0, `${table}, round ${round}`)
  }
})

test('an application that its owner deletes leaves no token that is being requested', async () => {
  const all = await instances()
  const owner = await signedIn(all, all.ben)
  for (let round = 0; round < 3; round++) {
    const app = await application(asWorld(all))
    const tokens = await tokensFor(asWorld(all), app, all.ann)
    const ann = await signedIn(all, all.ann)
    const { code } = await consent(ann, authorizeQuery(app))
    const renewals = Array.from({ length: 6 }, () => () => refreshTokens(all, app, tokens.refresh_token))
    const answers = await Promise.all([
      ...renewals.map(renewal => renewal()),
      exchange(asWorld(all), app, code),
      owner.delete(`/applications/${app.gid}`),
      ann.post('/oauth/consent', { query: authorizeQuery(app), allow: true }),
    ])
    assert.ok(!countByStatus(answers)[500] && !countByStatus(answers)[503], JSON.stringify(countByStatus(answers)))
    const { db } = all.store.read
    assert.deepEqual(await db.selectFrom('tokens').select('gid').where('kind', '=', 'application').execute(), [])
    assert.equal(await countOf(all, 'grants', all.ann.gid), 0)
  }
})

test('a person who loses their last membership keeps no credential that was being created', async () => {
  const all = await instances()
  const app = await application(asWorld(all))
  const hash = await createPasswords().hash('correct horse battery')
  for (let round = 0; round < 3; round++) {
    const eva = await all.person(`Eva${round}`)
    const visitor = await signedIn(all, eva)
    await all.store.write(tx => insert(tx, 'passwords', { user: Number(eva.gid), hash, changed_at: tx.now }))
    const link = await all.store.write(tx => createLink(tx, Number(eva.gid), 'operator'))
    await Promise.all([
      visitor.post('/tokens', { name: 'for later' }),
      visitor.post('/oauth/consent', { query: authorizeQuery(app), allow: true }),
      browser(all).call('POST', '/sign_in/link', { link }),
      browser(all).call('POST', '/sign_in', { email: eva.email, password: 'correct horse battery' }),
      browser(all).call('POST', '/sign_in/forgot', { email: eva.email }),
      all.ann.post(`/workspaces/${all.workspace}/removeUser`, { user: eva.gid }),
    ])
    // E-mails are written after the response.
    await new Promise(resolve => setTimeout(resolve, 100))
    for (const table of ['tokens', 'sign_in_links', 'passwords', 'authorization_codes', 'grants'] as const)
      assert.equal(await countOf(all, table, eva.gid), 0, table)
  }
})

test('a session that is revoked creates nothing', async () => {
  const all = await instances()
  const here = await signedIn(all, all.ben)
  const there = await signedIn(all, all.ben)
  const [ended, made] = await Promise.all([
    here.delete('/sessions'),
    atOnce(() => there.post('/tokens', { name: 'for later' }), 10),
  ])
  assert.equal(ended.status, 200)
  assert.equal((await there.post('/tokens', { name: 'for later' })).status, 401)
  // Each was either created before, or not at all.
  const { 200: _none, ...only } = countByStatus(made)
  assert.ok(Object.keys(only).every(status => status === '201' || status === '401'))
})

test('a service account that many callers reset at once has one token', async () => {
  const all = await instances()
  const visitors = await administrators(all, 6)
  const { gid } = await serviceAccount(asWorld(all))
  const path = `/organizations/${all.workspace}/service_accounts/${gid}`
  const change = { name: 'Reader', scopes: ['users:read'] }
  const answers = await Promise.all(
    visitors.map((visitor, one) => (one % 3 ? visitor.post(`${path}/reset`) : visitor.put(path, change))),
  )
  assert.deepEqual(countByStatus(answers), { 200: 6 })
  const rows = all.store.read.db.selectFrom('tokens').select('scopes').where('user', '=', Number(gid))
  assert.deepEqual(
    (await rows.execute()).map(({ scopes }) => scopes),
    ['users:read'],
  )
})

test('all instances sign with one key', async () => {
  const stores = await storesOf(2)
  const log: unknown[] = []
  const key = 'a key of thirty-two characters..'
  const signing = stores.map(store => ({ store, key, log: (line: unknown) => void log.push(line) }))
  await atOnce(async one => signing[one % 2] && signClaims(signing[one % 2] as never, { sub: 'eva' }), 6)
  assert.equal(log.length, 1)
})

test('one of password and provider sign-in stays enabled when both are disabled at once', async () => {
  const all = await instances()
  const [ann, eva] = await administrators(all, 2)
  for (const one of [ann, eva]) {
    const user = Number(one?.gid)
    await all.store.write(tx => insert(tx, 'administrators', { user, created_at: tx.now }))
  }
  const trust = { email_domains: ['example.com'], trusts_addresses: true }
  const provider = { name: 'Mine', issuer: 'https://id.example.com', client_id: 'c', client_secret: 'sealed', ...trust }
  for (let round = 0; round < 4; round++) {
    await all.store.write(tx => saveSignInSettings(tx, { password: true, provider }))
    const answers = await Promise.all([
      ann?.put('/settings/sign_in', { password: false }),
      eva?.put('/settings/sign_in', { provider: null }),
    ])
    assert.deepEqual(answers.map(answer => answer?.status).sort(), [200, 400])
    const settings = await signInSettings(all.store.read)
    assert.ok(settings.password || settings.provider)
  }
})

test('access that is revoked twice at once is revoked', async () => {
  const all = await instances()
  const user = Number(all.ben.gid)
  await all.store.write(tx => update(tx, 'workspace_memberships', { user }, { is_active: 0 }))
  await atOnce(async one => all.stores[one % 2]?.write(tx => revokeAccess(tx, user)), 6)
  assert.equal(await countOf(all, 'tokens', all.ben.gid), 0)
})

test('a person who is leaving gets no token from the operator that outlasts the membership', async () => {
  const all = await instances()
  const { ben, stores, workspace } = all
  const [store, other] = stores
  if (!store || !other) return
  const user = Number(ben.gid)
  const made = whileBlockedBy(
    store,
    tx => leave(tx, user, Number(workspace), Number(all.ann.gid)),
    () => other.write(async tx => createToken(tx, (await lockAccount(tx, ben.email)).gid, 'For later')),
  )
  await assert.rejects(made, /no longer belongs to an organization/)
  assert.equal(await countOf(all, 'tokens', ben.gid), 0)
})
