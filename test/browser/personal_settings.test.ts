/** What people set for themselves: photo, region, notifications, and what a browser keeps of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { preferencesSent, untilEqual, untilTrue } from './launch.ts'
import {
  ADMINISTRATOR,
  administrator,
  callConsole,
  firstOrganization,
  openVisitor,
  PASSWORD,
  siteOfFile,
  skip,
} from './visitor.ts'

const site = siteOfFile()

/** A red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const photoField = (page: Page) => page.locator('input[type=file][aria-label=Photo]')

test('a photo is scaled in the browser, shown to the person, and removed', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page, context } = visitor
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Choose photo' }).waitFor()
  await photoField(page).setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await page.getByRole('alert').getByText('The browser cannot read this file as an image.').waitFor()
  await photoField(page).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') })
  await page.getByText('Your photo is saved.').waitFor()
  const account = page.getByRole('button', { name: /^Account: / }).locator('img')
  await account.waitFor()
  await untilTrue(page, `document.querySelector('.account-button img')?.naturalWidth === 256`)
  const { user } = await callConsole<{ user: { photo: string } }>(visitor, 'GET', '/session')
  await untilEqual(() => account.getAttribute('src'), user.photo)
  const served = await context.request.get(user.photo)
  assert.match(String(served.headers()['content-type']), /^image\/(webp|png)$/)
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByText('Your photo is removed.').waitFor()
  await account.waitFor({ state: 'detached' })
  await untilEqual(async () => (await context.request.get(user.photo)).status(), 404)
})

test('the region decides on the default of the week, and is stored', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await page.goto('/settings/language')
  const week = page.getByRole('combobox', { name: 'Week starts on' })
  await week.getByText('Default (Monday)').waitFor({ state: 'attached' })
  const sent = preferencesSent(page, 'en-US')
  await page.getByRole('combobox', { name: 'Region' }).selectOption('United States')
  await sent
  await week.getByText('Default (Sunday)').waitFor({ state: 'attached' })
  assert.deepEqual(await violations(page), [])
  await callConsole(visitor, 'PUT', '/preferences', { locale: null })
})

test('changes that wait for the answer to another one are sent when the page is closed', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await page.goto('/settings/language')
  const held = new Promise(resolve => page.route('**/-/preferences', resolve, { times: 1 }))
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('UTC')
  await held
  const weekNumbers = page.getByRole('switch', { name: 'Week numbers in calendars' })
  await weekNumbers.check()
  await page.getByRole('combobox', { name: 'Week starts on' }).selectOption('Sunday')
  await page.close({ runBeforeUnload: true })
  await untilEqual(async () => {
    const { week_numbers, week_start } = await callConsole<Record<string, unknown>>(visitor, 'GET', '/preferences')
    return [week_numbers, week_start]
  }, [true, 'sunday'])
  await callConsole(visitor, 'PUT', '/preferences', { week_numbers: null, week_start: null, time_zone: null })
})

/** Records the writes of the page in `sent`. The first waits for `release`. */
const HOLD_FIRST_WRITE = `
  const { fetch } = globalThis
  const first = new Promise(resolve => (globalThis.release = resolve))
  globalThis.sent = []
  globalThis.fetch = async (path, options) => {
    if (options?.method === 'PUT' && sent.push(JSON.parse(options.body).data) === 1) await first
    return fetch(path, options)
  }`

test('a page that the browser restores does not send again what it sent when it was left', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await page.goto('/settings/language')
  await page.evaluate(HOLD_FIRST_WRITE)
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('UTC')
  await untilTrue(page, 'sent.length === 1')
  await page.getByRole('switch', { name: 'Week numbers in calendars' }).check()
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
  await page.evaluate('release()')
  await untilTrue(page, "sessionStorage.getItem('workloom_preferences_unsent') === '[]'")
  assert.deepEqual(await page.evaluate('sent'), [{ time_zone: 'UTC' }, { week_numbers: true }])
  await callConsole(visitor, 'PUT', '/preferences', { time_zone: null, week_numbers: null })
})

/** No write of the page reaches the server, or has an answer: as when a browser ends. */
const LOSE_WRITES = `
  const { fetch } = globalThis
  globalThis.fetch = (path, options) => (options?.method === 'PUT' ? new Promise(() => {}) : fetch(path, options))`

test('a page that is loaded again sends what it had not sent, but not over what was set meanwhile', {
  skip,
}, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await page.goto('/settings/language')
  const week = page.getByRole('combobox', { name: 'Week starts on' })
  const stored = async () => {
    const { week_start, time_zone } = await callConsole<Record<string, unknown>>(visitor, 'GET', '/preferences')
    return [week_start, time_zone]
  }
  await page.evaluate(LOSE_WRITES)
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('UTC')
  await page.reload()
  await untilEqual(stored, [null, 'UTC'])
  await page.evaluate(LOSE_WRITES)
  await week.selectOption('Sunday')
  await page.goto('about:blank')
  await callConsole(visitor, 'PUT', '/preferences', { week_start: 'saturday', time_zone: null })
  await page.goBack()
  await untilTrue(page, "!sessionStorage.getItem('workloom_preferences_unsent').includes('sunday')")
  await untilEqual(() => week.inputValue(), 'saturday')
  await untilEqual(stored, ['saturday', null])
  await callConsole(visitor, 'PUT', '/preferences', { week_start: null })
})

