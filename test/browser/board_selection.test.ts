/** Several cards of a board at once: selecting them by keys and presses, and what is done with them together. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { card, cardsOf, column, middleOf, openBoard, startDrag, waitForCards, waitForSaved } from './boards.ts'
import { press, untilEqual, untilTrue } from './launch.ts'
import { createObject, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected tasks' })

/** Waits until exactly these cards are selected, as they look and as they are read out, and the toolbar counts them. */
async function untilSelected(page: Page, wanted: readonly string[]): Promise<void> {
  const selected = page.getByRole('listitem').filter({ has: page.getByText('Selected', { exact: true }) })
  await untilEqual(() => selected.getByRole('link').allInnerTexts(), wanted)
  await untilEqual(() => page.locator('.board-card[data-selected]').count(), wanted.length)
  if (wanted.length === 0) await toolbar(page).waitFor({ state: 'detached' })
  else await toolbar(page).getByText(`${wanted.length} selected`, { exact: true }).waitFor()
}

const announced = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Board' }).getByRole('status').getByText(text, { exact: true }).waitFor()

test('X selects cards, Shift with an arrow extends within the column, Mod+A selects all that are shown', {
  skip,
}, async t => {
  const { page } = await openBoard(t, site)
  const focused = (name: string) => card(page, name).and(page.locator(':focus')).waitFor()
  await card(page, 'A').focus()
  await press(page, 'x')
  await untilSelected(page, ['A'])
  await announced(page, '1 task selected')
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown')
  await untilSelected(page, ['A', 'B', 'C'])
  await focused('C')
  await announced(page, '3 tasks selected')
  await press(page, 'Shift+ArrowUp')
  await untilSelected(page, ['A', 'B'])
  await focused('B')
  await press(page, 'x')
  await untilSelected(page, ['A'])
  await press(page, 'Control+a')
  await untilSelected(page, ['A', 'B', 'C'])
  await page.getByRole('button', { name: 'Collapse To do' }).click()
  await untilSelected(page, [])
  await announced(page, 'No tasks selected')
})

test('a range that keys extend begins in its column; a press extends it in the order of the board', {
  skip,
}, async t => {
  const visitor = await openBoard(t, site)
  const { page, project } = visitor
  await createObject(visitor, '/tasks', { name: 'First', projects: [project] })
  await createObject(visitor, '/tasks', { name: 'Second', projects: [project] })
  await waitForCards(page, 'Untitled section', ['Second', 'First'])
  await card(page, 'Second').focus()
  await press(page, 'x')
  await card(page, 'B').focus()
  await press(page, 'Shift+ArrowUp')
  await untilSelected(page, ['Second', 'A', 'B'])
  await press(page, 'Escape')
  await card(page, 'First').click({ modifiers: ['ControlOrMeta'] })
  await card(page, 'B').click({ modifiers: ['Shift'] })
  await untilSelected(page, ['First', 'A', 'B'])
  assert.equal(await page.evaluate('String(getSelection())'), '')
})

test('a press with Shift selects from the card that had the focus, or from the first one', { skip }, async t => {
  const { page } = await openBoard(t, site)
  await card(page, 'B').click({ modifiers: ['Shift'] })
  await untilSelected(page, ['A', 'B'])
  await press(page, 'Escape')
  await untilSelected(page, [])
  await card(page, 'B').focus()
  await card(page, 'C').click({ modifiers: ['Shift'] })
  await untilSelected(page, ['B', 'C'])
})

test('a press with Mod toggles a card, one without opens it and leaves the selection', { skip }, async t => {
  const { page, context } = await openBoard(t, site)
  await card(page, 'A').click({ modifiers: ['ControlOrMeta'] })
  await card(page, 'C').click({ modifiers: ['ControlOrMeta'] })
  await untilSelected(page, ['A', 'C'])
  await card(page, 'A').click({ modifiers: ['ControlOrMeta'] })
  await untilSelected(page, ['C'])
  assert.equal(context.pages().length, 1)
  assert.doesNotMatch(page.url(), /task/)
  await card(page, 'A').click()
  await page.waitForURL(/\/task\/\d+$/)
  await untilSelected(page, ['C'])
})

test('Escape closes what is open, then ends the selection, then leaves the task', { skip }, async t => {
  const { page } = await openBoard(t, site)
  const dialog = page.getByRole('dialog', { name: 'Due date' })
  const pane = page.getByRole('complementary', { name: 'B', exact: true })
  await card(page, 'B').focus()
  await press(page, 'Space')
  await pane.waitFor()
  await press(page, 'x', 'd')
  await dialog.waitFor()
  await press(page, 'Escape')
  await dialog.waitFor({ state: 'detached' })
  await untilSelected(page, ['B'])
  await press(page, 'Escape')
  await untilSelected(page, [])
  await pane.waitFor()
  await card(page, 'B').and(page.locator(':focus')).waitFor()
  await press(page, 'Escape')
  await pane.waitFor({ state: 'detached' })
})

