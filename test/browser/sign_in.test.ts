/** Coming in: the first start, passwords, links, and where they lead. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ownPath } from '../../web/src/own_path.ts'
import { openidProvider } from '../harness/sign_in/provider.ts'
import {
  ADMINISTRATOR,
  administrator,
  ask,
  PASSWORD,
  type Server,
  settle,
  shown,
  skip,
  startBrowser,
  startServer,
  statusOf,
  visit,
} from './visitor.ts'

let browser: Browser
let server: Server

before(async () => {
  if (skip) return
  ;[browser, server] = await Promise.all([startBrowser(), startServer()])
  await settle(browser, server)
})

async function signIn(page: Page, password: string, email = ADMINISTRATOR) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('from the first start to a token that works and is revoked', { skip }, async t => {
  const fresh = await startServer()
  const { page } = await visit(t, browser, fresh)
  await page.goto(fresh.link)
  await heading(page, 'Welcome').waitFor()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Welcome to Workloom').waitFor()
  assert.equal(new URL(page.url()).hash, '')
  await page.getByLabel('Name').fill('Ann Weaver')
  await page.getByLabel('E-mail address').fill('ann@acme.example')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await heading(page, 'Hello, Ann Weaver').waitFor()

  await page.getByRole('navigation').getByRole('link', { name: 'Access tokens' }).click()
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Name').fill('laptop')
  await page.getByRole('button', { name: 'Create token' }).click()
  const token = await shown(page, 'Token')
  assert.equal(await statusOf(fresh, token), 200)
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Revoke laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('The token is revoked.').waitFor()
  assert.equal(await page.getByText('laptop').count(), 0)
  assert.equal(await statusOf(fresh, token), 401)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await heading(page, 'Sign in').waitFor()
  await signIn(page, 'not the password at all', 'ann@acme.example')
  await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
  await signIn(page, PASSWORD, 'ann@acme.example')
  await heading(page, 'Hello, Ann Weaver').waitFor()
})

test('a link that was used leads to a new one', { skip }, async t => {
  const { page } = await visit(t, browser, server)
  await page.goto(`${server.url}/sign_in#${'0'.repeat(48)}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'This link has expired').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Sign in' }).count(), 0)
  await page.getByRole('button', { name: 'Send me a new link' }).click()
  await page.getByLabel('E-mail address').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByLabel('Password').waitFor()
  assert.equal(new URL(page.url()).hash, '')
})

test('a password that is too short is counted while it is typed, and refused in the words of the app', {
  skip,
}, async t => {
  const { page } = await administrator(t, browser, server)
  await page.goto('/account')
  await page.getByLabel('New password').pressSequentially('three')
  await page.getByText('5 of 12').waitFor()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.locator('.wrong').getByText('Use at least 12 characters', { exact: true }).waitFor()
  const space =
    "(w => w.getBoundingClientRect().top - w.parentElement.querySelector('input').getBoundingClientRect().bottom)"
  assert.equal(await page.evaluate(`${space}(document.querySelector('.wrong'))`), 8)
  await page.getByLabel('New password').pressSequentially(' warp threads')
  await page.getByText('18 characters').waitFor()
})

test('a stranger is led to the sign-in, and back to where they wanted to go', { skip }, async t => {
  const { page } = await visit(t, browser, server)
  await page.goto('/account?a=1%20b')
  await heading(page, 'Sign in').waitFor()
  assert.equal(new URL(page.url()).search, '?return_to=%2Faccount%3Fa%3D1%2520b')
  await signIn(page, PASSWORD)
  await heading(page, 'Account').waitFor()
  assert.equal(new URL(page.url()).search, '?a=1%20b')
})

test('nobody is led to another site after signing in', { skip }, async t => {
  const { page } = await visit(t, browser, server)
  await page.goto('/sign_in?return_to=//elsewhere.example/x')
  await signIn(page, PASSWORD)
  await heading(page, 'Hello').waitFor()
  assert.equal(page.url(), `${server.url}/`)
})

test('only paths of this server are ways back', () => {
  const origin = 'https://tasks.example'
  const others = [
    '//x.example',
    'https://x.example',
    '/\\x.example',
    '\\\\x.example',
    '/.//x.example',
    'javascript:alert(1)',
    'x',
  ]
  others.push('/\t/x.example', 'https://tasks.example.x.example', '/sign_in?return_to=/', '')
  for (const wanted of others) assert.equal(ownPath(wanted, origin), '/', wanted)
  assert.equal(ownPath(null, origin), '/')
  for (const wanted of ['/', '/tokens', '/consent?a=b%20c', '/-/oauth_authorize?x=1']) {
    assert.equal(ownPath(wanted, origin), wanted)
  }
})

test('a session that has ended is continued in place, with what was typed', { skip }, async t => {
  const { page, context } = await administrator(t, browser, server)
  await page.goto('/tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Name').fill('half typed')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create token' }).click()
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await ended.getByLabel('Password').fill('not the password at all')
  await ended.getByRole('button', { name: 'Sign in' }).click()
  await ended.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
  await page.keyboard.press('Escape')
  await ended.getByLabel('Password').fill(PASSWORD)
  await ended.getByRole('button', { name: 'Sign in' }).click()
  await ended.waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Name').inputValue(), 'half typed')
  assert.equal(await page.getByRole('alert').count(), 0)
  await page.getByRole('button', { name: 'Create token' }).click()
  assert.equal(await statusOf(server, await shown(page, 'Token')), 200)
})

test('a session that has ended can be followed by another way to sign in, and leads back', { skip }, async t => {
  const { page, context } = await administrator(t, browser, server)
  await page.goto('/')
  await heading(page, 'Hello').waitFor()
  await context.clearCookies()
  await page.getByRole('navigation').getByRole('link', { name: 'Applications' }).click()
  await page.getByRole('dialog', { name: 'Your session has ended' }).getByRole('link').click()
  await heading(page, 'Sign in').waitFor()
  assert.equal(new URL(page.url()).search, '?return_to=%2Fapplications')
  await signIn(page, PASSWORD)
  await heading(page, 'Applications').waitFor()
})

test('whoever signs in meanwhile in another tab never gets the page of the former person', { skip }, async t => {
  const visitor = await administrator(t, browser, server)
  const { page, context } = visitor
  const { organizations } = await ask<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  const path = `/organizations/${organizations[0]?.gid}/invitations`
  const { link } = await ask<{ link: string }>(visitor, 'POST', path, { email: 'ben@example.com', name: 'Ben' })
  await page.goto('/')
  await heading(page, 'Hello').waitFor()
  await context.clearCookies()
  await page.getByRole('navigation').getByRole('link', { name: 'Access tokens' }).click()
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  await ask(visitor, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  await page.evaluate("window.dispatchEvent(new Event('focus'))")
  await page.getByText('No tokens yet').waitFor()
  await page.getByLabel('Signed in').getByText('ben@example.com').waitFor()
})

test('whoever signs out leaves the pages of all tabs', { skip }, async t => {
  const { page, context } = await administrator(t, browser, server)
  await page.goto('/tokens')
  await page.getByText('Set-up').waitFor()
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Sign out' }).click()
  for (const tab of [other, page]) await heading(tab, 'Sign in').waitFor()
})

test('people change the name that others see', { skip }, async t => {
  const { page } = await administrator(t, browser, server)
  await page.goto('/account')
  await page.getByLabel('Name', { exact: true }).fill('Ann Weaver')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByLabel('Signed in').getByText('Ann Weaver').waitFor()
  await page.reload()
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Ann Weaver')
  await page.getByLabel('Name', { exact: true }).fill('admin')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByLabel('Signed in').getByText('admin', { exact: true }).waitFor()
})

test('whether an address has an account is not to be seen', { skip }, async t => {
  const { page } = await visit(t, browser, server)
  await page.goto('/sign_in')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByLabel('E-mail address').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send link' }).click()
  await heading(page, 'Check your mail').waitFor()
})

test("a company's own provider is set up, signs its people in, and turns others away with a reason", {
  skip,
}, async t => {
  const provider = await openidProvider()
  const own = await startServer()
  await settle(browser, own)
  const visitor = await administrator(t, browser, own)
  const { organizations } = await ask<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  const { page } = visitor
  await page.goto(`/organizations/${organizations[0]?.gid}/sign_in`)
  await page.getByLabel('Identity provider (OpenID Connect)').check()
  await page.getByLabel('Name').fill('Example')
  await page.getByLabel('Issuer').fill('http://127.0.0.1:9')
  await page.getByLabel('Client ID').fill(provider.client_id)
  await page.getByLabel('Client secret').fill(provider.client_secret)
  await page.getByLabel('E-mail domains').fill(ADMINISTRATOR.split('@')[1] ?? '')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.wrong').getByText('Does not answer as an OpenID provider').waitFor()
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The settings are saved.').waitFor()

  const { page: theirs } = await visit(t, browser, own, { allowed: [provider.issuer] })
  provider.person = { sub: '1', email: 'nobody@example.com', email_verified: true }
  await theirs.goto('/sign_in?return_to=%2Ftokens')
  await theirs.getByRole('link', { name: 'Continue with Example' }).click()
  await theirs.getByRole('alert').getByText('There is no account with this address here.').waitFor()
  provider.person = { sub: '2', email: ADMINISTRATOR }
  await theirs.goto('/sign_in?return_to=%2Ftokens')
  await theirs.getByRole('link', { name: 'Continue with Example' }).click()
  await theirs.getByRole('alert').waitFor()
  await page.reload()
  await page.getByLabel('Trust addresses that the provider does not mark as verified').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The settings are saved.').waitFor()
  await theirs.goto('/sign_in?return_to=%2Ftokens')
  await theirs.getByRole('link', { name: 'Continue with Example' }).click()
  await heading(theirs, 'Access tokens').waitFor()
})
