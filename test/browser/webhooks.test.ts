/** The pages of webhooks and jobs: health, deliveries and redelivery, with the keyboard only. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { acceptAll, type Receiver, receiver } from '../harness/receiver.ts'
import { untilEqual } from './launch.ts'
import {
  administrator,
  callConsole,
  createObject,
  firstOrganization,
  openVisitor,
  siteOfFile,
  skip,
  type Visitor,
} from './visitor.ts'

const site = siteOfFile()

const HOUR_MS = 3_600_000
const headers = { 'x-requested-with': 'test' }

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).press('Enter')

/** Waits until the target has received `count` deliveries with events. */
const waitForDeliveries = (target: Receiver, count: number): Promise<void> =>
  untilEqual(async () => target.deliveries().length, count)

/** The rows of the list, once it has `count` of them. */
async function rows(page: Page, count: number) {
  const all = page.locator('.row')
  await all.nth(count - 1).waitFor()
  await untilEqual(() => all.count(), count)
  return all
}

test('a person follows the deliveries of a webhook, redelivers them and deletes the webhook', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const target = await receiver()
  await page.goto('/settings/api')
  await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).press('Enter')
  await page.getByText('No webhooks yet').waitFor()
  const line = await page.locator('.copyable code').innerText()
  assert.ok(line.includes('-d resource=PROJECT') && line.endsWith(` ${site.server.url}/api/1.0/webhooks`), line)

  const project = await createObject(visitor, '/projects', {
    name: 'Launch',
    workspace: await firstOrganization(visitor),
  })
  const hook = await createObject(visitor, '/webhooks', { resource: project, target: target.url })
  const startedAt = Date.now()
  await createObject(visitor, '/tasks', { name: 'A task', projects: [project] })
  await waitForDeliveries(target, 1)
  await page.reload()
  await page.getByText('project Launch').waitFor()
  await page.getByRole('main').getByRole('link', { name: target.url }).press('Enter')
  await heading(page, 'Webhook').waitFor()
  const [delivered] = await (await rows(page, 1)).allInnerTexts()
  assert.match(delivered ?? '', /200\n\d+ events\nattempt 1\n/)

  await press(page, /^Redeliver events of /)
  await page.getByText('The events are being redelivered.').waitFor()
  await waitForDeliveries(target, 2)
  assert.deepEqual(target.deliveries()[1]?.events, target.deliveries()[0]?.events)
  await rows(page, 2)

  await press(page, 'Redeliver events…')
  const since = page.getByLabel('Since')
  const offered = await since.inputValue()
  assert.ok(Math.abs(new Date(offered).getTime() - (startedAt - HOUR_MS)) < 120_000, offered)
  await since.fill('2026-01-01T00:00')
  await press(page, 'Redeliver')
  await page.locator('.field-error').getByText('Must be in the last 7 days').waitFor()
  await since.fill(offered)
  await press(page, 'Redeliver')
  await page.getByText('The events are being redelivered.').waitFor()
  await waitForDeliveries(target, 3)
  await page.reload()
  await rows(page, 3)

  await press(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByText('No webhooks yet').waitFor()
  assert.equal(new URL(page.url()).pathname, '/settings/webhooks')
  const deleted = await visitor.context.request.get(`/api/1.0/webhooks/${hook}`, { headers })
  assert.equal(deleted.status(), 404)
})

