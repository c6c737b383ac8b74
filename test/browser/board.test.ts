/** The board of a project: moving by pointer, finger and keys, adding, collapsing, live, and for people who may only look. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { card, cardsOf, column, middleOf, openBoard, startDrag, waitForCards, waitForSaved } from './boards.ts'
import { untilEqual, untilTrue } from './launch.ts'
import { untilStored } from './stored.ts'
import { callConsole, createObject, firstOrganization, openVisitor, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

test('a mouse drags a card into another column and inside its own, and undoing takes it back', { skip }, async t => {
  const { page } = await openBoard(t, site)
  await startDrag(page, card(page, 'A'), await middleOf(column(page, 'Done')))
  await column(page, 'Done').and(page.locator('[data-drop]')).waitFor()
  await page.mouse.up()
  await waitForCards(page, 'Done', ['A'])
  await page.getByText('Moved to Done', { exact: true }).waitFor()
  await untilEqual(() => page.locator('[data-drop]').count(), 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await waitForCards(page, 'To do', ['A', 'B', 'C'])

  const target = await middleOf(card(page, 'C'))
  await startDrag(page, card(page, 'A'), { x: target.x, y: target.bottom })
  await page.locator('[data-drop="after"]').waitFor()
  await page.mouse.up()
  await waitForCards(page, 'To do', ['B', 'C', 'A'])
  await waitForSaved(page)
  await page.reload()
  await waitForCards(page, 'To do', ['B', 'C', 'A'])
})

test('Escape ends a drag without a change', { skip }, async t => {
  const { page } = await openBoard(t, site)
  await startDrag(page, card(page, 'A'), await middleOf(column(page, 'Done')))
  await page.locator('[data-drop]').waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await untilEqual(() => page.locator('.drag-preview, [data-drop]').count(), 0)
  await untilEqual(() => cardsOf(page, 'To do'), ['A', 'B', 'C'])
})

test('the order is frozen during a drag', { skip }, async t => {
  const visitor = await openBoard(t, site)
  const { page, project } = visitor
  const target = await middleOf(column(page, 'Done'))
  await startDrag(page, card(page, 'A'), target)
  await createObject(visitor, '/tasks', { name: 'D', projects: [project] })
  await page.waitForTimeout(600)
  await untilEqual(() => card(page, 'D').count(), 0)
  await page.mouse.up()
  await card(page, 'D').waitFor()
  await waitForCards(page, 'Done', ['A'])
})

test('a column moves by its heading', { skip }, async t => {
  const { page } = await openBoard(t, site)
  const target = await middleOf(column(page, 'To do'))
  await startDrag(page, column(page, 'Done').getByRole('heading'), { x: target.x - 60, y: target.top + 20 })
  await page.locator('[data-drop="before"]').waitFor()
  await page.mouse.up()
  const headings = page.getByRole('region', { name: 'Board' }).getByRole('heading', { level: 2 })
  await headings.nth(1).filter({ hasText: 'Done' }).waitFor()
  await untilEqual(() => headings.allInnerTexts(), ['Untitled section', 'Done', 'To do'])
})

/** Sends touches of one finger. */
async function finger(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [{ x: point.x, y: point.y }] : [] })
}

test('a finger that rests drags a card; a tap opens it', { skip }, async t => {
  const { page } = await openBoard(t, site, { hasTouch: true, viewport: { width: 900, height: 700 } })
  const touch = await finger(page)
  const from = await middleOf(card(page, 'A'))
  const to = await middleOf(card(page, 'C'))
  await touch('touchStart', from)
  await page.locator('[data-dragging]').waitFor()
  await touch('touchMove', { x: to.x, y: to.y })
  await touch('touchMove', { x: to.x, y: to.bottom })
  await page.locator('[data-drop="after"]').waitFor()
  await touch('touchEnd')
  await waitForCards(page, 'To do', ['B', 'C', 'A'])
  await card(page, 'B').getByRole('link').tap()
  await page.waitForURL(/\/task\/\d+$/)
})

test('keys move the focus and the card, and say where it is', { skip }, async t => {
  const { page } = await openBoard(t, site)
  const { keyboard } = page
  const focused = (name: string) => card(page, name).and(page.locator(':focus')).waitFor()
  await card(page, 'A').focus()
  await keyboard.press('ArrowDown')
  await focused('B')
  await keyboard.press('k')
  await focused('A')
  await keyboard.press('Alt+Shift+ArrowDown')
  await waitForCards(page, 'To do', ['B', 'A', 'C'])
  await page.getByRole('status').getByText('Moved to To do, 2 of 3', { exact: true }).waitFor()
  await keyboard.press('Alt+Shift+ArrowRight')
  await waitForCards(page, 'Done', ['A'])
  await page.getByRole('status').getByText('Moved to Done, 1 of 1', { exact: true }).waitFor()
  await focused('A')
  await keyboard.press('ArrowLeft')
  await focused('B')
  await keyboard.press('Alt+Shift+End')
  await waitForCards(page, 'To do', ['C', 'B'])
  await keyboard.press('Control+z')
  await waitForCards(page, 'To do', ['B', 'C'])
  await keyboard.press('Enter')
  await page.waitForURL(/\/task\/\d+$/)
})

