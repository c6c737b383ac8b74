/** The components of the application in a browser: keys, fingers, names and roles, accessibility. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { galleryOfFile, PHONE } from './gallery.ts'
import { untilEqual } from './launch.ts'
import { skip } from './visitor.ts'

const open = galleryOfFile()

/** The accessible description of the focused element: role and name. */
const focused = (page: Page) =>
  page.evaluate<string>(`(({ role, ariaLabel, textContent, tagName }) =>
    (role ?? tagName.toLowerCase()) + ' ' + (ariaLabel ?? textContent))(document.activeElement)`)

async function checkAppearance(page: Page, place: string): Promise<void> {
  for (const contrast of ['no-preference', 'more'] as const) {
    await page.emulateMedia({ contrast })
    assert.deepEqual(await violations(page), [], `${place} with contrast ${contrast}`)
  }
}

test('every component is accessible in light, dark and with more contrast', { skip }, async t => {
  for (const show of ['controls', 'display', 'pickers', 'dates', 'grid&rows=100', 'drag']) {
    await checkAppearance(await open(t, show), show)
  }
})

test('open menus and pickers are accessible and fit 320 pixels', { skip }, async t => {
  const buttons = { controls: 'Project actions', pickers: 'Assignee: Ben Okafor', dates: 'Review: 3 – 12 Dec' }
  for (const [show, name] of Object.entries(buttons)) {
    const page = await open(t, show)
    await page.getByRole('button', { name }).click()
    if (show === 'dates') await page.getByRole('grid').waitFor()
    await checkAppearance(page, name)
    await page.setViewportSize({ width: 320, height: 640 })
    await untilEqual(() => page.evaluate('document.documentElement.scrollWidth'), 320, `${name} is too wide`)
  }
})

