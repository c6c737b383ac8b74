/** Sign-in links: requesting, using and revoking them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { browser } from '../../../test/harness/sign_in/browser.ts'
import { pageHeaders, signedIn } from '../../../test/harness/sign_in/console.ts'
import { until } from '../../../test/harness/until.ts'
import { type Person, type World, world } from '../../../test/harness/world.ts'
import { createLink, type LinkPurpose } from '../../identity/links.ts'
import type { Email } from '../../identity/mail.ts'
import { saveSignInSettings } from '../../identity/sign_in_settings.ts'
import { digest } from '../../lib/secret.ts'
import { update } from '../../store/change.ts'

const HOUR = 60 * 60 * 1000

const makeLink = ({ store }: World, { gid }: Pick<Person, 'gid'>, purpose: LinkPurpose) =>
  store.write(tx => createLink(tx, Number(gid), purpose))

const useLink = (all: World, link: string) => browser(all).call('POST', '/sign_in/link', { link })

/** Waits for an e-mail, which the server sends after the response. */
const untilSent = (emails: readonly unknown[]) => until(() => emails.length > 0, 'no e-mail was sent')

const secretIn = (text = '') => /\/sign_in#([0-9a-f]{48})$/m.exec(text)?.[1] ?? assert.fail(`no link in: ${text}`)

const all = await world()

test('a link signs its person in, once', async () => {
  const link = await makeLink(all, all.ben, 'invitation')
  const { status, data } = await useLink(all, link)
  assert.deepEqual([status, data.user.gid, data.has_password], [200, all.ben.gid, false])
  const again = await useLink(all, link)
  assert.equal(again.status, 401)
  assert.match(again.message ?? '', /expired or was already used. Ask for a new one/)
})

test('two concurrent sign-ins with one link create one session', async () => {
  const link = await makeLink(all, all.ben, 'reset')
  const both = await Promise.all([useLink(all, link), useLink(all, link), useLink(all, link)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401, 401])
})

test('a link expires after the lifetime of its purpose', async () => {
  const own = await world()
  own.clock.step = 0
  const lives: [LinkPurpose, number][] = [
    ['first_run', 24 * HOUR],
    ['operator', HOUR],
    ['invitation', 7 * 24 * HOUR],
    ['reset', HOUR],
  ]
  for (const [purpose, life] of lives) {
    const late = await makeLink(own, own.ben, purpose)
    own.clock.now += life
    assert.equal((await useLink(own, late)).status, 401, `${purpose} is over`)
    const link = await makeLink(own, own.ben, purpose)
    own.clock.now += life - 1
    assert.equal((await useLink(own, link)).status, 200, `${purpose} is still good`)
  }
})

test('a new link replaces the former one of its purpose', async () => {
  const [former, other] = [await makeLink(all, all.ben, 'reset'), await makeLink(all, all.ben, 'invitation')]
  const link = await makeLink(all, all.ben, 'reset')
  assert.deepEqual([(await useLink(all, former)).status, (await useLink(all, link)).status], [401, 200])
  assert.equal((await useLink(all, other)).status, 200, 'a link of another purpose is still valid')
})

test('an invalid link is refused, and the store has no usable link', async () => {
  const link = await makeLink(all, all.ben, 'reset')
  const wrong = ['', 'x', `${link}0`, link.slice(1), link.toUpperCase(), digest(link), all.ben.token]
  for (const text of wrong) assert.equal((await useLink(all, text)).status, 401, text)
  assert.equal((await useLink(all, 'x'.repeat(201))).status, 400)
  assert.equal((await useLink(all, link)).status, 200)
})

test('a link of a person who has left is refused', async () => {
  const gone = await all.person('Gone')
  const link = await makeLink(all, gone, 'reset')
  await all.store.write(tx => update(tx, 'workspace_memberships', { user: Number(gone.gid) }, { is_active: 0 }))
  assert.equal((await useLink(all, link)).status, 401)
})

