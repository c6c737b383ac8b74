import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import {
  application,
  authorizeQuery,
  CALLBACK,
  callApi,
  openAuthorize,
  postForm,
  tokensFor,
} from '../../../../test/harness/sign_in/oauth.ts'
import { world } from '../../../../test/harness/world.ts'

const described = { name: 'Planner', redirect_uris: [CALLBACK], scopes: ['tasks:read', 'openid'] }

test('an application is registered, read without its secret and updated', async () => {
  const it = await world()
  const ben = await signedIn(it, it.ben)
  assert.deepEqual((await ben.get('/applications')).data, [])
  const made = await ben.post('/applications', { ...described, name: ' Planner ' })
  const { client_secret, created_at, ...rest } = made.data
  assert.equal(made.status, 201)
  assert.match(client_secret, /^[0-9a-f]{32}$/)
  assert.match(created_at, /^2026-01-05T09:00:00\.\d{3}Z$/)
  assert.deepEqual(rest, { gid: rest.gid, client_id: rest.gid, ...described })
  const path = `/applications/${rest.gid}`
  assert.deepEqual((await ben.get(path)).data, { ...rest, created_at })
  const changed = await ben.put(path, { name: 'Plan', redirect_uris: ['http://localhost:3000/cb'] })
  assert.deepEqual(changed.data, { ...rest, created_at, name: 'Plan', redirect_uris: ['http://localhost:3000/cb'] })
  assert.deepEqual((await ben.put(path, { scopes: ['default'] })).data.scopes, ['default'])
  assert.deepEqual((await ben.get('/applications')).data, [{ ...changed.data, scopes: ['default'] }])
  assert.deepEqual((await ben.put(path, {})).data.name, 'Plan')
})

test('a new secret revokes the old one', async () => {
  const it = await world()
  const app = await application(it)
  const { refresh_token } = await tokensFor(it, app, it.ann)
  const members = { grant_type: 'refresh_token', client_id: app.gid, refresh_token }
  const { status, data } = await (await signedIn(it, it.ben)).post(`/applications/${app.gid}/secret`)
  assert.deepEqual([status, data.gid], [200, app.gid])
  assert.equal((await postForm(it, { ...members, client_secret: app.secret })).body.error, 'invalid_client')
  assert.equal((await postForm(it, { ...members, client_secret: data.client_secret })).status, 200)
})

test('an application is visible only to its owner, whatever role others have', async () => {
  const it = await world()
  const app = await application(it)
  const ann = await signedIn(it, it.ann)
  const path = `/applications/${app.gid}`
  const tries = [
    await ann.get(path),
    await ann.put(path, { name: 'Mine', redirect_uris: ['https://evil.example/'] }),
    await ann.post(`${path}/secret`),
    await ann.delete(path),
    await ann.get('/applications/12'),
  ]
  assert.deepEqual(
    tries.map(({ status }) => status),
    Array(5).fill(404),
  )
  assert.deepEqual((await ann.get('/applications')).data, [])
  assert.equal((await openAuthorize(it, authorizeQuery(app))).status, 302)
  const { access_token } = await tokensFor(it, app, it.ann)
  assert.equal((await callApi(it, access_token, '/users/me')).status, 200)
})

test('an unsafe redirect address is refused', async () => {
  const it = await world()
  const ben = await signedIn(it, it.ben)
  const tell = (uri: unknown) => ben.post('/applications', { ...described, redirect_uris: [CALLBACK, uri] })
  const good = [
    'https://app.example.net',
    'https://app.example.net:8443/a/b?c=d',
    'http://localhost/cb',
    'http://localhost:49152/',
    'http://127.0.0.1:8000/x',
    'http://[::1]:8000/x',
    'urn:ietf:wg:oauth:2.0:oob',
  ]
  for (const uri of good) assert.equal((await tell(uri)).status, 201, uri)
  const bad = [
    'http://app.example.net/cb',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://127.0.0.2/',
    'http://2130706433/',
    'https://app.example.net:x@evil.example/',
    'https://app.example.net?@evil.example:x/#',
    'https://user:pass@app.example.net/',
    'https://@app.example.net/',
    'https://app.example.net/#part',
    'https://app.example.net/#',
    'https://app.example.net/\r\nset-cookie: a=b',
    'https://app.example.net/ b',
    'https:\\\\app.example.net/',
    'https:/app.example.net/',
    'https://',
    'https://[::1',
    'https://app.example.net/é',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://localhost/',
    '/callback',
    '//app.example.net/',
    'app.example.net/cb',
    'urn:ietf:wg:oauth:2.0:oob:auto',
    `https://app.example.net/${'x'.repeat(2000)}`,
    '',
    7,
    null,
    { href: CALLBACK },
  ]
  for (const uri of bad) {
    const { status, message } = await tell(uri)
    assert.equal(status, 400, JSON.stringify(uri))
    assert.match(message ?? '', /^redirect_uris: \[1\]: /)
  }
})

test('empty, oversized and contradictory input is refused', async () => {
  const it = await world()
  const ben = await signedIn(it, it.ben)
  const { gid } = (await ben.post('/applications', described)).data
  const wrong: [object, string][] = [
    [{ name: '  ' }, 'name: Missing input'],
    [{ name: 'x'.repeat(256) }, 'name: Text is too long (maximum 255 characters)'],
    [{ redirect_uris: [] }, 'redirect_uris: Missing input'],
    [{ redirect_uris: CALLBACK }, 'redirect_uris: Missing input'],
    [{ redirect_uris: Array(21).fill(CALLBACK) }, 'redirect_uris: Too many values (maximum 20)'],
    [{ scopes: [] }, 'scopes: Missing input'],
    [{ scopes: ['default', 'tasks:read'] }, 'scopes: Cannot be given together with default'],
    [{ scopes: ['all'] }, 'scopes: [0]: Not a recognized value: all'],
    [{ scopes: ['tasks:read', '__proto__'] }, 'scopes: [1]: Not a recognized value: __proto__'],
  ]
  for (const [more, text] of wrong) {
    const made = await ben.post('/applications', { ...described, ...more })
    const changed = await ben.put(`/applications/${gid}`, more)
    assert.deepEqual([made.status, made.message, changed.message], [400, text, text])
  }
  for (const name of ['name', 'redirect_uris', 'scopes']) {
    const { [name as keyof typeof described]: _, ...less } = described
    assert.equal((await ben.post('/applications', less)).message, `${name}: Missing input`)
  }
})

test('a repeated address or scope counts once', async () => {
  const it = await world()
  const ben = await signedIn(it, it.ben)
  const twice = { redirect_uris: [CALLBACK, CALLBACK], scopes: ['openid', 'openid'] }
  const { data } = await ben.post('/applications', { ...described, ...twice })
  assert.deepEqual([data.redirect_uris, data.scopes], [[CALLBACK], ['openid']])
})
