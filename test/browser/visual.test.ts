/** How every room looks: for everybody, in light and in dark, on a small screen, and in no frame of another site. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { receiver } from '../harness/receiver.ts'
import { violations } from './axe.ts'
import {
  administrator,
  ask,
  make,
  type Server,
  settle,
  skip,
  startBrowser,
  startServer,
  type Visitor,
  visit,
} from './visitor.ts'

let browser: Browser
let server: Server

before(async () => {
  if (skip) return
  ;[browser, server] = await Promise.all([startBrowser(), startServer()])
  await settle(browser, server)
})

/** An organization in which every list has something in it. */
async function furnish(visitor: Visitor): Promise<string> {
  const { organizations } = await ask<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  const home = `/organizations/${organizations[0]?.gid}`
  await ask(visitor, 'POST', '/applications', {
    name: 'Time sheets',
    redirect_uris: ['https://timesheets.example.com/a/very/long/address/of/return/that/fills/a/line'],
    scopes: ['default'],
  })
  await ask(visitor, 'POST', `${home}/invitations`, { email: 'ben@example.com', name: 'Ben' })
  await ask(visitor, 'POST', `${home}/service_accounts`, { name: 'Export', scopes: ['all'] })
  return home
}

/** Objects with everything that their pages show; answers where people open them. */
async function objects(visitor: Visitor, workspace: string): Promise<string[]> {
  const project = await make(visitor, '/projects', { name: 'Garden', workspace, notes: 'What grows.' })
  const notes = `See https://example.com/${'long'.repeat(40)}`
  const task = await make(visitor, '/tasks', { name: `Water ${'plants'.repeat(30)}`, projects: [project], notes })
  await make(visitor, `/tasks/${task}/subtasks`, { name: 'Fill the can', assignee: 'me', due_on: '2026-12-01' })
  const tag = await make(visitor, '/tags', { name: 'green', workspace })
  const team = await make(visitor, '/teams', { name: 'Gardeners', organization: workspace })
  const gone = await make(visitor, '/projects', { name: 'Winter', workspace })
  await visitor.context.request.delete(`/api/1.0/projects/${gone}`, { headers: { 'x-requested-with': 'test' } })
  const home = `/1/${workspace}`
  return [`${home}/task/${task}`, `${home}/project/${project}`, `${home}/task/1`, `/0/tag/${tag}`, `/0/team/${team}`]
}

/** A webhook whose target takes nothing any more, with a delivery that failed; answers its gid. */
async function failing(visitor: Visitor, organization: string): Promise<string> {
  const target = await receiver()
  const project = await make(visitor, '/projects', { name: 'Launch', workspace: organization })
  const hook = await make(visitor, '/webhooks', { resource: project, target: `${target.url}&${'long'.repeat(40)}` })
  target.behave = response => response.writeHead(500).end(`<h1>${'broken'.repeat(60)}</h1>`)
  await make(visitor, '/tasks', { name: 'A task', projects: [project] })
  await visitor.page.goto('/webhooks')
  await visitor.page.getByText('Failing').waitFor()
  return hook
}

const settled = async (page: Page) => {
  await page.locator('h1').waitFor()
  await page.locator('.loading').first().waitFor({ state: 'detached' })
}

test('every room is for everybody, in light and in dark, and fits a screen of 320 pixels', { skip }, async t => {
  const visitor = await administrator(t, browser, server)
  const { page } = visitor
  const home = await furnish(visitor)
  const hook = await failing(visitor, home.replace('/organizations/', ''))
  const rooms = ['/', '/tokens', '/applications', '/account', '/consent?client_id=1', '/nothing', home]
  rooms.push('/webhooks', `/webhooks/${hook}`, '/webhooks/1', '/jobs')
  rooms.push(...['service_accounts', 'applications', 'limits', 'trash', 'sign_in'].map(room => `${home}/${room}`))
  rooms.push(...(await objects(visitor, home.replace('/organizations/', ''))))
  for (const room of rooms) {
    await page.setViewportSize({ width: 1100, height: 800 })
    await page.goto(room)
    await settled(page)
    assert.deepEqual(await violations(page), [], room)
    await page.setViewportSize({ width: 320, height: 640 })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, `${room} is too wide`)
    assert.match(await page.title(), / · Workloom$/)
  }
  await page.goto(`/webhooks/${hook}`)
  await page.getByText('Request and response').first().click()
  await page.getByText('Request body').waitFor()
  assert.deepEqual(await violations(page), [])
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
  await page.getByRole('button', { name: 'Redeliver since …' }).click()
  await page.getByLabel('Since').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.setViewportSize({ width: 320, height: 640 })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
})