test('causes and channels of notifications are chosen one by one', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await page.goto('/settings/notifications')
  const inbox = (cause: string) => page.getByRole('switch', { name: `Inbox: ${cause}`, exact: true })
  const mail = (cause: string) => page.getByRole('switch', { name: `E-mail: ${cause}`, exact: true })
  await untilEqual(() => mail('Somebody mentions me').isChecked(), true)
  await untilEqual(() => inbox('Somebody likes my work').isChecked(), false)
  await inbox('Somebody likes my work').check()
  const muted = preferencesSent(page, '"mentioned"')
  await mail('Somebody mentions me').uncheck()
  await muted
  const daily = preferencesSent(page, '07:00')
  await page.getByRole('combobox', { name: 'Send e-mails' }).selectOption('07:00')
  await daily
  const { notify, digest_at } = await callConsole<Record<string, unknown>>(visitor, 'GET', '/preferences')
  assert.deepEqual([notify, digest_at], [{ liked: { app: true }, mentioned: { mail: false } }, '07:00'])
  await page.reload()
  await inbox('Somebody likes my work').waitFor({ state: 'attached' })
  await untilEqual(() => inbox('Somebody likes my work').isChecked(), true)
  assert.deepEqual(await violations(page), [])
  await page.setViewportSize({ width: 320, height: 640 })
  await untilTrue(page, 'document.documentElement.scrollWidth <= 320')
})

test('notices of the browser are asked for on a press, and are a choice of each browser', { skip }, async t => {
  const { page, context } = await administrator(t, site)
  // The permission of the browser, which no page can give; a person gives it when the page asks.
  await context.addInitScript(`
    window.Notification = class {
      static get permission() { return localStorage.getItem('permission') ?? 'default' }
      static async requestPermission() { localStorage.setItem('permission', 'granted') }
    }`)
  const permission = () => page.evaluate('Notification.permission')
  await page.goto('/settings/notifications')
  const own = page.getByRole('switch', { name: 'Browser notifications' })
  await untilEqual(() => own.isChecked(), false)
  assert.equal(await permission(), 'default')
  await own.check()
  assert.equal(await permission(), 'granted')
  await page.reload()
  await page.locator('[role=switch][aria-checked=true]').first().waitFor({ state: 'attached' })
  await untilEqual(() => own.isChecked(), true)
  await own.uncheck()
  await untilEqual(() => page.evaluate("localStorage.getItem('workloom_browser_notices')"), null)
})

const databases = (page: Page) => page.evaluate<string[]>('indexedDB.databases().then(all => all.map(one => one.name))')
const storedKeys = (page: Page) => page.evaluate<string[]>('Object.keys(localStorage)')

test('after a sign-in on a shared computer nothing is stored but this choice', { skip }, async t => {
  const visitor = await openVisitor(t, site)
  const { page } = visitor
  await page.goto('/sign_in')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(ADMINISTRATOR)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: 'This is a shared computer' }).check()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  const workspace = await firstOrganization(visitor)
  await page.goto(`/1/${workspace}/my_tasks`)
  await page.locator('html[data-live=open]').waitFor()
  // What is typed is sent, and kept nowhere else.
  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: 'New task' }).getByRole('textbox').first().fill('Elsewhere')
  await page.keyboard.press('Enter')
  await page.locator('html[data-unsent="0"]').waitFor()
  await untilEqual(() => databases(page), [])
  await untilEqual(() => storedKeys(page), ['workloom_shared_computer'])
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await untilEqual(() => page.getByRole('checkbox', { name: 'This is a shared computer' }).isChecked(), true)
})

test('the switch of the device deletes what was stored, and stores again', { skip }, async t => {
  const { page } = await administrator(t, site)
  await page.goto('/settings/device')
  const isStored = `indexedDB.databases().then(all => all.length > 0)`
  await untilTrue(page, isStored)
  const shared = page.getByRole('switch', { name: 'This is a shared computer' })
  await shared.check()
  await page.getByText('Nothing is stored on this device now.').waitFor()
  await untilEqual(() => databases(page), [])
  await page.reload()
  await page.locator('html[data-live=open]').waitFor()
  await untilEqual(() => databases(page), [])
  await untilEqual(() => shared.isChecked(), true)
  assert.deepEqual(await violations(page), [])
  await shared.uncheck()
  await page.reload()
  await untilTrue(page, isStored)
})
