/** OpenID Connect: the discovery document, the keys, identity tokens, and userinfo. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JWK, jwtVerify } from 'jose'
import { signClaims } from '../../src/identity/signing_keys.ts'
import { keyPair } from '../../src/lib/secret.ts'
import { serviceAccount, signedIn } from '../harness/sign_in/console.ts'
import {
  application,
  authorizeQuery,
  callApi,
  consent,
  type OAuthApp,
  openAuthorize,
  redirectMembers,
  tokensFor,
} from '../harness/sign_in/oauth.ts'
import { type Json, type World, world } from '../harness/world.ts'

const BASE = 'http://localhost:80/api/1.0'

const keysOf = async (it: World) => (await it.send({ method: 'GET', url: '/api/1.0/openid_connect/jwks' })).body

/** The claims of an identity token that the published keys verify. */
async function verified(it: World, token: string): Promise<Json> {
  const keys = createLocalJWKSet((await keysOf(it)) as { keys: JWK[] })
  const currentDate = new Date(it.clock.now)
  return (await jwtVerify(token, keys, { currentDate, issuer: BASE, algorithms: ['RS256'] })).payload
}

const idToken = async (it: World, app: OAuthApp, more: Json = {}): Promise<string> =>
  (await tokensFor(it, app, it.ann, { scope: 'default openid', ...more })).id_token

test('the discovery document of the provider lists every address', async () => {
  const it = await world()
  const { status, body, headers } = await it.send({ method: 'GET', url: '/api/1.0/.well-known/openid-configuration' })
  assert.equal(status, 200)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(body.issuer, BASE)
  assert.deepEqual(
    [body.authorization_endpoint, body.token_endpoint, body.revocation_endpoint, body.userinfo_endpoint, body.jwks_uri],
    [
      'http://localhost:80/-/oauth_authorize',
      'http://localhost:80/-/oauth_token',
      'http://localhost:80/-/oauth_revoke',
      `${BASE}/openid_connect/userinfo`,
      `${BASE}/openid_connect/jwks`,
    ],
  )
})

test('the server has no key before the first identity token, and never shows the private half', async () => {
  const it = await world()
  assert.deepEqual(await keysOf(it), { keys: [] })
  await idToken(it, await application(it))
  await idToken(it, await application(it))
  const { keys } = await keysOf(it)
  assert.deepEqual(Object.keys(keys[0]).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
  assert.equal(keys.length, 1)
})

test('two first identity tokens at once create one key', async () => {
  const it = await world()
  const signing = { store: it.store, key: 'a key of thirty-two characters..', log: () => {} }
  await Promise.all([signClaims(signing, {}), signClaims(signing, {})])
  assert.equal((await keysOf(it)).keys.length, 1)
})

test('an identity token states its audience and its person, and nothing that was not requested', async () => {
  const it = await world()
  const app = await application(it)
  const claims = await verified(it, await idToken(it, app, { nonce: 'n-1' }))
  assert.deepEqual([claims.iss, claims.aud, claims.sub, claims.nonce], [BASE, app.gid, it.ann.gid, 'n-1'])
  assert.equal(claims.exp - claims.iat, 3600)
  assert.deepEqual(Object.keys(claims).sort(), ['aud', 'exp', 'iat', 'iss', 'nonce', 'sub'])
  const more = await verified(it, await idToken(it, app, { scope: 'default openid email profile' }))
  assert.deepEqual([more.email, more.name, 'nonce' in more], ['ann@example.com', 'Ann', false])
})

test('a request without the scope `openid` gets no identity token', async () => {
  const it = await world()
  assert.equal((await tokensFor(it, await application(it), it.ann)).id_token, undefined)
})

test('identity tokens for the browser travel in the fragment, next to the code that they sign', async () => {
  const it = await world()
  const app = await application(it, { scopes: ['openid'] })
  const ann = await signedIn(it, it.ann)
  const { data } = await ann.post('/oauth/consent', {
    query: authorizeQuery(app, { response_type: 'id_token code', nonce: 'n' }),
    allow: true,
  })
  const { hash, search } = new URL(data.redirect)
  assert.deepEqual([search, [...new URLSearchParams(hash.slice(1)).keys()]], ['', ['code', 'id_token', 'state']])
  const { id_token = '' } = redirectMembers(data.redirect)
  assert.equal((await verified(it, id_token)).c_hash.length, 22)
  const alone = await openAuthorize(it, authorizeQuery(app, { response_type: 'id_token' }), ann.session)
  assert.deepEqual(Object.keys(redirectMembers(alone.location)), ['id_token', 'state'])
  const refused = await openAuthorize(
    it,
    authorizeQuery(app, { response_type: 'id_token', scope: 'email' }),
    ann.session,
  )
  assert.match(new URL(refused.location ?? '').hash, /error=forbidden_scopes/)
})

test('an identity token verifies with its key only, and no other text verifies', async () => {
  const it = await world()
  const token = await idToken(it, await application(it))
  const { jwk } = await keyPair()
  const { kid } = decodeProtectedHeader(token)
  const foreign = createLocalJWKSet({ keys: [{ ...(jwk as JWK), kid: kid ?? '', alg: 'RS256' }] })
  await assert.rejects(jwtVerify(token, foreign, { currentDate: new Date(it.clock.now) }), /signature/)
  const [head, , signature] = token.split('.')
  const claims = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: it.ben.gid })).toString('base64url')
  await assert.rejects(verified(it, `${head}.${claims}.${signature}`), /signature/)
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  await assert.rejects(verified(it, `${none}.${claims}.`))
})

