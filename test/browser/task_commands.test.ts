/** The keys of tasks in a project list, against a real server: what they do is what the server then has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Json } from '../harness/world.ts'
import { untilEqual, untilSent } from './launch.ts'
import { administrator, createObject, firstOrganization, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()

const headers = { 'x-requested-with': 'test' }

interface Office {
  visitor: Visitor
  page: Page
  tasks: readonly string[]
  read(task: string, fields: string): Promise<Json>
  notice(text: string): Promise<void>
}

/** A project with three tasks in "To do", shown as a list. */
async function office(t: Parameters<typeof administrator>[0]): Promise<Office> {
  const visitor = await administrator(t, site)
  const workspace = await firstOrganization(visitor)
  const team = await createObject(visitor, '/teams', { organization: workspace, name: `Team ${Date.now()}` })
  const project = await createObject(visitor, '/projects', { workspace, team, name: 'Launch' })
  const section = await createObject(visitor, `/projects/${project}/sections`, { name: 'To do' })
  await createObject(visitor, `/projects/${project}/sections`, { name: 'Done' })
  const tasks: string[] = []
  for (const name of ['Write', 'Book', 'Print']) {
    tasks.unshift(await createObject(visitor, '/tasks', { name, memberships: [{ project, section }] }))
  }
  const { page, context } = visitor
  await page.goto(`/1/${workspace}/project/${project}/list`)
  await page.getByRole('row', { name: 'Write', exact: true }).waitFor()
  const read = async (task: string, fields: string) => {
    await page.locator('html[data-unsent="0"]').waitFor({ state: 'attached' })
    const response = await context.request.get(`/api/1.0/tasks/${task}?opt_fields=${fields}`, { headers })
    assert.ok(response.ok(), await response.text())
    return (await response.json()).data
  }
  const notice = (text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text).waitFor()
  return { visitor, page, tasks, read, notice }
}

const focusRow = (page: Page, name: string) => page.getByRole('row', { name, exact: true }).focus()

