/** The pages of an emulator: requests, faults, clock and worlds. A server that is none does not have them. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startWorkloom, type TestEmulator } from '../../src/testing/start.ts'
import { emulatorCommand as command } from '../harness/emulator/command.ts'
import type { CleanupScope } from '../harness/program.ts'
import { violations } from './axe.ts'
import { nameOf, visitWorld } from './emulated_visitor.ts'
import { untilEqual } from './launch.ts'
import {
  administrator,
  beforeFirstTest,
  PASSWORD,
  setAdministratorPassword,
  skip,
  startBrowser,
  startServer,
} from './visitor.ts'

let browser: Browser
let emulator: TestEmulator

beforeFirstTest(async () => {
  ;[browser, emulator] = await Promise.all([startBrowser(), startWorkloom({ command })])
})
after(() => emulator?.close())

const visit = (t: CleanupScope) => visitWorld(t, browser, emulator, 'ann@example.test', { allowed: [emulator.url] })

const createTask = (world: TestEmulator, name: string) =>
  fetch(`${world.api}/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.token('ann')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { workspace: world.workspace, name, assignee: 'me' } }),
  })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('recorded requests are listed, opened, filtered, saved and cleared', { skip }, async t => {
  const { page, world } = await visit(t)
  await page.goto('/emulator')
  await heading(page, 'Requests').waitFor()
  await createTask(world, 'Recorded')
  const row = page.getByRole('listitem').filter({ hasText: 'POST /api/1.0/tasks' })
  await row.getByText('201').waitFor()
  assert.deepEqual(await violations(page), [])
  await row.getByRole('button', { name: /^Details: POST / }).click()
  const dialog = page.getByRole('dialog', { name: 'POST /api/1.0/tasks' })
  await dialog.getByText('"name": "Recorded"').first().waitFor()
  assert.doesNotMatch(await dialog.innerText(), /ann-token/)
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Status').selectOption('5xx')
  await page.getByText('No requests').waitFor()
  await page.getByLabel('Status').selectOption('')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download HAR' }).click(),
  ])
  const archive = JSON.parse(await readFile(await download.path(), 'utf8'))
  assert.ok(archive.log.entries.some((entry: { request: { method: string } }) => entry.request.method === 'POST'))
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click()
  await row.waitFor({ state: 'detached' })
})

test('a fault is added, fires, and is removed', { skip }, async t => {
  const { page, world } = await visit(t)
  await page.goto('/emulator/faults')
  await page.getByRole('button', { name: 'Add fault' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a fault' })
  await dialog.getByLabel('Fault').selectOption('lost_answer')
  await dialog.getByLabel('Operation').fill('createTusk')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText(/createTusk/).waitFor()
  await dialog.getByLabel('Operation').fill('createTask')
  await dialog.getByLabel('Times').fill('')
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Add' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Lost answer' })
  await row.getByText('without end').waitFor()
  assert.equal((await createTask(world, 'Lost')).status, 500)
  await row.getByText('1 so far').waitFor()
  assert.deepEqual(await violations(page), [])
  await row.getByRole('button', { name: /^Remove: / }).click()
  await page.getByText('No faults').waitFor()
  assert.equal((await createTask(world, 'Found')).status, 201)
})

test('the clock is held, advanced, set and released', { skip }, async t => {
  const { page, world } = await visit(t)
  await page.goto('/emulator/clock')
  await page.getByText('Running', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Hold' }).click()
  await page.getByText('Held', { exact: true }).waitFor()
  const { now } = await world.clock.get()
  await page.getByLabel('Duration').fill('26h')
  await page.getByRole('button', { name: 'Advance' }).click()
  await page.getByText(new Date(Date.parse(now) + 26 * 3_600_000).toISOString()).waitFor()
  await page.getByRole('heading', { name: 'Jobs that ran' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByLabel('Duration').fill('soon')
  await page.getByRole('button', { name: 'Advance' }).click()
  await page
    .getByRole('alert')
    .getByText(/advance/)
    .waitFor()
  const later = new Date(Date.parse(now) + 48 * 3_600_000).toISOString()
  await page.getByLabel('Time', { exact: true }).fill(later)
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByText(later).waitFor()
  await page.getByRole('button', { name: 'Let it run' }).click()
  await page.getByText('Running', { exact: true }).waitFor()
})

test('a world is stored, restored and reset, each after a confirmation', { skip }, async t => {
  const { page, world } = await visit(t)
  await page.goto('/emulator/worlds')
  await page.getByRole('button', { name: 'Take snapshot' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('before')
  await page.getByRole('dialog').getByRole('button', { name: 'Take snapshot' }).click()
  await page.getByRole('button', { name: 'Restore: before' }).waitFor()
  assert.deepEqual(await violations(page), [])
  const { data } = (await (await createTask(world, 'Later')).json()) as { data: { gid: string } }
  const statusOf = async () =>
    (await fetch(`${world.api}/tasks/${data.gid}`, { headers: { authorization: 'Bearer ann-token' } })).status
  await page.getByRole('button', { name: 'Restore: before' }).click()
  await untilEqual(() => statusOf(), 200)
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click(),
  ])
  // The session is older than the snapshot.
  await page.getByRole('button', { name: 'Delete: before' }).waitFor()
  await untilEqual(() => statusOf(), 404)
  await page.getByRole('button', { name: 'Reset' }).click()
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click(),
  ])
  await heading(page, 'Sign in').waitFor()
})

test('worlds are created and deleted, and lead to their own pages', { skip }, async t => {
  const { page, world } = await visit(t)
  await page.goto('/emulator/worlds')
  await page.getByText(`Emulator: world ${nameOf(world)}`).waitFor()
  await page.getByRole('button', { name: 'Create world' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('second')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  const link = page.getByRole('link', { name: 'second', exact: true })
  await untilEqual(() => link.getAttribute('href'), `http://second.localhost:${new URL(emulator.url).port}/`)
  await page.getByRole('button', { name: 'Delete: second' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await link.waitFor({ state: 'detached' })
})

test('a page of a world in the path asks to sign in at the host of the world, and is opened then', {
  skip,
}, async t => {
  const { page, context, world, ...visitor } = await visit(t)
  await page.evaluate(async password => {
    const sent = { 'x-requested-with': 'test', 'content-type': 'application/json' }
    await fetch('/-/password', { method: 'PUT', headers: sent, body: JSON.stringify({ data: { password } }) })
  }, PASSWORD)
  const path = `/1/${world.workspace}/inbox?filter=unread`
  await context.clearCookies()
  await page.goto(`${world.url}${path}`)
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('ann@example.test')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await heading(page, 'Inbox').waitFor()
  assert.equal(page.url(), `${visitor.url}${path}`)
})

test('the menu of the person leads to the pages, in an emulator only', { skip }, async t => {
  const { page } = await visit(t)
  await page.goto('/')
  await page.getByRole('button', { name: 'Account: Ann Lee' }).click()
  await page.getByRole('menuitem', { name: 'Emulator' }).click()
  await heading(page, 'Requests').waitFor()
  const server = await startServer()
  await setAdministratorPassword({ browser, server })
  const { page: usual } = await administrator(t, { browser, server })
  await usual.goto('/emulator/requests')
  await usual.getByRole('heading', { name: 'Not found' }).waitFor()
  await usual.goto('/')
  await usual.getByRole('button', { name: /^Account: / }).click()
  await usual.getByRole('menuitem', { name: 'Settings' }).waitFor()
  await untilEqual(() => usual.getByRole('menuitem', { name: 'Emulator' }).count(), 0)
})
