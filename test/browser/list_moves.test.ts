/** The list of a project: levels, several tasks at once, the frame of the mouse, widths of columns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createLaunch, headers, openList, press, row, untilEqual, untilSent, untilTasks } from './launch.ts'
import { administrator, createObject, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

const levelOf = (page: Page, name: string) => row(page, name).getAttribute('aria-level')

const middleOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, bottom: box.y + box.height - 3 }
}

test('a key makes a task a subtask of the one above it, and takes it out again', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Levels', ['Parent', 'Child', 'Other'])
  await openList(page, launch)
  await row(page, 'Child').focus()
  await press(page, 'Alt+Shift+ArrowRight')
  await page.getByRole('status').getByText('Moved to Parent', { exact: true }).waitFor()
  await page.locator('[role="row"][aria-label="Child"][aria-level="3"]:focus').waitFor()
  await untilTasks(page, ['Parent', 'Child', 'Other'])
  await untilEqual(() => row(page, 'Parent').getAttribute('aria-expanded'), 'true')
  await untilSent(page)
  await page.reload()
  await row(page, 'Parent').focus()
  await untilTasks(page, ['Parent', 'Other'])
  await press(page, 'ArrowRight')
  await row(page, 'Child').focus()
  await press(page, 'Alt+Shift+ArrowLeft')
  await page.locator('[role="row"][aria-label="Child"][aria-level="2"]:focus').waitFor()
  await untilTasks(page, ['Parent', 'Child', 'Other'])
  await untilSent(page)
  await page.reload()
  await untilTasks(page, ['Parent', 'Child', 'Other'])
  await untilEqual(() => levelOf(page, 'Child'), '2')
})

test('selected rows are dragged together, keep their order, and undo returns all', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Together', ['One', 'Two', 'Three', 'Four', 'Five'])
  await openList(page, launch)
  await row(page, 'One').focus()
  await press(page, 'x', 'ArrowDown', 'ArrowDown', 'x')
  await page.getByText('2 selected', { exact: true }).waitFor()
  const handle = row(page, 'One').getByRole('button', { name: 'Move', exact: true })
  const from = await middleOf(handle)
  const to = await middleOf(row(page, 'Four'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.move(to.x, to.bottom)
  await page.locator('[role="row"][aria-label="Four"][data-drop="after"]').waitFor()
  await page.locator('.drag-preview').getByText('2 tasks', { exact: true }).waitFor()
  await page.mouse.up()
  const moved = ['Two', 'Four', 'One', 'Three', 'Five']
  await untilTasks(page, moved)
  await page.getByRole('status').getByText('2 tasks moved to To do', { exact: true }).waitFor()
  await untilSent(page)
  await page.reload()
  await untilTasks(page, moved)
})

test('undoing a move of several tasks restores their order on the server', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Back', ['One', 'Two', 'Three', 'Four'])
  await openList(page, launch)
  await row(page, 'One').focus()
  await press(page, 'x', 'ArrowDown', 'x')
  const from = await middleOf(row(page, 'Two').getByRole('button', { name: 'Move', exact: true }))
  const to = await middleOf(row(page, 'Four'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.move(to.x, to.bottom)
  await page.mouse.up()
  await untilTasks(page, ['Three', 'Four', 'One', 'Two'])
  await untilSent(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await untilTasks(page, ['One', 'Two', 'Three', 'Four'])
  await untilSent(page)
  await page.reload()
  await untilTasks(page, ['One', 'Two', 'Three', 'Four'])
})

test('a frame that the mouse draws next to the rows selects them', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Frame', ['One', 'Two', 'Three', 'Four'])
  await openList(page, launch)
  const [first, third] = [await row(page, 'One').boundingBox(), await row(page, 'Three').boundingBox()]
  assert.ok(first && third)
  // Next to the name of a task nothing can be pressed.
  const x = first.x + 340
  await page.mouse.move(x, first.y + first.height / 2)
  await page.mouse.down()
  await page.mouse.move(x - 40, third.y + third.height / 2, { steps: 5 })
  await page.locator('.grid-marquee').waitFor()
  await page.mouse.up()
  await page.getByText('3 selected', { exact: true }).waitFor()
  await untilEqual(() => page.locator('.grid-marquee').count(), 0)
  for (const name of ['One', 'Two', 'Three'])
    await untilEqual(() => row(page, name).getAttribute('aria-selected'), 'true')
  await row(page, 'Four').focus()
  await press(page, 'Escape')
  await page.getByRole('toolbar', { name: 'Selected tasks' }).waitFor({ state: 'detached' })
})

test('the width of a column is part of the view', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Widths', ['One'])
  await openList(page, launch)
  const column = page.getByRole('columnheader', { name: 'Assignee', exact: true })
  const width = async () => Math.round((await column.boundingBox())?.width ?? 0)
  const before = await width()
  await column.getByRole('button').focus()
  await press(page, 'Shift+ArrowRight')
  await page.waitForURL(/fields=assignee:\d+/)
  await untilEqual(() => width(), before + 16)
  await page.getByRole('button', { name: 'Save view', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'View name' }).fill('Wide')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\?view=\d+$/)
  // Another browser has nothing of this list but the view.
  const other = await administrator(t, site)
  await other.page.goto(page.url())
  const there = other.page.getByRole('columnheader', { name: 'Assignee', exact: true })
  await there.waitFor()
  await untilEqual(async () => Math.round((await there.boundingBox())?.width ?? 0), before + 16)
})

test('an act on many tasks shows its progress, and names those that failed', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const names = Array.from({ length: 24 }, (_, index) => `Task ${index + 1}`)
  const launch = await createLaunch(visitor, 'Many', names)
  await openList(page, launch)
  await row(page, 'Task 1').focus()
  await press(page, 'Control+a')
  await page.getByText('24 selected', { exact: true }).waitFor()
  // The server refuses the first two tasks of the first request.
  let answer: (() => void) | undefined
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  let refused: string[] = []
  await page.route('**/api/1.0/batch', async route => {
    await held
    const { actions } = route.request().postDataJSON().data as { actions: { relative_path: string }[] }
    const response = await route.fetch()
    const { data } = await response.json()
    if (refused.length === 0) {
      refused = actions.slice(0, 2).map(({ relative_path }) => relative_path.split('/').at(-1) ?? '')
      for (const one of data.slice(0, 2)) {
        Object.assign(one, { status_code: 403, body: { errors: [{ message: 'Not allowed' }] } })
      }
    }
    await route.fulfill({ response, json: { data } })
  })
  await page.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Complete' }).click()
  const progress = page.getByRole('progressbar', { name: 'Progress' })
  await progress.waitFor()
  await untilEqual(() => progress.getAttribute('aria-valuemax'), '24')
  await untilEqual(() => progress.getAttribute('aria-valuetext'), '0 of 24')
  answer?.()
  const alert = page.getByRole('alert')
  await alert.getByText(/^24 tasks completed: 2 failed, “Task \d+” and “Task \d+”\. Not allowed$/).waitFor()
  await untilSent(page)
  assert.equal(refused.length, 2)
  const text = await alert.innerText()
  for (const gid of refused) {
    const found = await visitor.context.request.get(`/api/1.0/tasks/${gid}?opt_fields=name`, { headers })
    assert.ok(text.includes(`“${(await found.json()).data.name}”`), text)
  }
})

test('the first day of the week decides what is due this week', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Week')
  await page.clock.setFixedTime('2026-12-09T10:00:00Z')
  await visitor.context.request.put('/-/preferences', { headers, data: { data: { week_start: 'sunday' } } })
  for (const [name, due_on] of [
    ['On Sunday before', '2026-12-06'],
    ['On Saturday', '2026-12-12'],
    ['On Sunday after', '2026-12-13'],
  ]) {
    await createObject(visitor, '/tasks', { name, due_on, projects: [launch.project] })
  }
  await page.goto(`/1/${launch.workspace}/project/${launch.project}/list?f.due_on=this_week&sort=due_on`)
  await untilTasks(page, ['On Sunday before', 'On Saturday'])
  await visitor.context.request.put('/-/preferences', { headers, data: { data: { week_start: null } } })
  await page.reload()
  await untilTasks(page, ['On Saturday', 'On Sunday after'])
})