test('keys act on the focused task', { skip }, async t => {
  const { page, tasks, read, notice } = await office(t)
  const [, , write = ''] = tasks
  await page.clock.setFixedTime('2026-12-09T10:00:00Z')
  await focusRow(page, 'Write')
  await page.keyboard.press('i')
  await page
    .getByRole('row', { name: 'Write' })
    .getByRole('button', { name: /^Assignee: / })
    .waitFor()
  assert.ok((await read(write, 'assignee')).assignee)
  await focusRow(page, 'Write')
  await page.keyboard.press('d')
  await page.getByRole('dialog', { name: 'Due date' }).getByRole('button', { name: 'Tomorrow' }).click()
  await page.getByRole('button', { name: 'Due date: Tomorrow' }).waitFor()
  assert.equal((await read(write, 'due_on')).due_on, '2026-12-10')
  await focusRow(page, 'Write')
  await page.keyboard.press('d')
  await page.getByRole('dialog', { name: 'Due date' }).getByRole('button', { name: 'Today', exact: true }).press('e')
  await page.keyboard.press('Escape')
  await untilEqual(
    async () => (await read(write, 'completed')).completed,
    false,
    'keys in a dialog do not act on tasks',
  )
  await focusRow(page, 'Write')
  await page.keyboard.press('t')
  await page.getByRole('combobox', { name: 'Tags' }).fill('urgent')
  await page.getByRole('option', { name: 'Create “urgent”' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Tags: urgent' }).waitFor()
  assert.deepEqual((await read(write, 'tags.name')).tags, [
    { gid: (await read(write, 'tags')).tags[0].gid, name: 'urgent' },
  ])
  await focusRow(page, 'Write')
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move to…' })
  await dialog.getByRole('radio', { name: 'Done' }).check()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await notice('Moved to Done')
  await untilEqual(async () => (await read(write, 'memberships.section.name')).memberships[0].section.name, 'Done')
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()
  await notice('Undone')
  await untilEqual(async () => (await read(write, 'memberships.section.name')).memberships[0].section.name, 'To do')
  await focusRow(page, 'Write')
  await page.keyboard.press('e')
  await notice('Task completed')
  await untilEqual(async () => (await read(write, 'completed')).completed, true)
})

test('a new tag is offered once, however late the server answers', { skip }, async t => {
  const { page } = await office(t)
  const [suggested, created] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/-\/find\?.*&q=&/, async route => {
    await suggested.promise
    await route.continue()
  })
  await page.route(/\/api\/1\.0\/(?:tags|batch)/, async route => {
    await created.promise
    await route.continue()
  })
  const offered = page.getByRole('option', { name: 'late', exact: true })
  const gid = () => offered.getAttribute('data-gid')
  await focusRow(page, 'Write')
  await page.keyboard.press('t')
  await page.getByRole('combobox', { name: 'Tags' }).fill('late')
  await page.getByRole('option', { name: 'Create “late”' }).click()
  await untilEqual(async () => (await gid())?.startsWith('local-'), true)
  const suggestions = page.waitForResponse(/\/-\/find\?.*&q=&/)
  suggested.resolve()
  await suggestions
  created.resolve()
  await untilEqual(async () => (await offered.count()) === 1 && (await gid())?.startsWith('local-'), false)
  await untilSent(page)
  await untilEqual(() => offered.count(), 1)
})

test('an open picker shows what others choose meanwhile', { skip }, async t => {
  const { page, tasks, visitor } = await office(t)
  const [, , write = ''] = tasks
  const chosen = () => page.getByRole('listbox').locator('[aria-selected="true"]').allInnerTexts()
  const put = (data: object) => visitor.context.request.put(`/api/1.0/tasks/${write}`, { headers, data: { data } })
  await focusRow(page, 'Write')
  await page.keyboard.press('a')
  await untilEqual(async () => (await chosen()).join().includes('admin'), false)
  await put({ assignee: 'me' })
  await untilEqual(async () => (await chosen()).join().includes('admin'), true)
})

test('a cycle of dependencies is reported in the words of the server, and taken back', { skip }, async t => {
  const { page, tasks, read, visitor } = await office(t)
  const [print = '', book = ''] = tasks
  await visitor.context.request.post(`/api/1.0/tasks/${book}/addDependencies`, {
    headers,
    data: { data: { dependencies: [print] } },
  })
  await focusRow(page, 'Print')
  await page.keyboard.press('b')
  await page.getByRole('combobox', { name: 'Blocked by' }).fill('Book')
  await page.locator(`[role=option][data-gid="${book}"]`).click()
  await page.getByRole('alert').getByText('Tasks cannot depend on each other in a circle').waitFor()
  await untilEqual(async () => (await read(print, 'dependencies')).dependencies, [])
})

test('selected tasks are deleted and restored as one', { skip }, async t => {
  const { page, tasks, read, notice } = await office(t)
  await focusRow(page, 'Print')
  await page.keyboard.press('x')
  await focusRow(page, 'Book')
  await page.keyboard.press('x')
  await page.getByRole('toolbar', { name: 'Selected tasks' }).getByText('2 selected').waitFor()
  await page.keyboard.press('Delete')
  await notice('Moved to trash')
  await page.getByRole('row', { name: 'Print', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: 'Print', exact: true }).waitFor()
  await untilEqual(async () => (await read(tasks[0] ?? '', 'name')).name, 'Print')
})

test('the menu duplicates a task, and makes it a subtask', { skip }, async t => {
  const { page, tasks, read, notice } = await office(t)
  const [print = '', book = ''] = tasks
  await focusRow(page, 'Write')
  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await notice('Task duplicated')
  await page.getByRole('row', { name: 'Write (copy)', exact: true }).waitFor()
  await focusRow(page, 'Book')
  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: 'Make a subtask of…' }).click()
  await page.getByRole('combobox', { name: 'Parent task' }).fill('Print')
  await page.locator(`[role=option][data-gid="${print}"]`).click()
  await notice('Moved to Print')
  await untilEqual(async () => (await read(book, 'parent')).parent.gid, print)
})
