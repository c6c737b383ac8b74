/** The list of a project: typing, keys, moves, live changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { violations } from './axe.ts'
import {
  createLaunch,
  headers,
  openList,
  press,
  row,
  untilEqual,
  untilSections,
  untilSent,
  untilTasks,
} from './launch.ts'
import { untilStored } from './stored.ts'
import { administrator, createObject, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

test('tasks are typed one after the other, and stay after a reload', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Typing', ['Old task'])
  await openList(page, launch)
  await page.getByRole('button', { name: 'Add task to To do', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Task name', exact: true })
  for (const name of ['One', 'Two', 'Three']) {
    await field.fill(name)
    await field.press('Enter')
  }
  await untilEqual(() => field.inputValue(), '')
  await field.press('Escape')
  await field.waitFor({ state: 'detached' })
  await untilTasks(page, ['Old task', 'One', 'Two', 'Three'])
  await untilSent(page)
  await untilEqual(() => page.locator('[data-pending]').count(), 0)
  await page.reload()
  await untilTasks(page, ['Old task', 'One', 'Two', 'Three'])
})

test('the button and the key open a row, several pasted lines become tasks', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Pasting', ['First', 'Last'])
  await openList(page, launch)
  const field = page.getByRole('textbox', { name: 'Task name', exact: true })
  await page.getByRole('button', { name: 'Add task', exact: true }).click()
  await field.fill('New at the top')
  await press(page, 'Enter', 'Escape')
  await row(page, 'First').focus()
  await press(page, 'n')
  await field.waitFor()
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Pasted A\\n\\n Pasted B \\n')
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(paste)
  }`)
  await field.press('Escape')
  await untilTasks(page, ['New at the top', 'First', 'Pasted A', 'Pasted B', 'Last'])
  await untilSent(page)
})

test('text that is typed in a new row survives a reload', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await openList(page, await createLaunch(visitor, 'Drafts'))
  await page.getByText('No tasks yet').waitFor()
  await page.getByRole('button', { name: 'Add task to Doing', exact: true }).click()
  await page.getByRole('textbox', { name: 'Task name' }).pressSequentially('Half a thought')
  await untilStored(page, 'Half a thought')
  await page.reload()
  await page.getByRole('button', { name: 'Add task to Doing', exact: true }).click()
  await untilEqual(() => page.getByRole('textbox', { name: 'Task name' }).inputValue(), 'Half a thought')
  await press(page, 'Escape')
})

test('F2 renames, Escape keeps the name, and the checkbox completes with undo', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await openList(page, await createLaunch(visitor, 'Renaming', ['Brief', 'Venue']))
  await row(page, 'Brief').focus()
  await press(page, 'F2')
  await page.getByRole('textbox', { name: 'Task name', exact: true }).fill('Write the brief')
  await press(page, 'Enter')
  await row(page, 'Write the brief').waitFor()
  await untilEqual(() => page.evaluate(`document.activeElement.ariaLabel`), 'Write the brief')
  await press(page, 'F2')
  await page.getByRole('textbox', { name: 'Task name', exact: true }).fill('Nothing')
  await press(page, 'Escape')
  await row(page, 'Write the brief').waitFor()
  const mark = row(page, 'Venue').getByRole('checkbox', { name: 'Completed' })
  await mark.check()
  await page.getByRole('region', { name: 'Notices' }).getByText('Task completed').waitFor()
  await row(page, 'Write the brief').focus()
  await row(page, 'Venue').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await row(page, 'Venue').waitFor()
  await untilEqual(() => mark.isChecked(), false)
  await untilSent(page)
})

test('a task whose name ends with a colon is drawn as a rule, and keys use it like any task', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await openList(page, await createLaunch(visitor, 'Separators', ['Write', 'Research:', 'Read: and note']))
  const separator = row(page, 'Research:')
  /** Whether the name is bold, and the rule after it. */
  const drawn = (name: string) =>
    page.evaluate(`(() => {
      const text = document.querySelector('[role=row][aria-label="${name}"] .list-name-text')
      const { borderBlockStartStyle, borderBlockStartWidth, width } = getComputedStyle(text, '::after')
      const isBold = Number(getComputedStyle(text.firstElementChild).fontWeight) > 500
      return [isBold, borderBlockStartStyle, borderBlockStartWidth, parseFloat(width) > 24]
    })()`)
  const RULE = [true, 'solid', '2px', true]
  await untilEqual(() => drawn('Research:'), RULE)
  for (const name of ['Write', 'Read: and note']) assert.notDeepEqual(await drawn(name), RULE)
  assert.deepEqual(await violations(page), [])
  await row(page, 'Write').focus()
  await press(page, 'ArrowDown', 'F2')
  const field = page.getByRole('textbox', { name: 'Task name', exact: true })
  await untilEqual(() => field.inputValue(), 'Research:')
  assert.equal(await separator.locator('[data-separator]').count(), 0, 'the text has the whole cell')
  await field.fill('Research')
  await press(page, 'Enter')
  await row(page, 'Research').waitFor()
  assert.notDeepEqual(await drawn('Research'), RULE)
  await press(page, 'F2')
  await field.fill('Research :')
  await press(page, 'Enter')
  await untilEqual(() => drawn('Research :'), RULE)
  await press(page, 'Alt+Shift+ArrowUp')
  await untilTasks(page, ['Research :', 'Write', 'Read: and note'])
  await press(page, 'Enter')
  await page.getByRole('complementary', { name: 'Research :' }).waitFor()
  await press(page, 'F6', 'Escape')
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  await row(page, 'Research :').focus()
  await press(page, 'e')
  await row(page, 'Research :').getByRole('checkbox', { name: 'Completed', checked: true }).waitFor()
})

