/** Long words, text from right to left, forced colours, and fingers: the main screens in narrow windows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createLaunch, type Launch, row, untilEqual, untilSent } from './launch.ts'
import { administrator, createObject, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

/** Turns the page around. */
const RIGHT_TO_LEFT = `addEventListener('DOMContentLoaded', () => { document.documentElement.dir = 'rtl' })`

/** Makes each word of three letters or more half as long again, as other languages do. */
const LONG_WORDS = `addEventListener('DOMContentLoaded', () => {
  const done = new WeakSet()
  const longer = word => word + '\u1e8d'.repeat(Math.ceil(word.length * 0.5))
  const stretch = root => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.currentNode; text; text = texts.nextNode()) {
      if (text.nodeType !== Node.TEXT_NODE || done.has(text)) continue
      done.add(text)
      text.data = text.data.replace(/\\p{L}{3,}/gu, longer)
    }
  }
  new MutationObserver(all => {
    for (const { addedNodes } of all) for (const node of addedNodes) stretch(node)
  }).observe(document.body, { childList: true, subtree: true })
})`

const pathsOf = ({ workspace, project }: Launch, task: string): readonly string[] => [
  ...[`/1/${workspace}/home`, `/1/${workspace}/my_tasks/list`, `/1/${workspace}/my_tasks/board`],
  ...[`/1/${workspace}/project/${project}/list`, `/1/${workspace}/project/${project}/board`],
  ...[`/1/${workspace}/project/${project}/list/task/${task}`, `/1/${workspace}/task/${task}`],
  ...[`/1/${workspace}/trash`, '/settings/appearance', '/settings/shortcuts', `/admin/${workspace}/people`],
]

/** Waits until the screen is there: its title, and nothing that is still loading. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

for (const [name, script] of [
  ['text from right to left', RIGHT_TO_LEFT],
  ['long words', LONG_WORDS],
] as const) {
  test(`${name}: no screen is wider than the window`, { skip }, async t => {
    const visitor = await administrator(t, site, { viewport: { width: 390, height: 780 }, hasTouch: true })
    const { page } = visitor
    const launch = await createLaunch(visitor, 'Narrow', ['Write the brief', 'Book the venue'])
    await page.goto(`/1/${launch.workspace}/project/${launch.project}/list`)
    const task = await row(page, 'Write the brief').getAttribute('data-gid')
    await page.addInitScript(script)
    for (const path of pathsOf(launch, String(task))) {
      await open(page, path)
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 780 })
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
        assert.ok(wide <= width, `${path} is ${wide} px wide in ${width} px`)
      }
    }
  })
}

test('the lines of a row on a phone lie inside the row, and its targets are 44 px high', { skip }, async t => {
  const visitor = await administrator(t, site, { viewport: { width: 390, height: 780 }, hasTouch: true })
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Lines', ['Write the brief'])
  await page.goto(`/1/${launch.workspace}/project/${launch.project}/list`)
  const task = row(page, 'Write the brief')
  const gid = await task.getAttribute('data-gid')
  await visitor.context.request.put(`/api/1.0/tasks/${gid}`, {
    headers: { 'x-requested-with': 'test' },
    data: { data: { due_on: '2026-12-24' } },
  })
  const line = task.locator('.list-line')
  await line.getByText('Dec').or(line.getByText('Thursday')).first().waitFor()
  const [outer, inner] = [await task.boundingBox(), await line.boundingBox()]
  assert.ok(outer && inner)
  assert.ok(inner.y + inner.height <= outer.y + outer.height, 'the second line is cut off')
  const mark = await task.getByRole('checkbox', { name: 'Completed' }).boundingBox()
  assert.ok(mark && mark.height >= 44 && mark.width >= 44)
})

test('names of tasks with and without subtasks are in line on a phone', { skip }, async t => {
  const visitor = await administrator(t, site, { viewport: { width: 390, height: 780 }, hasTouch: true })
  const { page } = visitor
  const launch = await createLaunch(visitor, 'In line', ['Without', 'With'])
  await page.goto(`/1/${launch.workspace}/project/${launch.project}/list`)
  const gid = await row(page, 'With').getAttribute('data-gid')
  await createObject(visitor, `/tasks/${gid}/subtasks`, { name: 'Part' })
  await row(page, 'With').getByRole('button', { name: 'Show subtasks' }).waitFor()
  const left = async (name: string) => (await row(page, name).getByRole('link', { name }).boundingBox())?.x
  assert.equal(await left('With'), await left('Without'))
  await row(page, 'With').getByRole('button', { name: 'Show subtasks' }).tap()
  await row(page, 'Part').waitFor()
})

test('a swipe completes a task, the other way it opens its actions', { skip }, async t => {
  const visitor = await administrator(t, site, { viewport: { width: 390, height: 780 }, hasTouch: true })
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Swipe', ['First', 'Second'])
  await page.goto(`/1/${launch.workspace}/project/${launch.project}/list`)
  const session = await page.context().newCDPSession(page)
  const swipe = async (name: string, byX: number) => {
    const box = await row(page, name).boundingBox()
    assert.ok(box)
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] })
    await send('touchStart', x)
    for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', x + byX * part)
    await send('touchEnd')
  }
  await swipe('First', 40)
  await untilEqual(() => row(page, 'First').getByRole('checkbox').isChecked(), false)
  await swipe('First', 120)
  await page.getByRole('status').getByText('Task completed', { exact: true }).waitFor()
  await untilSent(page)
  await swipe('Second', -120)
  await page.getByRole('menuitem', { name: 'Move to…' }).waitFor()
  await untilEqual(() => row(page, 'Second').getByRole('checkbox', { includeHidden: true }).isChecked(), false)
})

test('the current link stays visible with forced colours', { skip }, async t => {
  const { page } = await administrator(t, site, { forcedColors: 'active' })
  await page.goto('/')
  const current = page.locator('.sidebar-link[aria-current="page"]')
  await current.waitFor()
  const width = await page.evaluate(
    `getComputedStyle(document.querySelector('.sidebar-link[aria-current="page"]')).outlineWidth`,
  )
  assert.equal(width, '2px')
})
