/** The editors of tasks in the gallery: roles and names, keys, one act for several tasks with one undo. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { galleryOfFile, PHONE } from './gallery.ts'
import { untilEqual, untilTrue } from './launch.ts'
import { skip } from './visitor.ts'

const open = galleryOfFile()

/** The last call that the page sent: method, path, members. */
const sent = async (page: Page): Promise<unknown> =>
  JSON.parse((await page.evaluate<string | undefined>('document.documentElement.dataset.sent')) ?? 'null')

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
const row = (page: Page, index: number) => page.locator('.gallery-cells > .grid-row').nth(index)

test('editors, open pickers and dialogs are accessible, and fit a phone', { skip }, async t => {
  const page = await open(t, 'editors')
  assert.deepEqual(await violations(page), [])
  for (const name of ['Assignee: Ben Okafor', 'Tags: launch, design', 'Priority: High', 'Move', 'More actions']) {
    await button(page, name).click()
    await page.locator('.popup, .modal').first().waitFor()
    assert.deepEqual(await violations(page), [], name)
    await page.keyboard.press('Escape')
    await page.locator('.popup, .modal').first().waitFor({ state: 'detached' })
  }
  const phone = await open(t, 'editors', PHONE)
  await untilEqual(() => phone.evaluate('document.documentElement.scrollWidth'), 390)
})

test('fields are edited by their pickers', { skip }, async t => {
  const page = await open(t, 'editors')
  await button(page, 'Assignee: Ben Okafor').click()
  const dialog = page.getByRole('dialog', { name: 'Assignee' })
  await untilTrue(page, "document.activeElement.ariaLabel === 'Assignee'")
  await dialog.getByRole('combobox', { name: 'Assignee' }).fill('chi')
  await page.keyboard.press('Enter')
  await row(page, 0).getByRole('button', { name: 'Assignee: Chiara Rossi' }).waitFor()
  await untilEqual(() => sent(page), ['PUT', '/api/1.0/tasks/600', { assignee: '1214' }])
  await button(page, 'Tags: launch, design').click()
  await page.getByRole('option', { name: 'launch' }).click()
  await page.keyboard.press('Escape')
  await button(page, 'Tags: design').waitFor()
  await untilEqual(() => sent(page), ['POST', '/api/1.0/tasks/600/removeTag', { tag: '1300' }])
  await button(page, 'Due date: 12 Dec 2020').click()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await row(page, 0).getByRole('button', { name: 'Due date: none' }).waitFor()
  await untilEqual(() => sent(page), ['PUT', '/api/1.0/tasks/600', { due_on: null }])
})

test('custom fields are edited by the editor of their type, and read-only ones are no controls', { skip }, async t => {
  const page = await open(t, 'editors')
  const sends = async (value: unknown, field: string) =>
    assert.deepEqual(await sent(page), ['PUT', '/api/1.0/tasks/600', { custom_fields: { [field]: value } }])
  await button(page, 'Priority: High').click()
  await page.getByRole('dialog', { name: 'Priority' }).getByRole('option', { name: 'Low' }).click()
  await button(page, 'Priority: Low').waitFor()
  await sends('711', '700')
  await button(page, 'Budget: €1,200.00').click()
  await page.getByRole('textbox', { name: 'Budget' }).fill('1,500.5')
  await page.keyboard.press('Enter')
  await button(page, 'Budget: €1,500.50').waitFor()
  await sends(1500.5, '703')
  await button(page, 'Progress: 25%').click()
  await page.getByRole('textbox', { name: 'Progress' }).fill('40')
  await page.keyboard.press('Enter')
  await button(page, 'Progress: 40%').waitFor()
  await sends(0.4, '704')
  await button(page, 'Time: 1h 30m').click()
  await page.getByRole('textbox', { name: 'Time' }).fill('2h')
  await page.keyboard.press('Enter')
  await button(page, 'Time: 2h').waitFor()
  await sends(120, '705')
  await row(page, 0).getByRole('button', { name: 'Summary: A short text' }).click()
  await page.getByRole('textbox', { name: 'Summary' }).fill('Discarded')
  await page.keyboard.press('Escape')
  await row(page, 0).getByRole('button', { name: 'Summary: A short text' }).waitFor()
  await page.locator('button:focus[aria-label="Summary: A short text"]').waitFor()
  await button(page, 'Clear Former field').click()
  await sends(null, '722')
  for (const name of ['Score', 'Number', 'Later type']) {
    await untilEqual(() => page.getByRole('button', { name: `${name}:` }).count(), 0, name)
  }
})

test('a number that is none is refused where it was typed', { skip }, async t => {
  const page = await open(t, 'editors')
  await button(page, 'Estimate: 12.5').click()
  await page.getByRole('textbox', { name: 'Estimate' }).fill('many')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: '“many” is not a number' }).waitFor()
  await button(page, 'Estimate: 12.5').waitFor()
})

