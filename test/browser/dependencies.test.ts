/** Dependencies in lists: the sign of a blocked task, and the column "Blocked by". */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { createLaunch, headers, openList, row, untilEqual, untilSent } from './launch.ts'
import { administrator, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()

const gidOf = async (page: Page, task: string) => (await row(page, task).getAttribute('data-gid')) ?? ''

async function block({ page, context }: Visitor, task: string, by: readonly string[]): Promise<void> {
  const dependencies = await Promise.all(by.map(name => gidOf(page, name)))
  const path = `/api/1.0/tasks/${await gidOf(page, task)}/addDependencies`
  const answer = await context.request.post(path, { headers, data: { data: { dependencies } } })
  assert.ok(answer.ok(), await answer.text())
}

test('the sign of a blocked task names the tasks that block it, as links', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Signs', ['Sew', 'Cut', 'Draw'])
  await openList(page, launch)
  await row(page, 'Draw').waitFor()
  await block(visitor, 'Sew', ['Cut', 'Draw'])
  await page.reload()
  await row(page, 'Sew').getByRole('img', { name: 'Blocked', exact: true }).waitFor()
  await row(page, 'Sew').getByRole('button', { name: 'Blocked by', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Blocked by', exact: true })
  const list = dialog.getByRole('list', { name: 'Blocked by', exact: true })
  await list.getByRole('link', { name: 'Cut', exact: true }).waitFor()
  await untilEqual(() => list.getByRole('link').count(), 2)
  assert.deepEqual(await violations(page), [])
  const gid = await gidOf(page, 'Draw')
  await list.getByRole('link', { name: 'Draw', exact: true }).click()
  await page.waitForURL(url => url.pathname.endsWith(`/task/${gid}`))
})

test('the column shows what blocks each task, with few requests, and edits it', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Column', ['Sew', 'Cut', 'Draw'])
  await openList(page, launch)
  await row(page, 'Draw').waitFor()
  await block(visitor, 'Sew', ['Draw'])
  await block(visitor, 'Cut', ['Draw'])
  await page.reload()
  await row(page, 'Sew').waitFor()
  const reads: string[] = []
  page.on('request', request => {
    const url = decodeURIComponent(request.url())
    if (url.includes('/-/records?type=task') && url.includes('fields=dependencies')) reads.push(url)
  })
  await page.getByRole('button', { name: 'Fields', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Blocked by', exact: true }).click()
  await page.keyboard.press('Escape')
  await row(page, 'Sew').getByRole('button', { name: 'Blocked by: Draw', exact: true }).waitFor()
  await row(page, 'Cut').getByRole('button', { name: 'Blocked by: Draw', exact: true }).waitFor()
  assert.equal(reads.length, 1)
  await row(page, 'Draw').getByRole('button', { name: 'Blocked by: none', exact: true }).waitFor()
  await row(page, 'Sew').getByRole('button', { name: 'Blocked by: Draw', exact: true }).click()
  await page.getByRole('combobox', { name: 'Blocked by', exact: true }).fill('Cut')
  await page.getByRole('option', { name: 'Cut Column', exact: true }).click()
  await page.keyboard.press('Escape')
  await row(page, 'Sew').getByRole('button', { name: 'Blocked by: Draw, Cut', exact: true }).waitFor()
  await untilSent(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Add filter', exact: true }).click()
  const fields = await page.getByRole('combobox', { name: 'Field', exact: true }).locator('option').allTextContents()
  assert.ok(fields.includes('Blocked') && !fields.includes('Blocked by'))
  assert.deepEqual(await violations(page), [])
})
