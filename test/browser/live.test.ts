/** Live updates: pages show the changes of other tabs and programs without a reload. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { type Receiver, receiver } from '../harness/receiver.ts'
import { createLaunch, headers, row, untilEqual, untilTasks, untilTrue } from './launch.ts'
import { administrator, callConsole, createObject, firstOrganization, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

const isStream = (url: string): boolean => /\/-\/live(?:\?|$)/.test(url)

/** Opens a page, and waits until its event stream is open. */
async function openLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse(response => isStream(response.url()) && response.ok())
  await page.goto(path)
  await stream
}

test('the page of tokens shows a token that another client creates and revokes', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await openLive(page, '/settings/tokens')
  await page.getByText('Set-up').waitFor()
  const { gid } = await callConsole<{ gid: string }>(visitor, 'POST', '/tokens', { name: 'elsewhere' })
  await page.getByText('elsewhere').waitFor()
  await callConsole(visitor, 'DELETE', `/tokens/${gid}`)
  await page.getByText('elsewhere').waitFor({ state: 'detached' })
})

test('the page of people shows a person whom another client invites', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const organization = await firstOrganization(visitor)
  await openLive(page, `/admin/${organization}/people`)
  await page.getByText('1 member').waitFor()
  await callConsole(visitor, 'POST', `/organizations/${organization}/invitations`, {
    email: 'liv@example.com',
    name: 'Liv',
  })
  await page.getByText('liv@example.com').waitFor()
  await page.getByText('2 members').waitFor()
})

test('the page of a webhook shows a new delivery with its request, response and signature', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const target: Receiver = await receiver()
  const project = await createObject(visitor, '/projects', {
    name: 'Launch',
    workspace: await firstOrganization(visitor),
  })
  const hook = await createObject(visitor, '/webhooks', { resource: project, target: target.url })
  await openLive(page, `/settings/webhooks/${hook}`)
  await page.getByText('No deliveries yet').waitFor()
  target.behave = response => response.writeHead(200).end('thank you')
  await createObject(visitor, '/tasks', { name: 'A task', projects: [project] })
  await page.getByText('Request and response').press('Enter')
  await page.getByText('thank you').waitFor()
  const shown = await page.locator('.exchange').innerText()
  const [got] = target.deliveries()
  assert.ok(shown.includes(`X-Hook-Signature: ${got?.headers['x-hook-signature']}`), shown)
  const text = await page.locator('.exchange code').nth(1).innerText()
  assert.deepEqual(JSON.parse(text), JSON.parse(got?.body ?? ''))
})

/** Counts the positions that the stream announces, in `globalThis.positions`. */
const COUNT_POSITIONS = `
  globalThis.positions = 0
  globalThis.EventSource = class extends EventSource {
    constructor(url) {
      super(url)
      this.addEventListener('message', ({ data }) => void (JSON.parse(data).action === 'order' && globalThis.positions++))
    }
  }`

test('a task that moves while it is fetched for the first time stands at its last place', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page, context } = visitor
  const launch = await createLaunch(visitor, 'Fetched')
  const first = await createObject(visitor, '/tasks', { name: 'First', projects: [launch.project] })
  await page.addInitScript(COUNT_POSITIONS)
  await openLive(page, `/1/${launch.workspace}/project/${launch.project}/list`)
  await untilTasks(page, ['First'])
  const held = Promise.withResolvers<void>()
  const requested = Promise.withResolvers<void>()
  await page.route(
    '**/-/records?type=task&**',
    async route => {
      const response = await route.fetch()
      requested.resolve()
      await held.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  const [section] = launch.sections
  const task = await createObject(visitor, '/tasks', { name: 'Second', projects: [launch.project] })
  await requested.promise
  const path = `/api/1.0/sections/${section}/addTask`
  await context.request.post(path, { headers, data: { data: { task, insert_after: first } } })
  await untilTrue(page, 'globalThis.positions > 0')
  held.resolve()
  await untilTasks(page, ['First', 'Second'])
})

test('a page with an open stream polls only the use of limits', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await page.clock.install()
  // The last request of the start: My tasks are read ahead. The page gives it up when it has the last line.
  const isList = (request: Request) => request.url().includes('/-/lists/')
  const started = Promise.race([
    page.waitForEvent('requestfinished', isList),
    page.waitForEvent('requestfailed', isList),
  ])
  await openLive(page, '/settings/webhooks')
  await page.getByRole('link', { name: 'Webhooks' }).waitFor()
  await started
  await page.locator('.loading').waitFor({ state: 'detached' })
  const requested: string[] = []
  page.on('request', request => void requested.push(request.url()))
  await page.clock.fastForward(60_000)
  // Requests before this one are recorded when it completes.
  await page.evaluate("fetch('/healthz').then(answer => answer.text())")
  assert.deepEqual(requested, [`${site.server.url}/healthz`])
  await openLive(page, `/admin/${await firstOrganization(visitor)}/limits`)
  await page.getByText('Your tokens').waitFor()
  const again = page.waitForRequest(request => request.url().endsWith('/-/limits'))
  await page.clock.fastForward(60_000)
  await again
})

test('a page without the stream refetches at each attempt to reconnect and follows the stream afterwards', {
  skip,
}, async t => {
  const visitor = await administrator(t, site)
  const { page, context } = visitor
  await context.route('**/-/live*', route => route.abort())
  await page.goto('/settings/tokens')
  await page.getByText('Set-up').waitFor()
  await callConsole(visitor, 'POST', '/tokens', { name: 'missed' })
  await page.getByText('missed').waitFor()
  const stream = page.waitForResponse(response => isStream(response.url()) && response.ok())
  await context.unroute('**/-/live*')
  await stream
  await callConsole(visitor, 'POST', '/tokens', { name: 'followed' })
  await page.getByText('followed').waitFor()
})

test('the dialog "Move to…" has all sections of a project that is not loaded, also when one changes', {
  skip,
}, async t => {
  const visitor = await administrator(t, site)
  const { page, context } = visitor
  const launch = await createLaunch(visitor, 'Near', ['Dig'])
  const { project, sections } = await createLaunch(visitor, 'Far')
  await openLive(page, `/1/${launch.workspace}/project/${launch.project}/list`)
  const dialog = page.getByRole('dialog', { name: 'Move to…' })
  const openDialog = async () => {
    await row(page, 'Dig').focus()
    await page.keyboard.press('m')
    await dialog.getByRole('combobox', { name: 'Project' }).click()
    await page.getByRole('option', { name: 'Far' }).click()
  }
  await openDialog()
  await dialog.getByRole('radio', { name: 'Doing' }).waitFor()
  const names = () => dialog.getByRole('radiogroup', { name: 'Section' }).locator('label').allInnerTexts()
  await context.request.put(`/api/1.0/sections/${sections[1]}`, { headers, data: { data: { name: 'Done' } } })
  await untilEqual(names, ['To do', 'Done'])
  await createObject(visitor, `/projects/${project}/sections`, { name: 'Later' })
  await untilEqual(names, ['To do', 'Done', 'Later'])
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'Section' }).click()
  const created = page.getByRole('dialog', { name: 'New section' })
  await created.getByRole('textbox', { name: 'Section name' }).fill('Last')
  await created.getByRole('combobox', { name: 'Project' }).selectOption('Far')
  await created.getByRole('button', { name: 'Create section' }).click()
  await openDialog()
  await untilEqual(names, ['To do', 'Done', 'Later', 'Last'])
})
