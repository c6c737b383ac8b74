/** What people do in the rooms: applications and consent, inviting, service accounts, all by keyboard. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
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

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Where an application waits for its people. */
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
  await page.goto('/applications')
  await press(page, 'New application')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Redirect URIs').fill(redirect)
  await press(page, 'Register')
  const client = { id: await shown(page, 'Client ID'), secret: await shown(page, 'Client secret') }
  await press(page, 'Done')
  return client
}

test('an application is registered, allowed, used and sent away', { skip }, async t => {
  const target = await redirectTarget(t)
  const visitor = await administrator(t, browser, server, { allowed: [target] })
  const { page } = visitor
  const redirect_uri = `${target}/back`
  const client = await register(page, 'Time sheets', redirect_uri)

  const asked = { client_id: client.id, redirect_uri, response_type: 'code', state: 'a b&c=d' }
  await page.goto(`/-/oauth_authorize?${new URLSearchParams(asked)}`)
  await heading(page, 'Allow Time sheets?').waitFor()
  await page.getByText(`You are then sent to ${new URL(target).host}.`).waitFor()
  await press(page, 'Allow')
  await heading(page, 'Back at the application').waitFor()
  const back = new URL(page.url()).searchParams
  assert.equal(back.get('state'), 'a b&c=d')

  const exchange = { grant_type: 'authorization_code', code: back.get('code') ?? '', redirect_uri }
  const body = new URLSearchParams({ ...exchange, client_id: client.id, client_secret: client.secret })
  const answer = await fetch(`${server.url}/-/oauth_token`, { method: 'POST', body })
  const { access_token } = (await answer.json()) as { access_token: string }
  assert.equal(await statusOf(server, access_token), 200)

  await page.goto('/applications')
  await press(page, 'Revoke access of Time sheets')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke access' }).click()
  await page.getByText('No applications have access').waitFor()
  assert.equal(await statusOf(server, access_token), 401)
})

test('an administrator sees an application that acts for people, and ends it for all of them', { skip }, async t => {
  const visitor = await administrator(t, browser, server)
  const { page } = visitor
  const redirect_uri = 'https://app.example.net/back'
  const client = await register(page, 'Everywhere', redirect_uri)
  const query = new URLSearchParams({ client_id: client.id, redirect_uri, response_type: 'code' })
  await ask(visitor, 'POST', '/oauth/consent', { query: query.toString(), allow: true })
  const { organizations } = await ask<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  await page.goto(`/organizations/${organizations[0]?.gid}/applications`)
  await page.getByText('for one person').waitFor()
  await press(page, 'Remove the access of Everywhere')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove access' }).click()
  await page.getByText('No application acts for anybody here').waitFor()
  assert.deepEqual(await ask(visitor, 'GET', '/grants'), [])
})

test('a person who is asked to join an organization does so on the first page', { skip }, async t => {
  const { page } = await administrator(t, browser, server)
  let isOpen = true
  const one = { gid: '7', organization: { gid: '8', name: 'Beta' }, invited_by: 'Bob', role: 'guest', expires_at: '' }
  await page.route('**/-/invitations', route => route.fulfill({ json: { data: isOpen ? [one] : [] } }))
  await page.route('**/-/invitations/7/accept', route => {
    isOpen = false
    return route.fulfill({ json: { data: {} } })
  })
  await page.goto('/')
  await page.getByText('invited by Bob').waitFor()
  await press(page, 'Join Beta')
  await page.getByText('You are now in Beta.').waitFor()
  await page.getByText('You are asked to join').waitFor({ state: 'detached' })
})

test('who denies an application is sent back without a code', { skip }, async t => {
  const target = await redirectTarget(t)
  const { page } = await administrator(t, browser, server, { allowed: [target] })
  const { id } = await register(page, 'Curious', `${target}/back`)
  const asked = { client_id: id, redirect_uri: `${target}/back`, response_type: 'code', state: 's' }
  await page.goto(`/-/oauth_authorize?${new URLSearchParams(asked)}`)
  await press(page, 'Deny')
  await heading(page, 'Back at the application').waitFor()
  const back = new URL(page.url()).searchParams
  assert.deepEqual([back.get('error'), back.get('code'), back.get('state')], ['access_denied', null, 's'])
})

test('a person without a browser at the application gets a code to copy', { skip }, async t => {
  const { page } = await administrator(t, browser, server)
  const redirect_uri = 'urn:ietf:wg:oauth:2.0:oob'
  const { id } = await register(page, 'Terminal', redirect_uri)
  const asked = { client_id: id, redirect_uri, response_type: 'code' }
  await page.goto(`/-/oauth_authorize?${new URLSearchParams(asked)}`)
  await press(page, 'Allow')
  await heading(page, 'Your authorization code').waitFor()
  assert.notEqual(await page.locator('code').innerText(), '')
})

test('an address that nobody may be sent to is refused at its field', { skip }, async t => {
  const { page } = await administrator(t, browser, server)
  await page.goto('/applications')
  await press(page, 'New application')
  await page.getByLabel('Name').fill('Wrong')
  await page.getByLabel('Redirect URIs').fill('http://elsewhere.example/back')
  await press(page, 'Register')
  await page.locator('.wrong').getByText('Must be an https address').waitFor()
})

