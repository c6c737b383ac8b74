/** The second page of the command menu, which asks for the value of a command, by keys only. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Json } from '../harness/world.ts'
import { violations } from './axe.ts'
import { createLaunch, headers, openList, press, row, untilEqual, untilSent, untilTrue } from './launch.ts'
import { administrator, createObject, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

interface Menu {
  page: Page
  dialog: Locator
  workspace: string
  project: string
  /** The combobox with a name, once it has the focus. */
  box(name: string): Promise<Locator>
  option(name: string | RegExp): Locator
  /** Opens the menu, and chooses a command among those that a text finds. */
  run(title: string, text?: string): Promise<void>
  /** Members of the task with a name, as the server has them. */
  read(name: string, fields: string): Promise<Json>
}

/** A project as a list of tasks, and the command menu above it. */
async function menu(t: TestContext, tasks: readonly string[], options?: BrowserContextOptions): Promise<Menu> {
  const visitor = await administrator(t, site, options)
  const { page, context } = visitor
  const launch = await createLaunch(visitor, 'Launch', tasks)
  await openList(page, launch)
  await row(page, tasks[0] ?? '').waitFor()
  const dialog = page.getByRole('dialog', { name: 'Command menu' })
  const box = async (name: string) => {
    const input = dialog.getByRole('combobox', { name, exact: true })
    await input.and(page.locator(':focus')).waitFor()
    return input
  }
  const option = (name: string | RegExp) => dialog.getByRole('option', { name, exact: typeof name === 'string' })
  return {
    ...{ page, dialog, box, option, ...launch },
    run: async (title, text = title) => {
      await press(page, 'Control+k')
      await box('Search or run a command')
      await page.keyboard.type(text)
      await option(title).waitFor()
      while ((await option(title).getAttribute('aria-selected')) === 'false') await press(page, 'ArrowDown')
      await press(page, 'Enter')
    },
    read: async (name, fields) => {
      await untilSent(page)
      const gid = await row(page, name).getAttribute('data-gid')
      const response = await context.request.get(`/api/1.0/tasks/${gid}?opt_fields=${fields}`, { headers })
      return (await response.json()).data
    },
  }
}

/** Waits until a row or something in it has the focus. */
const hasFocus = (page: Page, name: string) => row(page, name).and(page.locator(':focus, :has(:focus)')).waitFor()

