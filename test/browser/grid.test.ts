/** The treegrid and dragging in a browser: keys, mouse, fingers, 10,000 rows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { galleryOfFile, PHONE } from './gallery.ts'
import { untilEqual } from './launch.ts'
import { skip } from './visitor.ts'

const open = galleryOfFile()

const rowNamed = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const focusedLabel = (page: Page) =>
  page.evaluate<string | null>(`document.activeElement.closest('[role=row]')?.ariaLabel ?? null`)
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  assert.ok(box, 'the element is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a grid of 10,000 rows names itself and keeps its document small', { skip }, async t => {
  const page = await open(t, 'grid')
  const grid = page.getByRole('treegrid', { name: 'Launch' })
  await untilEqual(() => grid.getAttribute('aria-rowcount'), '10401')
  await untilEqual(() => grid.getAttribute('aria-multiselectable'), 'true')
  await page.getByRole('button', { name: 'Scroll to the end' }).click()
  await rowNamed(page, 'Task 10000').waitFor()
  await untilEqual(() => rowNamed(page, 'Task 10000').getAttribute('aria-rowindex'), '10401')
  await untilEqual(() => rowNamed(page, 'Task 10000').getAttribute('aria-level'), '2')
  assert.ok((await page.locator('.grid-body > *').count()) < 60)
  await untilEqual(() => page.getByRole('columnheader', { name: 'Due date' }).getAttribute('aria-sort'), 'ascending')
})

test('keys move through rows and cells, expand and collapse', { skip }, async t => {
  const page = await open(t, 'grid&rows=100')
  await rowNamed(page, 'Section 1').focus()
  await press(page, 'ArrowDown', 'j', 'j', 'k')
  await untilEqual(() => focusedLabel(page), 'Task 2')
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowDown')
  await untilEqual(() => page.evaluate(`document.activeElement.dataset.column`), 'assignee')
  await untilEqual(() => focusedLabel(page), 'Task 3')
  await press(page, 'Escape', 'ArrowLeft')
  await untilEqual(() => focusedLabel(page), 'Section 1')
  await press(page, 'ArrowLeft')
  await page.getByRole('row', { name: 'Section 1', exact: true, expanded: false }).waitFor()
  await press(page, 'ArrowDown')
  await untilEqual(() => focusedLabel(page), 'Section 2')
  await press(page, 'Control+End')
  await untilEqual(() => focusedLabel(page), 'Task 100')
  await press(page, 'Control+Home', 'ArrowRight')
  await rowNamed(page, 'Task 1').waitFor()
  await press(page, 'ArrowDown', 'Enter')
  await untilEqual(() => page.getByLabel('Opened').innerText(), 't0')
})

test('keys and presses select rows', { skip }, async t => {
  const page = await open(t, 'grid&rows=100')
  const selected = () => page.getByLabel('Selected').innerText()
  await rowNamed(page, 'Task 2').focus()
  await press(page, 'x', 'Shift+ArrowDown', 'Shift+ArrowDown')
  await untilEqual(() => selected(), '3')
  await page.getByRole('row', { name: 'Task 4', exact: true, selected: true }).waitFor()
  await rowNamed(page, 'Task 8')
    .getByText('Task 8')
    .click({ modifiers: ['ControlOrMeta'] })
  await untilEqual(() => selected(), '4')
  await rowNamed(page, 'Task 10')
    .getByText('Task 10')
    .click({ modifiers: ['Shift'] })
  await untilEqual(() => selected(), '6')
  await press(page, 'Control+a')
  await untilEqual(() => selected(), '100')
  await press(page, 'Escape', 'Escape')
  await untilEqual(() => selected(), '0')
})

test('a press with Shift selects from the row that had the focus, or from the first one', { skip }, async t => {
  const page = await open(t, 'grid&rows=100')
  const selected = () => page.getByLabel('Selected').innerText()
  const pressWithShift = (name: string) =>
    rowNamed(page, name)
      .getByText(name)
      .click({ modifiers: ['Shift'] })
  await pressWithShift('Task 4')
  await untilEqual(selected, '4')
  await press(page, 'Escape', 'Escape')
  await untilEqual(selected, '0')
  await rowNamed(page, 'Task 6').focus()
  await pressWithShift('Task 8')
  await untilEqual(selected, '3')
})

test('the focus stays in the grid when its row disappears or scrolls away', { skip }, async t => {
  const page = await open(t, 'grid')
  await page.getByRole('button', { name: 'Focus task 41' }).click()
  await untilEqual(() => focusedLabel(page), 'Task 41')
  await press(page, 'Delete')
  await untilEqual(() => focusedLabel(page), 'Task 42')
  await page.locator('.grid-scroll').evaluate(scroller => {
    scroller.scrollTop = 100_000
  })
  await rowNamed(page, 'Task 2675').waitFor()
  await untilEqual(() => focusedLabel(page), 'Task 42')
  await press(page, 'ArrowDown')
  await untilEqual(() => focusedLabel(page), 'Task 43')
  await rowNamed(page, 'Task 43').waitFor()
})

test('the section of the visible rows stays at the top', { skip }, async t => {
  const page = await open(t, 'grid&rows=1000')
  await page.locator('.grid-scroll').evaluate(scroller => {
    scroller.scrollTop = 1500
  })
  const frame = await page.locator('.grid-scroll').boundingBox()
  const section = await rowNamed(page, 'Section 2').boundingBox()
  assert.equal(Math.round((section?.y ?? 0) - (frame?.y ?? 0)), 36)
  await page.getByRole('button', { name: 'Focus task 41' }).click()
  const row = await rowNamed(page, 'Task 41').boundingBox()
  assert.ok((row?.y ?? 0) >= (section?.y ?? 0) + 36, 'the focused row is covered')
})

test('a column is resized by pointer and by key', { skip }, async t => {
  const page = await open(t, 'grid&rows=100')
  const header = page.getByRole('columnheader', { name: 'Assignee' })
  const widthOf = async () => Math.round((await header.boundingBox())?.width ?? 0)
  const handle = await middleOf(header.locator('.grid-resize'))
  await page.mouse.move(handle.x, handle.y)
  await page.mouse.down()
  await page.mouse.move(handle.x + 50, handle.y, { steps: 4 })
  await page.mouse.up()
  await untilEqual(() => widthOf(), 200)
  await header.getByRole('button').focus()
  await press(page, 'Shift+ArrowLeft')
  await untilEqual(() => widthOf(), 184)
})

test('a row is dragged by its handle and dropped at the line', { skip }, async t => {
  const page = await open(t, 'grid&rows=100')
  await rowNamed(page, 'Task 1').hover()
  const from = await middleOf(rowNamed(page, 'Task 1').getByRole('button', { name: 'Move' }))
  const to = await middleOf(rowNamed(page, 'Task 4'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y + 8, { steps: 5 })
  await untilEqual(() => page.locator('[data-drop]').getAttribute('aria-label'), 'Task 4')
  await page.mouse.up()
  const labels = await page
    .locator('.grid-body > [data-kind="task"]')
    .evaluateAll(rows => rows.map(row => row.ariaLabel))
  assert.deepEqual(labels.slice(0, 4), ['Task 2', 'Task 3', 'Task 4', 'Task 1'])
  await untilEqual(() => page.locator('.drag-preview, [data-drop], [data-dragging]').count(), 0)
})

const scrollTopOf = (page: Page) =>
  page
    .locator('.gallery-column')
    .first()
    .evaluate(column => column.scrollTop)

const MAX_FRAMES = 1250
const FRAME_MS = 16

/** Waits for a condition; the policy of the page forbids functions from strings. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let frame = 0; frame < MAX_FRAMES; frame++) {
    if (await isTrue()) return
    await new Promise(resolve => setTimeout(resolve, FRAME_MS))
  }
  assert.fail('the condition did not become true')
}

const cardsOf = async (page: Page, column: string) =>
  page.getByRole('region', { name: column }).getByRole('listitem').allInnerTexts()

test('a card is dragged with the mouse, Escape cancels, and a click opens', { skip }, async t => {
  const page = await open(t, 'drag')
  const card = page.getByText('Card 1', { exact: true })
  const from = await middleOf(card)
  const to = await middleOf(page.getByRole('region', { name: 'Done' }))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.locator('[data-drop="into"]').waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await untilEqual(() => cardsOf(page, 'Done'), [])
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
  await untilEqual(() => cardsOf(page, 'Done'), ['Card 1'])
  await untilEqual(() => page.getByLabel('Opened').innerText(), 'none')
  await card.click()
  await untilEqual(() => page.getByLabel('Opened').innerText(), 'Card 1')
})

test('a drag scrolls a list at its edge', { skip }, async t => {
  const page = await open(t, 'drag')
  const from = await middleOf(page.getByText('Card 1', { exact: true }))
  const frame = await page.getByRole('region', { name: 'To do' }).boundingBox()
  assert.ok(frame)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, frame.y + frame.height - 6, { steps: 5 })
  await until(async () => (await scrollTopOf(page)) > 200)
  await page.keyboard.press('Escape')
  await page.mouse.up()
})

/** A finger, driven through the protocol of the browser. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  return {
    down: (at: { x: number; y: number }) => send('touchStart', [at]),
    up: () => send('touchEnd', []),
    async move(from: { x: number; y: number }, to: { x: number; y: number }) {
      const STEP_COUNT = 8
      for (let step = 1; step <= STEP_COUNT; step++) {
        const part = step / STEP_COUNT
        await send('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }])
      }
    },
  }
}

test('a finger that rests drags, a swipe scrolls, and a tap opens', { skip }, async t => {
  const page = await open(t, 'drag', PHONE)
  const finger = await fingerOn(page)
  const from = await middleOf(page.getByText('Card 3', { exact: true }))
  const to = await middleOf(page.getByRole('region', { name: 'Done' }))

  await finger.down(from)
  await page.locator('.drag-preview').waitFor({ state: 'attached' })
  await finger.move(from, to)
  await page.locator('[data-drop="into"]').waitFor()
  await finger.up()
  await untilEqual(() => cardsOf(page, 'Done'), ['Card 3'])
  await untilEqual(() => scrollTopOf(page), 0)

  await page.getByText('Card 2', { exact: true }).tap()
  await untilEqual(() => page.getByLabel('Opened').innerText(), 'Card 2')

  await finger.down(from)
  await finger.move(from, { x: from.x, y: from.y - 100 })
  await finger.up()
  await until(async () => (await scrollTopOf(page)) > 40)
  await untilEqual(() => page.locator('.drag-preview').count(), 0)
  await untilEqual(async () => (await cardsOf(page, 'To do')).length, 29)
})
