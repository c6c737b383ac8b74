/** Sign-in: the first start, passwords, links, providers, sessions and return paths. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ownPath } from '../../web/src/own_path.ts'
import { openidProvider } from '../harness/sign_in/provider.ts'
import { untilEqual } from './launch.ts'
import {
  ADMINISTRATOR,
  administrator,
  callConsole,
  openVisitor,
  PASSWORD,
  secretIn,
  setAdministratorPassword,
  signInAsAdministrator,
  siteOfFile,
  skip,
  startServer,
  statusOf,
} from './visitor.ts'

const site = siteOfFile()

async function signIn(page: Page, password: string, email = ADMINISTRATOR) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the first administrator signs in, creates an access token and revokes it', { skip }, async t => {
  const fresh = await startServer()
  const { page } = await openVisitor(t, { ...site, server: fresh })
  await page.goto(fresh.link)
  await heading(page, 'Welcome').waitFor()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Welcome to Workloom').waitFor()
  assert.equal(new URL(page.url()).hash, '')
  await page.getByLabel('Name').fill('Ann Weaver')
  await page.getByLabel('E-mail address').fill('ann@acme.example')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await heading(page, 'Home').waitFor()

  await page.goto('/settings/tokens')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByLabel('Name').fill('laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  const token = await secretIn(page, 'Token')
  await untilEqual(() => statusOf(fresh, token), 200)
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Revoke laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('The token is revoked.').waitFor()
  await untilEqual(() => page.getByText('laptop').count(), 0)
  await untilEqual(() => statusOf(fresh, token), 401)

  await signOut(page)
  await heading(page, 'Sign in').waitFor()
  await signIn(page, 'not the password at all', 'ann@acme.example')
  await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
  await signIn(page, PASSWORD, 'ann@acme.example')
  await heading(page, 'Home').waitFor()
})

test('the sign-in page offers a new link when a link has expired', { skip }, async t => {
  const { page } = await openVisitor(t, site)
  await page.goto(`${site.server.url}/sign_in#${'0'.repeat(48)}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'This link has expired').waitFor()
  await untilEqual(() => page.getByRole('button', { name: 'Sign in' }).count(), 0)
  await page.getByRole('button', { name: 'Send me a new link' }).click()
  await page.getByLabel('E-mail address').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByLabel('Password').waitFor()
  assert.equal(new URL(page.url()).hash, '')
})

test('the form counts the characters of a new password and rejects a short one', {
  skip,
}, async t => {
  const { page } = await administrator(t, site)
  await page.goto('/settings/security')
  await page.getByLabel('New password').pressSequentially('three')
  await page.getByText('5 of 12').waitFor()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.locator('.field-error').getByText('Use at least 12 characters', { exact: true }).waitFor()
  const space =
    "(w => w.getBoundingClientRect().top - w.parentElement.querySelector('input').getBoundingClientRect().bottom)"
  await untilEqual(() => page.evaluate(`${space}(document.querySelector('.field-error'))`), 8)
  await page.getByLabel('New password').pressSequentially(' warp threads')
  await page.getByText('18 characters').waitFor()
})

test('a person without a session is redirected to the sign-in page and returns to the requested path', {
  skip,
}, async t => {
  const { page } = await openVisitor(t, site)
  await page.goto('/settings/security?a=1%20b')
  await heading(page, 'Sign in').waitFor()
  assert.equal(new URL(page.url()).search, '?return_to=%2Fsettings%2Fsecurity%3Fa%3D1%2520b')
  await signIn(page, PASSWORD)
  await heading(page, 'Security').waitFor()
  assert.equal(new URL(page.url()).search, '?a=1%20b')
})

test('the sign-in page does not redirect to another site', { skip }, async t => {
  const { page } = await openVisitor(t, site)
  await page.goto('/sign_in?return_to=//elsewhere.example/x')
  await signIn(page, PASSWORD)
  await heading(page, 'Home').waitFor()
  assert.equal(new URL(page.url()).origin, site.server.url)
})

test('a return path is accepted only if it is on this server', () => {
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
  for (const path of others) assert.equal(ownPath(path, origin), '/', path)
  assert.equal(ownPath(null, origin), '/')
  for (const path of ['/', '/tokens', '/consent?a=b%20c', '/-/oauth_authorize?x=1']) {
    assert.equal(ownPath(path, origin), path)
  }
})

test('a person signs in again in the dialog of an ended session and keeps their input', { skip }, async t => {
  const { page, context } = await administrator(t, site)
  await page.goto('/settings/tokens')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByLabel('Name').fill('half typed')
  await context.clearCookies()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  const ended = page.getByRole('dialog', { name: 'Session expired' })
  await ended.getByLabel('Password').fill('not the password at all')
  await ended.getByRole('button', { name: 'Sign in' }).click()
  await ended.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
  await page.keyboard.press('Escape')
  await ended.getByLabel('Password').fill(PASSWORD)
  await ended.getByRole('button', { name: 'Sign in' }).click()
  await ended.waitFor({ state: 'detached' })
  await untilEqual(() => page.getByLabel('Name').inputValue(), 'half typed')
  await untilEqual(() => page.getByRole('alert').count(), 0)
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  assert.equal(await statusOf(site.server, await secretIn(page, 'Token')), 200)
})

test('the dialog of an ended session links to other sign-in methods, which return to the page', { skip }, async t => {
  const { page, context } = await administrator(t, site)
  await page.goto('/settings/profile')
  await heading(page, 'Profile').waitFor()
  await context.clearCookies()
  await page.getByRole('navigation').getByRole('link', { name: 'Applications' }).click()
  await page.getByRole('dialog', { name: 'Session expired' }).getByRole('link').click()
  await heading(page, 'Sign in').waitFor()
  assert.equal(new URL(page.url()).search, '?return_to=%2Fsettings%2Fapplications')
  await signIn(page, PASSWORD)
  await heading(page, 'Applications').waitFor()
})

test('a page with an ended session reloads when another person signs in in another tab', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page, context } = visitor
  const { organizations } = await callConsole<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  const path = `/organizations/${organizations[0]?.gid}/invitations`
  const { link } = await callConsole<{ link: string }>(visitor, 'POST', path, { email: 'ben@example.com', name: 'Ben' })
  await page.goto('/settings/profile')
  await heading(page, 'Profile').waitFor()
  await context.clearCookies()
  await page.getByRole('navigation').getByRole('link', { name: 'Access tokens' }).click()
  await page.getByRole('dialog', { name: 'Session expired' }).waitFor()
  await callConsole(visitor, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  await page.evaluate("window.dispatchEvent(new Event('focus'))")
  await page.getByText('No tokens yet').waitFor()
  await page.getByRole('button', { name: 'Account: Ben' }).waitFor()
})

test('a sign-out closes the session in all tabs', { skip }, async t => {
  const visitor = await openVisitor(t, site)
  await signInAsAdministrator(visitor)
  const { page, context } = visitor
  await page.goto('/settings/tokens')
  await page.getByText('Set-up').waitFor()
  const other = await context.newPage()
  await other.goto('/')
  await signOut(other)
  for (const tab of [other, page]) await heading(tab, 'Sign in').waitFor()
})

test('a person changes their name', { skip }, async t => {
  const { page } = await administrator(t, site)
  await page.goto('/settings/profile')
  await page.getByLabel('Name', { exact: true }).fill('Ann Weaver')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: 'Account: Ann Weaver' }).waitFor()
  await page.reload()
  await untilEqual(() => page.getByLabel('Name', { exact: true }).inputValue(), 'Ann Weaver')
  await page.getByLabel('Name', { exact: true }).fill('admin')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: 'Account: admin' }).waitFor()
})

test('the page for a sign-in link does not reveal whether an address has an account', { skip }, async t => {
  const { page } = await openVisitor(t, site)
  await page.goto('/sign_in')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByLabel('E-mail address').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send link' }).click()
  await heading(page, 'Check your e-mail').waitFor()
})

test('an identity provider signs in people with an account and rejects others with a reason', {
  skip,
}, async t => {
  const provider = await openidProvider()
  const own = await startServer()
  await setAdministratorPassword({ ...site, server: own })
  const visitor = await administrator(t, { ...site, server: own })
  const { organizations } = await callConsole<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  const { page } = visitor
  await page.goto(`/admin/${organizations[0]?.gid}/sign_in`)
  await page.getByLabel('Identity provider (OpenID Connect)').check()
  await page.getByLabel('Name').fill('Example')
  await page.getByLabel('Issuer').fill('http://127.0.0.1:9')
  await page.getByLabel('Client ID').fill(provider.client_id)
  await page.getByLabel('Client secret').fill(provider.client_secret)
  await page.getByLabel('E-mail domains').fill(ADMINISTRATOR.split('@')[1] ?? '')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.field-error').getByText('Does not answer as an OpenID provider').waitFor()
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The settings are saved.').waitFor()

  const { page: otherPage } = await openVisitor(t, { ...site, server: own }, { allowed: [provider.issuer] })
  provider.person = { sub: '1', email: 'nobody@example.com', email_verified: true }
  await otherPage.goto('/sign_in?return_to=%2Ftokens')
  await otherPage.getByRole('link', { name: 'Continue with Example' }).click()
  await otherPage.getByRole('alert').getByText('There is no account with this e-mail address.').waitFor()
  provider.person = { sub: '2', email: ADMINISTRATOR }
  await otherPage.goto('/sign_in?return_to=%2Ftokens')
  await otherPage.getByRole('link', { name: 'Continue with Example' }).click()
  await otherPage.getByRole('alert').waitFor()
  await page.reload()
  await page.getByLabel('Trust addresses that the provider does not mark as verified').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The settings are saved.').waitFor()
  await otherPage.goto('/sign_in?return_to=%2Ftokens')
  await otherPage.getByRole('link', { name: 'Continue with Example' }).click()
  await heading(otherPage, 'Access tokens').waitFor()
})
