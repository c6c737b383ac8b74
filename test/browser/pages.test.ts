/** Tasks of people on the pages: applications, consent, invitations, service accounts, keyboard use. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { untilEqual } from './launch.ts'
import {
  ADMINISTRATOR,
  administrator,
  callConsole,
  firstOrganization,
  openVisitor,
  PASSWORD,
  secretIn,
  setAdministratorPassword,
  siteOfFile,
  skip,
  startServer,
  statusOf,
} from './visitor.ts'

const site = siteOfFile()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Starts the server of an application, and returns its origin. */
async function redirectTarget(t: TestContext): Promise<string> {
  const target = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<link rel="icon" href="data:,"><h1>Back at the application</h1>')
  })
  await once(target.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    target.closeAllConnections()
    target.close()
  })
  return `http://127.0.0.1:${(target.address() as AddressInfo).port}`
}

async function register(page: Page, name: string, redirect: string) {
  await page.goto('/settings/applications')
  await press(page, 'Register application')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Redirect URIs').fill(redirect)
  await press(page, 'Register')
  const client = { id: await secretIn(page, 'Client ID'), secret: await secretIn(page, 'Client secret') }
  await press(page, 'Done')
  return client
}

test('a person registers an application, allows it and revokes its access', { skip }, async t => {
  const target = await redirectTarget(t)
  const visitor = await administrator(t, site, { allowed: [target] })
  const { page } = visitor
  const redirect_uri = `${target}/back`
  const client = await register(page, 'Time sheets', redirect_uri)

  const authorization = { client_id: client.id, redirect_uri, response_type: 'code', state: 'a b&c=d' }
  await page.goto(`/-/oauth_authorize?${new URLSearchParams(authorization)}`)
  await heading(page, 'Allow Time sheets?').waitFor()
  await page.getByText(`After your decision, you are redirected to ${new URL(target).host}.`).waitFor()
  await press(page, 'Allow')
  await heading(page, 'Back at the application').waitFor()
  const back = new URL(page.url()).searchParams
  assert.equal(back.get('state'), 'a b&c=d')

  const exchange = { grant_type: 'authorization_code', code: back.get('code') ?? '', redirect_uri }
  const body = new URLSearchParams({ ...exchange, client_id: client.id, client_secret: client.secret })
  const answer = await fetch(`${site.server.url}/-/oauth_token`, { method: 'POST', body })
  const { access_token } = (await answer.json()) as { access_token: string }
  await untilEqual(() => statusOf(site.server, access_token), 200)

  await page.goto('/settings/applications')
  await press(page, 'Revoke access of Time sheets')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke access' }).click()
  await page.getByText('No applications have access').waitFor()
  await untilEqual(() => statusOf(site.server, access_token), 401)
})

test('an administrator revokes the access of an application for all people', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const redirect_uri = 'https://app.example.net/back'
  const client = await register(page, 'Everywhere', redirect_uri)
  const query = new URLSearchParams({ client_id: client.id, redirect_uri, response_type: 'code' })
  await callConsole(visitor, 'POST', '/oauth/consent', { query: query.toString(), allow: true })
  const { organizations } = await callConsole<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  await page.goto(`/admin/${organizations[0]?.gid}/applications`)
  await page.getByText('allowed by 1 person').waitFor()
  await press(page, 'Revoke access of Everywhere')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke access' }).click()
  await page.getByText('No applications have access').waitFor()
  await untilEqual(() => callConsole(visitor, 'GET', '/grants'), [])
})

test('a person accepts an invitation on the page of the profile', { skip }, async t => {
  const { page } = await administrator(t, site)
  let isOpen = true
  const one = { gid: '7', organization: { gid: '8', name: 'Beta' }, invited_by: 'Bob', role: 'guest', expires_at: '' }
  await page.route('**/-/invitations', route => route.fulfill({ json: { data: isOpen ? [one] : [] } }))
  await page.route('**/-/invitations/7/accept', route => {
    isOpen = false
    return route.fulfill({ json: { data: {} } })
  })
  await page.goto('/settings/profile')
  await page.getByText('invited by Bob').waitFor()
  await press(page, 'Join Beta')
  await page.getByText('You joined Beta.').waitFor()
  await page.getByRole('heading', { name: 'Invitations' }).waitFor({ state: 'detached' })
})

test('a denied application gets an error and no code', { skip }, async t => {
  const target = await redirectTarget(t)
  const { page } = await administrator(t, site, { allowed: [target] })
  const { id } = await register(page, 'Curious', `${target}/back`)
  const authorization = { client_id: id, redirect_uri: `${target}/back`, response_type: 'code', state: 's' }
  await page.goto(`/-/oauth_authorize?${new URLSearchParams(authorization)}`)
  await press(page, 'Deny')
  await heading(page, 'Back at the application').waitFor()
  const back = new URL(page.url()).searchParams
  assert.deepEqual([back.get('error'), back.get('code'), back.get('state')], ['access_denied', null, 's'])
})

test('the consent page shows a code when the application has no web server', { skip }, async t => {
  const { page } = await administrator(t, site)
  const redirect_uri = 'urn:ietf:wg:oauth:2.0:oob'
  const { id } = await register(page, 'Terminal', redirect_uri)
  const authorization = { client_id: id, redirect_uri, response_type: 'code' }
  await page.goto(`/-/oauth_authorize?${new URLSearchParams(authorization)}`)
  await press(page, 'Allow')
  await heading(page, 'Your authorization code').waitFor()
  assert.notEqual(await page.locator('code').innerText(), '')
})

