/** The appearance of every page: accessibility, colour schemes, small screens; and frames of other sites. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { receiver } from '../harness/receiver.ts'
import { violations } from './axe.ts'
import { untilEqual, untilTrue } from './launch.ts'
import {
  administrator,
  callConsole,
  createObject,
  firstOrganization,
  openVisitor,
  siteOfFile,
  skip,
  startServer,
  type Visitor,
} from './visitor.ts'

const site = siteOfFile()

/** Creates objects for the lists of the organization, and returns its gid. */
async function fillOrganization(visitor: Visitor): Promise<string> {
  const gid = await firstOrganization(visitor)
  const home = `/organizations/${gid}`
  await callConsole(visitor, 'POST', '/applications', {
    name: 'Time sheets',
    redirect_uris: ['https://timesheets.example.com/a/very/long/address/of/return/that/fills/a/line'],
    scopes: ['default'],
  })
  await callConsole(visitor, 'POST', `${home}/invitations`, { email: 'ben@example.com', name: 'Ben' })
  await callConsole(visitor, 'POST', `${home}/service_accounts`, { name: 'Export', scopes: ['all'] })
  return gid
}

/** Creates objects with all fields that their pages show, and returns the paths of the pages. */
async function objects(visitor: Visitor, workspace: string): Promise<string[]> {
  const project = await createObject(visitor, '/projects', { name: 'Garden', workspace, notes: 'What grows.' })
  const notes = `See https://example.com/${'long'.repeat(40)}`
  const task = await createObject(visitor, '/tasks', {
    name: `Water ${'plants'.repeat(30)}`,
    projects: [project],
    notes,
  })
  await createObject(visitor, `/tasks/${task}/subtasks`, { name: 'Fill the can', assignee: 'me', due_on: '2026-12-01' })
  const tag = await createObject(visitor, '/tags', { name: 'green', workspace })
  const team = await createObject(visitor, '/teams', { name: 'Gardeners', organization: workspace })
  const deleted = await createObject(visitor, '/projects', { name: 'Winter', workspace })
  await visitor.context.request.delete(`/api/1.0/projects/${deleted}`, { headers: { 'x-requested-with': 'test' } })
  const home = `/1/${workspace}`
  return [`${home}/task/${task}`, `${home}/project/${project}`, `${home}/task/1`, `/0/tag/${tag}`, `/0/team/${team}`]
}

/** Creates a webhook with a failed delivery, and returns its gid. */
async function createFailingWebhook(visitor: Visitor, organization: string): Promise<string> {
  const target = await receiver()
  const project = await createObject(visitor, '/projects', { name: 'Launch', workspace: organization })
  const hook = await createObject(visitor, '/webhooks', {
    resource: project,
    target: `${target.url}&${'long'.repeat(40)}`,
  })
  target.behave = response => response.writeHead(500).end(`<h1>${'broken'.repeat(60)}</h1>`)
  await createObject(visitor, '/tasks', { name: 'A task', projects: [project] })
  await visitor.page.goto('/settings/webhooks')
  await visitor.page.getByText('Failing').waitFor()
  return hook
}

const waitUntilLoaded = async (page: Page) => {
  await page.locator('h1').waitFor()
  await page.locator('.loading').first().waitFor({ state: 'detached' })
}

const SETTINGS = [
  ...['profile', 'appearance', 'language', 'shortcuts', 'security', 'device'],
  ...['tokens', 'applications', 'webhooks', 'api'],
]
const ADMINISTRATION = [
  ...['people', 'teams', 'fields', 'tags', 'service_accounts', 'applications', 'export', 'trash', 'limits'],
  'sign_in',
]

test('every page is accessible in both colour schemes and fits 320 pixels', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await fillOrganization(visitor)
  const hook = await createFailingWebhook(visitor, workspace)
  const paths = ['/', '/consent?client_id=1', '/nothing', '/admin/jobs', '/admin/1/people', `/1/${workspace}/trash`]
  paths.push(...SETTINGS.map(path => `/settings/${path}`), `/settings/webhooks/${hook}`, '/settings/webhooks/1')
  paths.push(...ADMINISTRATION.map(path => `/admin/${workspace}/${path}`))
  paths.push(...(await objects(visitor, workspace)))
  for (const path of paths) {
    await page.setViewportSize({ width: 1100, height: 800 })
    await page.goto(path)
    await waitUntilLoaded(page)
    assert.deepEqual(await violations(page), [], path)
    await page.setViewportSize({ width: 320, height: 640 })
    await untilEqual(() => page.evaluate('document.documentElement.scrollWidth'), 320, `${path} is too wide`)
    assert.match(await page.title(), / · Workloom$/)
  }
  await page.goto(`/settings/webhooks/${hook}`)
  await page.getByText('Request and response').first().click()
  await page.getByText('Request body').waitFor()
  assert.deepEqual(await violations(page), [])
  await untilEqual(() => page.evaluate('document.documentElement.scrollWidth'), 320)
  await page.getByRole('button', { name: 'Redeliver events…' }).click()
  await page.getByLabel('Since').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.setViewportSize({ width: 320, height: 640 })
  await untilEqual(() => page.evaluate('document.documentElement.scrollWidth'), 320)
})

test('the sign-in page is accessible', { skip }, async t => {
  const { page } = await openVisitor(t, site)
  for (const path of ['/sign_in', '/sign_in?problem=no_account', '/sign_in#link']) {
    await page.goto(path)
    await waitUntilLoaded(page)
    assert.deepEqual(await violations(page), [], path)
  }
})

