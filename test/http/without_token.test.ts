/**
 * Requests without a token read the store at most once in an interval, however many arrive, and return current data.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHORT_CACHE_TTL_MS } from '../../src/http/public/short_cache.ts'
import { saveSignInSettings } from '../../src/identity/sign_in_settings.ts'
import { application, tokensFor } from '../harness/sign_in/oauth.ts'
import { watchStatements } from '../harness/statements.ts'
import { world } from '../harness/world.ts'

const watch = watchStatements()

test('requests without a token read the store at most once a second', async () => {
  const home = await world()
  const { send, clock } = home
  await tokensFor(home, await application(home), home.ann, { scope: 'default openid' })
  clock.step = 0
  for (const path of ['/readyz', '/-/sign_in', '/api/1.0/openid_connect/jwks']) {
    const headers = { 'x-requested-with': 'x' }
    const ask = () => send({ method: 'GET', url: path, headers })
    watch.take()
    for (let count = 0; count < 20; count++) assert.equal((await ask()).status, 200, path)
    await Promise.all(Array.from({ length: 20 }, ask))
    const read = watch.take().filter(text => /settings|signing_keys/.test(text))
    assert.equal(read.length, 1, `${path} asked ${read.length} times`)
    clock.now += SHORT_CACHE_TTL_MS
    await ask()
    assert.equal(watch.take().filter(text => /settings|signing_keys/.test(text)).length, 1, path)
  }
})

test('a change of the sign-in settings is visible after a second', async () => {
  const { send, clock, store } = await world()
  const ask = async () => {
    const { data } = await send({ method: 'GET', url: '/-/sign_in', headers: { 'x-requested-with': 'x' } })
    return data
  }
  assert.deepEqual(await ask(), { password: true, provider: null })
  const client = { issuer: 'https://id.example.com', client_id: 'x', client_secret: 'x' }
  const provider = { name: 'Acme', ...client, email_domains: ['example.com'], trusts_addresses: false }
  await store.write(tx => saveSignInSettings(tx, { password: false, provider }))
  clock.now += SHORT_CACHE_TTL_MS
  assert.deepEqual(await ask(), { password: false, provider: { name: 'Acme' } })
})
