/**
 * npm `openid-client`, unmodified: it discovers the provider, completes the consent with PKCE and verifies what it
 * receives.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { listeningWorld } from '../harness/clients/listening.ts'
import { pageHeaders, signedIn } from '../harness/sign_in/console.ts'
import { application, CALLBACK } from '../harness/sign_in/oauth.ts'

type ClientAuthentication = (config: client.Configuration) => void

async function found({
  scopes = ['default'],
  auth = client.ClientSecretPost,
  ways = [] as ClientAuthentication[],
} = {}) {
  const it = await listeningWorld()
  // The library reads the clock of the machine.
  it.clock.now = Date.now()
  const app = await application(it, { scopes })
  const execute = [client.allowInsecureRequests, ...ways]
  const issuer = new URL(`${it.origin}/api/1.0`)
  const config = await client.discovery(issuer, app.gid, undefined, auth(app.secret), { execute })
  const { session } = await signedIn(it, it.ann)
  /** Gives Ann's consent to the request in the address. Returns the redirect address. */
  const allowed = async (address: URL) => {
    const answer = await fetch(`${it.origin}/-/oauth/consent`, {
      method: 'POST',
      headers: { ...pageHeaders(session), 'content-type': 'application/json' },
      body: JSON.stringify({ data: { query: address.search, allow: true } }),
    })
    const { data } = (await answer.json()) as { data: { redirect: string } }
    return new URL(data.redirect)
  }
  return { ...it, config, allowed }
}

for (const auth of [client.ClientSecretPost, client.ClientSecretBasic]) {
  test(`openid-client completes the code flow, as a client by ${auth.name}`, async () => {
    const { config, allowed, ann, origin } = await found({ auth })
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'default openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
    })
    assert.equal(`${address.origin}${address.pathname}`, `${origin}/-/oauth_authorize`)
    const checks = { pkceCodeVerifier, expectedState, expectedNonce }
    const tokens = await client.authorizationCodeGrant(config, await allowed(address), checks)
    const claims = tokens.claims()
    assert.deepEqual([claims?.sub, claims?.email, claims?.name], [ann.gid, 'ann@example.com', 'Ann'])
    assert.equal(tokens.expires_in, 3600)
    const person = { sub: ann.gid, email: 'ann@example.com', name: 'Ann' }
    assert.deepEqual(await client.fetchUserInfo(config, tokens.access_token, ann.gid), person)

    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    assert.notEqual(refreshed.access_token, tokens.access_token)
    const me = await client.fetchProtectedResource(
      config,
      refreshed.access_token,
      new URL(`${origin}/api/1.0/users/me`),
      'GET',
    )
    assert.equal(me.status, 200)
    await client.tokenRevocation(config, tokens.refresh_token ?? '')
    await assert.rejects(client.fetchUserInfo(config, refreshed.access_token, ann.gid), /401|WWW|unexpected/i)
    await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token ?? ''), { error: 'invalid_grant' })
  })
}

test('openid-client reads an identity token from the fragment', async () => {
  const { config, allowed, ann } = await found({
    scopes: ['openid', 'email'],
    ways: [client.useIdTokenResponseType, client.enableNonRepudiationChecks],
  })
  const nonce = client.randomNonce()
  const address = client.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, scope: 'openid', nonce })
  const claims = await client.implicitAuthentication(config, await allowed(address), nonce)
  assert.deepEqual([claims.sub, claims.email, claims.nonce], [ann.gid, undefined, nonce])
})

test('openid-client verifies a code by the identity token that comes with it', async () => {
  const { config, allowed, ann } = await found({
    ways: [client.useCodeIdTokenResponseType, client.enableNonRepudiationChecks],
  })
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'default openid',
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const checks = { expectedState, expectedNonce, pkceCodeVerifier }
  const tokens = await client.authorizationCodeGrant(config, await allowed(address), checks)
  assert.equal(tokens.claims()?.sub, ann.gid)
})
