/** Snoozed notifications: they leave the inbox at once, and come back at their time or by "Undo". */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { headers, press, untilEqual, untilSent, untilTrue } from './launch.ts'
import { memberOf, userOf } from './members.ts'
import { administrator, callConsole, createObject, firstOrganization, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

/** How long the last test snoozes. */
const SHORT_MS = 2000

let people = 0

/** A new person with notifications about tasks of these names, the first one the oldest, in the browser of the test. */
async function inboxWith(t: TestContext, names: readonly string[]) {
  const host = await administrator(t, site)
  const workspace = await firstOrganization(host)
  const visitor = await memberOf(t, { ...site, host }, `snoozing${++people}@example.com`)
  const assignee = await userOf(visitor)
  for (const name of names) await createObject(host, '/tasks', { name, workspace, assignee })
  const { page } = visitor
  await page.goto(`/1/${workspace}/inbox`)
  await page.locator('html[data-live=open]').waitFor()
  await untilEqual(() => namesOf(page), names.toReversed())
  return { visitor, page, workspace }
}

const list = (page: Page) => page.getByRole('list', { name: 'Notifications', exact: true })
const rowOf = (page: Page, name: string) =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const namesOf = (page: Page) => list(page).getByRole('link').allTextContents()
const unread = (page: Page, count: number) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: `Inbox, ${count} unread`, exact: true })
    .waitFor()
const focuses = (page: Page, name: string) =>
  untilTrue(page, `document.activeElement?.textContent === ${JSON.stringify(name)}`)

/** Holds the clock of the page at noon, because the server refuses a time that is over. */
const holdNoon = (page: Page) => page.clock.setFixedTime(new Date().setHours(12, 0, 0, 0))

/** Opens the calendar of the current row by keys. */
async function chooseDate(page: Page) {
  await press(page, 'h')
  await untilTrue(page, `document.activeElement?.closest('[role=menu]') !== null`)
  await press(page, 'End', 'Enter')
}

test('a snoozed row leaves the inbox at once, the focus goes on, and Undo brings it back', { skip }, async t => {
  const { page } = await inboxWith(t, ['Third', 'Second', 'First'])
  await holdNoon(page)
  await rowOf(page, 'Second').hover()
  await rowOf(page, 'Second').getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Next week', exact: true }).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('menuitem', { name: 'Tomorrow', exact: true }).click()
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByText('Snoozed until tomorrow, 09:00').waitFor()
  await untilEqual(() => namesOf(page), ['First', 'Third'])
  await unread(page, 2)
  await focuses(page, 'Third')
  await notices.getByRole('button', { name: 'Undo' }).click()
  await untilEqual(() => namesOf(page), ['First', 'Second', 'Third'])
  await unread(page, 3)
  await untilSent(page)
  await page.reload()
  await untilEqual(() => namesOf(page), ['First', 'Second', 'Third'])
})

test('keys snooze until a date of the calendar, also on the server', { skip }, async t => {
  const { page } = await inboxWith(t, ['Second', 'First'])
  await holdNoon(page)
  await unread(page, 2)
  await rowOf(page, 'First').getByRole('link').focus()
  await chooseDate(page)
  const dialog = page.getByRole('dialog', { name: 'Snooze until' })
  await dialog.getByRole('textbox', { name: 'Date' }).fill('yesterday')
  await press(page, 'Enter')
  await page.getByText('The time is over. Choose a later one.').waitFor()
  await untilTrue(page, `document.activeElement?.ariaLabel === 'Snooze'`)
  await untilEqual(() => namesOf(page), ['First', 'Second'])
  await chooseDate(page)
  await dialog.waitFor()
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Next week' }).click()
  await page.getByText(/^Snoozed until /).waitFor()
  await untilEqual(() => namesOf(page), ['Second'])
  await focuses(page, 'Second')
  await untilSent(page)
  await page.reload()
  await untilEqual(() => namesOf(page), ['Second'])
  await unread(page, 1)
})

test('a snoozed row comes back on top at its time, without a reload', { skip }, async t => {
  const { visitor, page, workspace } = await inboxWith(t, ['Old', 'New'])
  const { data } = await (await visitor.context.request.get(`/-/inbox?workspace=${workspace}`, { headers })).json()
  const { gid } = (data as { gid: string; resource: { name: string } }[]).find(one => one.resource.name === 'Old') ?? {}
  const until = new Date(Date.now() + SHORT_MS).toISOString()
  await callConsole(visitor, 'PUT', `/inbox/${gid}`, { until })
  await untilEqual(() => namesOf(page), ['Old', 'New'])
  await unread(page, 2)
})
