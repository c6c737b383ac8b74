/** Attacks on OAuth: stolen codes and tokens, similar addresses, and pages of other sites. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageHeaders, signedIn } from '../harness/sign_in/console.ts'
import {
  application,
  authorizeQuery,
  CALLBACK,
  callApi,
  consent,
  exchange,
  type OAuthApp,
  openAuthorize,
  postForm,
  redirectMembers,
  s256,
  tokensFor,
} from '../harness/sign_in/oauth.ts'
import { type Json, type World, world } from '../harness/world.ts'

const VERIFIER = 'a-secret-that-the-client-keeps-for-itself-0123456789'
const OTHER = 'a-secret-of-somebody-who-only-listens-01234567890123'

const codeFor = async (it: World, app: OAuthApp, more: Json = {}) =>
  (await consent(await signedIn(it, it.ann), authorizeQuery(app, more))).code

const refresh = (it: World, { gid, secret }: OAuthApp, refresh_token: string) =>
  postForm(it, { grant_type: 'refresh_token', client_id: gid, client_secret: secret, refresh_token })

test('an error has the recorded form, with its slashes escaped', async () => {
  const it = await world()
  const { gid, secret } = await application(it)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = `grant_type=refresh_token&client_id=${gid}&client_secret=${secret}&refresh_token=x`
  const answer = await it.app.inject({ method: 'POST', url: '/-/oauth_token', headers, payload })
  assert.equal(answer.statusCode, 400)
  assert.ok(!answer.payload.includes('/') && answer.payload.includes('"error_uri":"https:\\u002F\\u002F'))
  const { error, error_description } = answer.json()
  assert.deepEqual([error, error_description], ['invalid_grant', 'The `refresh_token` provided was invalid.'])
})

test('a code is valid for ten minutes', async () => {
  const it = await world()
  const app = await application(it)
  const [early, late] = [await codeFor(it, app), await codeFor(it, app)]
  it.clock.now += 9 * 60_000
  assert.equal((await exchange(it, app, early)).status, 200)
  it.clock.now += 60_000
  const { status, body } = await exchange(it, app, late)
  assert.deepEqual([status, body.error], [400, 'invalid_grant'])
})

test('a code that is exchanged twice revokes the tokens of the first exchange', async () => {
  const it = await world()
  const app = await application(it)
  const other = await tokensFor(it, app, it.ann)
  const code = await codeFor(it, app)
  const { body } = await exchange(it, app, code)
  const again = await exchange(it, app, code)
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
  assert.equal((await callApi(it, body.access_token, '/users/me')).status, 401)
  assert.equal((await refresh(it, app, body.refresh_token)).status, 400)
  assert.equal((await callApi(it, other.access_token, '/users/me')).status, 200, 'other tokens live on')
})

test('one of two exchanges of one code at once gets tokens', async () => {
  const it = await world()
  const app = await application(it)
  const code = await codeFor(it, app)
  const answers = await Promise.all([exchange(it, app, code), exchange(it, app, code)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
})

test('a code is valid for one application and one redirect address', async () => {
  const it = await world()
  const redirect_uris = [CALLBACK, `${CALLBACK}/two`]
  const [app, other] = [await application(it, { redirect_uris }), await application(it, { redirect_uris })]
  const code = await codeFor(it, app)
  const wrong = [
    await exchange(it, other, code),
    await exchange(it, app, code, { redirect_uri: `${CALLBACK}/two` }),
    await exchange(it, app, code, { redirect_uri: '' }),
    await exchange(it, app, `${code}0`),
    await exchange(it, app, ''),
  ]
  assert.deepEqual(
    wrong.map(({ status, body }) => [status, body.error]),
    [...Array(4).fill([400, 'invalid_grant']), [400, 'invalid_request']],
  )
  assert.equal((await exchange(it, app, code)).status, 200, 'failed attempts do not consume the code')
  await exchange(it, other, code)
  assert.equal((await exchange(it, other, code)).status, 400)
})

test('another application that repeats a code revokes nothing', async () => {
  const it = await world()
  const [app, other] = [await application(it), await application(it)]
  const code = await codeFor(it, app)
  const { body } = await exchange(it, app, code)
  assert.equal((await exchange(it, other, code)).status, 400)
  assert.equal((await callApi(it, body.access_token, '/users/me')).status, 200)
})

test('a code acts for the person who consented, also when another person delivers it', async () => {
  const it = await world()
  const app = await application(it)
  const code = await codeFor(it, app)
  await consent(await signedIn(it, it.ben), authorizeQuery(app))
  const { body } = await exchange(it, app, code)
  assert.equal(body.data.gid, it.ann.gid)
})

test('a code with a challenge requires its verifier', async () => {
  const it = await world()
  const app = await application(it)
  const hashed = { code_challenge: s256(VERIFIER), code_challenge_method: 'S256' }
  const plain = { code_challenge: VERIFIER }
  const tries: [given: Json, verifier: Json, status: number][] = [
    [hashed, { code_verifier: VERIFIER }, 200],
    [hashed, { code_verifier: OTHER }, 400],
    [hashed, {}, 400],
    [hashed, { code_verifier: '' }, 400],
    // An attacker who saw the request knows the challenge; as a plain verifier it must not work.
    [hashed, { code_verifier: hashed.code_challenge }, 400],
    [hashed, { code_verifier: hashed.code_challenge, code_challenge_method: 'plain' }, 400],
    [plain, { code_verifier: VERIFIER }, 200],
    [plain, { code_verifier: s256(VERIFIER) }, 400],
    [{ ...plain, code_challenge_method: 'plain' }, { code_verifier: VERIFIER }, 200],
    // A code without a challenge does not belong to a client that has a verifier.
    [{}, { code_verifier: VERIFIER }, 400],
  ]
  for (const [given, verifier, expected] of tries) {
    const { status } = await exchange(it, app, await codeFor(it, app, given), verifier)
    assert.equal(status, expected, JSON.stringify([given, verifier]))
  }
})

test('the verifier of one code does not match another', async () => {
  const it = await world()
  const app = await application(it)
  const challenge = (verifier: string) => ({ code_challenge: s256(verifier), code_challenge_method: 'S256' })
  const code = await codeFor(it, app, challenge(VERIFIER))
  await codeFor(it, app, challenge(OTHER))
  assert.equal((await exchange(it, app, code, { code_verifier: OTHER })).status, 400)
})

test('an address that only resembles a registered one receives no redirect', async () => {
  const it = await world()
  const app = await application(it)
  const ann = await signedIn(it, it.ann)
  const similar = [
    `${CALLBACK}/deeper`,
    `${CALLBACK}?next=1`,
    `${CALLBACK}#at`,
    `${CALLBACK}%2e`,
    `${CALLBACK}\r\nx: y`,
    'https://app.example.net.evil.example/callback',
    'https://app.example.net@evil.example/callback',
    'https://user:pass@app.example.net/callback',
    'https://APP.example.net/callback',
    'http://app.example.net/callback',
    'https://app.example.net:443/callback',
    '//app.example.net/callback',
    'javascript:alert(1)',
    'data:text/html,x',
  ]
  for (const redirect_uri of similar) {
    const query = authorizeQuery(app, { redirect_uri })
    const { status, location } = await openAuthorize(it, query, ann.session)
    assert.deepEqual([status, location], [400, undefined], redirect_uri)
    for (const allow of [true, false]) {
      assert.equal((await ann.post('/oauth/consent', { query, allow })).status, 400, redirect_uri)
    }
  }
})

test('the state is returned unchanged, and cannot inject a header', async () => {
  const it = await world()
  const app = await application(it)
  const state = 'a\r\nset-cookie: x=y\r\n\r\n<script>&code=1#é %'
  const { location, headers } = await openAuthorize(it, authorizeQuery(app, { state, scope: 'weather:read' }))
  assert.equal(headers['set-cookie'], undefined)
  assert.match(location ?? '', /^[!-~]*$/)
  assert.equal(redirectMembers(location).state, state)
  const redirect = await consent(await signedIn(it, it.ann), authorizeQuery(app, { state }))
  assert.deepEqual([redirect.state, redirect.code?.length], [state, 64])
})

test('another site cannot consent for a signed-in person', async () => {
  const it = await world()
  const app = await application(it)
  const { session } = await signedIn(it, it.ann)
  const headers = pageHeaders(session)
  const { 'x-requested-with': _, ...bare } = headers
  const forged = [bare, { ...headers, 'sec-fetch-site': 'cross-site' }, { ...headers, 'sec-fetch-site': 'same-site' }]
  const payload = JSON.stringify({ data: { query: authorizeQuery(app), allow: true } })
  for (const wrong of [...forged, { ...headers, cookie: '' }]) {
    const { status } = await it.send({
      ...{
        method: 'POST',
        url: '/-/oauth/consent',
        headers: { ...wrong, 'content-type': 'application/json' },
        payload,
      },
    })
    assert.equal(status, 401)
    const shown = await it.send({ method: 'GET', url: `/-/oauth/request?${authorizeQuery(app)}`, headers: wrong })
    assert.equal(shown.status, 401)
  }
  assert.deepEqual((await (await signedIn(it, it.ann)).get('/grants')).data, [])
})

test('a token is not a session: it can neither consent nor skip the consent page', async () => {
  const it = await world()
  const app = await application(it)
  const { access_token } = await tokensFor(it, app, it.ann)
  const headers = {
    authorization: `Bearer ${it.ann.token}`,
    'x-requested-with': 'x',
    'content-type': 'application/json',
  }
  const payload = JSON.stringify({ data: { query: authorizeQuery(app), allow: true } })
  const { status } = await it.send({ method: 'POST', url: '/-/oauth/consent', headers, payload })
  assert.equal(status, 401)
  for (const token of [it.ann.token, access_token]) {
    assert.match((await openAuthorize(it, authorizeQuery(app), token)).location ?? '', /^\/consent\?/)
  }
})

test('a refresh token belongs to its application', async () => {
  const it = await world()
  const [app, other] = [await application(it), await application(it)]
  const { access_token, refresh_token } = await tokensFor(it, app, it.ann)
  const { status, body } = await refresh(it, other, refresh_token)
  assert.deepEqual([status, body.error], [400, 'invalid_grant'])
  const members = { client_id: other.gid, client_secret: other.secret, token: refresh_token }
  assert.equal((await postForm(it, members, '/-/oauth_revoke')).status, 200, 'the token is unknown to that application')
  assert.equal((await callApi(it, access_token, '/users/me')).status, 200)
  assert.equal((await refresh(it, app, refresh_token)).status, 200)
})

test('an access token cannot refresh, and a refresh token cannot call the API', async () => {
  const it = await world()
  const app = await application(it)
  const { access_token, refresh_token } = await tokensFor(it, app, it.ann)
  assert.equal((await callApi(it, refresh_token, '/users/me')).status, 401)
  for (const token of [access_token, it.ann.token]) assert.equal((await refresh(it, app, token)).status, 400)
})

test('a token in the query authenticates nothing', async () => {
  const it = await world()
  const { access_token } = await tokensFor(it, await application(it), it.ann)
  for (const path of ['/users/me', '/openid_connect/userinfo']) {
    const { status } = await it.send({ method: 'GET', url: `/api/1.0${path}?access_token=${access_token}` })
    assert.equal(status, 401)
  }
})

test('an application that does not authenticate learns nothing, and guesses are throttled', async () => {
  const it = await world()
  const app = await application(it)
  const { refresh_token } = await tokensFor(it, app, it.ann)
  const wrong = [
    { client_secret: 'wrong' },
    { client_id: 'planner' },
    { client_id: '1' },
    { client_id: it.ann.gid },
    { client_id: '999999999999999999999999' },
    { client_secret: app.secret.toUpperCase() },
  ]
  const members = { grant_type: 'refresh_token', client_id: app.gid, client_secret: app.secret, refresh_token }
  for (const more of wrong) {
    const { status, body } = await postForm(it, { ...members, ...more })
    assert.deepEqual([status, body.error], [400, 'invalid_client'], JSON.stringify(more))
    assert.equal((await postForm(it, { ...members, ...more }, '/-/oauth_revoke')).body.error, 'invalid_client')
  }
  for (const name of ['client_id', 'client_secret', 'grant_type', 'refresh_token']) {
    assert.equal((await postForm(it, { ...members, [name]: '' })).status, 400)
  }
  const basic = Buffer.from(`${app.gid}:${app.secret}`).toString('base64')
  const foreign = await postForm(it, { ...members, client_id: '12' }, '/-/oauth_token', {
    authorization: `Basic ${basic}`,
  })
  assert.equal(foreign.body.error, 'invalid_client', 'two applications at once')
  let last = foreign
  for (let count = 0; count < 100 && last.status === 400; count++)
    last = await postForm(it, { ...members, client_secret: 'x' })
  assert.equal(last.status, 429)
  it.clock.now += 1000 * Number(last.headers['retry-after'])
  assert.equal((await postForm(it, members)).status, 200)
})

test('a successful authentication costs no attempt', async () => {
  const it = await world()
  const app = await application(it)
  const { refresh_token } = await tokensFor(it, app, it.ann)
  for (let count = 0; count < 100; count++) assert.equal((await refresh(it, app, refresh_token)).status, 200)
})

test('a malformed token request is answered as invalid', async () => {
  const it = await world()
  const { gid, secret } = await application(it)
  const send = (payload: string, type = 'application/json') =>
    it.send({ method: 'POST', url: '/-/oauth_token', headers: { 'content-type': type }, payload })
  const odd = ['', '{', 'null', '[]', '"x"', '{"client_id":{}}', '{"__proto__":{"client_id":"1"}}']
  for (const payload of odd) assert.equal((await send(payload)).body.error, 'invalid_request', payload)
  assert.equal((await send('&&=&%zz', 'application/x-www-form-urlencoded')).body.error, 'invalid_request')
  const { body } = await postForm(it, { client_id: gid, client_secret: secret, grant_type: '__proto__' })
  assert.equal(body.error, 'unsupported_grant_type')
  assert.equal((await it.send({ method: 'GET', url: '/-/oauth_token' })).status, 404)
})

test('a deleted application keeps no token, code or grant', async () => {
  const it = await world()
  const app = await application(it)
  const { access_token, refresh_token } = await tokensFor(it, app, it.ann)
  const code = await codeFor(it, app)
  await (await signedIn(it, it.ben)).delete(`/applications/${app.gid}`)
  assert.equal((await callApi(it, access_token, '/users/me')).status, 401)
  assert.equal((await refresh(it, app, refresh_token)).status, 400)
  assert.equal((await exchange(it, app, code)).status, 400)
  assert.equal((await openAuthorize(it, authorizeQuery(app))).status, 400)
  assert.deepEqual((await (await signedIn(it, it.ann)).get('/grants')).data, [])
})

test('an application whose scopes were reduced gets no tokens for the former scopes', async () => {
  const it = await world()
  const app = await application(it, { scopes: ['tasks:read', 'users:read'] })
  const { refresh_token } = await tokensFor(it, app, it.ann)
  const ben = await signedIn(it, it.ben)
  await ben.put(`/applications/${app.gid}`, { scopes: ['tasks:read'] })
  assert.equal((await refresh(it, app, refresh_token)).body.error, 'invalid_grant')
})

test('a person without a workspace acts through no application', async () => {
  const it = await world()
  const app = await application(it)
  const cid = await it.person('Cid')
  const { access_token, refresh_token } = await tokensFor(it, app, cid)
  await it.ann.post(`/workspaces/${it.workspace}/removeUser`, { user: cid.gid })
  assert.equal((await callApi(it, access_token, '/users/me')).status, 401)
  assert.equal((await refresh(it, app, refresh_token)).status, 400)
})