test('a field that was forgotten says so, and once it is filled the form goes at the first press', {
  skip,
}, async t => {
  const { page } = await administrator(t, browser, server)
  await page.goto('/tokens')
  await press(page, 'New token')
  await press(page, 'Create token')
  await page.locator('.wrong').waitFor()
  await page.getByLabel('Name').pressSequentially('late')
  await press(page, 'Create token')
  assert.match(await shown(page, 'Token'), /^2\//)
})

test('an invited person comes in by the link, and sees no more than a member', { skip }, async t => {
  const { page } = await administrator(t, browser, server)
  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: 'My organization' }).click()
  await press(page, 'Invite')
  await page.getByLabel('E-mail address').fill('ben@example.com')
  await page.getByLabel('Name').fill('Ben')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  const link = await shown(page, 'Sign-in link')
  await page.getByText('This link works on this machine only.').waitFor()
  await page.getByText('--public-url').waitFor()
  await press(page, 'Done')
  await press(page, 'Change role of Ben')
  await page.getByRole('dialog').getByLabel('Role').selectOption('guest')
  await press(page, 'Save')
  await page.getByText('The role is updated.').waitFor()
  await page.getByText('1 member, 1 guest').waitFor()

  const { page: his } = await visit(t, browser, server)
  await his.goto(link)
  await press(his, 'Sign in')
  await his.getByText('You are signed in as ben@example.com').waitFor()
  await press(his, 'Later')
  await heading(his, 'Hello, Ben').waitFor()
  await his.getByRole('navigation').getByRole('link', { name: 'My organization' }).click()
  await heading(his, 'My organization').waitFor()
  for (const name of ['Service accounts', 'Sign-in']) assert.equal(await his.getByRole('link', { name }).count(), 0)
  assert.equal(await his.getByRole('button', { name: 'Invite' }).count(), 0)

  await press(page, 'Remove Ben')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The person is removed.').waitFor()
  await his.reload()
  await heading(his, 'Sign in').waitFor()
})

test('a service account gets a token, which ends with it', { skip }, async t => {
  const visitor = await administrator(t, browser, server)
  const { page } = visitor
  const { organizations } = await ask<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  await page.goto(`/organizations/${organizations[0]?.gid}/service_accounts`)
  await page.getByText('No service accounts yet').waitFor()
  await press(page, 'New service account')
  await page.getByLabel('Name').fill('Nightly export')
  await press(page, 'Create account')
  const token = await shown(page, 'Token')
  await press(page, 'Done')
  assert.equal(await statusOf(server, token), 200)
  await page.getByText('full permissions').waitFor()
  await press(page, 'Delete Nightly export')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No service accounts yet').waitFor()
  assert.equal(await statusOf(server, token), 401)
})

/** What has the focus: its name, or its text. */
const FOCUSED =
  "(e => e.getAttribute('aria-label') ?? e.labels?.[0]?.textContent ?? e.textContent)(document.activeElement)"

const focused = (page: Page) => page.evaluate<string>(FOCUSED)

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    if ((await focused(page)) === name) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`no Tab leads to ${name}`)
}

/** Waits until the focus has come there by itself. */
async function comesTo(page: Page, name: string): Promise<void> {
  for (let looked = 0; looked < 100 && (await focused(page)) !== name; looked++) await page.waitForTimeout(20)
  assert.equal(await focused(page), name)
}

test('a token is made and revoked without a mouse', { skip }, async t => {
  const { page } = await visit(t, browser, server)
  const { keyboard } = page
  await page.goto('/sign_in')
  await page.getByLabel('Password').waitFor()
  await tabTo(page, 'E-mail address')
  await keyboard.type(ADMINISTRATOR)
  await tabTo(page, 'Password')
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  await heading(page, 'Hello, admin').waitFor()
  await tabTo(page, 'Access tokens')
  await keyboard.press('Enter')
  await heading(page, 'Access tokens').waitFor()
  await tabTo(page, 'New token')
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await keyboard.type('by hand')
  await keyboard.press('Enter')
  assert.equal(await statusOf(server, await shown(page, 'Token')), 200)
  await keyboard.press('Escape')
  await tabTo(page, 'Done')
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await tabTo(page, 'Revoke by hand')
  await keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await comesTo(page, 'Revoke by hand')
  await keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await tabTo(page, 'Revoke')
  await keyboard.press('Enter')
  await page.getByText('The token is revoked.').waitFor()
  await comesTo(page, 'Access tokens')
})

test('more people than fit a page are shown when asked for', { skip }, async t => {
  const crowded = await startServer()
  await settle(browser, crowded)
  const visitor = await administrator(t, browser, crowded)
  const { organizations } = await ask<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  const home = `/organizations/${organizations[0]?.gid}`
  const invite = (email: string) => ask(visitor, 'POST', `${home}/invitations`, { email })
  // One after the other: fifteen writes of a session may be in flight.
  for (let index = 0; index < 100; index++) await invite(`p${index}@example.com`)
  const { page } = visitor
  await page.goto(home)
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
  assert.equal(await page.locator('.row').count(), 101)
})