test('an identity token is not an access token', async () => {
  const it = await world()
  assert.equal((await callApi(it, await idToken(it, await application(it)), '/users/me')).status, 401)
})

test('a new pair signs after the key of the installation has changed, and the old public key stays published', async () => {
  const it = await world()
  const app = await application(it)
  const before = await idToken(it, app)
  const { store, logged } = it
  const moved = { store, key: 'another key of thirty-two letters', log: (line: Json) => void logged.push(line) }
  const after = await signClaims(moved, { iss: BASE, sub: it.ann.gid })
  const kid = (token: string) => decodeProtectedHeader(token).kid
  assert.notEqual(kid(after), kid(before))
  assert.deepEqual(
    (await keysOf(it)).keys.map((key: Json) => key.kid),
    [kid(after), kid(before)],
  )
  for (const token of [before, after]) assert.equal((await verified(it, token)).sub, it.ann.gid)
  assert.equal(logged.filter(({ message }) => /new key/.test(message)).length, 2)
  assert.equal(kid(await idToken(it, app)), kid(before), 'each signs with what it can read')
  assert.equal(kid(await signClaims(moved, {})), kid(after))
})

test('the claims about a person depend on the scopes', async () => {
  const it = await world()
  const app = await application(it, { scopes: ['openid', 'email', 'profile', 'tasks:read'] })
  const userinfoFor = async (scope: string) => {
    const { access_token } = await tokensFor(it, app, it.ann, { scope })
    return callApi(it, access_token, '/openid_connect/userinfo')
  }
  assert.deepEqual((await userinfoFor('openid')).body, { sub: it.ann.gid })
  assert.deepEqual((await userinfoFor('openid email')).body, { sub: it.ann.gid, email: 'ann@example.com' })
  assert.deepEqual((await userinfoFor('openid profile')).body, { sub: it.ann.gid, name: 'Ann' })
  const { status, message } = await userinfoFor('email tasks:read')
  assert.deepEqual([status, message], [403, 'The following scopes must be present to fulfill this request: openid'])
})

test('the scope openid alone gives no access to the API', async () => {
  const it = await world()
  const app = await application(it, { scopes: ['openid', 'email', 'profile'] })
  const { access_token } = await tokensFor(it, app, it.ann)
  for (const [path, scope] of [
    ['/users/me', 'users:read'],
    ['/workspaces', 'workspaces:read'],
  ] as const) {
    const { status, message } = await callApi(it, access_token, path)
    assert.deepEqual([status, message], [403, `The following scopes must be present to fulfill this request: ${scope}`])
  }
})

test('userinfo answers every claim to a personal token, by GET and by POST, and refuses every other caller', async () => {
  const it = await world()
  const url = '/openid_connect/userinfo'
  const all = { sub: it.ann.gid, email: 'ann@example.com', name: 'Ann' }
  for (const method of ['GET', 'POST']) assert.deepEqual((await callApi(it, it.ann.token, url, method)).body, all)
  assert.equal((await it.send({ method: 'GET', url: `/api/1.0${url}` })).status, 401)
  const { token } = await serviceAccount(it, { scopes: 'users:read users:write' })
  assert.equal((await callApi(it, token, url)).status, 403)
  const { session } = await signedIn(it, it.ann)
  assert.equal((await callApi(it, session, url)).status, 401, 'the secret of a session is no token')
})

test('a userinfo request counts like any other request', async () => {
  const it = await world({ limits: { minute: 1 } })
  const statuses = []
  for (let count = 0; count < 4; count++) {
    statuses.push((await callApi(it, it.ann.token, '/openid_connect/userinfo')).status)
  }
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429])
})

test('a consent to an identity token alone creates no code', async () => {
  const it = await world()
  const app = await application(it, { scopes: ['openid'] })
  const userinfoFor = await consent(await signedIn(it, it.ann), authorizeQuery(app, { response_type: 'id_token' }))
  assert.deepEqual(Object.keys(userinfoFor), ['id_token', 'state'])
})