test('a board that is grouped by a field changes its value, by mouse and keys, and says so', { skip }, async t => {
  const { page, path } = await openBoard(t, site, { viewport: { width: 2000, height: 800 } })
  await page.clock.setFixedTime('2026-12-09T10:00:00Z')
  await page.goto(`${path}?group=due_on`)
  await waitForCards(page, 'No due date', ['A', 'B', 'C'])
  await startDrag(page, card(page, 'A'), await middleOf(column(page, 'Tomorrow')))
  await column(page, 'Tomorrow').and(page.locator('[data-drop="into"]')).waitFor()
  await page.getByText('Changes the group, not the order', { exact: true }).waitFor()
  await page.mouse.up()
  await waitForCards(page, 'Tomorrow', ['A'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await waitForCards(page, 'No due date', ['A', 'B', 'C'])

  await card(page, 'B').focus()
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await waitForCards(page, 'Next week', ['B'])
  await page.getByRole('status').getByText('Moved to Next week, 1 of 1', { exact: true }).waitFor()
  await card(page, 'B').and(page.locator(':focus')).waitFor()
  await waitForSaved(page)
  await page.goto(path)
  await waitForCards(page, 'To do', ['A', 'B', 'C'])
})

test('a group that no move can change refuses with a reason', { skip }, async t => {
  const { page, path } = await openBoard(t, site)
  await page.goto(`${path}?group=name`)
  await column(page, 'B').waitFor()
  await startDrag(page, card(page, 'A'), await middleOf(column(page, 'B')))
  await page.locator('.drag-note').getByText('Rename the task instead.').waitFor()
  await untilEqual(() => page.locator('[data-drop]').count(), 0)
  await page.mouse.up()
  await page.getByRole('region', { name: 'Notices' }).getByText('Rename the task instead.').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await card(page, 'A').focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await page.getByRole('region', { name: 'Notices' }).getByText('Rename the task instead.').waitFor()
})

test('a sorted board moves cards between sections only', { skip }, async t => {
  const { page, path } = await openBoard(t, site)
  await page.goto(`${path}?sort=-name`)
  await waitForCards(page, 'To do', ['C', 'B', 'A'])
  await card(page, 'B').focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await waitForCards(page, 'Done', ['B'])
  await waitForSaved(page)
  await page.goto(path)
  await waitForCards(page, 'To do', ['A', 'C'])
})

test('a person adds cards one after the other, and a column', { skip }, async t => {
  const { page } = await openBoard(t, site)
  await page.getByRole('button', { name: 'Add task to Done', exact: true }).click()
  const name = page.getByRole('textbox', { name: 'Task name' })
  await name.fill('One')
  await name.press('Enter')
  await name.fill('Two')
  await name.press('Enter')
  await waitForCards(page, 'Done', ['One', 'Two'])
  await name.press('Escape')
  await name.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add section', exact: true }).click()
  await page.getByRole('textbox', { name: 'Section name' }).fill('Later')
  await page.keyboard.press('Enter')
  await column(page, 'Later').waitFor()
  await waitForSaved(page)
  await page.reload()
  await column(page, 'Later').waitFor()
  await waitForCards(page, 'Done', ['One', 'Two'])
})

test('a column collapses, and stays so; its section is renamed and deleted', { skip }, async t => {
  const { page, project } = await openBoard(t, site)
  await page.getByRole('button', { name: 'Collapse To do' }).click()
  await card(page, 'A').waitFor({ state: 'detached' })
  await untilStored(page, `board/${project}`)
  await page.reload()
  await page.getByRole('button', { name: 'Expand To do' }).click()
  await card(page, 'A').waitFor()
  await page.getByRole('button', { name: 'Section actions: Done' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Section name' }).fill('Finished')
  await page.keyboard.press('Enter')
  await column(page, 'Finished').waitFor()
  await page.getByRole('button', { name: 'Section actions: To do' }).click()
  await page.getByRole('menuitem', { name: 'Delete section' }).click()
  await page.getByRole('alertdialog').getByLabel('Move its tasks to').selectOption({ label: 'Finished' })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete section' }).click()
  await column(page, 'To do').waitFor({ state: 'detached' })
  await waitForSaved(page)
  await untilEqual(async () => (await cardsOf(page, 'Finished')).length, 3)
})

test('a completed card stays for a moment and leaves, and the focus stays on the board', { skip }, async t => {
  const { page } = await openBoard(t, site)
  // Measured in the page, because a slow machine may look too late.
  const stayedMs = page.evaluate<number>(`new Promise(resolve => {
    const isThere = () => [...document.querySelectorAll('.board-card a')].some(link => link.textContent === 'B')
    const measure = () => {
      const began = performance.now()
      const look = () => isThere() || resolve(performance.now() - began)
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    }
    addEventListener('change', measure, { once: true, capture: true })
  })`)
  await card(page, 'B').getByRole('checkbox', { name: 'Completed' }).check()
  await page.getByText('Task completed').waitFor()
  await card(page, 'A').focus()
  assert.ok((await stayedMs) > 1000)
  await waitForCards(page, 'To do', ['A', 'C'])
})

test('a second person sees a move at once, and a viewer cannot move anything', { skip }, async t => {
  const visitor = await openBoard(t, site)
  const { page, project, path } = visitor
  const home = `/organizations/${await firstOrganization(visitor)}`
  const { link } = await callConsole<{ link: string }>(visitor, 'POST', `${home}/invitations`, {
    email: `ben${project}@example.com`,
    name: 'Ben',
  })
  const other = await openVisitor(t, site)
  await callConsole(other, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  const ben = (await callConsole<{ user: { gid: string } }>(other, 'GET', '/session')).user.gid
  await createObject(visitor, '/memberships', { parent: project, member: ben, access_level: 'viewer' })
  const { page: otherPage } = other
  await otherPage.goto(path)
  await waitForCards(otherPage, 'To do', ['A', 'B', 'C'])
  await otherPage.locator('html[data-live="open"]').waitFor()
  await card(page, 'A').focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await waitForCards(otherPage, 'Done', ['A'])

  await untilEqual(() => otherPage.getByRole('button', { name: /^Add task|^Section actions|^Add section/ }).count(), 0)
  await untilEqual(() => card(otherPage, 'B').getByRole('checkbox').isDisabled(), true)
  await startDrag(otherPage, card(otherPage, 'B'), await middleOf(column(otherPage, 'Done')))
  await untilEqual(() => otherPage.locator('.drag-preview').count(), 0)
  await otherPage.mouse.up()
})

test('on a phone one column fills the screen, and chips lead to the others', { skip }, async t => {
  const { page } = await openBoard(t, site, { viewport: { width: 390, height: 800 }, hasTouch: true })
  await page.getByRole('navigation', { name: 'Columns' }).getByRole('button', { name: /^Done/ }).click()
  await page.locator('.board-chip[aria-current]', { hasText: 'Done' }).waitFor()
  await untilTrue(page, 'document.documentElement.scrollWidth <= 390')
  assert.deepEqual(await violations(page), [])
})

test('on a phone a swipe leads to the next column, however fast, and the chips follow', { skip }, async t => {
  const { page } = await openBoard(t, site, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })
  const touch = await finger(page)
  // More than half of a column: also a slow finger, on a busy machine, leads to the next one.
  const swipe = async (distance: number) => {
    const start = 195 - distance / 2
    await touch('touchStart', { x: start, y: 600 })
    for (let step = 1; step <= 10; step++) await touch('touchMove', { x: start + (distance * step) / 10, y: 600 })
    await touch('touchEnd')
  }
  // Also until the column has come to rest: a swipe that begins before it goes further.
  const untilCurrent = async (name: string) => {
    await page.locator('.board-chip[aria-current]', { hasText: name }).waitFor()
    await untilEqual(async () => Math.round((await column(page, name).boundingBox())?.x ?? 0), 16)
  }
  await untilCurrent('Untitled section')
  await swipe(-240)
  await untilCurrent('To do')
  await swipe(-240)
  await untilCurrent('Done')
  await swipe(240)
  await untilCurrent('To do')
  await swipe(-240)
  await untilCurrent('Done')
  // So close to the next column that a browser would pass it.
  await swipe(350)
  await untilCurrent('To do')
})

test('the board is accessible', { skip }, async t => {
  const { page } = await openBoard(t, site)
  assert.deepEqual(await violations(page), [])
})

test('a board of many cards keeps only those on the screen in the document', { skip }, async t => {
  const visitor = await openBoard(t, site)
  const { page, context, project, path } = visitor
  const actions = Array.from({ length: 10 }, (_, index) => ({
    ...{ method: 'post', relative_path: '/tasks' },
    data: { name: `Card ${index}`, projects: [project] },
  }))
  for (let round = 0; round < 12; round++) {
    const headers = { 'x-requested-with': 'test' }
    const answer = await context.request.post('/api/1.0/batch', { headers, data: { data: { actions } } })
    assert.ok(answer.ok())
  }
  await page.goto(path)
  await column(page, 'Untitled section').getByText('120', { exact: true }).waitFor()
  assert.ok((await page.getByRole('listitem').and(page.locator('.board-card')).count()) < 60)
})
