/** The calendar: tasks on their days, moving them by pointer and keys, adding, the address, and the phone. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { violations } from './axe.ts'
import { headers, untilEqual, untilSent } from './launch.ts'
import {
  administrator,
  callConsole,
  createObject,
  firstOrganization,
  siteOfFile,
  skip,
  type Visitor,
} from './visitor.ts'

const site = siteOfFile()

/** A day of December 2026 as its cell begins: "Tuesday, 8 December 2026". */
const longDay = (day: number): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
    .format(new Date(2026, 11, day))
    .replace(/^(\w+) /, '$1, ')

const dayOf = (day: number): string => `2026-12-${String(day).padStart(2, '0')}`
const cell = (page: Page, day: number): Locator => page.getByRole('gridcell', { name: new RegExp(`^${longDay(day)},`) })
const chip = (page: Page, day: number, name: string): Locator =>
  cell(page, day).getByRole('link', { name, exact: true })

interface OpenCalendar extends Visitor {
  readonly project: string
  readonly workspace: string
  readonly path: string
  /** Creates a task of the project, and returns its gid. */
  create(name: string, more?: object): Promise<string>
  /** The dates of a task on the server. */
  datesOf(task: string): Promise<{ start_on: string | null; due_on: string | null }>
}

const VIEWPORT = { width: 1280, height: 1000 }

/** Opens the calendar of a new project on 8 December 2026. */
async function openCalendar(
  t: TestContext,
  { tasks = {}, ...options }: { tasks?: Record<string, object>; viewport?: { width: number; height: number } } = {},
): Promise<OpenCalendar> {
  const visitor = await administrator(t, site, { viewport: VIEWPORT, ...options })
  const { page, context } = visitor
  await page.clock.setFixedTime(new Date(2026, 11, 8, 10))
  const workspace = await firstOrganization(visitor)
  const project = await createObject(visitor, '/projects', { name: 'Launch', workspace })
  const create = (name: string, more: object = {}) =>
    createObject(visitor, '/tasks', { name, projects: [project], ...more })
  for (const [name, more] of Object.entries(tasks).toReversed()) await create(name, more)
  const path = `/1/${workspace}/project/${project}/calendar`
  await page.goto(path)
  await page.getByRole('grid').waitFor()
  const datesOf = async (task: string) =>
    (await (await context.request.get(`/api/1.0/tasks/${task}?opt_fields=start_on,due_on`, { headers })).json()).data
  return { ...visitor, project, workspace, path, create, datesOf }
}

const middleOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags from a point to the middle of an element, and waits for the mark of the target. */
async function drag(page: Page, from: { x: number; y: number }, target: Locator): Promise<void> {
  const to = await middleOf(target)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 6, from.y + 6)
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await target.and(page.locator('[data-drop]')).waitFor()
  await page.mouse.up()
}

test('a month has its days, and tasks stand on theirs', { skip }, async t => {
  const { page } = await openCalendar(t, {
    tasks: {
      'Book the venue': { due_on: dayOf(8) },
      Brief: { start_on: dayOf(10), due_on: dayOf(15) },
      'Find a band': {},
    },
  })
  await page.getByRole('grid', { name: 'December 2026', exact: true }).waitFor()
  const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  for (const name of weekdays) await untilEqual(() => page.getByRole('columnheader', { name, exact: true }).count(), 1)
  await untilEqual(() => page.getByRole('gridcell').count(), 35)
  await chip(page, 8, 'Book the venue').waitFor()
  await untilEqual(() => cell(page, 8).getAttribute('aria-current'), 'date')
  // A bar stands in the first cell of each of its weeks, and covers the others.
  const bar = chip(page, 10, 'Brief')
  const widthOf = async (locator: Locator) => (await locator.boundingBox())?.width ?? 0
  assert.ok((await widthOf(bar)) > (await widthOf(cell(page, 10))) * 3.8, 'the bar covers four days')
  await chip(page, 14, 'Brief').waitFor()
  await page.getByRole('button', { name: 'Unscheduled, 1' }).click()
  await page.getByRole('region', { name: 'Unscheduled tasks' }).getByRole('link', { name: 'Find a band' }).waitFor()
  assert.deepEqual(await violations(page), [])
})

test('the address has the period', { skip }, async t => {
  const { page, path } = await openCalendar(t)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('grid', { name: 'January 2027' }).waitFor()
  assert.match(page.url(), /\?date=2027-01$/)
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await page.getByRole('grid', { name: 'December 2026' }).waitFor()
  assert.doesNotMatch(page.url(), /date=/)
  await page.getByText('Two weeks').click()
  await page.getByRole('gridcell').nth(13).waitFor()
  await untilEqual(() => page.getByRole('gridcell').count(), 14)
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await cell(page, 1).waitFor()
  assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { date: '2026-11-24', zoom: 'two_weeks' })
  await page.goto(`${path}?date=2026-02`)
  await page.getByRole('grid', { name: 'February 2026' }).waitFor()
})

