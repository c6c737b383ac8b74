/** The settings of a person, the addresses of earlier versions, and the trash. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { preferencesSent, untilEqual } from './launch.ts'
import {
  administrator,
  callConsole,
  createObject,
  firstOrganization,
  openVisitor,
  PASSWORD,
  siteOfFile,
  skip,
} from './visitor.ts'

const site = siteOfFile()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const appearance = (page: Page) =>
  page.evaluate<(string | undefined)[]>(
    '(({ theme, density, contrast }) => [theme, density, contrast])(document.documentElement.dataset)',
  )

test('addresses of earlier versions lead to the present pages and keep the query', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  const moved = [
    ['/tokens', '/settings/tokens'],
    ['/applications', '/settings/applications'],
    ['/webhooks', '/settings/webhooks'],
    ['/webhooks/17', '/settings/webhooks/17'],
    ['/account', '/settings/profile'],
    ['/jobs', '/admin/jobs'],
    [`/organizations/${workspace}`, `/admin/${workspace}/people`],
    [`/organizations/${workspace}/limits`, `/admin/${workspace}/limits`],
  ] as const
  for (const [from, to] of moved) {
    await page.goto(`${from}?a=1%20b&a=+&c`)
    await page.waitForURL(url => url.pathname === to)
    assert.equal(new URL(page.url()).search, '?a=1%20b&a=+&c', from)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
})

test('the appearance applies at once, after a reload and in other browsers', { skip }, async t => {
  const { page } = await administrator(t, site)
  await page.goto('/settings/appearance')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('radio', { name: 'Compact' }).check()
  await untilEqual(() => appearance(page), ['dark', 'compact', undefined])
  const sent = page.waitForResponse(response => response.url().endsWith('/-/preferences'))
  await page.getByRole('radio', { name: 'High contrast' }).check()
  await sent
  await untilEqual(() => appearance(page), ['dark', 'compact', 'more'])
  await page.reload({ waitUntil: 'commit' })
  await heading(page, 'Appearance').waitFor()
  await untilEqual(() => appearance(page), ['dark', 'compact', 'more'])

  const other = await administrator(t, site)
  await other.page.goto('/settings/appearance')
  await other.page.locator('html[data-contrast=more][data-theme=dark]').waitFor()
  await other.page.getByRole('radio', { name: 'System' }).check()
  await other.page.getByRole('radio', { name: 'Standard' }).check()
  await untilEqual(() => appearance(other.page), ['system', 'standard', undefined])
  // The first browser follows without a reload.
  await page.locator('html[data-theme=system][data-density=standard]').waitFor()
})

test('the switch of single keys applies to the next key', { skip }, async t => {
  const { page } = await administrator(t, site)
  await page.goto('/settings/shortcuts')
  const single = page.getByRole('switch', { name: 'Single-key shortcuts' })
  await single.uncheck()
  await single.blur()
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').first().waitFor()
  await untilEqual(() => page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count(), 0)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').first().waitFor({ state: 'detached' })
  // The two changes are sent one after the other, and later tests press single keys.
  const sent = preferencesSent(page, '"shortcuts":true')
  await single.check()
  await single.blur()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await sent
})

test('the week and the time zone are stored for the person', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await page.goto('/settings/language')
  await page.getByRole('combobox', { name: 'Week starts on' }).selectOption('Sunday')
  const sent = preferencesSent(page, 'Tokyo')
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo')
  await sent
  const stored = await callConsole<Record<string, unknown>>(visitor, 'GET', '/preferences')
  assert.deepEqual([stored.week_start, stored.time_zone], ['sunday', 'Asia/Tokyo'])
  await callConsole(visitor, 'PUT', '/preferences', { week_start: null, time_zone: null })
})

test('the stored data of the browser is deleted on request', { skip }, async t => {
  const { page } = await administrator(t, site)
  await page.goto('/settings/device')
  const names = () => page.evaluate<string[]>('indexedDB.databases().then(all => all.map(one => one.name))')
  while ((await names()).length === 0) await page.waitForTimeout(20)
  await page.getByRole('button', { name: 'Delete stored data' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete stored data' }).click()
  await page.getByText('The stored data is deleted.').waitFor()
  await untilEqual(() => names(), [])
})

test('a person restores from the trash, and only administrators see what others deleted', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page, context } = visitor
  const workspace = await firstOrganization(visitor)
  const project = await createObject(visitor, '/projects', { name: 'Winter', workspace })
  await context.request.delete(`/api/1.0/projects/${project}`, { headers: { 'x-requested-with': 'test' } })
  await page.goto(`/1/${workspace}/trash`)
  await heading(page, 'Trash').waitFor()
  const list = page.getByRole('list', { name: 'Trash' })
  await list.getByText('30 days left').waitFor()
  await page.getByRole('radio', { name: 'All' }).check()
  await list.getByRole('button', { name: 'Restore Winter' }).click()
  await page.getByText('Winter restored').waitFor()
  await page.getByText('The trash is empty').waitFor()

  const path = `/organizations/${workspace}/invitations`
  const { link } = await callConsole<{ link: string }>(visitor, 'POST', path, { email: 'ben@example.com', name: 'Ben' })
  const other = await openVisitor(t, site)
  await callConsole(other, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  await other.page.goto(`/1/${workspace}/trash`)
  await other.page.getByText('The trash is empty').waitFor()
  await untilEqual(() => other.page.getByRole('radio', { name: 'All' }).count(), 0)
})

test('what waits to be sent goes on after the person signs in again', { skip }, async t => {
  const { page, context } = await administrator(t, site)
  await page.goto('/settings/tokens')
  await heading(page, 'Access tokens').waitFor()
  await page.locator('html[data-live=open]').waitFor()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByRole('textbox').first().fill('Kept over the sign-in')
  await context.clearCookies()
  await dialog.getByRole('textbox').first().press('Enter')
  const expired = page.getByRole('dialog', { name: 'Session expired' })
  await expired.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await expired.getByRole('button', { name: 'Sign in' }).click()
  await expired.waitFor({ state: 'detached' })
  await page.locator('html[data-unsent="0"]').waitFor()
})

test('people and the libraries of an organization are listed by name', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  for (const name of ['Zoe', 'ägidius']) {
    const email = `${Date.now()}@example.com`
    await callConsole(visitor, 'POST', `/organizations/${workspace}/invitations`, { email, name })
    await createObject(visitor, '/custom_fields', { name, resource_subtype: 'text', workspace })
    await createObject(visitor, '/tags', { name, workspace })
  }
  const rows = page.locator('.rows > li')
  for (const list of ['people', 'fields', 'tags']) {
    await page.goto(`/admin/${workspace}/${list}`)
    await rows.filter({ hasText: 'Zoe' }).waitFor()
    const names = (await rows.allInnerTexts()).filter(text => /^(Zoe|ägidius)/.test(text)).map(text => text.slice(0, 3))
    assert.deepEqual(names, ['ägi', 'Zoe'], list)
  }
})