test('the way in is for everybody too', { skip }, async t => {
  const { page } = await visit(t, browser, server)
  for (const room of ['/sign_in', '/sign_in?problem=no_account', '/sign_in#link']) {
    await page.goto(room)
    await settled(page)
    assert.deepEqual(await violations(page), [], room)
  }
})

/** Somebody who was just invited, and has nothing yet. */
async function newcomer(t: TestContext): Promise<Visitor> {
  const host = await administrator(t, browser, server)
  const { organizations } = await ask<{ organizations: { gid: string }[] }>(host, 'GET', '/session')
  const path = `/organizations/${organizations[0]?.gid}/invitations`
  const { link } = await ask<{ link: string }>(host, 'POST', path, { email: 'new@example.com' })
  const visitor = await visit(t, browser, server)
  await ask(visitor, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  return visitor
}

test('rooms without anything in them are for everybody, and so is a refusal', { skip }, async t => {
  const { page } = await newcomer(t)
  for (const room of ['/tokens', '/applications', '/webhooks', '/jobs']) {
    await page.setViewportSize({ width: 1100, height: 800 })
    await page.goto(room)
    await settled(page)
    assert.deepEqual(await violations(page), [], room)
    await page.setViewportSize({ width: 320, height: 640 })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, `${room} is too wide`)
  }
})

test('dialogs are for everybody', { skip }, async t => {
  const { page } = await administrator(t, browser, server)
  await page.goto('/tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Name').fill('looks')
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'Done' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke looks' }).click()
  await page.getByRole('alertdialog').waitFor()
  assert.deepEqual(await violations(page), [])
})

test('the first steps, a link that was used and an ended session are for everybody', { skip }, async t => {
  const fresh = await startServer()
  const { page, context } = await visit(t, browser, fresh)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(fresh.link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.locator('.wrong').first().waitFor()
  assert.deepEqual(await violations(page), [])
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByText('First request').waitFor()
  await context.clearCookies()
  await page.getByRole('link', { name: 'Access tokens' }).last().click()
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.goto('/sign_in')
  await page.goto(fresh.link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This link has expired').waitFor()
  assert.deepEqual(await violations(page), [])
})

test('the menu of a small screen closes with Escape, and gives the focus back', { skip }, async t => {
  const { page } = await administrator(t, browser, server)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.press('Enter')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Account' })
  await link.focus()
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  assert.equal(await menu.getAttribute('aria-expanded'), 'false')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Menu')
})

test('an idle token takes one line of the limits', { skip }, async t => {
  const visitor = await administrator(t, browser, server)
  const { page } = visitor
  const { organizations } = await ask<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  for (let count = 0; count < 10; count++) await ask(visitor, 'POST', '/tokens', { name: `idle ${count}` })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/organizations/${organizations[0]?.gid}/limits`)
  const idle = page.locator('.row').filter({ hasText: 'idle 9' })
  await idle.first().waitFor()
  assert.equal(await idle.first().getByRole('meter').count(), 0)
  const { height = 0 } = (await idle.first().boundingBox()) ?? {}
  assert.ok(height > 0 && height < 60, `${height} pixels`)
  await page.locator('.row').filter({ hasText: 'browser' }).first().getByRole('meter').first().waitFor()
})

test('the choice of light or dark wins over the system, and stays', { skip }, async t => {
  const { page } = await administrator(t, browser, server, { colorScheme: 'light' })
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  await page.goto('/account')
  const light = await ground()
  await page.getByText('Dark', { exact: true }).click()
  const dark = await ground()
  assert.notEqual(dark, light)
  await page.reload()
  await settled(page)
  assert.equal(await ground(), dark)
  await page.getByText('System', { exact: true }).click()
  assert.equal(await ground(), light)
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.equal(await ground(), dark)
})

/** Another site, with a page of this server in a frame. */
async function framer(t: TestContext): Promise<string> {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<link rel="icon" href="data:,"><iframe src="${server.url}/tokens"></iframe>`)
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    site.closeAllConnections()
    site.close()
  })
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}

test('no other site can show a page in a frame', { skip }, async t => {
  const site = await framer(t)
  const context = await browser.newContext()
  t.after(() => context.close())
  const page = await context.newPage()
  await page.goto(site)
  const [, frame] = page.frames()
  assert.equal(frame?.url(), 'chrome-error://chromewebdata/')
})

test('a server that does not answer is named as the trouble, and the page tries again when asked', {
  skip,
}, async t => {
  const { page, context } = await administrator(t, browser, server)
  await page.goto('/')
  await settled(page)
  await context.setOffline(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Access tokens' }).click()
  await page.getByRole('alert').getByText('The server does not respond.').waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Set-up').waitFor()
})