test('single keys and the toolbar act on all selected cards, and one undo takes it back', { skip }, async t => {
  const { page } = await openBoard(t, site)
  const notices = page.getByRole('region', { name: 'Notices' })
  await card(page, 'A').focus()
  await press(page, 'x', 'Shift+ArrowDown')
  await untilSelected(page, ['A', 'B'])
  await card(page, 'C').focus()
  await press(page, 'm')
  const dialog = page.getByRole('dialog', { name: 'Move to…' })
  await dialog.getByRole('radio', { name: 'Done' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await waitForCards(page, 'Done', ['A', 'B'])
  await untilSelected(page, ['A', 'B'])
  await press(page, 'Control+z')
  await waitForCards(page, 'To do', ['A', 'B', 'C'])
  await toolbar(page).getByRole('button', { name: 'Complete' }).click()
  await notices.getByText('2 tasks completed', { exact: true }).waitFor()
  await toolbar(page).getByRole('button', { name: 'Clear selection' }).click()
  await untilSelected(page, [])
  await card(page, 'B').and(page.locator(':focus')).waitFor()
})

test('selected cards are dragged together, keep their order, and undo returns all', { skip }, async t => {
  const { page } = await openBoard(t, site)
  await card(page, 'A').focus()
  await press(page, 'x', 'End', 'x')
  await untilSelected(page, ['A', 'C'])
  await startDrag(page, card(page, 'C'), await middleOf(column(page, 'Done')))
  await column(page, 'Done').and(page.locator('[data-drop]')).waitFor()
  await page.locator('.drag-preview').getByText('2 tasks', { exact: true }).waitFor()
  await page.mouse.up()
  await waitForCards(page, 'Done', ['A', 'C'])
  await page.getByText('2 tasks moved to Done', { exact: true }).waitFor()
  await untilSelected(page, ['A', 'C'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await waitForCards(page, 'To do', ['A', 'B', 'C'])
  // One that is not selected moves alone.
  await startDrag(page, card(page, 'B'), await middleOf(column(page, 'Done')))
  await page.mouse.up()
  await waitForCards(page, 'Done', ['B'])
  await waitForSaved(page)
  await page.reload()
  await waitForCards(page, 'To do', ['A', 'C'])
})

test('selected cards of a grouped board get the value of the group together', { skip }, async t => {
  const { page, path } = await openBoard(t, site, { viewport: { width: 2000, height: 800 } })
  await page.clock.setFixedTime('2026-12-09T10:00:00Z')
  await page.goto(`${path}?group=due_on`)
  await waitForCards(page, 'No due date', ['A', 'B', 'C'])
  await card(page, 'A').focus()
  await press(page, 'x', 'Shift+ArrowDown')
  await startDrag(page, card(page, 'B'), await middleOf(column(page, 'Tomorrow')))
  await column(page, 'Tomorrow').and(page.locator('[data-drop="into"]')).waitFor()
  await page.locator('.drag-preview', { hasText: '2 tasks' }).waitFor()
  await page.mouse.up()
  await waitForCards(page, 'Tomorrow', ['A', 'B'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await waitForCards(page, 'No due date', ['A', 'B', 'C'])
})

test('a key moves the card with the focus only, also while others are selected', { skip }, async t => {
  const { page } = await openBoard(t, site)
  await card(page, 'A').focus()
  await press(page, 'x', 'Shift+ArrowDown', 'Alt+Shift+ArrowRight')
  await waitForCards(page, 'Done', ['B'])
  await untilEqual(() => cardsOf(page, 'To do'), ['A', 'C'])
  await untilSelected(page, ['A', 'B'])
})

for (const width of [1280, 320]) {
  test(`the toolbar of the selection is within a window of ${width} px, which is accessible`, { skip }, async t => {
    const { page } = await openBoard(t, site, { viewport: { width, height: 640 } })
    await card(page, 'A').focus()
    await press(page, 'Control+a')
    await untilSelected(page, ['A', 'B', 'C'])
    const box = await toolbar(page).boundingBox()
    assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= 640)
    await untilTrue(page, `document.documentElement.scrollWidth <= ${width}`)
    assert.deepEqual(await violations(page), [])
  })
}