test('a task moves to another day by dragging, and undoing takes it back', { skip }, async t => {
  const { page, create, datesOf } = await openCalendar(t)
  const task = await create('Book the venue', { due_on: dayOf(8) })
  await chip(page, 8, 'Book the venue').waitFor()
  await drag(page, await middleOf(chip(page, 8, 'Book the venue')), cell(page, 17))
  await chip(page, 17, 'Book the venue').waitFor()
  await page
    .getByText(`Moved to ${longDay(17)}`)
    .first()
    .waitFor()
  await untilSent(page)
  await untilEqual(async () => (await datesOf(task)).due_on, dayOf(17))
  await page.getByRole('button', { name: 'Undo' }).click()
  await chip(page, 8, 'Book the venue').waitFor()
})

test('a range moves as a whole from any of its days, and its ends move alone', { skip }, async t => {
  const { page, create, datesOf } = await openCalendar(t)
  const task = await create('Brief', { start_on: dayOf(7), due_on: dayOf(9) })
  await chip(page, 7, 'Brief').waitFor()
  const { y } = await middleOf(chip(page, 7, 'Brief'))
  const { x } = await middleOf(cell(page, 9))
  await drag(page, { x: x - 20, y }, cell(page, 16))
  await chip(page, 14, 'Brief').waitFor()
  await untilSent(page)
  await untilEqual(() => datesOf(task), { gid: task, start_on: dayOf(14), due_on: dayOf(16) })
  await drag(page, await middleOf(page.locator('.calendar-end[data-end="due"]')), cell(page, 18))
  await page.getByText('Due date changed').first().waitFor()
  await drag(page, await middleOf(page.locator('.calendar-end[data-end="start"]')), cell(page, 15))
  await chip(page, 15, 'Brief').waitFor()
  await untilSent(page)
  await untilEqual(() => datesOf(task), { gid: task, start_on: dayOf(15), due_on: dayOf(18) })
})

test('a task without a date is dragged onto a day, and back', { skip }, async t => {
  const { page, create, datesOf } = await openCalendar(t)
  const task = await create('Find a band')
  await page.getByRole('button', { name: 'Unscheduled, 1' }).click()
  const drawer = page.getByRole('region', { name: 'Unscheduled tasks' })
  await drag(page, await middleOf(drawer.getByRole('link', { name: 'Find a band' })), cell(page, 10))
  await chip(page, 10, 'Find a band').waitFor()
  await untilSent(page)
  await untilEqual(async () => (await datesOf(task)).due_on, dayOf(10))
  await drag(page, await middleOf(chip(page, 10, 'Find a band')), drawer)
  await drawer.getByRole('link', { name: 'Find a band' }).waitFor()
  await untilSent(page)
  await untilEqual(async () => (await datesOf(task)).due_on, null)
})

test('keys move the focus between days and a task between days and weeks', { skip }, async t => {
  const { page } = await openCalendar(t, { tasks: { 'Book the venue': { due_on: dayOf(9) } } })
  const { keyboard } = page
  await chip(page, 9, 'Book the venue').waitFor()
  await cell(page, 8).focus()
  await keyboard.press('ArrowDown')
  await page
    .locator(':focus')
    .filter({ hasText: /^Tuesday, 15 December 2026/ })
    .waitFor()
  for (const key of ['ArrowUp', 'ArrowRight', 'Enter']) await keyboard.press(key)
  await untilEqual(() => page.locator(':focus').innerText(), 'Book the venue')
  await keyboard.press('Alt+Shift+ArrowRight')
  await page
    .getByRole('status')
    .filter({ hasText: `Moved to ${longDay(10)}` })
    .waitFor({ state: 'attached' })
  await chip(page, 10, 'Book the venue').waitFor()
  await untilEqual(() => page.locator(':focus').innerText(), 'Book the venue')
  await keyboard.press('Alt+Shift+ArrowDown')
  await chip(page, 17, 'Book the venue').waitFor()
  await keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Book the venue' }).waitFor()
  await cell(page, 31).focus()
  await keyboard.press('ArrowRight')
  await page.getByRole('grid', { name: 'January 2027' }).waitFor()
  await page
    .locator(':focus')
    .filter({ hasText: /^Friday, 1 January 2027/ })
    .waitFor()
  await keyboard.press('PageUp')
  await page.getByRole('grid', { name: 'December 2026' }).waitFor()
})