test('the toolbar acts on the selected tasks, in one act with one undo', { skip }, async t => {
  const page = await open(t, 'editors')
  const toolbar = page.getByRole('toolbar', { name: 'Selected tasks' })
  await toolbar.getByText('3 selected').waitFor()
  await toolbar.getByRole('button', { name: 'Complete' }).click()
  const status = page.getByRole('region', { name: 'Notices' }).getByRole('status')
  await status.getByText('3 tasks completed').waitFor()
  const marks = page.getByRole('checkbox', { name: 'Completed' })
  await untilEqual(() => Promise.all([0, 1, 2].map(at => marks.nth(at).isChecked())), [true, true, true])
  await status.getByRole('button', { name: 'Undo' }).click()
  await status.getByText('Undone').waitFor()
  await untilEqual(() => Promise.all([0, 1, 2].map(at => marks.nth(at).isChecked())), [false, false, false])
  await toolbar.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('option', { name: 'Ada Lovelace' }).click()
  await row(page, 2).getByRole('button', { name: 'Assignee: Ada Lovelace' }).waitFor()
  await toolbar.getByRole('button', { name: 'Delete' }).click()
  await status.getByText('Moved to trash').waitFor()
  await status.getByRole('button', { name: 'Undo' }).click()
  await row(page, 2).getByText('Approve the budget').waitFor()
})

test('tasks move to a section by the dialog "Move to…"', { skip }, async t => {
  const page = await open(t, 'editors')
  await page.getByRole('toolbar').getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to…' })
  await untilEqual(() => dialog.getByRole('combobox', { name: 'Project' }).innerText(), 'Launch')
  await dialog.getByRole('radiogroup', { name: 'Section' }).getByRole('radio', { name: 'Done' }).check()
  await dialog.getByRole('radio', { name: 'Bottom' }).check()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await page.getByRole('status').getByText('Moved to Done').waitFor()
  await button(page, 'Section of Launch: Done').waitFor()
})

test('the groups of a task add and remove projects, dependencies and followers', { skip }, async t => {
  const page = await open(t, 'editors')
  const projects = page.getByRole('group', { name: 'Projects' })
  await projects.getByRole('link', { name: 'Launch' }).waitFor()
  await projects.getByRole('button', { name: 'Add to project' }).click()
  await page.getByRole('dialog', { name: 'Project' }).getByRole('option', { name: 'Website' }).click()
  await projects.getByRole('button', { name: 'Section of Website: Backlog' }).waitFor()
  await projects.getByRole('button', { name: 'Remove from Launch' }).click()
  await projects.getByRole('link', { name: 'Launch' }).waitFor({ state: 'detached' })
  const dependencies = page.getByRole('group', { name: 'Dependencies' })
  await dependencies.getByRole('list', { name: 'Blocked by' }).getByRole('link', { name: 'Book the venue' }).waitFor()
  await dependencies.getByRole('button', { name: 'Add blocking' }).click()
  await page.getByRole('dialog', { name: 'Blocking' }).getByRole('option', { name: 'Approve the budget' }).click()
  await page.keyboard.press('Escape')
  await dependencies.getByRole('list', { name: 'Blocking' }).getByRole('link', { name: 'Approve the budget' }).waitFor()
  await dependencies.getByRole('button', { name: 'Remove Book the venue' }).click()
  await untilEqual(() => dependencies.getByRole('list', { name: 'Blocked by' }).count(), 0)
  const followers = page.getByRole('group', { name: 'Followers' })
  await followers.getByRole('button', { name: 'Remove Ben Okafor' }).click()
  await followers.getByRole('button', { name: 'Remove Ben Okafor' }).waitFor({ state: 'detached' })
})

test('the menu changes the type of a task, and the mark follows', { skip }, async t => {
  const page = await open(t, 'editors')
  await row(page, 0).getByRole('button', { name: 'More actions' }).click()
  const names = [
    'Duplicate',
    'Mark as milestone',
    'Mark as approval',
    'Make a subtask of…',
    'Move to…',
    'Copy link',
    'Delete',
  ]
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  const items = await page.getByRole('menuitem').all()
  await untilEqual(
    () =>
      Promise.all(
        items.map(item =>
          item.getAttribute('aria-label').then(async label => label ?? (await item.locator('.menu-label').innerText())),
        ),
      ),
    names,
  )
  await page.getByRole('menuitem', { name: 'Mark as milestone' }).click()
  await page.getByRole('status').getByText('Task marked as a milestone').waitFor()
  await page.getByRole('button', { name: 'Approval: Pending' }).click()
  await page.getByRole('menuitem', { name: 'Request changes' }).click()
  await page.getByRole('button', { name: 'Approval: Changes requested' }).waitFor()
  await untilEqual(() => sent(page), ['PUT', '/api/1.0/tasks/602', { approval_status: 'changes_requested' }])
  await button(page, 'Like').click()
  await button(page, 'Unlike').waitFor()
})

test('people who may only read see values without controls', { skip }, async t => {
  const page = await open(t, 'editors&read_only')
  await untilEqual(
    () =>
      row(page, 0)
        .getByRole('button', { name: /^(Assignee|Due date|Tags|Priority)/ })
        .count(),
    0,
  )
  await row(page, 0).getByText('Ben Okafor').waitFor()
  await untilEqual(() => page.getByRole('button', { name: 'Add to project' }).count(), 1, 'only in the toolbar')
  assert.deepEqual(await violations(page), [])
})
