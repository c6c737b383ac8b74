/** Pages that change by themselves: what another page or a program does is seen without a reload. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type Receiver, receiver } from '../harness/receiver.ts'
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
} from './visitor.ts'

let browser: Browser
let server: Server

before(async () => {
  if (skip) return
  ;[browser, server] = await Promise.all([startBrowser(), startServer()])
  await settle(browser, server)
})

/** Opens an address, and waits until the page follows what changes. */
async function openLive(page: Page, path: string): Promise<void> {
  const line = page.waitForResponse(response => response.url().endsWith('/-/live') && response.ok())
  await page.goto(path)
  await line
}

test('tokens of another tab appear and disappear', { skip }, async t => {
  const visitor = await administrator(t, browser, server)
  const { page } = visitor
  await openLive(page, '/tokens')
  await page.getByText('Set-up').waitFor()
  const { gid } = await ask<{ gid: string }>(visitor, 'POST', '/tokens', { name: 'elsewhere' })
  await page.getByText('elsewhere').waitFor()
  await ask(visitor, 'DELETE', `/tokens/${gid}`)
  await page.getByText('elsewhere').waitFor({ state: 'detached' })
})

test('a person who was invited elsewhere appears', { skip }, async t => {
  const visitor = await administrator(t, browser, server)
  const { page } = visitor
  const home = `/organizations/${await organization(visitor)}`
  await openLive(page, home)
  await page.getByText('1 member').waitFor()
  await ask(visitor, 'POST', `${home}/invitations`, { email: 'liv@example.com', name: 'Liv' })
  await page.getByText('liv@example.com').waitFor()
  await page.getByText('2 members').waitFor()
})

test('a delivery appears with its request, response and signature', { skip }, async t => {
  const visitor = await administrator(t, browser, server)
  const { page } = visitor
  const target: Receiver = await receiver()
  const project = await make(visitor, '/projects', { name: 'Launch', workspace: await organization(visitor) })
  const hook = await make(visitor, '/webhooks', { resource: project, target: target.url })
  await openLive(page, `/webhooks/${hook}`)
  await page.getByText('No deliveries yet').waitFor()
  target.behave = response => response.writeHead(200).end('thank you')
  await make(visitor, '/tasks', { name: 'A task', projects: [project] })
  await page.getByText('Request and response').press('Enter')
  await page.getByText('thank you').waitFor()
  const shown = await page.locator('.exchange').innerText()
  const [got] = target.deliveries()
  assert.ok(shown.includes(`X-Hook-Signature: ${got?.headers['x-hook-signature']}`), shown)
  const text = await page.locator('.exchange code').nth(1).innerText()
  assert.deepEqual(JSON.parse(text), JSON.parse(got?.body ?? ''))
})

test('while the stream is open only the use of limits is asked for again and again', { skip }, async t => {
  const visitor = await administrator(t, browser, server)
  const { page } = visitor
  await page.clock.install()
  await openLive(page, '/webhooks')
  await page.getByRole('link', { name: 'Webhooks' }).waitFor()
  await page.locator('.loading').waitFor({ state: 'detached' })
  const asked: string[] = []
  page.on('request', request => void asked.push(request.url()))
  await page.clock.fastForward(60_000)
  // Whatever was asked before this has been noticed when it is.
  await page.evaluate("fetch('/healthz').then(answer => answer.text())")
  assert.deepEqual(asked, [`${server.url}/healthz`])
  await openLive(page, `/organizations/${await organization(visitor)}/limits`)
  await page.getByText('Your tokens').waitFor()
  const again = page.waitForRequest(request => request.url().endsWith('/-/limits'))
  await page.clock.fastForward(60_000)
  await again
})

test('a page without the stream fetches what changes at each attempt, and follows the stream once it is back', {
  skip,
}, async t => {
  const visitor = await administrator(t, browser, server)
  const { page, context } = visitor
  await context.route('**/-/live', route => route.abort())
  await page.goto('/tokens')
  await page.getByText('Set-up').waitFor()
  await ask(visitor, 'POST', '/tokens', { name: 'missed' })
  await page.getByText('missed').waitFor()
  const line = page.waitForResponse(response => response.url().endsWith('/-/live') && response.ok())
  await context.unroute('**/-/live')
  await line
  await ask(visitor, 'POST', '/tokens', { name: 'followed' })
  await page.getByText('followed').waitFor()
})