test('the form shows an error at the field when a redirect URI is invalid', { skip }, async t => {
  const { page } = await administrator(t, site)
  await page.goto('/settings/applications')
  await press(page, 'Register application')
  await page.getByLabel('Name').fill('Wrong')
  await page.getByLabel('Redirect URIs').fill('http://elsewhere.example/back')
  await press(page, 'Register')
  await page.locator('.field-error').getByText('Must be an https address').waitFor()
})

test('a form with an empty required field shows an error and is submitted once the field is filled', {
  skip,
}, async t => {
  const { page } = await administrator(t, site)
  await page.goto('/settings/tokens')
  await press(page, 'Create token')
  await page.getByLabel('Name').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.locator('.field-error').waitFor()
  await page.getByLabel('Name').pressSequentially('late')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  assert.match(await secretIn(page, 'Token'), /^2\//)
})

test('an invited guest signs in with the link and has no access to administration', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const admin = `/admin/${await firstOrganization(visitor)}/people`
  await page.goto(admin)
  await page.getByRole('main').getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('E-mail address').fill('ben@example.com')
  await page.getByLabel('Name').fill('Ben')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  const link = await secretIn(page, 'Sign-in link')
  await page.getByText('This link works on this machine only.').waitFor()
  await page.getByText('--public-url').waitFor()
  await press(page, 'Done')
  await press(page, 'Change role of Ben')
  await page.getByRole('dialog').getByLabel('Role').selectOption('guest')
  await press(page, 'Save')
  await page.getByText('The role is updated.').waitFor()
  await page.getByText('1 member, 1 guest').waitFor()

  const { page: guestPage } = await openVisitor(t, site)
  await guestPage.goto(link)
  await press(guestPage, 'Sign in')
  await guestPage.getByText('You are signed in as ben@example.com').waitFor()
  await press(guestPage, 'Skip')
  await heading(guestPage, 'Home').waitFor()
  await guestPage.goto(admin)
  await heading(guestPage, 'People').waitFor()
  for (const name of ['Service accounts', 'Sign-in'])
    await untilEqual(() => guestPage.getByRole('link', { name }).count(), 0)
  await untilEqual(() => guestPage.getByRole('button', { name: 'Invite' }).count(), 0)

  await press(page, 'Remove Ben')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The person is removed.').waitFor()
  await guestPage.reload()
  await heading(guestPage, 'Sign in').waitFor()
})

test('a service account gets a token, which is revoked when the account is deleted', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const { organizations } = await callConsole<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  await page.goto(`/admin/${organizations[0]?.gid}/service_accounts`)
  await page.getByText('No service accounts yet').waitFor()
  await press(page, 'Create service account')
  await page.getByLabel('Name').fill('Nightly export')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  const token = await secretIn(page, 'Token')
  await press(page, 'Done')
  await untilEqual(() => statusOf(site.server, token), 200)
  await page.getByText('full permissions').waitFor()
  await press(page, 'Delete: Nightly export')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No service accounts yet').waitFor()
  await untilEqual(() => statusOf(site.server, token), 401)
})

/** The name or the text of the focused element. */
const FOCUSED =
  "(e => e.getAttribute('aria-label') ?? e.labels?.[0]?.textContent ?? e.textContent)(document.activeElement)"

const focused = (page: Page) => page.evaluate<string>(FOCUSED)

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    if ((await focused(page)) === name) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab does not reach ${name}`)
}

/** Waits until the element with this name has the focus. */
const waitForFocus = (page: Page, name: string): Promise<void> => untilEqual(() => focused(page), name)

test('a person creates and revokes a token with the keyboard only', { skip }, async t => {
  const { page } = await openVisitor(t, site)
  const { keyboard } = page
  await page.goto('/sign_in')
  await page.getByLabel('Password').waitFor()
  await tabTo(page, 'E-mail address')
  await keyboard.type(ADMINISTRATOR)
  await tabTo(page, 'Password')
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  await heading(page, 'Home').waitFor()
  await page.goto('/settings/profile')
  await heading(page, 'Profile').waitFor()
  await tabTo(page, 'Access tokens')
  await keyboard.press('Enter')
  await heading(page, 'Access tokens').waitFor()
  await tabTo(page, 'Create token')
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await keyboard.type('by hand')
  await keyboard.press('Enter')
  assert.equal(await statusOf(site.server, await secretIn(page, 'Token')), 200)
  await keyboard.press('Escape')
  await tabTo(page, 'Done')
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await tabTo(page, 'Revoke by hand')
  await keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await waitForFocus(page, 'Revoke by hand')
  await keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await tabTo(page, 'Revoke')
  await keyboard.press('Enter')
  await page.getByText('The token is revoked.').waitFor()
  await waitForFocus(page, 'Access tokens')
})

test('the list of people loads more pages on request', { skip }, async t => {
  const largeServer = await startServer()
  await setAdministratorPassword({ ...site, server: largeServer })
  const visitor = await administrator(t, { ...site, server: largeServer })
  const { organizations } = await callConsole<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  const gid = organizations[0]?.gid
  const invite = (email: string) => callConsole(visitor, 'POST', `/organizations/${gid}/invitations`, { email })
  // In sequence: a session can have at most 15 concurrent writes.
  for (let index = 0; index < 100; index++) await invite(`p${index}@example.com`)
  const { page } = visitor
  await page.goto(`/admin/${gid}/people`)
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
  await untilEqual(() => page.locator('.row').count(), 101)
})