test('a task is added on a day by its button, a press on the day, and a key', { skip }, async t => {
  const { page } = await openCalendar(t)
  const dialog = page.getByRole('dialog', { name: 'New task' })
  const addTask = async (name: string) => {
    await dialog.getByRole('textbox', { name: 'Task name' }).fill(name)
    await dialog.getByRole('textbox', { name: 'Task name' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
  }
  await cell(page, 9).hover()
  await page.getByRole('button', { name: `Add task on ${longDay(9)}` }).click()
  await dialog.getByRole('button', { name: 'Due date: Tomorrow' }).waitFor()
  await addTask('Order flowers')
  await chip(page, 9, 'Order flowers').waitFor()
  await cell(page, 23).click({ position: { x: 40, y: 80 } })
  await addTask('Pay the bill')
  await chip(page, 23, 'Pay the bill').waitFor()
  await cell(page, 24).focus()
  await page.keyboard.press('c')
  await dialog.getByRole('button', { name: 'Due date: 24 Dec' }).waitFor()
  await addTask('Rest')
  await chip(page, 24, 'Rest').waitFor()
})

test('a day with many tasks says how many more there are, and shows them', { skip }, async t => {
  const names = Array.from({ length: 9 }, (_, at) => `Task ${at}`)
  const { page } = await openCalendar(t, {
    viewport: { width: 1280, height: 800 },
    tasks: Object.fromEntries(names.map(name => [name, { due_on: dayOf(8) }])),
  })
  await cell(page, 8)
    .getByRole('button', { name: /^\d more$/ })
    .click()
  const day = page.getByRole('dialog', { name: longDay(8) })
  await untilEqual(() => day.getByRole('link').allInnerTexts(), names)
  assert.deepEqual(await violations(page), [])
  await day.getByRole('link', { name: 'Task 7' }).click()
  await page.getByRole('complementary', { name: 'Task 7' }).waitFor()
  await day.waitFor({ state: 'detached' })
})

test('the filters of the view apply, and completed tasks are shown by choice', { skip }, async t => {
  const { page, path, create, context } = await openCalendar(t, { tasks: { Open: { due_on: dayOf(8) } } })
  const done = await create('Done', { due_on: dayOf(9) })
  await chip(page, 9, 'Done').waitFor()
  await context.request.put(`/api/1.0/tasks/${done}`, { headers, data: { data: { completed: true } } })
  await page.goto(`${path}?show=all`)
  await chip(page, 9, 'Done').waitFor()
  await page.goto(`${path}?q=nothing`)
  await page.getByText('No tasks match').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await chip(page, 8, 'Open').waitFor()
  await untilEqual(() => page.getByRole('link', { name: 'Done', exact: true }).count(), 0)
})

test('the week starts as the person prefers, with numbers if they want', { skip }, async t => {
  const visitor = await openCalendar(t)
  const { page } = visitor
  await callConsole(visitor, 'PUT', '/preferences', { week_start: 'sunday', week_numbers: true })
  await page.reload()
  await page.getByRole('rowheader', { name: 'Week 50' }).waitFor()
  const first = page.getByRole('gridcell').first()
  await first.filter({ hasText: /^Sunday, 29 November 2026/ }).waitFor()
  assert.deepEqual(await violations(page), [])
  await callConsole(visitor, 'PUT', '/preferences', { week_start: null, week_numbers: null })
})

test('on a phone, a month of dots has the list of the chosen day below', { skip }, async t => {
  const { page, workspace } = await openCalendar(t, {
    viewport: { width: 390, height: 844 },
    tasks: { 'Book the venue': { due_on: dayOf(8) }, 'Pay the bill': { due_on: dayOf(16) } },
  })
  const list = (day: number) => page.getByRole('region', { name: longDay(day) })
  await list(8).getByRole('link', { name: 'Book the venue' }).waitFor()
  await cell(page, 16).click()
  await list(16).getByRole('link', { name: 'Pay the bill' }).waitFor()
  await page.getByRole('button', { name: `Add task on ${longDay(16)}` }).waitFor()
  await untilEqual(() => page.evaluate('document.documentElement.scrollWidth'), 390)
  assert.deepEqual(await violations(page), [])
  await page.goto(`/1/${workspace}/my_tasks/calendar`)
  await page.getByRole('grid', { name: 'December 2026' }).waitFor()
})

test('people who only look get no way to change a date', { skip }, async t => {
  const { page, path, project, context } = await openCalendar(t, { tasks: { Open: { due_on: dayOf(8) } } })
  await chip(page, 8, 'Open').waitFor()
  await context.request.put(`/api/1.0/projects/${project}`, { headers, data: { data: { archived: true } } })
  await page.goto(path)
  await chip(page, 8, 'Open').waitFor()
  await page.getByRole('button', { name: 'Add task', exact: true }).waitFor({ state: 'detached' })
  await untilEqual(() => page.getByRole('button', { name: /^Add task on/ }).count(), 0)
  await untilEqual(() => page.locator('.calendar-end').count(), 0)
})
