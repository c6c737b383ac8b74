/** My tasks: the sections of a person's own list, as a list and as a board. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { administrator, createObject, firstOrganization, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

const column = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const waitForSaved = (page: Page) => page.locator('html[data-unsent="0"]').waitFor()

test('a new assignment is in the first section, moves by key, and stays where it was put', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  await page.goto(`/1/${workspace}/my_tasks/board`)
  await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
  await column(page, 'Recently assigned').waitFor()
  await page.locator('html[data-live="open"]').waitFor()
  await createObject(visitor, '/tasks', { name: 'Call Ben', assignee: 'me', workspace })
  const link = column(page, 'Recently assigned').getByRole('link', { name: 'Call Ben' })
  await link.waitFor()
  await link.focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await page.getByRole('status').getByText('Moved to Do today, 1 of 1', { exact: true }).waitFor()
  await waitForSaved(page)
  await page.reload()
  await column(page, 'Do today').getByRole('link', { name: 'Call Ben' }).waitFor()
  assert.deepEqual(await violations(page), [])
})

test('a task that is added to a section of My tasks belongs to the person', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page, context } = visitor
  const workspace = await firstOrganization(visitor)
  await page.goto(`/1/${workspace}/my_tasks/board`)
  await page.getByRole('button', { name: 'Add task to Do later', exact: true }).click()
  await page.getByRole('textbox', { name: 'Task name' }).fill('Read the manual')
  await page.keyboard.press('Enter')
  await column(page, 'Do later').getByRole('link', { name: 'Read the manual' }).waitFor()
  const saved = column(page, 'Do later').locator('[data-gid]:not([data-pending])')
  const gid = await saved.first().getAttribute('data-gid')
  const path = `/api/1.0/tasks/${gid}?opt_fields=assignee.email,assignee_section.name`
  const answer = await context.request.get(path, { headers: { 'x-requested-with': 'test' } })
  assert.ok(answer.ok(), await answer.text())
  const { data } = await answer.json()
  assert.equal(data.assignee_section.name, 'Do later')
  assert.equal(data.assignee.email, 'admin@example.com')
})

test('the list has the same tasks, and the layout is remembered', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  await createObject(visitor, '/tasks', { name: 'Water the plants', assignee: 'me', workspace })
  await page.goto(`/1/${workspace}/my_tasks`)
  const grid = page.getByRole('treegrid', { name: 'My tasks' })
  await grid.getByRole('row', { name: 'Water the plants', exact: true }).waitFor()
  await grid.getByRole('row', { name: 'Do next week', exact: true }).waitFor()
  await page.getByRole('navigation', { name: 'Layouts' }).getByRole('link', { name: 'Board' }).click()
  await page.getByRole('region', { name: 'Board' }).getByRole('link', { name: 'Water the plants' }).waitFor()
  await page.goto(`/1/${workspace}/home`)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`/1/${workspace}/my_tasks`)
  await page.getByRole('region', { name: 'Board' }).waitFor()
})