test('the page of a failing webhook shows the response of the target and the next attempt', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const target = await receiver()
  const first = await createObject(visitor, '/projects', {
    name: 'Floating',
    workspace: await firstOrganization(visitor),
  })
  const other = await createObject(visitor, '/webhooks', { resource: first, target: target.url })
  await page.goto('/settings/webhooks')
  await page.getByText('project Floating').waitFor()
  const project = await createObject(visitor, '/projects', {
    name: 'Sinking',
    workspace: await firstOrganization(visitor),
  })
  const hook = await createObject(visitor, '/webhooks', { resource: project, target: target.url })
  target.behave = response => response.writeHead(500).end('out of paper')
  await createObject(visitor, '/tasks', { name: 'A task', projects: [project] })
  const row = page.locator('.row').filter({ hasText: 'project Sinking' })
  await row.getByText('out of paper').waitFor()
  for (const text of ['Failing', 'last failure', 'next attempt', 'unless a delivery succeeds'])
    await row.getByText(text).waitFor()
  await row.getByRole('link').press('Enter')
  await page.getByText('Consecutive failures').waitFor()
  const delivery = page.locator('.row').filter({ hasText: 'out of paper' })
  await delivery.waitFor()
  const [failed] = await delivery.allInnerTexts()
  assert.match(failed ?? '', /500\n\d+ events\nattempt 1\n[\s\S]*out of paper/)

  target.behave = acceptAll
  await press(page, 'Redeliver events…')
  await press(page, 'Redeliver')
  await page.getByText('Consecutive failures').waitFor({ state: 'detached' })
  for (const gid of [hook, other]) {
    await visitor.context.request.delete(`/api/1.0/webhooks/${gid}`, { headers })
  }
  await page.getByText('This webhook was deleted').waitFor()
})

/** An access token of an application that the person allowed. */
async function applicationToken(visitor: Visitor): Promise<string> {
  const redirect_uri = 'urn:ietf:wg:oauth:2.0:oob'
  const fields = { name: 'Time sheets', redirect_uris: [redirect_uri], scopes: ['default'] }
  const app = await callConsole<{ gid: string; client_secret: string }>(visitor, 'POST', '/applications', fields)
  const authorization = { client_id: app.gid, redirect_uri, response_type: 'code' }
  const query = `?${new URLSearchParams(authorization)}`
  const { code } = await callConsole<{ code: string }>(visitor, 'POST', '/oauth/consent', { query, allow: true })
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri })
  body.set('client_id', app.gid)
  body.set('client_secret', app.client_secret)
  const answer = await fetch(`${site.server.url}/-/oauth_token`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

test('the webhook of an application is visible and cannot be deleted on its page', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const { url } = await receiver()
  const project = await createObject(visitor, '/projects', {
    name: 'Hours',
    workspace: await firstOrganization(visitor),
  })
  const bearer = { authorization: `Bearer ${await applicationToken(visitor)}` }
  const data = { resource: project, target: url }
  const created = await visitor.context.request.post('/api/1.0/webhooks', { headers: bearer, data: { data } })
  assert.equal(created.status(), 201)
  const { gid } = (await created.json()).data
  await page.goto('/settings/webhooks')
  await page.getByText(`project ${project}`).waitFor()
  await page.goto(`/settings/webhooks/${gid}`)
  await page.getByText('An application created this webhook.').waitFor()
  await untilEqual(() => page.getByRole('button', { name: 'Delete' }).count(), 0)
  const { status } = await fetch(`${site.server.url}/api/1.0/webhooks/${gid}`, { method: 'DELETE', headers: bearer })
  assert.equal(status, 200)
})

test('the page of jobs is only for administrators of the installation', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await page.goto(`/admin/${await firstOrganization(visitor)}/people`)
  await page.getByRole('navigation').getByRole('link', { name: 'Jobs' }).press('Enter')
  await heading(page, 'Jobs').waitFor()
  await page.getByText('Purge the trash').waitFor()

  const path = `/organizations/${await firstOrganization(visitor)}/invitations`
  const { link } = await callConsole<{ link: string }>(visitor, 'POST', path, { email: 'ben@example.com', name: 'Ben' })
  const other = await openVisitor(t, site)
  await callConsole(other, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  await other.page.goto('/admin/jobs')
  await other.page.getByRole('alert').getByText('Only administrators').waitFor()
  await untilEqual(() => other.page.getByRole('link', { name: 'Jobs' }).count(), 0)
})
