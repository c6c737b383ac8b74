/** The sign-in settings: who may read and set them, and what is never returned or saved. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { openidProvider } from '../../../test/harness/sign_in/provider.ts'
import { type Json, world } from '../../../test/harness/world.ts'
import { signInSettings } from '../../identity/sign_in_settings.ts'
import { unseal } from '../../lib/secret.ts'
import { createWorkspace, join } from '../../resources/people/rules/join.ts'
import { insert } from '../../store/change.ts'

const KEY = 'a key of thirty-two characters..'
const there = await openidProvider()
const { issuer, client_id, client_secret } = there
const trust = { email_domains: ['example.com'], trusts_addresses: false }
const provider = { name: 'Company', issuer, client_id, client_secret, ...trust }

async function office() {
  const all = await world({ key: KEY })
  const at = await signedIn(all, all.ann)
  const put = (data: Json) => at.put('/settings/sign_in', data)
  return { all, at, put }
}

test('a provider that answers is saved, with its secret sealed and never returned', async () => {
  const { all, at, put } = await office()
  assert.deepEqual((await ok(at.get('/settings/sign_in'))).data, { password: true, provider: null })
  const shown = { password: true, provider: { name: 'Company', issuer, client_id, ...trust } }
  assert.deepEqual((await ok(put({ provider }))).data, shown)
  assert.deepEqual((await ok(at.get('/settings/sign_in'))).data, shown)
  const kept = (await signInSettings(all.store.read)).provider?.client_secret ?? ''
  assert.ok(!kept.includes(client_secret))
  assert.equal(unseal(KEY, kept), client_secret)
})

test('an absent secret keeps its value only for the same issuer and client', async () => {
  const { all, put } = await office()
  const { client_secret: _, ...without } = provider
  const first = await put({ provider: without })
  assert.deepEqual([first.status, first.message], [400, 'provider: client_secret: Missing input'])
  await ok(put({ provider }))
  await ok(put({ provider: { ...without, name: 'Renamed' } }))
  const kept = (await signInSettings(all.store.read)).provider
  assert.deepEqual([kept?.name, unseal(KEY, kept?.client_secret ?? '')], ['Renamed', client_secret])
  const other = await openidProvider()
  assert.equal(
    (await put({ provider: { ...without, issuer: other.issuer } })).status,
    400,
    'the secret is not sent to another issuer',
  )
  assert.equal((await put({ provider: { ...without, client_id: 'another' } })).status, 400)
})

test('passwords can be switched off only with a provider, and on again', async () => {
  const { put } = await office()
  const alone = await put({ password: false })
  assert.match(alone.message ?? '', /^password: Cannot be switched off while there is no provider/)
  await ok(put({ password: false, provider }))
  assert.equal((await put({ provider: null })).status, 400, 'the provider cannot be removed without passwords')
  assert.deepEqual((await ok(put({ password: true, provider: null }))).data, { password: true, provider: null })
})

test('an issuer that does not answer as a provider is refused, and nothing is saved', async () => {
  const { at, put } = await office()
  const wrong: [Json, RegExp][] = [
    [{ issuer: 'http://id.example.com' }, /issuer: Must be an address that begins with https/],
    [{ issuer: 'ftp://127.0.0.1' }, /issuer: Must be an address/],
    [{ issuer: 'https://user:secret@id.example.com' }, /issuer: Must be an address/],
    [{ issuer: 'no address' }, /issuer: Must be an address/],
    [{ issuer: 'http://127.0.0.1:1' }, /issuer: Does not answer as an OpenID provider/],
    [{ issuer: `${issuer}/nothing` }, /issuer: Does not answer as an OpenID provider/],
    [{ name: ' ' }, /name: Missing input/],
    [{ client_id: '' }, /client_id: Missing input/],
    [{ client_secret: 7 }, /client_secret: Not a text/],
    [{ email_domains: undefined }, /email_domains: Missing input/],
    [{ email_domains: [] }, /email_domains: Missing input/],
    [{ email_domains: 'example.com' }, /email_domains: Missing input/],
    [{ email_domains: ['example.com', 'a b'] }, /email_domains: \[1\]: Must be a domain/],
    [{ email_domains: [7] }, /email_domains: \[0\]: Must be a domain/],
    [{ trusts_addresses: 'perhaps' }, /trusts_addresses: Must be true or false/],
  ]
  for (const [part, text] of wrong) {
    const { status, message } = await put({ provider: { ...provider, ...part } })
    assert.equal(status, 400)
    assert.match(message ?? '', text)
  }
  assert.equal((await put({ provider: 'Company' })).status, 400)
  assert.equal((await put({ password: 'perhaps' })).status, 400)
  assert.equal((await at.get('/settings/sign_in')).data.provider, null)
})

test('only administrators of the installation change the settings, whatever the role in an organization', async () => {
  const { all } = await office()
  const late = await all.person('Late', null)
  await all.store.write(async tx => {
    const workspace = await createWorkspace(tx, { name: 'Later', domains: ['later.org'], plan: 'enterprise' })
    await join(tx, Number(late.gid), workspace, { is_admin: true })
  })
  const first = await all.person('First', { is_admin: true })
  for (const who of [await signedIn(all, all.ben), await signedIn(all, late), await signedIn(all, first)]) {
    assert.equal((await who.get('/settings/sign_in')).status, 403)
    assert.equal((await who.put('/settings/sign_in', { password: true })).status, 403)
    assert.equal((await who.get('/session')).data.administers_installation, false)
  }
  await all.store.write(tx => insert(tx, 'administrators', { user: Number(late.gid), created_at: tx.now }))
  const named = await signedIn(all, late)
  assert.equal((await named.get('/session')).data.administers_installation, true)
  await ok(named.get('/settings/sign_in'))
})

test('domains are stored in normal form, and stay only with their provider', async () => {
  const { put } = await office()
  const { email_domains: _, ...without } = provider
  const { data } = await ok(
    put({ provider: { ...without, email_domains: [' Example.COM.', 'example.com', 'Müller.de'] } }),
  )
  assert.deepEqual(data.provider.email_domains, ['example.com', 'xn--mller-kva.de'])
  const renamed = await ok(put({ provider: { ...without, name: 'Renamed' } }))
  assert.deepEqual(renamed.data.provider.email_domains, ['example.com', 'xn--mller-kva.de'])
  assert.equal((await put({ provider: { ...without, client_id: 'another' } })).status, 400)
})