test('a menu works with keys and returns the focus', { skip }, async t => {
  const page = await open(t, 'controls')
  const button = page.getByRole('button', { name: 'Project actions' })
  await button.press('Enter')
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  await untilEqual(() => focused(page), 'menuitem Copy link')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('menuitemradio', { name: 'high', checked: true }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('del')
  await page.keyboard.press('Enter')
  await page.getByText('delete', { exact: true }).waitFor()
  await untilEqual(() => focused(page), 'button Project actions')
})

test('a menu chooses one, or any of several and then stays open', { skip }, async t => {
  const page = await open(t, 'controls')
  await page.getByRole('button', { name: 'Show: incomplete' }).click()
  await page.getByRole('menuitemradio', { name: 'all' }).click()
  await page.getByRole('button', { name: 'Show: all' }).waitFor()
  await page.getByRole('button', { name: 'Fields' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'tags' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'due' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'tags', checked: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await untilEqual(() => page.getByLabel('Shown fields').innerText(), 'assignee tags due')
})

test('an icon button shows its name and shortcut', { skip }, async t => {
  const page = await open(t, 'controls')
  await page.getByRole('button', { name: 'Mine' }).focus()
  await page.keyboard.press('Tab')
  await page.getByRole('tooltip', { name: 'Add to favorites Ctrl+Shift+F' }).waitFor()
  const keys = await page.getByRole('button', { name: 'Add to favorites' }).getAttribute('aria-keyshortcuts')
  assert.equal(keys, 'Control+Shift+F')
})

test('a picker chooses one with keys, clears, and returns the focus', { skip }, async t => {
  const page = await open(t, 'pickers')
  await page.getByRole('button', { name: 'Assignee: Ben Okafor' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Assignee' })
  const box = dialog.getByRole('combobox', { name: 'Assignee' })
  await box.fill('zoe')
  await untilEqual(() => dialog.getByRole('option').allInnerTexts(), ['Zoë Bende\nzoë@example.com'])
  await box.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await untilEqual(() => focused(page), 'button Assignee: Zoë Bende')
  await page.keyboard.press('Enter')
  await box.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await untilEqual(() => focused(page), 'button Assignee: Zoë Bende')
  await page.keyboard.press('Enter')
  await dialog.getByRole('option', { name: 'Nobody' }).click()
  await page.getByRole('button', { name: 'Assignee: none' }).waitFor()
})

test('a picker of several toggles options, creates one, and stays open', { skip }, async t => {
  const page = await open(t, 'pickers')
  await page.getByRole('button', { name: 'Tags: none' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tags' })
  await dialog.getByRole('option', { name: 'design' }).click()
  await dialog.getByRole('option', { name: 'design', selected: true }).waitFor()
  await dialog.getByRole('combobox').fill('urgent')
  await dialog.getByRole('option', { name: 'Create “urgent”' }).click()
  await dialog.getByRole('option', { name: 'urgent', selected: true }).waitFor()
  await dialog.getByRole('option', { name: 'design' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Tags: urgent' }).waitFor()
})

test('a picker searches while the user types', { skip }, async t => {
  const page = await open(t, 'pickers')
  await page.getByRole('button', { name: 'Follower: none' }).click()
  await page.getByRole('combobox', { name: 'Follower' }).fill('ada')
  await page.getByRole('option', { name: /Ada Lovelace/ }).click()
  await page.getByRole('button', { name: 'Follower: Ada Lovelace' }).waitFor()
})

test('a picker of 1,000 options keeps few of them in the document', { skip }, async t => {
  const page = await open(t, 'pickers')
  await page.getByRole('button', { name: 'Blocked by: 0 tasks' }).click()
  const box = page.getByRole('combobox', { name: 'Blocked by' })
  await page.getByRole('option').first().waitFor()
  assert.ok((await page.getByRole('option').count()) < 60)
  await box.press('ArrowUp')
  await page.getByRole('option', { name: 'Task 1000', exact: true }).waitFor()
  const active = await box.getAttribute('aria-activedescendant')
  await untilEqual(() => page.locator(`[id="${active}"]`).innerText(), 'Task 1000')
  await box.press('Enter')
  await page.getByRole('option', { name: 'Task 1000', exact: true, selected: true }).waitFor()
})

test('a picker on a phone is a sheet at the bottom', { skip }, async t => {
  const page = await open(t, 'pickers', PHONE)
  await page.getByRole('button', { name: 'Assignee: Ben Okafor' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Assignee' })
  await dialog.getByRole('option', { name: /Ada/ }).waitFor()
  const bounds = await dialog.boundingBox()
  assert.deepEqual([bounds?.x, bounds?.width, (bounds?.y ?? 0) + (bounds?.height ?? 0)], [0, 390, 700])
  await dialog.getByRole('option', { name: /Ada/ }).tap()
  await page.getByRole('button', { name: 'Assignee: Ada Lovelace' }).waitFor()
})

test('a date is typed in words, chosen in the grid, or by its button', { skip }, async t => {
  const page = await open(t, 'dates')
  const dialog = page.getByRole('dialog', { name: 'Due date' })
  await page.getByRole('button', { name: 'Due date: none' }).click()
  await dialog.getByRole('textbox', { name: 'Date' }).fill('fri 3pm')
  await dialog.getByText('Friday, 11 December 2026, 15:00').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Due date: Friday, 15:00' }).click()
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Due date: none' }).click()
  await dialog
    .getByRole('grid')
    .getByRole('button', { name: /24 December 2026/ })
    .click()
  await page.getByRole('button', { name: 'Due date: 24 Dec' }).click()
  await dialog.getByRole('button', { name: 'Tomorrow' }).click()
  await page.getByRole('button', { name: 'Due date: Tomorrow' }).waitFor()
  await untilEqual(() => focused(page), 'button Due date: Tomorrow')
})

test('words of a date that Escape leaves set nothing', { skip }, async t => {
  const page = await open(t, 'dates')
  const dialog = page.getByRole('dialog', { name: 'Due date' })
  const none = page.getByRole('button', { name: 'Due date: none' })
  await none.click()
  await dialog.getByRole('textbox', { name: 'Date' }).fill('tomorrow')
  await dialog.getByText('Wednesday, 9 December 2026').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await untilEqual(() => focused(page), 'button Due date: none')
  await none.waitFor()
})

test('a start date makes a range, and an end that crosses it moves it', { skip }, async t => {
  const page = await open(t, 'dates')
  await page.getByRole('button', { name: 'Due date: none' }).click()
  const dialog = page.getByRole('dialog', { name: 'Due date' })
  await dialog.getByRole('button', { name: 'Add start date' }).click()
  await dialog.getByRole('textbox', { name: 'Start date' }).fill('10 dec')
  await page.keyboard.press('Tab')
  await dialog.getByText('Choose a due date too').waitFor()
  await dialog
    .getByRole('grid')
    .getByRole('button', { name: /14 December 2026/ })
    .click()
  await dialog.getByRole('textbox', { name: 'Date', exact: true }).fill('5 jan')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Due date: 10 Dec – 5 Jan 2027' }).click()
  await dialog.getByRole('textbox', { name: 'Start date' }).fill('10 jan')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Due date: 10 Jan 2027 – 5 Feb 2027' }).waitFor()
})

test('the grid of days works with arrow keys', { skip }, async t => {
  const page = await open(t, 'dates')
  await page.getByRole('button', { name: 'Approved on: Saturday' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approved on' })
  await untilEqual(() => dialog.getByRole('button', { name: 'Add start date' }).count(), 0)
  await dialog
    .getByRole('grid')
    .getByRole('button', { name: /12 December 2026/ })
    .focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Approved on: 19 Dec' }).waitFor()
})
