/** OAuth 2.0, from the registration of an application to the revocation of its tokens. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedIn } from '../harness/sign_in/console.ts'
import {
  application,
  authorizeQuery,
  CALLBACK,
  callApi,
  consent,
  exchange,
  openAuthorize,
  postForm,
  redirectMembers,
  s256,
  tokensFor,
} from '../harness/sign_in/oauth.ts'
import { world } from '../harness/world.ts'

const HOUR = 3_600_000
const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob'

test('a browser without a session is redirected to the consent page, with the query unchanged', async () => {
  const it = await world()
  const query = authorizeQuery(await application(it))
  const { session } = await signedIn(it, it.ann)
  for (const known of [undefined, session, 'stale']) {
    const { status, location } = await openAuthorize(it, query, known)
    assert.deepEqual([status, location], [302, `/consent?${query}`])
  }
})

test('the consent page receives the requested scopes and the application', async () => {
  const it = await world()
  const app = await application(it, { scopes: ['tasks:read', 'openid'] })
  const ann = await signedIn(it, it.ann)
  const { status, data } = await ann.get(`/oauth/request?${authorizeQuery(app)}`)
  assert.equal(status, 200)
  assert.deepEqual(data, {
    application: { gid: app.gid, name: 'Planner' },
    scopes: [
      { name: 'openid', doc: 'Know who you are.' },
      { name: 'tasks:read', doc: 'See tasks.' },
    ],
    redirect_uri: CALLBACK,
    user: { gid: it.ann.gid, name: 'Ann', email: 'ann@example.com' },
  })
})

test('a consent gives a code, and the code gives tokens, as recorded', async () => {
  const it = await world()
  const app = await application(it)
  const errors = await consent(await signedIn(it, it.ann), authorizeQuery(app, { state: 'a b&c' }))
  assert.deepEqual(Object.keys(errors), ['code', 'state'])
  assert.equal(errors.state, 'a b&c')
  const { status, body, headers } = await exchange(it, app, errors.code)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['access_token', 'expires_in', 'token_type', 'data', 'refresh_token'])
  assert.deepEqual([body.expires_in, body.token_type], [3600, 'bearer'])
  assert.deepEqual(body.data, { id: Number(it.ann.gid), gid: it.ann.gid, name: 'Ann', email: 'ann@example.com' })
  assert.equal(headers['cache-control'], 'no-store')
  const me = await callApi(it, body.access_token, '/users/me')
  assert.deepEqual([me.status, me.data.gid], [200, it.ann.gid])
})

test('a refusal is reported to the application', async () => {
  const it = await world()
  const ann = await signedIn(it, it.ann)
  const { data } = await ann.post('/oauth/consent', { query: authorizeQuery(await application(it)), allow: false })
  const { error, state } = redirectMembers(data.redirect)
  assert.deepEqual([error, state], ['access_denied', 'st'])
  assert.deepEqual((await ann.get('/grants')).data, [])
})

test('a person who has consented is redirected at once, and one who consented to less is asked', async () => {
  const it = await world()
  const app = await application(it, { scopes: ['tasks:read', 'users:read'] })
  const ann = await signedIn(it, it.ann)
  await consent(ann, authorizeQuery(app, { scope: 'tasks:read' }))
  const quiet = await openAuthorize(it, authorizeQuery(app, { scope: 'tasks:read' }), ann.session)
  assert.ok(redirectMembers(quiet.location).code)
  const loud = [{ scope: 'tasks:read users:read' }, { scope: 'tasks:read', prompt: 'consent' }]
  for (const more of loud) {
    assert.match((await openAuthorize(it, authorizeQuery(app, more), ann.session)).location ?? '', /^\/consent\?/)
  }
  const ben = await signedIn(it, it.ben)
  const other = await openAuthorize(it, authorizeQuery(app, { scope: 'tasks:read' }), ben.session)
  assert.match(other.location ?? '', /^\/consent\?/)
})

test('a request with prompt=none shows no page', async () => {
  const it = await world()
  const app = await application(it)
  const ann = await signedIn(it, it.ann)
  const query = authorizeQuery(app, { prompt: 'none' })
  assert.equal(redirectMembers((await openAuthorize(it, query)).location).error, 'login_required')
  assert.equal(redirectMembers((await openAuthorize(it, query, ann.session)).location).error, 'consent_required')
  await consent(ann, query)
  assert.ok(redirectMembers((await openAuthorize(it, query, ann.session)).location).code)
})

test('a person copies the code of an out-of-band request, and is asked each time', async () => {
  const it = await world()
  const app = await application(it, { redirect_uris: [OUT_OF_BAND] })
  const ann = await signedIn(it, it.ann)
  const query = authorizeQuery(app, { redirect_uri: OUT_OF_BAND })
  const { data } = await ann.post('/oauth/consent', { query, allow: true })
  assert.deepEqual(Object.keys(data), ['code'])
  for (const shown of [query, `${query}&prompt=none`]) {
    assert.match((await openAuthorize(it, shown, ann.session)).location ?? '', /^\/consent\?/)
  }
  const { status } = await exchange(it, app, data.code, { redirect_uri: OUT_OF_BAND })
  assert.equal(status, 200)
  const refused = await ann.post('/oauth/consent', { query, allow: false })
  assert.deepEqual(refused.data, { redirect: 'http://localhost:80/' })
  const wrong = await openAuthorize(it, authorizeQuery(app, { redirect_uri: OUT_OF_BAND, scope: 'nothing:read' }))
  assert.deepEqual([wrong.status, wrong.location], [400, undefined])
})

test('an error of the request is redirected to the application, and one about its identity is shown to the person only', async () => {
  const it = await world()
  const app = await application(it, { scopes: ['tasks:read'] })
  const full = await application(it)
  const errors: [object, string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: '' }, 'invalid_request'],
    [{ response_type: 'id_token' }, 'invalid_scope'],
    [{ scope: 'weather:read' }, 'invalid_scope'],
    [{ scope: 'projects:read' }, 'forbidden_scopes'],
    [{ scope: 'default' }, 'forbidden_scopes'],
    [{ scope: 'tasks:read openid' }, 'forbidden_scopes'],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
    [{ code_challenge: s256('x'), code_challenge_method: 'S512' }, 'invalid_request'],
    [{ code_challenge_method: 'S256' }, 'invalid_request'],
  ]
  for (const [more, error] of errors) {
    const { status, location } = await openAuthorize(it, authorizeQuery(app, more))
    assert.deepEqual(
      [status, redirectMembers(location).error, redirectMembers(location).state],
      [302, error, 'st'],
      JSON.stringify(more),
    )
  }
  const mixed = await openAuthorize(it, authorizeQuery(full, { scope: 'default tasks:read' }))
  assert.equal(
    redirectMembers(mixed.location).error_description,
    'Your app is not allowed to request user authorization for `default tasks:read` scopes.',
  )
  for (const more of [{ client_id: '12' }, { client_id: 'planner' }, { client_id: '' }, { redirect_uri: '' }]) {
    const { status, location, headers } = await openAuthorize(it, authorizeQuery(app, more))
    assert.deepEqual([status, location], [400, undefined])
    assert.match(String(headers['content-type']), /^text\/plain/)
  }
})

test('the token endpoint accepts JSON, and a client that authenticates by HTTP Basic', async () => {
  const it = await world()
  const app = await application(it)
  const { refresh_token } = await tokensFor(it, app, it.ann)
  const json = await it.send({
    ...{ method: 'POST', url: '/-/oauth_token', headers: { 'content-type': 'application/json' } },
    payload: JSON.stringify({
      ...{ grant_type: 'refresh_token', client_id: Number(app.gid), client_secret: app.secret, refresh_token },
    }),
  })
  assert.equal(json.status, 200)
  const basic = Buffer.from(`${app.gid}:${app.secret}`).toString('base64')
  for (const more of [{}, { client_id: app.gid }]) {
    const members = { grant_type: 'refresh_token', refresh_token, ...more }
    const { status } = await postForm(it, members, '/-/oauth_token', { authorization: `Basic ${basic}` })
    assert.equal(status, 200)
  }
})

test('a refresh token creates access tokens, and stays valid', async () => {
  const it = await world()
  const app = await application(it)
  const first = await tokensFor(it, app, it.ann)
  it.clock.now += HOUR
  const late = await callApi(it, first.access_token, '/users/me')
  assert.deepEqual(
    [late.status, late.message],
    [
      401,
      'The bearer token has expired. If you have a refresh token, please use it to request a new bearer token, otherwise allow the user to re-authenticate.',
    ],
  )
  const members = {
    ...{ grant_type: 'refresh_token', client_id: app.gid, client_secret: app.secret },
    refresh_token: first.refresh_token,
  }
  for (const _ of [1, 2]) {
    const { status, body } = await postForm(it, members)
    assert.deepEqual([status, Object.keys(body)], [200, ['access_token', 'expires_in', 'token_type', 'data']])
    assert.equal((await callApi(it, body.access_token, '/users/me')).status, 200)
  }
  it.clock.now += 30 * HOUR
  await postForm(it, members)
  const forgotten = await callApi(it, first.access_token, '/users/me')
  assert.equal(forgotten.message, 'Not Authorized', 'access tokens that are long over do not pile up')
})

test('a refresh token can be revoked, and its access tokens with it', async () => {
  const it = await world()
  const app = await application(it)
  const [one, two] = [await tokensFor(it, app, it.ann), await tokensFor(it, app, it.ann)]
  const revoke = (token?: string) =>
    postForm(it, { client_id: app.gid, client_secret: app.secret, ...(token ? { token } : {}) }, '/-/oauth_revoke')
  assert.deepEqual([(await revoke(one.access_token)).status, (await revoke()).status], [400, 400])
  assert.equal((await callApi(it, one.access_token, '/users/me')).status, 200)
  assert.equal((await revoke(one.refresh_token)).status, 200)
  assert.equal((await callApi(it, one.access_token, '/users/me')).status, 401)
  assert.equal((await callApi(it, two.access_token, '/users/me')).status, 200)
  assert.equal((await revoke(one.refresh_token)).status, 200, 'what is not known is as good as ended')
})

test('people see the applications that they have authorized, and can revoke them', async () => {
  const it = await world()
  const app = await application(it, { scopes: ['users:read', 'tasks:read'] })
  const ann = await signedIn(it, it.ann)
  const { access_token, refresh_token } = await tokensFor(it, app, it.ann, { scope: 'users:read' })
  const before = await ann.get('/grants')
  await callApi(it, access_token, '/users/me')
  const { data } = await ann.get('/grants')
  assert.equal(before.data[0].last_used_at, null)
  assert.match(data[0].last_used_at, /^2026-01-05T09:00:00\.\d{3}Z$/)
  const { gid, application: named, scopes } = data[0]
  assert.deepEqual([data.length, named, scopes], [1, { gid: app.gid, name: 'Planner' }, ['users:read']])
  assert.equal((await (await signedIn(it, it.ben)).delete(`/grants/${gid}`)).status, 404)
  const pending = await consent(ann, authorizeQuery(app, { scope: 'tasks:read' }))
  assert.equal((await ann.delete(`/grants/${gid}`)).status, 200)
  assert.equal((await callApi(it, access_token, '/users/me')).status, 401)
  const renewed = await postForm(it, {
    ...{ grant_type: 'refresh_token', client_id: app.gid, client_secret: app.secret, refresh_token },
  })
  assert.deepEqual([renewed.status, (await exchange(it, app, pending.code)).status], [400, 400])
  assert.deepEqual((await ann.get('/grants')).data, [])
  assert.match((await openAuthorize(it, authorizeQuery(app), ann.session)).location ?? '', /^\/consent\?/)
})

test('a redirect address with a query of its own keeps it', async () => {
  const it = await world()
  const uri = `${CALLBACK}?tenant=a%20b`
  const app = await application(it, { redirect_uris: [uri] })
  const ann = await signedIn(it, it.ann)
  const { data } = await ann.post('/oauth/consent', { query: authorizeQuery(app, { redirect_uri: uri }), allow: true })
  assert.ok(data.redirect.startsWith(`${uri}&code=`))
  assert.deepEqual(Object.keys(redirectMembers(data.redirect)), ['tenant', 'code', 'state'])
})

test('the newest fifty refresh tokens of one person and application stay valid', async () => {
  const it = await world()
  const app = await application(it)
  const first = await tokensFor(it, app, it.ann)
  const bens = await tokensFor(it, app, it.ben)
  let last = first
  for (let count = 0; count < 50; count++) {
    assert.equal((await callApi(it, first.access_token, '/users/me')).status, 200)
    last = await tokensFor(it, app, it.ann)
  }
  const statuses = [first, bens, last].map(async one => (await callApi(it, one.access_token, '/users/me')).status)
  assert.deepEqual(await Promise.all(statuses), [401, 200, 200])
})
