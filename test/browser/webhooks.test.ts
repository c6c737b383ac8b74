/** The rooms of webhooks and of jobs: seeing how deliveries go, and having them made again, all by keyboard. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { acceptAll, type Receiver, receiver } from '../harness/receiver.ts'
import {
  administrator,
  ask,
  make,
  organization,
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

const HOUR = 3_600_000
const headers = { 'x-requested-with': 'test' }

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).press('Enter')

/** Waits until so many deliveries with events have come. */
async function comes(page: Page, target: Receiver, count: number): Promise<void> {
  for (let looked = 0; looked < 500 && target.deliveries().length < count; looked++) await page.waitForTimeout(20)
  assert.equal(target.deliveries().length, count)
}

/** The lines of the room's list, once there are so many. */
async function rows(page: Page, count: number) {
  const all = page.locator('.row')
  await all.nth(count - 1).waitFor()
  assert.equal(await all.count(), count)
  return all
}

test('a webhook is watched, its deliveries are made again, and it is deleted', { skip }, async t => {
  const visitor = await administrator(t, browser, server)
  const { page } = visitor
  const target = await receiver()
  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).press('Enter')
  await page.getByText('No webhooks yet').waitFor()
  const line = await page.locator('.copyable code').innerText()
  assert.ok(line.includes('-d resource=PROJECT') && line.endsWith(` ${server.url}/api/1.0/webhooks`), line)

  const project = await make(visitor, '/projects', { name: 'Launch', workspace: await organization(visitor) })
  const hook = await make(visitor, '/webhooks', { resource: project, target: target.url })
  const begun = Date.now()
  await make(visitor, '/tasks', { name: 'A task', projects: [project] })
  await comes(page, target, 1)
  await page.reload()
  await page.getByText('project Launch').waitFor()
  await page.getByRole('main').getByRole('link', { name: target.url }).press('Enter')
  await heading(page, 'Webhook').waitFor()
  const [made] = await (await rows(page, 1)).allInnerTexts()
  assert.match(made ?? '', /200\n\d+ events\nattempt 1\n/)

  await press(page, /^Redeliver what was sent at /)
  await page.getByText('The delivery is being repeated.').waitFor()
  await comes(page, target, 2)
  assert.deepEqual(target.deliveries()[1]?.events, target.deliveries()[0]?.events)
  await rows(page, 2)

  await press(page, 'Redeliver since …')
  const since = page.getByLabel('Since')
  const offered = await since.inputValue()
  assert.ok(Math.abs(new Date(offered).getTime() - (begun - HOUR)) < 120_000, offered)
  await since.fill('2026-01-01T00:00')
  await press(page, 'Redeliver')
  await page.locator('.wrong').getByText('Must be in the last 7 days').waitFor()
  await since.fill(offered)
  await press(page, 'Redeliver')
  await page.getByText('The events are being redelivered.').waitFor()
  await comes(page, target, 3)
  await page.reload()
  await rows(page, 3)

  await press(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByText('No webhooks yet').waitFor()
  assert.equal(new URL(page.url()).pathname, '/webhooks')
  const gone = await visitor.context.request.get(`/api/1.0/webhooks/${hook}`, { headers })
  assert.equal(gone.status(), 404)
})

test('a target that fails is named, with what it said and what comes next', { skip }, async t => {
  const visitor = await administrator(t, browser, server)
  const { page } = visitor
  const target = await receiver()
  const first = await make(visitor, '/projects', { name: 'Floating', workspace: await organization(visitor) })
  const other = await make(visitor, '/webhooks', { resource: first, target: target.url })
  await page.goto('/webhooks')
  await page.getByText('project Floating').waitFor()
  const project = await make(visitor, '/projects', { name: 'Sinking', workspace: await organization(visitor) })
  const hook = await make(visitor, '/webhooks', { resource: project, target: target.url })
  target.behave = response => response.writeHead(500).end('out of paper')
  await make(visitor, '/tasks', { name: 'A task', projects: [project] })
  const row = page.locator('.row').filter({ hasText: 'project Sinking' })
  await row.getByText('out of paper').waitFor()
  for (const text of ['Failing', 'last failure', 'next attempt', 'unless a delivery succeeds'])
    await row.getByText(text).waitFor()
  await row.getByRole('link').press('Enter')
  await page.getByText('Consecutive failures').waitFor()
  const delivery = page.locator('.row').filter({ hasText: 'out of paper' })
  await delivery.waitFor()
  const [said] = await delivery.allInnerTexts()
  assert.match(said ?? '', /500\n\d+ events\nattempt 1\n[\s\S]*out of paper/)

  target.behave = acceptAll
  await press(page, 'Redeliver since …')
  await press(page, 'Redeliver')
  await page.getByText('Consecutive failures').waitFor({ state: 'detached' })
  for (const gid of [hook, other]) {
    await visitor.context.request.delete(`/api/1.0/webhooks/${gid}`, { headers })
  }
  await page.getByText('This webhook was deleted').waitFor()
})

/** A token of an application that the person has allowed. */
async function granted(visitor: Visitor): Promise<string> {
  const redirect_uri = 'urn:ietf:wg:oauth:2.0:oob'
  const given = { name: 'Time sheets', redirect_uris: [redirect_uri], scopes: ['default'] }
  const app = await ask<{ gid: string; client_secret: string }>(visitor, 'POST', '/applications', given)
  const asked = { client_id: app.gid, redirect_uri, response_type: 'code' }
  const query = `?${new URLSearchParams(asked)}`
  const { code } = await ask<{ code: string }>(visitor, 'POST', '/oauth/consent', { query, allow: true })
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri })
  body.set('client_id', app.gid)
  body.set('client_secret', app.client_secret)
  const answer = await fetch(`${server.url}/-/oauth_token`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

test('what an application made is shown, and is not to be deleted here', { skip }, async t => {
  const visitor = await administrator(t, browser, server)
  const { page } = visitor
  const { url } = await receiver()
  const project = await make(visitor, '/projects', { name: 'Hours', workspace: await organization(visitor) })
  const bearer = { authorization: `Bearer ${await granted(visitor)}` }
  const data = { resource: project, target: url }
  const made = await visitor.context.request.post('/api/1.0/webhooks', { headers: bearer, data: { data } })
  assert.equal(made.status(), 201)
  const { gid } = (await made.json()).data
  await page.goto('/webhooks')
  await page.getByText(`project ${project}`).waitFor()
  await page.goto(`/webhooks/${gid}`)
  await page.getByText('An application created this webhook.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0)
  const { status } = await fetch(`${server.url}/api/1.0/webhooks/${gid}`, { method: 'DELETE', headers: bearer })
  assert.equal(status, 200)
})

test('jobs are for whoever administers the installation', { skip }, async t => {
  const visitor = await administrator(t, browser, server)
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: 'Jobs' }).press('Enter')
  await heading(page, 'Jobs').waitFor()
  await page.getByText('Empty the trash').waitFor()

  const path = `/organizations/${await organization(visitor)}/invitations`
  const { link } = await ask<{ link: string }>(visitor, 'POST', path, { email: 'ben@example.com', name: 'Ben' })
  const other = await visit(t, browser, server)
  await ask(other, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  await other.page.goto('/jobs')
  await other.page.getByRole('alert').getByText('Only administrators').waitFor()
  assert.equal(await other.page.getByRole('link', { name: 'Jobs' }).count(), 0)
})