test('a new task keeps the focus while it is stored, also if another one comes above it', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Kept focus', ['First'])
  await openList(page, launch)
  const storing = Promise.withResolvers<void>()
  await page.route('**/api/1.0/tasks', async route => {
    await storing.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Add task to To do', exact: true }).click()
  await page.getByRole('textbox', { name: 'Task name', exact: true }).fill('Mine')
  await press(page, 'Enter', 'Escape')
  await row(page, 'Mine').focus()
  const memberships = [{ project: launch.project, section: launch.sections[0] }]
  const other = await createObject(visitor, '/tasks', { name: 'Other', projects: [launch.project], memberships })
  await createObject(visitor, `/sections/${launch.sections[0]}/addTask`, { task: other, insert_before: null })
  await row(page, 'Other').waitFor()
  storing.resolve()
  await untilSent(page)
  await untilEqual(() => page.evaluate('document.activeElement.ariaLabel'), 'Mine')
  await press(page, 'Alt+Shift+Home')
  await untilEqual(async () => row(page, 'Mine').getAttribute('aria-rowindex'), '3')
})

test('"Show" filters by completion, and stands in the address', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Showing', ['Open task'])
  await createObject(visitor, '/tasks', { name: 'Finished', completed: true, projects: [launch.project] })
  await openList(page, launch)
  await untilTasks(page, ['Open task'])
  await page.getByRole('button', { name: 'Show: Incomplete', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Completed' }).click()
  await untilTasks(page, ['Finished'])
  assert.equal(new URL(page.url()).search, '?show=completed')
  await page.reload()
  await page.getByRole('button', { name: 'Show: Completed', exact: true }).waitFor()
  await untilTasks(page, ['Finished'])
})

test('sections collapse, are added, renamed, moved and deleted', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await openList(page, await createLaunch(visitor, 'Sections', ['A task']))
  await row(page, 'To do').focus()
  await press(page, 'ArrowLeft')
  await row(page, 'A task').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('row', { name: 'To do', exact: true, expanded: false }).waitFor()
  await page.getByRole('button', { name: 'Add section', exact: true }).click()
  await page.getByRole('textbox', { name: 'Section name', exact: true }).fill('Done')
  await press(page, 'Enter')
  await row(page, 'Done').waitFor()
  await row(page, 'Done').focus()
  await press(page, 'Alt+Shift+ArrowUp')
  await page.getByRole('status').getByText('Moved Done, 2 of 3').waitFor()
  await untilSections(page, ['To do', 'Done', 'Doing'])
  const choose = async (section: string, action: string) => {
    await row(page, section).hover()
    await page.getByRole('button', { name: `Section actions: ${section}`, exact: true }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await choose('Done', 'Rename')
  await page.getByRole('textbox', { name: 'Section name', exact: true }).fill('Ready')
  await press(page, 'Enter')
  await choose('Ready', 'Move up')
  await choose('To do', 'Delete section')
  await page.getByRole('alertdialog').getByLabel('Move its tasks to').selectOption('Ready')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete section' }).click()
  await row(page, 'To do').waitFor({ state: 'detached' })
  await untilSent(page)
  await page.reload()
  await row(page, 'A task').waitFor()
  await untilSections(page, ['Ready', 'Doing'])
})

test('keys move a task and say where it went; a handle drags it', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await openList(page, await createLaunch(visitor, 'Moving', ['A', 'B', 'C']))
  await row(page, 'A').focus()
  await press(page, 'Alt+Shift+ArrowDown')
  await page.getByRole('status').getByText('Moved to To do, 2 of 3').waitFor()
  await press(page, 'Alt+Shift+End')
  await page.getByRole('status').getByText('Moved to To do, 3 of 3').waitFor()
  await press(page, 'Alt+Shift+ArrowDown')
  await page.getByRole('status').getByText('Moved to Doing, 1 of 1').waitFor()
  await untilEqual(() => page.evaluate(`document.activeElement.ariaLabel`), 'A')
  const centre = async (locator: Locator) => {
    const box = await locator.boundingBox()
    assert.ok(box)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  await row(page, 'C').hover()
  const from = await centre(row(page, 'C').getByRole('button', { name: 'Move', exact: true }))
  const to = await centre(row(page, 'B'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, to.y - 8, { steps: 5 })
  await page.locator('[data-drop]').waitFor()
  await page.mouse.up()
  await untilTasks(page, ['C', 'B', 'A'])
  await press(page, 'Control+z')
  await untilTasks(page, ['B', 'C', 'A'])
  await untilSent(page)
  await page.reload()
  await untilTasks(page, ['B', 'C', 'A'])
})

test('Enter opens the task next to the list, Back closes it; subtasks are shown on expansion', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Opening', ['Parent', 'Other'])
  await openList(page, launch)
  const gid = await row(page, 'Parent').getAttribute('data-gid')
  await createObject(visitor, `/tasks/${gid}/subtasks`, { name: 'Child' })
  await row(page, 'Parent').getByRole('img', { name: '1 subtask' }).waitFor()
  await row(page, 'Parent').focus()
  await press(page, 'ArrowRight')
  await row(page, 'Child').waitFor()
  await untilEqual(() => row(page, 'Child').getAttribute('aria-level'), '3')
  await press(page, 'Enter')
  await page.getByRole('complementary', { name: 'Parent' }).waitFor()
  assert.equal(new URL(page.url()).pathname, `/1/${launch.workspace}/project/${launch.project}/list/task/${gid}`)
  await page.goBack()
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  await row(page, 'Other').getByRole('link', { name: 'Other', exact: true }).click()
  await page.getByRole('complementary', { name: 'Other' }).waitFor()
})

test('changes of another person appear without a reload', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Live', ['Here'])
  await openList(page, launch)
  await page.locator('html[data-live="open"]').waitFor({ state: 'attached' })
  await untilTasks(page, ['Here'])
  const other = await administrator(t, site)
  const place = { memberships: [{ project: launch.project, section: launch.sections[1] }] }
  const added = await createObject(other, '/tasks', { name: 'There', ...place })
  await untilTasks(page, ['Here', 'There'])
  await other.context.request.put(`/api/1.0/tasks/${added}`, { headers, data: { data: { name: 'Everywhere' } } })
  await untilTasks(page, ['Here', 'Everywhere'])
  await other.context.request.delete(`/api/1.0/tasks/${added}`, { headers })
  await untilTasks(page, ['Here'])
})

test('number fields are summed by section', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Sums')
  const number = { name: 'Hours', resource_subtype: 'number', precision: 1, workspace: launch.workspace }
  const field = await createObject(visitor, '/custom_fields', number)
  await createObject(visitor, `/projects/${launch.project}/addCustomFieldSetting`, { custom_field: field })
  for (const [name, hours] of [
    ['Long', 3.5],
    ['Short', 1],
  ] as const) {
    await createObject(visitor, '/tasks', { name, projects: [launch.project], custom_fields: { [field]: hours } })
  }
  await openList(page, launch)
  await page.getByRole('columnheader', { name: 'Hours', exact: true }).waitFor()
  await row(page, 'Long').getByRole('button', { name: 'Hours: 3.5', exact: true }).waitFor()
  const sum = (text: string) => row(page, 'To do').getByTitle('Sum').getByText(text, { exact: true }).waitFor()
  await sum('4.5')
  const short = await row(page, 'Short').getAttribute('data-gid')
  await visitor.context.request.put(`/api/1.0/tasks/${short}`, {
    headers,
    data: { data: { custom_fields: { [field]: 0.2 } } },
  })
  await sum('3.7')
  await row(page, 'Long').focus()
  await press(page, 'e')
  // A completed task stays, and counts, while it has the focus.
  await row(page, 'Long').getByRole('checkbox', { name: 'Completed', checked: true }).waitFor()
  await sum('3.7')
  await row(page, 'Short').focus()
  await row(page, 'Long').waitFor({ state: 'detached' })
  await sum('0.2')
  await page.goto(`${new URL(page.url()).pathname}?show=all&q=Long`)
  await sum('3.5')
})

test('the pointer on a row moves nothing in it, also in a narrow window', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Still', ['One', 'Two'])
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 640 })
    await openList(page, launch)
    const topsIn = async (name: string) => {
      const top = (await row(page, name).boundingBox())?.y ?? 0
      const parts = await row(page, name).locator('.list-name, .completion, .list-more').all()
      return Promise.all(parts.map(async part => Math.round(((await part.boundingBox())?.y ?? 0) - top)))
    }
    await row(page, 'Two').hover()
    await row(page, 'Two').locator('.list-more .icon').waitFor()
    const tops = await topsIn('Two')
    assert.equal(tops.length, 3)
    assert.deepEqual(tops, await topsIn('One'), `at ${width} pixels`)
  }
})