/** Opens a visitor that was just invited and has no objects. */
async function invitedVisitor(t: TestContext): Promise<Visitor> {
  const host = await administrator(t, site)
  const { organizations } = await callConsole<{ organizations: { gid: string }[] }>(host, 'GET', '/session')
  const path = `/organizations/${organizations[0]?.gid}/invitations`
  const { link } = await callConsole<{ link: string }>(host, 'POST', path, { email: 'new@example.com' })
  const visitor = await openVisitor(t, site)
  await callConsole(visitor, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  return visitor
}

test('empty pages and error messages are accessible', { skip }, async t => {
  const { page } = await invitedVisitor(t)
  for (const path of ['/settings/tokens', '/settings/applications', '/settings/webhooks', '/admin/jobs']) {
    await page.setViewportSize({ width: 1100, height: 800 })
    await page.goto(path)
    await waitUntilLoaded(page)
    assert.deepEqual(await violations(page), [], path)
    await page.setViewportSize({ width: 320, height: 640 })
    await untilEqual(() => page.evaluate('document.documentElement.scrollWidth'), 320, `${path} is too wide`)
  }
})

test('dialogs are accessible', { skip }, async t => {
  const { page } = await administrator(t, site)
  await page.goto('/settings/tokens')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByLabel('Name').fill('looks')
  assert.deepEqual(await violations(page), [])
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Done' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke looks' }).click()
  await page.getByRole('alertdialog').waitFor()
  assert.deepEqual(await violations(page), [])
})

test('the first steps, an expired link and an ended session are accessible', { skip }, async t => {
  const fresh = await startServer()
  const { page, context } = await openVisitor(t, { ...site, server: fresh })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(fresh.link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.locator('.field-error').first().waitFor()
  assert.deepEqual(await violations(page), [])
  await untilEqual(() => page.evaluate('document.documentElement.scrollWidth'), 320)
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto('/settings/profile')
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await context.clearCookies()
  await page.getByRole('link', { name: 'Access tokens' }).click()
  await page.getByRole('dialog', { name: 'Session expired' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.goto('/sign_in')
  await page.goto(fresh.link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This link has expired').waitFor()
  assert.deepEqual(await violations(page), [])
})

test('the menu of a small screen closes with Escape and returns the focus', { skip }, async t => {
  const { page } = await administrator(t, site)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Menu' })
  await dialog.getByRole('link', { name: 'Trash' }).focus()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.locator(':focus', { hasText: 'Menu' }).waitFor()
})

test('the limits show an idle token on one line', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const { organizations } = await callConsole<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  for (let count = 0; count < 10; count++) await callConsole(visitor, 'POST', '/tokens', { name: `idle ${count}` })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/admin/${organizations[0]?.gid}/limits`)
  const idle = page.locator('.row').filter({ hasText: 'idle 9' })
  await idle.first().waitFor()
  await untilEqual(() => idle.first().getByRole('meter').count(), 0)
  const { height = 0 } = (await idle.first().boundingBox()) ?? {}
  assert.ok(height > 0 && height < 60, `${height} pixels`)
  await page.locator('.row').filter({ hasText: 'browser' }).first().getByRole('meter').first().waitFor()
})

test('the chosen colour theme overrides the system and is stored', { skip }, async t => {
  const { page } = await administrator(t, site, { colorScheme: 'light' })
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  await page.goto('/settings/appearance')
  await page.getByRole('radio', { name: 'Light' }).waitFor()
  const light = await background()
  await page.getByRole('radio', { name: 'Dark' }).check()
  const dark = await background()
  assert.notEqual(dark, light)
  await page.reload()
  await waitUntilLoaded(page)
  await untilEqual(() => background(), dark)
  await page.getByRole('radio', { name: 'System' }).check()
  await untilEqual(() => background(), light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await untilEqual(() => background(), dark)
})

test('a setting that a reload interrupts is sent again', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await page.goto('/settings/appearance')
  await page.route('**/-/preferences', () => {})
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.unroute('**/-/preferences')
  await page.reload()
  const themeOf = (session: { preferences: { theme: string } }) => session.preferences.theme
  await untilEqual(async () => themeOf(await callConsole(visitor, 'GET', '/session')), 'dark')
  await untilTrue(page, "document.documentElement.dataset.theme === 'dark'")
})

/** Starts another site that has a page of this server in a frame, and returns its origin. */
async function framingSite(t: TestContext): Promise<string> {
  const framing = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<link rel="icon" href="data:,"><iframe src="${site.server.url}/settings/tokens"></iframe>`)
  })
  await once(framing.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    framing.closeAllConnections()
    framing.close()
  })
  return `http://127.0.0.1:${(framing.address() as AddressInfo).port}`
}

test('another site cannot show a page in a frame', { skip }, async t => {
  const framing = await framingSite(t)
  const context = await site.browser.newContext()
  t.after(() => context.close())
  const page = await context.newPage()
  await page.goto(framing)
  const [, frame] = page.frames()
  assert.equal(frame?.url(), 'chrome-error://chromewebdata/')
})

test('a page reports a server that does not respond and retries on request', {
  skip,
}, async t => {
  const { page, context } = await administrator(t, site)
  await page.goto('/settings/profile')
  await waitUntilLoaded(page)
  await context.route('**/-/tokens', route => route.abort())
  await page.getByRole('navigation').getByRole('link', { name: 'Access tokens' }).click()
  await page.getByRole('alert').getByText('The server does not respond.').waitFor()
  await context.unroute('**/-/tokens')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Set-up').waitFor()
})