test('a person requests a link after forgetting the password, which the operator gets without mail', async () => {
  const own = await world()
  assert.deepEqual((await ok(browser(own).call('POST', '/sign_in/forgot', { email: 'BEN@example.com' }))).data, {})
  await untilSent(own.announced)
  const [text = ''] = own.announced
  assert.match(text, /For ben@example\.com/)
  assert.equal((await ok(useLink(own, secretIn(text)))).data.user.gid, own.ben.gid)
})

test('the e-mail goes to the person, and its link points to this server, whatever host the request names', async () => {
  const sent: Email[] = []
  const own = await world({ mail: async email => void sent.push(email) })
  const headers = {
    'x-requested-with': 'workloom',
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    origin: 'https://evil.example',
  }
  await ok(browser(own).call('POST', '/sign_in/forgot', { email: 'ben@example.com' }, headers))
  await untilSent(sent)
  assert.deepEqual(sent[0]?.to, { name: 'Ben', email: 'ben@example.com' })
  assert.match(sent[0]?.text ?? '', /^http:\/\/localhost\/sign_in#/m)
  assert.ok(!JSON.stringify(sent).includes('evil'))
  assert.equal(own.announced.length, 0)
  const ann = await signedIn(own, own.ann)
  const invite = { data: { email: 'new@example.com' } }
  await own.send({
    method: 'POST',
    url: `/-/organizations/${own.workspace}/invitations`,
    headers: { ...headers, ...pageHeaders(ann.session), 'content-type': 'application/json' },
    payload: JSON.stringify(invite),
  })
  assert.match(sent[1]?.text ?? '', /^http:\/\/localhost\/sign_in#/m)
})

test('links point to the public address when there is one', async () => {
  const own = await world({ publicUrl: 'https://tasks.example.com' })
  await browser(own).call('POST', '/sign_in/forgot', { email: 'ben@example.com' })
  await untilSent(own.announced)
  assert.match(own.announced[0] ?? '', /^https:\/\/tasks\.example\.com\/sign_in#/m)
})

test('links point to the address on which the server listens', async () => {
  const own = await world()
  const url = await own.app.listen({ host: '127.0.0.1', port: 0 })
  await browser(own).call('POST', '/sign_in/forgot', { email: 'ben@example.com' })
  await untilSent(own.announced)
  assert.ok(own.announced[0]?.includes(`${url}/sign_in#`))
})

test('e-mails are limited for each address and each client, with and without an account', async () => {
  const own = await world()
  own.clock.step = 0
  const ask = async (email: string) => (await browser(own).call('POST', '/sign_in/forgot', { email })).status
  for (const email of ['ben@example.com', 'nobody@example.com']) {
    assert.deepEqual([await ask(email), await ask(email), await ask(email), await ask(email)], [200, 200, 200, 429])
  }
  own.clock.now += 10 * 60_000
  assert.equal(await ask('ben@example.com'), 200)
  const others = []
  for (let person = 0; person < 25; person++) others.push(await ask(`${person}@example.com`))
  assert.ok(others.includes(429))
})

test('only links of the operator work when passwords are off', async () => {
  const own = await world()
  const trust = { email_domains: ['example.com'], trusts_addresses: true }
  const provider = { name: 'Company', issuer: 'https://id.example', client_id: 'x', client_secret: 'sealed', ...trust }
  const former = await makeLink(own, own.ben, 'reset')
  await own.store.write(tx => saveSignInSettings(tx, { password: false, provider }))
  assert.equal((await useLink(own, former)).status, 401)
  assert.equal((await useLink(own, await makeLink(own, own.ben, 'operator'))).status, 200)
  const at = browser(own)
  for (const [path, body] of [
    ['/sign_in', { email: 'ben@example.com', password: 'correct horse battery' }],
    ['/sign_in/forgot', { email: 'ben@example.com' }],
  ] as const) {
    const { status, message } = await at.call('POST', path, body)
    assert.equal(status, 403)
    assert.match(message ?? '', /sign in with Company/)
  }
})
