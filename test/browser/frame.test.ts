/** The frame: the widths of sidebar and pane, and the dialog that creates a task. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { violations } from './axe.ts'
import { createLaunch, headers, row, untilEqual, untilSent } from './launch.ts'
import { administrator, createObject, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

const widthOf = async (locator: Locator) => Math.round((await locator.boundingBox())?.width ?? 0)

/** Waits until the line stands at the start of the pane: both move when the pane opens or the window changes. */
const untilAtPane = (separator: Locator, pane: Locator): Promise<void> =>
  untilEqual(async () => {
    const [line, part] = [await separator.boundingBox(), await pane.boundingBox()]
    return line !== null && part !== null && Math.abs(line.x + line.width / 2 - part.x) <= line.width
  }, true)

async function drag(page: Page, separator: Locator, byX: number): Promise<void> {
  const box = await separator.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + box.width / 2, box.y + 200)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + byX, box.y + 200, { steps: 4 })
  await page.mouse.up()
}

test('pointer and keys resize the sidebar within its limits, and the width is remembered', { skip }, async t => {
  const { page } = await administrator(t, site, { viewport: { width: 1280, height: 720 } })
  await page.goto('/')
  const separator = page.getByRole('separator', { name: 'Resize sidebar' })
  const sidebar = page.locator('.sidebar')
  await separator.waitFor()
  await untilEqual(() => widthOf(sidebar), 248)
  await untilEqual(
    () =>
      separator.evaluate(({ ariaValueNow, ariaValueMin, ariaValueMax, ariaOrientation }) => [
        ...[ariaValueNow, ariaValueMin, ariaValueMax, ariaOrientation],
      ]),
    ['248', '200', '360', 'vertical'],
  )
  await drag(page, separator, 52)
  await untilEqual(() => widthOf(sidebar), 300)
  await drag(page, separator, 500)
  await untilEqual(() => widthOf(sidebar), 360)
  // The width is shown while the pointer still drags.
  await untilEqual(() => separator.getAttribute('aria-valuenow'), '360')
  await separator.press('ArrowLeft')
  await untilEqual(() => separator.getAttribute('aria-valuenow'), '344')
  await page.reload()
  await separator.waitFor()
  await untilEqual(() => widthOf(sidebar), 344)
  await separator.press('Home')
  await untilEqual(() => widthOf(sidebar), 200)
  await page.locator('#main').focus()
  await page.keyboard.press('[')
  await separator.waitFor({ state: 'detached' })
  await page.keyboard.press('[')
  await separator.dblclick()
  await untilEqual(() => widthOf(sidebar), 248)
})

test('pointer and keys resize the pane, also where it covers the content', { skip }, async t => {
  const visitor = await administrator(t, site, { viewport: { width: 1600, height: 720 } })
  const { page } = visitor
  const { workspace, project } = await createLaunch(visitor, 'Pane', ['One'])
  await page.goto(`/1/${workspace}/project/${project}/list`)
  await row(page, 'One').focus()
  await page.keyboard.press('Enter')
  const separator = page.getByRole('separator', { name: 'Resize pane' })
  const pane = page.getByRole('complementary', { name: 'One' })
  await pane.waitFor()
  await untilAtPane(separator, pane)
  const before = await widthOf(pane)
  await drag(page, separator, -60)
  await untilEqual(() => widthOf(pane), before + 60)
  await separator.press('ArrowRight')
  await untilEqual(() => widthOf(pane), before + 44)
  assert.deepEqual(await violations(page), [])
  await separator.press('End')
  await untilEqual(() => separator.getAttribute('aria-valuenow'), '720')
  await untilEqual(() => widthOf(pane), 720)
  await page.setViewportSize({ width: 1000, height: 720 })
  await untilAtPane(separator, pane)
  await drag(page, separator, 120)
  await untilEqual(() => widthOf(pane), 600)
  await page.reload()
  await pane.waitFor()
  await untilEqual(() => widthOf(pane), 600)
})

test('the name of a new task becomes values, and Backspace makes one text again', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const { workspace, project } = await createLaunch(visitor, 'Moon launch')
  await createObject(visitor, '/tags', { name: 'urgent', workspace })
  await page.clock.setFixedTime('2026-12-09T10:00:00Z')
  await page.goto(`/1/${workspace}/home`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New task' })
  const name = dialog.getByRole('textbox', { name: 'Task name' })
  await name.waitFor()
  await name.pressSequentially('Book @adm')
  await dialog.getByRole('button', { name: /^Assignee: (?!none)/ }).waitFor()
  await page.keyboard.type(' ')
  await untilEqual(() => name.inputValue(), 'Book ')
  await page.keyboard.press('Backspace')
  await untilEqual(() => name.inputValue(), 'Book @adm')
  await dialog.getByRole('button', { name: 'Assignee: none' }).waitFor()
  await name.fill('')
  await name.pressSequentially('Book the room tomorrow #Moon')
  await dialog.getByRole('button', { name: 'Project: Moon launch' }).waitFor()
  await page.keyboard.type(' ~urg')
  await dialog.getByRole('button', { name: 'Tags: urgent' }).waitFor()
  await dialog.getByRole('button', { name: 'Due date: Tomorrow' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await name.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await untilSent(page)
  const fields = 'name,due_on,tags.name,projects'
  const found = await visitor.context.request.get(`/api/1.0/projects/${project}/tasks?opt_fields=${fields}`, {
    headers,
  })
  const [task] = (await found.json()).data
  assert.deepEqual([task.name, task.due_on, task.tags[0]?.name], ['Book the room', '2026-12-10', 'urgent'])
})