test('"Assign to…" asks for a person on its second page, and keys alone choose one', { skip }, async t => {
  const { page, dialog, box, option, run, read } = await menu(t, ['Write', 'Book'])
  await row(page, 'Write').focus()
  await run('Assign to…')
  await box('Assign to…')
  await dialog.getByText('Write', { exact: true }).waitFor()
  await option('No assignee').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.keyboard.type('adm')
  await untilEqual(() => option('No assignee').count(), 0)
  await option(/^admin/).waitFor()
  await press(page, 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await row(page, 'Write').getByRole('button', { name: 'Assignee: admin' }).waitFor()
  assert.equal((await read('Write', 'assignee.name')).assignee.name, 'admin')
  assert.equal((await read('Book', 'assignee')).assignee, null)
  await hasFocus(page, 'Write')
  await run('Assign to…')
  await box('Assign to…')
  await page.keyboard.type('no as')
  await option('No assignee').waitFor()
  await press(page, 'Enter')
  await row(page, 'Write').getByRole('button', { name: 'Assignee: none' }).waitFor()
  assert.equal((await read('Write', 'assignee')).assignee, null)
})

test('Backspace in the empty input returns to the first page with its text, and Escape closes', { skip }, async t => {
  const { page, dialog, box, option, run, read } = await menu(t, ['Write'])
  await row(page, 'Write').focus()
  await run('Set due date…', 'Set due')
  const second = await box('Set due date…')
  await page.keyboard.type('to')
  await press(page, 'Backspace', 'Backspace')
  await option(/^Today/).waitFor()
  assert.equal(await second.inputValue(), '')
  await press(page, 'Backspace')
  const first = await box('Search or run a command')
  assert.equal(await first.inputValue(), 'Set due')
  await page.keyboard.type(' date')
  assert.equal(await first.inputValue(), 'Set due date')
  await press(page, 'Enter')
  await box('Set due date…')
  await press(page, 'Escape')
  await dialog.waitFor({ state: 'detached' })
  await hasFocus(page, 'Write')
  assert.equal((await read('Write', 'due_on')).due_on, null)
})

test('the due date is a usual day, words that name one, or none', { skip }, async t => {
  const { page, box, option, run, read } = await menu(t, ['Write'], { timezoneId: 'UTC' })
  await page.clock.setFixedTime('2026-12-08T10:00:00Z')
  const choose = async (text: string, name: string | RegExp, due: string) => {
    await run('Set due date…')
    await box('Set due date…')
    await page.keyboard.type(text)
    await option(name).waitFor()
    await press(page, 'Enter')
    await row(page, 'Write')
      .getByRole('button', { name: `Due date: ${due}` })
      .waitFor()
  }
  await row(page, 'Write').focus()
  await choose('fri 3pm', 'Friday, 11 December 2026, 15:00', 'Friday, 15:00')
  assert.equal((await read('Write', 'due_at')).due_at, '2026-12-11T15:00:00.000Z')
  await choose('tomorrow', /^Tomorrow/, 'Tomorrow, 15:00')
  await choose('no due', 'No due date', 'none')
  assert.equal((await read('Write', 'due_on')).due_on, null)
  await choose('in 2 weeks', 'Tuesday, 22 December 2026', '22 Dec')
  assert.equal((await read('Write', 'due_on')).due_on, '2026-12-22')
})

test('commands of selected tasks ask once and change all of them', { skip }, async t => {
  const { page, dialog, box, option, run, read, workspace, ...rest } = await menu(t, ['Write', 'Book', 'Print'])
  const visitor = { page, context: page.context() }
  await createObject(visitor, '/projects', { name: 'Website', workspace })
  await row(page, 'Write').focus()
  await press(page, 'x', 'ArrowDown', 'x')
  await page.getByText('2 selected').waitFor()
  await run('Add to project…')
  await box('Add to project…')
  await dialog.getByText('2 tasks').waitFor()
  await page.keyboard.type('webs')
  await option(/^Website/).waitFor()
  await press(page, 'Enter')
  await page.getByText('2 tasks added to Website').waitFor()
  await run('Set tags…')
  await box('Set tags…')
  await page.keyboard.type('urgent')
  await option('Create “urgent”').waitFor()
  await press(page, 'Enter')
  await page.getByText('Tag “urgent” created').waitFor()
  await untilEqual(() => option('urgent').getAttribute('aria-selected'), 'true')
  await press(page, 'Escape')
  await run('Move to section…')
  await box('Move to section…')
  await page.keyboard.type('doing')
  await option('Doing').waitFor()
  await press(page, 'Enter')
  await page.getByText('Moved to Doing').waitFor()
  for (const name of ['Write', 'Book']) {
    const task = await read(name, 'tags.name,memberships.project.name,memberships.section.name')
    assert.deepEqual(
      task.tags.map((tag: Json) => tag.name),
      ['urgent'],
    )
    assert.deepEqual(task.memberships.map((one: Json) => one.project.name).toSorted(), ['Launch', 'Website'])
    const here = task.memberships.find((one: Json) => one.project.gid === rest.project)
    assert.equal(here.section.name, 'Doing')
  }
  assert.deepEqual((await read('Print', 'tags')).tags, [])
})

test('what another person changes while a second page is open is shown there', { skip }, async t => {
  const { page, box, option, run, workspace } = await menu(t, ['Write'], { timezoneId: 'UTC' })
  const { request } = page.context()
  const project = await createObject({ page, context: page.context() }, '/projects', { name: 'Poster', workspace })
  await page.clock.setFixedTime('2026-12-08T10:00:00Z')
  await page.locator('html[data-live="open"]').waitFor()
  await row(page, 'Write').focus()
  const task = await row(page, 'Write').getAttribute('data-gid')
  await run('Set due date…')
  await box('Set due date…')
  await request.put(`/api/1.0/tasks/${task}`, { headers, data: { data: { due_on: '2026-12-09' } } })
  await untilEqual(() => option(/^Tomorrow/).getAttribute('aria-selected'), 'true')
  await press(page, 'Escape')
  await run('Add to project…')
  await box('Add to project…')
  await option(/^Poster/).waitFor()
  await request.post(`/api/1.0/tasks/${task}/addProject`, { headers, data: { data: { project } } })
  await untilEqual(() => option(/^Poster/).count(), 0)
})

test('the second page fits into a narrow window, and its button returns', { skip }, async t => {
  const { page, dialog, box, run } = await menu(t, ['Write a brief with a name that is longer than the window'], {
    viewport: { width: 320, height: 640 },
  })
  await row(page, 'Write a brief with a name that is longer than the window').focus()
  for (const title of ['Assign to…', 'Set due date…', 'Add to project…']) {
    await run(title)
    await box(title)
    await untilTrue(page, 'document.documentElement.scrollWidth <= 320')
    const { x, width } = (await dialog.boundingBox()) ?? { x: -1, width: 0 }
    assert.ok(x >= 0 && x + width <= 320)
    await press(page, 'Shift+Tab', 'Enter')
    await box('Search or run a command')
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await run('Assign to…')
  await box('Assign to…')
  assert.deepEqual(await violations(page), [])
})
